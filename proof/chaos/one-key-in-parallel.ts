import { submitToFunction } from '../harness/call-function.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { makeSubmission } from '../harness/submission.ts'
import { verify } from '../harness/verify.ts'

const rounds = 50
const parallel = 100

/** A hundred calls with one key at once, the first of them on a cold chain: one submission. */
export const oneKeyInParallel: Experiment = {
  id: 'E3',
  title: 'one key 100 times in parallel',
  parts: ['function', 'gateway', 'mailServer'],
  async run({ chain, ledger, random }) {
    await liftLimits(chain)
    const counts: Record<string, number> = {}
    for (let round = 0; round < rounds; round += 1) {
      const submission = makeSubmission(random)
      await ledger.append({ at: 'send', submission })
      const calls = Array.from({ length: parallel }, () => submitToFunction(chain, submission))
      for (const { outcome, status, ms } of await Promise.all(calls)) {
        counts[status] = (counts[status] ?? 0) + 1
        await ledger.append({ at: 'answer', key: submission.key, outcome, status, ms })
      }
    }
    await outboxEmpty(chain)
    const { stored, mails } = await verify(chain, ledger)
    const answered = (counts[200] ?? 0) + (counts[201] ?? 0) + (counts[409] ?? 0)
    expect(answered === rounds * parallel, `answers ${JSON.stringify(counts)}`)
    expect(stored === rounds, `${stored} submissions stored`)
    return `${rounds} rounds, ${stored} submissions, ${mails} mails, answers ${JSON.stringify(counts)}`
  },
}
