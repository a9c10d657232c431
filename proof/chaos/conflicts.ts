import { submitToFunction } from '../harness/call-function.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { makeSubmissions, type Submission } from '../harness/submission.ts'
import { verify } from '../harness/verify.ts'

const count = 500

/** The same key with other content, for half of them at the same moment: told, and nothing changes. */
export const conflicts: Experiment = {
  id: 'E4',
  title: 'one key, other content',
  parts: ['function', 'gateway', 'mailServer'],
  async run({ chain, ledger, random }) {
    await liftLimits(chain)
    const results = await concurrently(makeSubmissions(random, count), 10, async (first) => {
      const other = { ...first, name: 'Somebody Else', phone: '999', email: `other.${first.email}` }
      const send = async (submission: Submission) => {
        await ledger.append({ at: 'send', submission })
        const answer = await submitToFunction(chain, submission)
        const { outcome, status, ms } = answer
        await ledger.append({ at: 'answer', key: first.key, outcome, status, ms })
        return { submission, ...answer }
      }
      const early = random.next() < 0.5 ? [await send(first)] : [send(first)]
      const answers = await Promise.all([...early, send(other)])
      const winner = answers.find(({ outcome }) => outcome === 'success')
      const loser = answers.find(({ outcome }) => outcome === 'conflict')
      const isEchoed = /@example|Somebody/.test(loser?.body ?? '')
      return { key: first.key, isTold: Boolean(winner && loser), isEchoed, email: winner?.submission.email }
    })
    await outboxEmpty(chain)
    const { stored } = await verify(chain, ledger)
    const rows = await chain.query<{ id: string; email: string }>(
      'select id, email from public.lead_submissions',
    )
    const emailOf = new Map(rows.map(({ id, email }) => [id, email]))
    const unchanged = results.filter(({ key, email }) => emailOf.get(key) === email).length
    const told = results.filter(({ isTold }) => isTold).length
    const echoed = results.filter(({ isEchoed }) => isEchoed).length
    const figures = `${unchanged} of ${stored} unchanged, ${told} of ${count} conflicts told, ${echoed} echoed`
    expect(unchanged === count && stored === count && told === count && echoed === 0, figures)
    return figures
  },
}
