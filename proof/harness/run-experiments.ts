import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { engines } from './engine.ts'
import { type Experiment, runExperiment } from './experiment.ts'
import { createRandom } from './random.ts'

const help = `Runs experiments on a fresh build and a chain of its own, and prints what each measured.
  --list           print the experiments, and why one cannot run here
  --only E1,E2     run these alone
  --full           run five times as much
  --seed 1         repeat the random choices of an earlier run
  --engine PGlite  on this database alone
  --port 27000     the first of ten free ports`

/**
 * Builds the site, and runs the experiments that the command line names on each engine. Exits with 1 after a finding or
 * without a run.
 */
export async function runExperiments(experiments: Experiment[]): Promise<never> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      list: { type: 'boolean' },
      full: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      only: { type: 'string' },
      engine: { type: 'string' },
      // Below the range that operating systems use for outgoing connections.
      port: { type: 'string', default: '27000' },
    },
  })
  if (values.help) {
    console.log(help)
    process.exit()
  }
  const ids = values.only?.toLowerCase().split(',')
  const chosen = experiments.filter(({ id }) => !ids || ids.includes(id.toLowerCase()))
  if (values.list) {
    for (const { id, title, missing } of chosen)
      console.log(`${id.padEnd(4)} ${title}${missing?.() ? ` (${missing()})` : ''}`)
    process.exit()
  }
  execFileSync(process.execPath, ['build/run.ts', '--test'], { stdio: 'inherit' })
  const folder = path.join(tmpdir(), `experiments-${process.pid}`)
  const port = Number(values.port)
  console.log(`seed ${values.seed}, ${values.full ? 'full' : 'short'} run, logs in ${folder}`)

  let [passed, failed] = [0, 0]
  const isRunnable = ({ id, title, missing }: Experiment) => {
    const cause = missing?.()
    if (cause) console.log(`${id} ${title}: NOT RUN, ${cause}`)
    return !cause
  }
  const runnable = chosen.filter(isRunnable)
  for (const engine of engines.filter(({ name }) => !values.engine || name === values.engine)) {
    for (const experiment of runnable) {
      if (experiment.needsPostgres && engine.name !== 'Postgres') continue
      const begun = performance.now()
      const random = createRandom(Number(values.seed))
      const own = path.join(folder, `${experiment.id}-${engine.name}`)
      mkdirSync(own, { recursive: true, mode: 0o755 })
      const setting = { engine, random, isFull: values.full, folder: own, port }
      const line = await runExperiment(experiment, setting).then(
        (figures) => `ok      ${figures}`,
        (error) => `FAILED  ${error.message}`,
      )
      if (line.startsWith('ok')) passed += 1
      else failed += 1
      const seconds = Math.round((performance.now() - begun) / 1000)
      console.log(`${experiment.id} ${engine.name} ${experiment.title} (${seconds} s): ${line}`)
    }
  }
  if (failed === 0) await rm(folder, { recursive: true, force: true })
  if (!process.env.CHAOS_DATABASE_URL) console.log('CHAOS_DATABASE_URL is not set: ran on PGlite only')
  console.log(`${passed} passed, ${failed} failed, ${chosen.length - runnable.length} not run`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}
