import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, type Harness } from '../harness/experiment.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { makeSubmission, makeSubmissions, type Submission } from '../harness/submission.ts'
import { verify } from '../harness/verify.ts'

const [bots, office, others] = [60, 35, 45]
const mailsPerMinute = 60
type Seen = { ms: number; size: number }

/** With the limits as delivered: bots learn nothing and mail nobody, a shared office passes, mail waits its turn. */
export const abuse: Experiment = {
  id: 'E22',
  title: 'bots, a shared office, mail limits',
  keepsLimits: true,
  async run(harness) {
    const { chain, ledger, random } = harness
    const send = await sender(harness)
    const honest: Seen[] = []
    const caught: Seen[] = []
    for (const person of makeSubmissions(random, bots)) {
      const trapped = random.pick<Record<string, string>>([{ topic: 'seo' }, { elapsedMs: '400' }])
      caught.push(await send(person, '203.0.113.7', trapped))
    }
    for (const person of makeSubmissions(random, office)) honest.push(await send(person, '203.0.113.8'))
    // Address limits count ten minutes; four times is a person who is unsure.
    const unsure = makeSubmission(random)
    for (let time = 0; time < 4; time += 1) await send({ ...unsure, key: random.uuid() }, '203.0.113.9')
    await concurrently(makeSubmissions(random, others), 5, (person) =>
      send(person, `192.0.2.${random.below(256)}`),
    )

    const emptyAfter = await outboxEmpty(chain, 300_000)
    const verdict = await verify(chain, ledger, { mayEndAs: ['held', 'skipped'] })
    const [count] = await chain.query<Record<'held' | 'skipped' | 'sent' | 'fullest', number>>(`
      select count(*) filter (where status = 'held') as held, count(*) filter (where status = 'skipped') as skipped,
        (select count(*) from public.lead_emails m join public.lead_submissions s on s.id = m.submission_id
          where not suspected_bot and m.status = 'sent') as sent,
        (select max((select count(*) from public.lead_emails b where b.kind = 'visitor'
          and b.claimed_at between a.claimed_at and a.claimed_at + interval '60 seconds'))
          from public.lead_emails a where a.kind = 'visitor') as fullest
      from public.lead_emails`)
    const people = office + others
    const median = (list: Seen[], value: keyof Seen) =>
      percentile(
        list.map((one) => one[value]),
        0.5,
      )
    const apart = Math.abs(median(caught, 'ms') - median(honest, 'ms'))
    const sizes = median(caught, 'size') / median(honest, 'size')
    const figures = `${bots} bots: ${count?.held} mails held, answers ${(sizes * 100).toFixed(1)} % of the length and ${apart.toFixed(0)} ms apart; ${people} people, ${office} of them of one office: mailed; 4 submissions of one address: ${count?.skipped} visitor mails skipped; ≤ ${count?.fullest} visitor mails a minute; ${verdict.mails} mails, the last after ${emptyAfter.toFixed(0)} s`
    expect(count?.held === bots * 2 && count.skipped === 3, figures)
    expect(count.sent === people * 2 + 1 + 4 && count.fullest <= mailsPerMinute, figures)
    expect(apart <= 50 && sizes > 0.95 && sizes < 1.05, figures)
    return figures
  },
}

/** Returns what submits through the form from an address, and expects the answer that everybody gets. */
async function sender({ chain, ledger, random }: Harness) {
  const post = await openForm(chain, random)
  return async (submission: Submission, address: string, fields?: Record<string, string>): Promise<Seen> => {
    const answer = await ledger.send(submission, (one) => post(one, { address, fields }))
    expect(answer.outcome === 'success', `${address} was answered ${answer.status} ${answer.outcome}`)
    return { ms: answer.ms, size: answer.body.length }
  }
}
