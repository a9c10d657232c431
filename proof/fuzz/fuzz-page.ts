import { answerTo } from '../harness/answer.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { isBounded, memoryFigures, watchMemory } from '../harness/memory.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { hiddenFields } from '../harness/post-form.ts'
import { openForm } from '../harness/send-via-action.ts'
import { makeSubmission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'
import { malformedPost } from './malformed-post.ts'

const controlEvery = 100
/** A server that has just started takes memory until it first has reason to clean up, which is no leak. */
const warmUp = 2_000

/** Posts to the page that hold no valid lead. Next answers what it cannot read with 500: its own body, no stack. */
export const malformedAction: Experiment = {
  id: 'E11',
  title: 'malformed posts to the action',
  parts: ['next', 'function', 'gateway', 'mailServer'],
  async run(bench) {
    const { chain, ledger, random } = bench
    const count = sizeOf(bench, 10_000)
    await liftLimits(chain)
    const hidden = await hiddenFields(chain)
    const send = await openForm(chain, random)
    const { pid } = chain.next
    const statuses: Record<string, number> = {}
    let controls = 0
    let telling = 0
    const posts = (length: number) =>
      concurrently(
        Array.from({ length }, (_, index) => index),
        10,
        async (index) => {
          if (index % controlEvery === 0) {
            const control = await submitUntilAcknowledged(makeSubmission(random), { ledger, send })
            if (control.isAcknowledged && control.tries === 1) controls += 1
          }
          const post = malformedPost(random, hidden)
          const answer = await answerTo(chain.pageUrl, { method: 'POST', ...post }, () => 'invalid')
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          const isTelling = /node_modules|\.next\/|at async |file:\/\//.test(answer.body)
          if (
            isTelling ||
            answer.body.includes('<iframe') ||
            (answer.status >= 500 && answer.body.length > 100)
          )
            telling += 1
        },
      )
    await posts(warmUp)
    const memory = watchMemory({ next: chain.next, function: chain.function })
    await posts(count)
    await outboxEmpty(chain)
    const used = memory.stop()
    const { stored } = await verify(chain, ledger)
    const controlsSent = (count + warmUp) / controlEvery
    const figures = `${count + warmUp} posts ${JSON.stringify(statuses)}, ${telling} told or gave away anything, controls ${controls} of ${controlsSent}, stored ${stored}, ${memoryFigures(used)}`
    const isRight = telling === 0 && controls === controlsSent && stored === controls
    expect(isRight && chain.next.pid === pid && isBounded(used), figures)
    return figures
  },
}
