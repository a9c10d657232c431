import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../tests/kit/random.ts'
import { cache } from './chaos/cache.ts'
import { flood } from './chaos/flood.ts'
import { funnel } from './chaos/funnel.ts'
import { hosting } from './chaos/hosting.ts'
import { killMatrix } from './chaos/kill-matrix/kill-matrix.ts'
import { loadWithKills } from './chaos/load-with-kills.ts'
import { postgresFaults } from './chaos/postgres-faults.ts'
import { smtpFaults } from './chaos/smtp-faults.ts'
import { webhooks } from './chaos/webhooks.ts'
import { fuzzCycles } from './fuzz/cycles.ts'
import { fuzzEvidence } from './fuzz/evidence.ts'
import { fuzzFunction } from './fuzz/malformed-call.ts'
import { fuzzPage } from './fuzz/malformed-post.ts'
import { type Engine, engines } from './harness/engine.ts'
import { type Experiment, runExperiment } from './harness/experiment.ts'
import { printFigures } from './harness/figure.ts'
import { besideAttack } from './load/beside-attack.ts'
import { dearest } from './load/dearest.ts'
import { load } from './load/load.ts'
import { year } from './load/year.ts'

const help = `npm run proof -- [options]
Runs experiments on a fresh build and prints what each measured beside what is allowed.
  --list              print all of them, and why one cannot run here
  --only E1,deploy    run these, by id or by folder
  --full              five times as much
  --seed 1            repeat the random choices of an earlier run
  --engine PGlite     on this database alone (the other: Postgres, at CHAOS_DATABASE_URL)
  --port 27000        the first of ten free ports`

/** Those that run on the real chain, by the folder that they are in. */
const rooms: Record<string, Experiment[]> = {
  chaos: [flood, cache, killMatrix, loadWithKills, smtpFaults, postgresFaults, webhooks, funnel, hosting],
  fuzz: [fuzzFunction, fuzzPage, fuzzCycles, fuzzEvidence],
  load: [load, dearest, besideAttack, year],
}
/** Those that are programs of their own, in a folder of this name. */
const programs: Record<string, string> = {
  deploy: 'builds by the Vercel CLI in each way, visits what was built, and tries what must not be built',
  page: 'sizes, Lighthouse and interaction of the page beside the same page without a framework',
  push: 'migrations and function by the Supabase CLI, and a backup that is restored',
  recipes: 'the recipes of docs/CONTRIBUTING.md, followed on a copy',
  skew: 'an older version beside this one, through the steps of a rollout',
  variants: 'the page with two variants beside the control',
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    list: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string' },
    // Below the range that operating systems use for outgoing connections.
    port: { type: 'string', default: '27000' },
  },
})
// Each further --only narrows the choice: npm run test:chaos -- --only E1.
const isChosen = (...names: string[]) =>
  (values.only ?? []).every((list) => list.split(',').some((name) => names.includes(name.toLowerCase())))
const chosen = Object.entries(rooms).flatMap(([room, all]) =>
  all.filter(({ id }) => isChosen(room, id.toLowerCase())),
)
const chosenPrograms = Object.keys(programs).filter((name) => isChosen(name))

if (values.help) console.log(help)
else if (values.list) list()
else process.exit((await run()) ? 0 : 1)

function list() {
  for (const { id, title, missing } of chosen)
    console.log(`${id.padEnd(8)} ${title}${missing?.() ? ` (not here: ${missing()})` : ''}`)
  for (const name of chosenPrograms) console.log(`${name.padEnd(8)} ${programs[name]}`)
}

/** Gives whether something ran and every bound was kept. */
async function run(): Promise<boolean> {
  const needsBuild = chosen.length > 0 || chosenPrograms.includes('skew')
  if (needsBuild) execFileSync(process.execPath, ['build/run.ts', '--test'], { stdio: 'inherit' })
  const folder = path.join(tmpdir(), `experiments-${process.pid}`)
  console.log(`seed ${values.seed}, ${values.full ? 'full' : 'short'} run, logs in ${folder}`)
  const endings: ('passed' | 'failed' | 'not run')[] = []
  for (const experiment of chosen) {
    const cause = experiment.missing?.()
    if (cause) console.log(`NOT RUN ${experiment.id} ${experiment.title}: ${cause}`)
    const on = engines.filter(
      ({ name }) => (values.engine ?? name) === name && (name === 'Postgres' || !experiment.needsPostgres),
    )
    if (cause || on.length === 0) endings.push('not run')
    else for (const engine of on) endings.push(await runOn(engine, experiment, folder))
  }
  for (const name of chosenPrograms) {
    const file = path.join(import.meta.dirname, name, 'run.ts')
    const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' })
    endings.push(status === 0 ? 'passed' : 'failed')
  }
  if (!endings.includes('failed')) await rm(folder, { recursive: true, force: true })
  if (chosen.length > 0 && engines.length === 1)
    console.log('CHAOS_DATABASE_URL is not set: ran on PGlite only')
  const count = (ending: string) => `${endings.filter((one) => one === ending).length} ${ending}`
  console.log(['passed', 'failed', 'not run'].map(count).join(', '))
  return endings.includes('passed') && !endings.includes('failed')
}

/** Runs an experiment on an engine and prints its figures; it has passed when it kept every bound. */
async function runOn(engine: Engine, experiment: Experiment, folder: string): Promise<'passed' | 'failed'> {
  const begun = performance.now()
  const own = path.join(folder, `${experiment.id}-${engine.name}`)
  mkdirSync(own, { recursive: true, mode: 0o755 })
  const random = createRandom(Number(values.seed))
  const setting = { engine, random, isFull: values.full, folder: own, port: Number(values.port) }
  const tell = (ending: string) =>
    console.log(
      `${ending} ${experiment.id} ${experiment.title}, ${engine.name}, ${Math.round((performance.now() - begun) / 1000)} s`,
    )
  try {
    const figures = await runExperiment(experiment, setting)
    const isKept = figures.every((one) => one.isKept)
    tell(isKept ? 'ok     ' : 'FAILED ')
    printFigures(figures)
    return isKept ? 'passed' : 'failed'
  } catch (error) {
    tell('FAILED ')
    console.log(`  ${(error as Error).message}`)
    return 'failed'
  }
}
