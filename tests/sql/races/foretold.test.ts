import assert from 'node:assert/strict'
import { env } from 'node:process'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { createRandom } from '../../kit/random.ts'
import { describeHistory, drawRace } from '../foretold/history.ts'
import { openHistories } from '../foretold/open-histories.ts'
import { runs } from './open-race.ts'

// Two steps come at once, or the second while the first has not committed. Of these, one counts as the first. What holds then is what the model foretells of this order.

const seed = Number(env.HISTORIES_SEED) || 1
const count = 10 * runs
const { url, liveTwo, close } = await openHistories()
after(close)
const skip = !url && 'the embedded database takes one transaction at a time'

test(`two sessions at once leave what one of both orders leaves, ${count} times (HISTORIES_SEED=${seed})`, {
  skip,
}, async () => {
  const random = createRandom(seed)
  let different = 0
  for (let at = 0; at < count; at += 1) {
    const { history, steps } = drawRace(random)
    const [one, two] = steps
    const told = `race ${at}, after\n${describeHistory(history)}\nat once\n${describeHistory(steps)}\n`
    try {
      const orders = [
        await liveTwo(history, [one, two], 'one by one'),
        await liveTwo(history, [two, one], 'one by one'),
      ]
      different += Number(!isDeepStrictEqual(orders[0], orders[1]))
      for (const way of ['at once', 'held'] as const) {
        const holds = await liveTwo(history, steps, way)
        if (!orders.some((order) => isDeepStrictEqual(order, holds))) assert.deepEqual(holds, orders[0], way)
      }
    } catch (error) {
      throw new Error(told, { cause: error })
    }
  }
  assert.ok(different > count / 50, `the order mattered ${different} times`)
})
