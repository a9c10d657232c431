import { type Experiment, expect, settle } from '../harness/experiment.ts'
import { percentile } from '../harness/percentile.ts'
import { openForm } from '../harness/post-form.ts'
import { makeSubmissions } from '../harness/submission.ts'

const [bots, office] = [60, 35]

/** With the default limits, bots cause no mail and are answered like people, and an office with one IP address is served. */
export const abuse: Experiment = {
  id: 'E22',
  title: 'bots, and an office behind one IP address',
  keepsLimits: true,
  async run(harness) {
    const { chain, ledger, random } = harness
    const post = await openForm(chain, random)
    const sendAll = async (count: number, address: string, fields: () => Record<string, string>) => {
      const answers = []
      for (const submission of makeSubmissions(random, count)) {
        answers.push(await ledger.send(submission, (one) => post(one, { address, fields: fields() })))
      }
      const median = (values: number[]) => percentile(values, 0.5)
      return {
        areAcknowledged: answers.every(({ outcome }) => outcome === 'success'),
        ms: median(answers.map(({ ms }) => ms)),
        length: median(answers.map(({ body }) => body.length)),
      }
    }
    const caught = await sendAll(bots, '203.0.113.7', () =>
      random.pick<Record<string, string>>([{ topic: 'seo' }, { elapsedMs: '400' }]),
    )
    const served = await sendAll(office, '203.0.113.8', () => ({}))

    const { line } = await settle(harness, { endings: ['held'] })
    const [count] = await chain.query<Record<'held' | 'sent', number>>(
      `select count(*) filter (where status = 'held' and suspected_bot) as held,
         count(*) filter (where status = 'sent' and not suspected_bot) as sent
       from public.lead_emails join public.lead_submissions s on s.id = submission_id`,
    )
    const apart = Math.abs(caught.ms - served.ms)
    const ratio = caught.length / served.length
    const figures = `${bots} bots: ${count?.held} mails held, answers ${(ratio * 100).toFixed(1)} % of the length of others and ${apart.toFixed(0)} ms apart; office of ${office}: ${count?.sent} mails sent; ${line}`
    expect(caught.areAcknowledged && served.areAcknowledged, figures)
    expect(count?.held === bots * 2 && count.sent === office * 2, figures)
    expect(apart <= 50 && ratio > 0.95 && ratio < 1.05, figures)
    return figures
  },
}
