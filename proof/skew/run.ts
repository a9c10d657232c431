import { parseArgs } from 'node:util'
import { engines } from '../harness/engine.ts'
import { createRandom } from '../harness/random.ts'
import { rollOut, type Step } from './rollout.ts'
import { checkOut, present, removeCopies, versionBefore } from './version.ts'

const { values } = parseArgs({
  options: { old: { type: 'string' }, new: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const old = checkOut(values.old ?? versionBefore())
const next = values.new ? checkOut(values.new) : present

/** The schema goes first, the function second, and the sites change at any time. */
const inOrder: Step[] = [
  { schema: old, function: old },
  { schema: next, function: old },
  { schema: next, function: next },
]
/** The function goes first by mistake. */
const outOfOrder: Step[] = [
  { schema: old, function: next, mailsMayWait: true },
  { schema: next, function: next },
]

let failed = 0
for (const engine of engines) {
  for (const [order, steps] of Object.entries({ 'in order': inOrder, 'function first': outOfOrder })) {
    const begun = performance.now()
    const line = await rollOut(engine, createRandom(Number(values.seed)), [old, next], steps).then(
      (figures) => `ok      ${figures}`,
      (error) => `FAILED  ${error.message}`,
    )
    if (line.startsWith('FAILED')) failed += 1
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(`${engine.name}, ${old.name} to ${next.name}, ${order} (${seconds} s): ${line}`)
  }
}
removeCopies()
process.exit(failed > 0 ? 1 : 0)
