import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startChain } from '../harness/chain.ts'
import { type Engine, openEngines } from '../harness/engine.ts'
import { liftLimits } from '../harness/limits.ts'
import { measureBare } from './bare.ts'
import { fillLeads } from './fill.ts'
import type { Measurement } from './measure.ts'
import { type Cost, openSession } from './session.ts'
import { sweepPlan } from './sweep-plan.ts'

/**
 * Leads acknowledged per second, from the function on and through the whole chain, beside what nothing around them
 * could beat, with more and more stored leads. The load is made on the same processors.
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    stored: { type: 'string', default: '1000,100000,1000000' },
    concurrent: { type: 'string', default: '1,10,50' },
    seconds: { type: 'string', default: '10' },
    port: { type: 'string', default: '27100' },
  },
})
const list = (text: string) => text.split(',').map(Number)
const seconds = Number(values.seconds)
const port = Number(values.port)
const folder = path.join(tmpdir(), `bench-leads-${process.pid}`)
mkdirSync(folder, { recursive: true, mode: 0o755 })

const figures = ({ perSecond, p50, p99, failed }: Measurement) =>
  `${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1).padStart(6)} ms  p99 ${p99.toFixed(1).padStart(7)} ms  failed ${failed}`
const spent = (cost: Cost) =>
  Object.entries(cost)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ')

async function bench(engine: Engine) {
  const chain = await startChain({ engine, folder, port, parts: ['next', 'function', 'gateway', 'inbox'] })
  await liftLimits(chain)
  for (const stored of list(values.stored)) {
    await fillLeads(chain, stored)
    console.log(`\n${engine.name}, ${stored.toLocaleString('en')} stored leads, mail on`)
    const session = await openSession(chain, seconds)
    await session.wholeChain(10)
    for (const concurrent of list(values.concurrent)) {
      const bare = await measureBare(chain, concurrent, seconds)
      const fromFunction = await session.fromFunction(concurrent)
      const empty = await session.emptyAction(concurrent)
      const whole = await session.wholeChain(concurrent)
      const ratio = (one: Measurement, of: Measurement) => (one.perSecond / of.perSecond).toFixed(2)
      console.log(`  ${concurrent} concurrent`)
      console.log(`    accept_lead alone  ${figures(bare)}`)
      console.log(
        `    from the function  ${figures(fromFunction)}  x${ratio(fromFunction, bare)} of accept_lead`,
      )
      console.log(`    empty action       ${figures(empty)}`)
      console.log(`    whole chain        ${figures(whole)}  x${ratio(whole, empty)} of the empty action`)
      if (concurrent !== list(values.concurrent).at(-1)) continue
      const unmailed = await session.fromFunction(concurrent, false)
      console.log(`    without mail       ${figures(unmailed)}`)
      console.log(`    processor ms a call: whole chain ${spent(whole.cost)}`)
      console.log(`                         empty action ${spent(empty.cost)}`)
      console.log(`                         from the function ${spent(fromFunction.cost)}`)
      console.log(`                         without mail ${spent(unmailed.cost)}`)
      console.log(
        `                         accept_lead alone ${(1000 / bare.perSecond).toFixed(2)} of a call's time`,
      )
    }
  }
  console.log(`\nA sweep with nothing due:\n${await sweepPlan(chain)}`)
  await chain.stop()
}

console.log(`${availableParallelism()} processors, ${seconds} s a figure`)
const engines = await openEngines(folder, port + 19, values.engine)
for (const engine of engines) await bench(engine)
for (const engine of engines) await engine.close()
await rm(folder, { recursive: true })
process.exit()
