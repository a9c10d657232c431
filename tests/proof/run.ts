import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite } from '../kit/copy-project.ts'
import { createRandom } from '../kit/random.ts'
import { cache } from './chaos/cache.ts'
import { flood } from './chaos/flood.ts'
import { funnel } from './chaos/funnel.ts'
import { hosting } from './chaos/hosting.ts'
import { killMatrix } from './chaos/kill-matrix.ts'
import { loadWithKills } from './chaos/load-with-kills.ts'
import { postgresFaults } from './chaos/postgres-faults.ts'
import { reminders } from './chaos/reminders.ts'
import { smtpFaults } from './chaos/smtp-faults.ts'
import { webhooks } from './chaos/webhooks.ts'
import { fuzzCycles } from './fuzz/cycles.ts'
import { fuzzEvidence } from './fuzz/evidence.ts'
import { fuzzFunction } from './fuzz/malformed-call.ts'
import { fuzzPage } from './fuzz/malformed-post.ts'
import { withoutCaddy } from './harness/caddy.ts'
import { type Experiment, runExperiment } from './harness/experiment.ts'
import { noneOf, printFigures } from './harness/figure.ts'
import { withoutNginx } from './harness/nginx.ts'
import { type Engine, engines } from './harness/postgres.ts'
import { record } from './harness/record.ts'
import { besideAttack } from './load/beside-attack.ts'
import { dearPosts } from './load/dear-posts.ts'
import { dearest } from './load/dearest.ts'
import { growth } from './load/growth.ts'
import { load } from './load/load.ts'

const help = `npm run test:all -- proof [options]
Runs experiments on a fresh build and prints what each measured beside what is allowed.
  --list              print all of them, and why one cannot run here
  --only E1,deploy    run these, by id or by folder
  --full              five times as much
  --record            write the figures into docs/results.md
  --seed 1            repeat the random choices of an earlier run
  --engine PGlite     on this database alone (the other: Postgres, at CHAOS_DATABASE_URL)
  --port 27000        the first of ten free ports`

/** The experiments that run with all real services. They are grouped by folder. */
const rooms: Record<string, Experiment[]> = {
  chaos: [
    flood,
    cache,
    killMatrix,
    loadWithKills,
    smtpFaults,
    postgresFaults,
    webhooks,
    reminders,
    funnel,
    hosting,
  ],
  fuzz: [fuzzFunction, fuzzPage, fuzzCycles, fuzzEvidence],
  load: [load, dearest, besideAttack, dearPosts, growth],
}
/** The experiments that are programs of their own, under the names of their folders. */
const programs: Record<string, string> = {
  deploy: 'builds by the Vercel CLI in each way, visits what was built, and tries what must not be built',
  page: 'sizes, Lighthouse and interaction of the page beside the same page without a framework',
  push: 'migrations and function by the Supabase CLI, and a backup that is restored',
  recipes: 'the recipes of docs/customise.md, followed on a copy',
  skew: 'an older version beside this one, through the steps of a rollout',
  variants: 'the page with two variants beside the control',
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    list: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    full: { type: 'boolean', default: false },
    record: { type: 'boolean' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string' },
    // Operating systems use higher ports than this for outgoing connections.
    port: { type: 'string', default: '27000' },
  },
})
const folder = path.join(tmpdir(), `experiments-${process.pid}`)

/**
 * An experiment or a program. It can be selected by any of its names, and the first one is printed. `run` returns
 * true if all bounds were kept.
 */
type Entry = { names: string[]; title: string; missing?: string; run(): Promise<boolean> | boolean }

function experimentEntry(room: string, experiment: Experiment): Entry {
  const { id, title, nginx, needsCaddy, needsPostgres } = experiment
  const on = engines.filter(
    ({ name }) => name === (values.engine ?? name) && (name === 'Postgres' || !needsPostgres),
  )
  const noEngine = on.length === 0 ? 'CHAOS_DATABASE_URL is not set, or --engine is another' : undefined
  const missing = (nginx && withoutNginx) ?? (needsCaddy ? withoutCaddy : undefined) ?? noEngine
  return { names: [id, room], title, missing, run: () => runOn(on, experiment) }
}

function programEntry(name: string, title: string): Entry {
  const file = path.join(import.meta.dirname, name, 'run.ts')
  const run = () => spawnSync(process.execPath, [file], { stdio: 'inherit' }).status === 0
  return { names: [name], title, run }
}

const entries = [
  ...Object.entries(rooms).flatMap(([room, all]) => all.map((one) => experimentEntry(room, one))),
  ...Object.entries(programs).map(([name, title]) => programEntry(name, title)),
]
// Each additional --only narrows the choice: npm run test:all -- chaos --only E1.
const wanted = (values.only ?? []).map((list) => list.toLowerCase().split(','))
const chosen = entries.filter(({ names }) =>
  wanted.every((list) => names.some((name) => list.includes(name.toLowerCase()))),
)
const nameOf = ({ names: [name = ''], title }: Entry) => `${name.padEnd(8)} ${title}`

if (values.help) console.log(help)
else if (values.list)
  for (const entry of chosen)
    console.log(`${nameOf(entry)}${entry.missing ? ` (not here: ${entry.missing})` : ''}`)
else process.exit((await runAll()) ? 0 : 1)

/** Runs the selected experiments and programs. Returns true if at least one ran and every bound was kept. */
async function runAll(): Promise<boolean> {
  // The programs build the site themselves, so only experiments need this build.
  if (chosen.some(({ names, missing }) => names.length > 1 && !missing))
    buildSite(path.join(import.meta.dirname, '../..'))
  console.log(`seed ${values.seed}, ${values.full ? 'full' : 'short'} run, logs in ${folder}`)
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const entry of chosen) {
    if (entry.missing) console.log(`SKIPPED ${nameOf(entry)}: ${entry.missing}`)
    if (entry.missing) count.skipped += 1
    else if (await entry.run()) count.passed += 1
    else count.failed += 1
  }
  if (count.failed === 0) rmSync(folder, { recursive: true, force: true })
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  return count.passed > 0 && count.failed === 0
}

/** Runs an experiment on these database engines and prints the figures. Returns true if every bound was kept. */
async function runOn(on: Engine[], experiment: Experiment): Promise<boolean> {
  let isKept = true
  for (const engine of on) {
    const begun = performance.now()
    const own = path.join(folder, `${experiment.id}-${engine.name}`)
    mkdirSync(own, { recursive: true, mode: 0o755 })
    const random = createRandom(Number(values.seed))
    const setting = { engine, random, isFull: values.full, folder: own, port: Number(values.port) }
    const figures = await runExperiment(experiment, setting).catch((error: Error) => [
      noneOf('reasons why it could not end', [error.message]),
    ])
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(`\n${experiment.id} ${experiment.title}, ${engine.name}, ${seconds} s`)
    const isAllKept = printFigures(figures)
    const options = `--only ${experiment.id} --engine ${engine.name}${values.full ? ' --full' : ''}`
    if (values.record && isAllKept) record(`npm run test:all -- proof ${options}`, figures)
    isKept = isAllKept && isKept
  }
  return isKept
}
