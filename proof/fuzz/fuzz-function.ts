import { callFunction, submitToFunction } from '../harness/call-function.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { isBounded, memoryFigures, watchMemory } from '../harness/memory.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { makeSubmission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'
import { malformed } from './malformed-call.ts'

const controlEvery = 100

/** Calls with a valid key that hold no valid lead, and a valid one now and then. */
export const malformedFunction: Experiment = {
  id: 'E12',
  title: 'malformed calls to the function',
  parts: ['function', 'gateway', 'mailServer'],
  async run(bench) {
    const { chain, ledger, random } = bench
    const count = sizeOf(bench, 10_000)
    await liftLimits(chain)
    const pids = [chain.function.pid, chain.gateway.pid]
    const memory = watchMemory({ function: chain.function, gateway: chain.gateway })
    const statuses: Record<string, number> = {}
    let controls = 0
    const send = (submission: Parameters<typeof submitToFunction>[1]) => submitToFunction(chain, submission)
    await concurrently(
      Array.from({ length: count }, (_, index) => index),
      10,
      async (index) => {
        if (index % controlEvery === 0) {
          const control = makeSubmission(random)
          const { tries, isAcknowledged } = await submitUntilAcknowledged(control, { ledger, send })
          if (isAcknowledged && tries === 1) controls += 1
        }
        const { status } = await callFunction(chain, malformed(random))
        statuses[status] = (statuses[status] ?? 0) + 1
      },
    )
    await outboxEmpty(chain)
    const used = memory.stop()
    const { stored } = await verify(chain, ledger)
    const refused = [400, 408, 413, 415].reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
    const isAlive = `${pids}` === `${[chain.function.pid, chain.gateway.pid]}`
    const figures = `${refused} of ${count} refused ${JSON.stringify(statuses)}, controls ${controls} of ${count / controlEvery}, stored ${stored}, ${memoryFigures(used)}`
    const isRight = refused === count && controls === count / controlEvery && stored === controls
    expect(isRight && isAlive && isBounded(used), figures)
    return figures
  },
}
