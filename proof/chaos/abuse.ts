import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, type Workbench } from '../harness/experiment.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { percentile } from '../harness/percentile.ts'
import { hiddenFields, postForm, visitorFields } from '../harness/post-form.ts'
import { makeSubmission, makeSubmissions, type Submission } from '../harness/submission.ts'
import { verify } from '../harness/verify.ts'

const bots = 60
const office = 35
const others = 45
const mailsPerMinute = 60

/** With the limits as delivered: bots learn nothing and mail nobody, a shared office passes, mail waits its turn. */
export const abuse: Experiment = {
  id: 'E22',
  title: 'bots, a shared office, mail limits',
  parts: ['next', 'function', 'gateway', 'mailServer'],
  async run(bench) {
    const { chain, ledger, random } = bench
    const send = await sender(bench)
    const [trapped, hurried] = [{ topic: 'seo' }, { elapsedMs: '400' }]
    const honest: { ms: number; size: number }[] = []
    const caught: typeof honest = []
    for (const person of makeSubmissions(random, bots)) {
      caught.push(await send(person, '203.0.113.7', random.pick([trapped, hurried])))
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
    const [count] = await chain.query<Record<'held' | 'skipped' | 'office' | 'fullest', number>>(`
      select count(*) filter (where status = 'held') as held, count(*) filter (where status = 'skipped') as skipped,
        (select count(*) from public.lead_emails m join public.lead_submissions s on s.id = m.submission_id
          where not suspected_bot and m.status = 'sent') as office,
        (select max((select count(*) from public.lead_emails b where b.kind = 'visitor'
          and b.claimed_at between a.claimed_at and a.claimed_at + interval '60 seconds'))
          from public.lead_emails a where a.kind = 'visitor') as fullest
      from public.lead_emails`)
    const people = office + others
    const median = (list: typeof honest, value: 'ms' | 'size') =>
      percentile(
        list.map((one) => one[value]),
        0.5,
      )
    const apart = Math.abs(median(caught, 'ms') - median(honest, 'ms'))
    const sizes = median(caught, 'size') / median(honest, 'size')
    const figures = `${bots} bots: ${count?.held} mails held, answers ${(sizes * 100).toFixed(1)} % of the length and ${apart.toFixed(0)} ms apart; ${people} people, ${office} of them of one office: mailed; 4 submissions of one address: ${count?.skipped} visitor mails skipped; ≤ ${count?.fullest} visitor mails a minute; ${verdict.mails} mails, the last after ${emptyAfter.toFixed(0)} s`
    expect(count?.held === bots * 2 && count.skipped === 3, figures)
    expect(count.office === people * 2 + 1 + 4 && count.fullest <= mailsPerMinute, figures)
    expect(apart <= 50 && sizes > 0.95 && sizes < 1.05, figures)
    return figures
  },
}

/** Returns what submits through the form from an address, and expects the answer that everybody gets. */
async function sender({ chain, ledger }: Workbench) {
  const hidden = await hiddenFields(chain)
  return async (submission: Submission, address: string, extra: Record<string, string> = {}) => {
    await ledger.append({ at: 'send', submission })
    const answer = await postForm(chain, hidden, { ...visitorFields(submission), ...extra }, address)
    const { outcome, status, ms, body } = answer
    await ledger.append({ at: 'answer', key: submission.key, outcome, status, ms })
    expect(outcome === 'success', `${address} was answered ${status} ${outcome}`)
    return { ms, size: body.length }
  }
}
