import { type Experiment, expect, type Harness, settle, sizeOf } from '../harness/experiment.ts'
import { countMails, outboxEmpty, owed } from '../harness/outbox.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { makeSubmissions } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { type SmtpMode, smtpModes } from './smtp-modes.ts'

const repairedWithinMs = 120_000

/** The mail server fails in each way: visitors do not notice, and no mail is lost. */
export const smtpFaults: Experiment = {
  id: 'E7',
  title: 'mail server faults',
  async run(harness) {
    const { chain, isFull } = harness
    const leads = sizeOf(harness, 150)
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
    const { line } = await settle(harness, { duplicates: leads * 2 * ambiguous })
    const slowdown = (waits: number[]) => percentile(waits, 0.95) / percentile(healthy, 0.95)
    const all = [...faulty.values()].flat()
    const slowdowns = [...faulty].map(([{ name }, waits]) => [name, slowdown(waits)] as const)
    const worst = Math.max(...slowdowns.map(([, ratio]) => ratio))
    const each = slowdowns.map(([name, ratio]) => `${name} x${ratio.toFixed(2)}`).join(', ')
    const figures = `${smtpModes.length} modes x ${leads} leads, answer p95 ${percentile(all, 0.95).toFixed(0)} ms, healthy ${percentile(healthy, 0.95).toFixed(0)} ms (x${slowdown(all).toFixed(2)}; ${each}), delivered ≤ ${Math.max(...repairs).toFixed(0)} s after repair, ${ambiguous} ambiguous modes, ${line}`
    // The thirty leads of a short run are too few to judge a single mode.
    expect((isFull ? worst : slowdown(all)) <= 1.2, figures)
    return figures
  },
}

/** Returns what submits a batch through the form, one visitor after the other, and gives how long each waited in ms. */
async function submitter({ chain, ledger, random }: Harness, leads: number) {
  const by = await openForm(chain, random)
  return async () => {
    const waits: number[] = []
    for (const submission of makeSubmissions(random, leads)) {
      const { lastMs, tries } = await submitUntilAcknowledged(submission, ledger, by)
      expect(tries === 1, 'a visitor had to try again')
      waits.push(lastMs)
    }
    return waits
  }
}

/** Waits until the outbox shows the fault, ends the fault, and gives the seconds until every mail is sent. */
async function failThenRepair({ chain }: Harness, mode: SmtpMode, leads: number): Promise<number> {
  const none = async (condition: string) => (await countMails(chain, condition)) === 0
  if (mode.isPermanent) {
    await waitUntil(`${mode.name}: dead`, 60_000, () => none(`kind = 'visitor' and ${owed}`))
    const dead = await countMails(chain, `status = 'dead' and kind = 'visitor' and attempts <= 2`)
    const [seen] = await chain.query<{ n: number }>('select count(*) as n from public.outbox_attention')
    const figures = `${mode.name}: ${dead} dead after ≤ 2 attempts, ${seen?.n} in outbox_attention`
    expect(dead === leads && seen?.n === dead, figures)
  } else if (!mode.isAmbiguous) {
    await waitUntil(`${mode.name}: tried`, 60_000, async () => !(await none(`${owed} and attempts > 0`)))
  }
  chain.smtp.follow(() => 'pass')
  await chain.mailProxy.break('none')
  if (mode.isPermanent) await chain.query('select desk.requeue_messages()')
  return outboxEmpty(chain, repairedWithinMs)
}
