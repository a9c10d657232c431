import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openEngines } from '../harness/engine.ts'
import { runExperiment } from '../harness/experiment.ts'
import { createRandom } from '../harness/random.ts'
import { experiments } from './experiments.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    engine: { type: 'string' },
    /** The first of twenty free ports, below those that systems give to outgoing connections. */
    port: { type: 'string', default: '27000' },
    /** Keeps the ledgers and the logs. */
    keep: { type: 'boolean', default: false },
  },
})
const only = values.only?.split(',').map((id) => id.toLowerCase())
const folder = path.join(tmpdir(), `faults-${process.pid}`)
const port = Number(values.port)
mkdirSync(folder, { recursive: true, mode: 0o755 })
console.log(`seed ${values.seed}, ${values.full ? 'full' : 'gate'} set, folder ${folder}`)

const engines = await openEngines(folder, port + 19, values.engine)
let passed = 0
let failed = 0
const begin = performance.now()
for (const engine of engines) {
  for (const experiment of experiments) {
    if (only && !only.includes(experiment.id.toLowerCase())) continue
    if (experiment.needsServer && !engine.server) continue
    const begun = performance.now()
    const random = createRandom(Number(values.seed))
    let line: string
    try {
      line = `ok      ${await runExperiment(experiment, { engine, random, isFull: values.full, folder, port })}`
      passed += 1
    } catch (error) {
      line = `FAILED  ${error instanceof Error ? error.message : error}`
      failed += 1
    }
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(
      `${experiment.id.padEnd(4)}${engine.name.padEnd(9)}${experiment.title} (${seconds} s): ${line}`,
    )
  }
}
for (const engine of engines) await engine.close()
if (!values.keep && failed === 0) await rm(folder, { recursive: true })
else console.log(`ledgers and logs: ${folder}`)
if (engines.length === 1 && !values.engine)
  console.log('no Postgres programs and no DATABASE_URL: ran on PGlite alone')
console.log(`${Math.round((performance.now() - begin) / 1000)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
