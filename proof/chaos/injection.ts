import { submitToFunction } from '../harness/call-function.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { makeSubmission } from '../harness/submission.ts'
import { verify } from '../harness/verify.ts'
import { injections } from './injections.ts'
import { mailShape } from './mail-shape.ts'

const count = 240
const control = { name: 'Ada Lovelace', phone: 'not a number', countryCode: 'US' as const }

/** Texts that would be headers or markup, in the name, the phone and the evidence, against a plain control. */
export const injection: Experiment = {
  id: 'E16',
  title: 'header and HTML injection',
  parts: ['function', 'gateway', 'mailServer'],
  async run({ chain, ledger, random }) {
    await liftLimits(chain)
    const evidence = (text: string) => ({
      ...{ consentText: 'I agree.', consentVersion: text, page: text, referrer: text, userAgent: text },
      campaign: { utm_source: text, gclid: text },
    })
    const outcomes: Record<string, number> = {}
    const send = async (text: string) => {
      const inName = makeSubmission(random, { ...control, name: text })
      const inPhone = makeSubmission(random, { ...control, phone: text.slice(0, 100) })
      const inEmail = makeSubmission(random, { ...control, email: `${text}@example.com` })
      for (const submission of [inName, inPhone, inEmail]) {
        await ledger.append({ at: 'send', submission })
        const { outcome, status, ms } = await submitToFunction(chain, submission, evidence(text))
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        if (outcome !== 'invalid')
          await ledger.append({ at: 'answer', key: submission.key, outcome, status, ms })
      }
    }
    // A visitor is greeted by a plain first name, or not at all.
    await concurrently(['Ada Lovelace', '42'], 1, send)
    await outboxEmpty(chain)
    const expected = new Set(await Promise.all((await chain.mails()).map(mailShape)))
    const texts = injections(random, count)
    await concurrently(texts, 8, send)
    await outboxEmpty(chain)
    const { mails } = await verify(chain, ledger)
    const shapes = await Promise.all((await chain.mails()).map(mailShape))
    const changed = shapes.filter((shape) => !expected.has(shape))
    const wrong = (outcomes.wrong ?? 0) + (outcomes.none ?? 0)
    const figures = `${texts.length} texts in 3 fields and the evidence ${JSON.stringify(outcomes)}, ${mails} mails of ${expected.size} shapes, ${changed.length} changed`
    expect(wrong === 0 && expected.size === 3 && changed.length === 0, `${figures} ${changed.slice(0, 2)}`)
    return figures
  },
}
