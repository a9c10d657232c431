import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Chain, startChain } from '../harness/chain.ts'
import { openEngines } from '../harness/engine.ts'
import { liftLimits } from '../harness/outbox.ts'
import { withBare } from './bare.ts'
import { fillLeads } from './fill.ts'
import { openLoads } from './loads.ts'
import { type Measurement, measure } from './measure.ts'

/**
 * Leads acknowledged per second, from the function on and through the whole chain, beside what nothing around them
 * could beat, with more and more stored leads. The load is made on the same processors. Fails when a call does.
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
const folder = path.join(tmpdir(), `load-${process.pid}`)
mkdirSync(folder, { recursive: true, mode: 0o755 })
let failed = 0

function tell(name: string, { perSecond, figures, ...one }: Measurement, floor?: Measurement) {
  const ratio = floor ? `  x${(perSecond / floor.perSecond).toFixed(2)} of accept_lead` : ''
  console.log(`    ${name.padEnd(18)}${figures}${ratio}`)
  failed += one.failed
}

async function measureAll(chain: Chain, concurrent: number) {
  console.log(`  ${concurrent} concurrent`)
  const bare = await withBare(chain, (work) => measure(chain, concurrent, seconds, work))
  tell('accept_lead alone', bare)
  for (const [name, work] of Object.entries(await openLoads(chain)))
    tell(name, await measure(chain, concurrent, seconds, work), bare)
}

console.log(`${availableParallelism()} processors, ${seconds} s a figure`)
for (const engine of await openEngines(folder, port + 19, values.engine)) {
  const chain = await startChain({ engine, folder, port })
  await liftLimits(chain)
  for (const stored of list(values.stored)) {
    await fillLeads(chain, stored)
    console.log(`\n${engine.name}, ${stored.toLocaleString('en')} stored leads`)
    // Before anything is measured, what only the first calls need is loaded.
    await measure(chain, 10, seconds, (await openLoads(chain))['whole chain'] ?? (async () => false))
    for (const concurrent of list(values.concurrent)) await measureAll(chain, concurrent)
  }
  failed += chain.deaths.length
  await chain.stop()
  await engine.close()
}
await rm(folder, { recursive: true })
process.exit(failed > 0 ? 1 : 0)
