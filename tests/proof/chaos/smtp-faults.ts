import { waitUntil } from '../../kit/wait-until.ts'
import type { Chain } from '../harness/chain.ts'
import { type Experiment, expect, type Harness } from '../harness/experiment.ts'
import { figure, percentile } from '../harness/figure.ts'
import { countMails, outboxEmpty, unsent } from '../harness/outbox.ts'
import type { SmtpStep, Verdict } from '../harness/proxy.ts'

/**
 * The mail server fails in each of the ways that are listed below. Visitors must not notice anything, and no
 * email may be lost.
 */
export const smtpFaults: Experiment = {
  id: 'E7',
  title: 'mail server faults',
  async run(harness) {
    const { chain, isFull } = harness
    const leads = harness.sizeOf(150)
    const submit = await submitter(harness, leads)
    const healthy: number[] = []
    const faulty = new Map<SmtpMode, number[]>()
    const repairs: number[] = []
    for (const mode of smtpModes) {
      healthy.push(...(await submit()))
      await outboxEmpty(chain, 60_000)
      await mode.begin(chain)
      faulty.set(mode, await submit())
      repairs.push(await failThenRepair(harness, mode, leads))
    }
    const ambiguous = smtpModes.filter((mode) => mode.isAmbiguous).length
    const settled = await harness.settle({ duplicates: leads * 2 * ambiguous })
    const slowdown = (waits: number[]) => percentile(waits, 0.95) / percentile(healthy, 0.95)
    // A short run has only thirty leads. This is not enough to judge each failure on its own.
    const ofEach = [...faulty].map(([{ name }, waits]) =>
      figure(`times as long as a healthy answer: ${name}`, slowdown(waits), { most: 1.2 }),
    )
    return [
      figure('modes of failure, and leads in each', `${smtpModes.length} x ${leads}`),
      figure('ms of 95 of 100 answers while healthy', percentile(healthy, 0.95)),
      ...(isFull ? ofEach : []),
      figure('times as long as a healthy answer: all', slowdown([...faulty.values()].flat()), { most: 1.2 }),
      figure('seconds from a repair until all emails are sent', Math.max(...repairs), { most: 120 }),
      ...settled.figures,
    ]
  },
}

/**
 * Returns a function that submits several leads, one after another. That function returns how many milliseconds each
 * visitor waited.
 */
async function submitter({ ledger, openForm, submissions }: Harness, leads: number) {
  const by = await openForm()
  return async () => {
    const waits: number[] = []
    for (const submission of submissions(leads)) {
      const { lastMs, tries } = await ledger.sendUntilAcknowledged(submission, by)
      expect(tries === 1, 'a visitor had to try again')
      waits.push(lastMs)
    }
    return waits
  }
}

/**
 * Waits until the outbox shows the fault, and then ends the fault. Returns how many seconds it takes until
 * all emails are sent.
 */
async function failThenRepair({ chain }: Harness, mode: SmtpMode, leads: number): Promise<number> {
  const none = async (condition: string) => (await countMails(chain, condition)) === 0
  if (mode.isPermanent) {
    await waitUntil(`${mode.name}: failed`, 60_000, () => none(`kind = 'visitor' and ${unsent}`))
    const failed = await countMails(chain, `status = 'failed' and kind = 'visitor' and attempts <= 2`)
    const [seen] = await chain.query<{ n: number }>('select count(*) as n from private.outbox_attention')
    const figures = `${mode.name}: ${failed} failed after ≤ 2 attempts, ${seen?.n} in outbox_attention`
    expect(failed === leads && seen?.n === failed, figures)
  } else if (!mode.isAmbiguous) {
    await waitUntil(`${mode.name}: tried`, 60_000, async () => !(await none(`${unsent} and attempts > 0`)))
  }
  chain.smtp.follow(() => 'pass')
  await chain.mailProxy.break('none')
  if (mode.isPermanent) await chain.query('select desk.requeue_messages()')
  return outboxEmpty(chain)
}

type SmtpMode = {
  name: string
  begin(chain: Chain): Promise<void> | void
  /** True if the refusal is final. The email to the visitor is then not tried again. */
  isPermanent?: boolean
  /** True if the mail server receives the email, but the sender never learns about it. */
  isAmbiguous?: boolean
}

const at = (name: string, when: SmtpStep[], verdict: Verdict): SmtpMode => ({
  name,
  begin: ({ smtp }) => smtp.follow((step) => (when.includes(step) ? verdict : 'pass')),
})

/** One failure of each kind. The file smtp.test.ts of the function tests failures at every SMTP command. */
const smtpModes: SmtpMode[] = [
  { name: 'refused', begin: ({ mailProxy }) => mailProxy.break('refuse') },
  at('hangs', ['data'], 'hang'),
  at('one byte a second', ['reply', 'received'], 'drip'),
  at('451', ['data'], { answer: '451 4.3.0 later\r\n' }),
  at('limit of the day', ['data'], { answer: '550 5.4.5 Daily user sending limit exceeded\r\n' }),
  { ...at('550', ['rcpt'], { answer: '550 5.1.1 nobody\r\n' }), isPermanent: true },
  { ...at('250 and reset', ['received'], 'pass and reset'), isAmbiguous: true },
]
