import { type Experiment, expect } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { hiddenFields, postForm, visitorFields } from '../harness/post-form.ts'
import { makeSubmission } from '../harness/submission.ts'
import { verify } from '../harness/verify.ts'

const fillers = ['x', 'ж', '山', '👩‍🚀', '"', '\\', '\u0001', '<&>']
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id', 'gclid']

/** The longest name, page, referrer, browser name and campaign that reach the action: none of them costs the lead. */
export const longestForm: Experiment = {
  id: 'E13',
  title: 'the longest form that is no abuse',
  parts: ['next', 'function', 'gateway', 'mailServer'],
  async run({ chain, ledger, random }) {
    await liftLimits(chain)
    const hidden = await hiddenFields(chain)
    const outcomes: string[] = []
    for (const filler of fillers) {
      const long = (bytes: number) => filler.repeat(Math.floor(bytes / Buffer.byteLength(filler)))
      const submission = makeSubmission(random, { name: `Ada ${'山'.repeat(490)}` })
      const query = campaign.map((key) => `${key}=${encodeURIComponent(long(500))}`).join('&')
      await ledger.append({ at: 'send', submission })
      const headers = {
        referer: `${chain.pageUrl}?${query}`.slice(0, 9_000),
        'user-agent': 'x'.repeat(1_500),
      }
      const fields = { ...visitorFields(submission), referrer: long(8_000) }
      const { outcome, status, ms } = await postForm(chain, hidden, fields, '198.51.100.1', headers)
      await ledger.append({ at: 'answer', key: submission.key, outcome, status, ms })
      outcomes.push(outcome)
    }
    await outboxEmpty(chain)
    const { acknowledged } = await verify(chain, ledger)
    const figures = `${acknowledged} of ${fillers.length} acknowledged (${outcomes})`
    expect(acknowledged === fillers.length, figures)
    return figures
  },
}
