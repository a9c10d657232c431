import type { Submission } from '../../kit/submission.ts'
import { concurrently } from '../harness/concurrently.ts'
import type { Experiment, Harness } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { countMails, unsent, untilNoMail } from '../harness/outbox.ts'

const [forgeries, sources, people] = [2_000, 50, 20]
const withinSeconds = 120

/**
 * An attacker sends many submissions with the same email address. The default limits must keep most of the
 * forged emails away from this mailbox, and they must not delay the emails for real visitors.
 */
export const flood: Experiment = {
  id: 'E24',
  title: 'forged submissions of one mailbox in many spellings',
  keepsLimits: true,
  async run(harness) {
    const { chain, ledger } = harness
    const post = await harness.openForm()
    const genuine = harness.submissions(people)
    const begin = performance.now()
    const answers = await concurrently([...visitors(harness, genuine)], 20, ({ submission, from }) =>
      ledger.send(submission, (one) => post(one, from)),
    )
    const seconds = (performance.now() - begin) / 1000
    await untilNoMail(chain, 'no email of a lead is unsent', `kind in ('visitor', 'owner') and ${unsent}`)
    // A digest collects leads for ten minutes. With this statement, the test does not have to wait so long.
    await chain.query(`update private.outbox set due_at = now() where kind = 'digest' and status = 'pending'`)
    const settled = await harness.settle({ endings: ['held', 'cancelled'] })

    const sent = (kind: string) => countMails(chain, `kind = '${kind}' and status = 'sent'`)
    const untold = await countMails(
      chain,
      `reason = 'in_digest' and digest_id not in (select id from private.outbox where status = 'sent')`,
    )
    const [limits] = await chain.query<{ budget: number }>(
      'select owner_mails_per_hour as budget from private.lead_settings',
    )
    const waits = await chain.query<{ kind: string; seconds: number }>(
      `select kind, extract(epoch from sent_at - queued_at)::float as seconds
       from private.outbox mail join private.lead_submissions s on s.id = submission_id
       where mail.status = 'sent' and s.email in (select json_array_elements_text($1::text::json))`,
      [JSON.stringify(genuine.map(({ email }) => email))],
    )
    const toMailbox = (await sent('visitor')) - waits.filter(({ kind }) => kind === 'visitor').length
    const slowest = Math.max(...waits.map((wait) => wait.seconds))
    const refused = answers.filter(({ outcome }) => outcome !== 'success')
    return [
      figure('forged submissions', `${forgeries} from ${sources} sources in ${seconds.toFixed(0)} s`),
      figure('visitors refused', refused.length, { exactly: 0 }),
      figure('visitor emails to the forged mailbox', toMailbox, { most: 2 }),
      figure('emails to the owner, without digests', await sent('owner'), { most: limits?.budget ?? 0 }),
      figure('leads that no digest tells of', untold, { exactly: 0 }),
      figure('emails of genuine leads', waits.length, { exactly: people * 2 }),
      figure('seconds that the slowest of them took', slowest, { most: withinSeconds }),
      ...settled.figures,
    ]
  },
}

/**
 * Yields all submissions with their IP addresses. The genuine submissions are spread evenly among the forged ones.
 */
function* visitors({ random, submission }: Harness, genuine: Submission[]) {
  const every = forgeries / genuine.length
  for (let index = 0; index < forgeries; index += 1) {
    const elapsedMs = random.pick(['20000', '', 'abc'])
    const address = `203.0.113.${1 + (index % sources)}`
    yield { submission: submission({ email: spelling(index) }), from: { address, fields: { elapsedMs } } }
    const person = index % every === every / 2 && genuine[Math.floor(index / every)]
    if (person) yield { submission: person, from: {} }
  }
}

function spelling(index: number): string {
  const letters = index % 5 ? 'adalovelace' : 'AdaLovelace'
  const dotted = [...letters].map((letter, place) => ((index >> place) & 1 && place ? `.${letter}` : letter))
  const domain = index % 2 ? 'gmail.com' : 'googlemail.com'
  return `${dotted.join('')}${index % 3 ? `+${index}` : ''}@${domain}`
}
