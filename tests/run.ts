import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { changedFiles, testsOf } from './changed.ts'
import { addCounts, type Counts, countResults, secondTries } from './count-results.ts'
import { commandOf, filesOf, kinds, leftOut, type Pick, pickTests } from './kinds.ts'
import { findNoPostgres } from './kit/no-postgres.ts'
import { ownEnvironment } from './own-environment.ts'
import { runAlone } from './run-alone.ts'
import { allStages, firstLanes, namedStages, pickStages, restLanes, type Stage } from './stages.ts'

const help = `npm test                           what every change needs
npm test -- lib/video/poster.test.ts   a file or a folder
npm test -- poster                     files with this in their name, or else tests
npm test -- poster --watch             with options for the runner (--option=value)
npm test -- --changed                  check, and what the changes since main can break
npm run test:all                       everything that needs no server or tool
npm run test:all -- sql races          stages by their names
npm run test:all -- chaos --only E1    a stage by its name, with options for it
npm run test:all -- --list             all stages`

const root = path.join(import.meta.dirname, '..')
const begun = performance.now()
const secondsSince = (start: number) => `${Math.round((performance.now() - start) / 1000)} s`

process.chdir(root)
const env = ownEnvironment()
env.PATH = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${env.PATH}`
const given = process.argv.slice(2)
const isAll = given[0] === '--all'
const asked = isAll ? given.slice(1) : given
const [first] = asked

if (first === '--help') console.info(help)
else if (first === '--list')
  for (const { name, about } of allStages) console.info(`${name.padEnd(10)} ${about}`)
else if (first === undefined) process.exitCode = await runLanes()
else if (isAll) process.exitCode = await runStages(asked)
else if (first === '--changed') process.exitCode = await runChanged()
else process.exitCode = await runPicked(asked)

/**
 * Runs the stages of `npm test`, and with --all those after them. Prints a line for each stage, and the whole log of a
 * stage that fails. The last line says how many tests there were in all, and whether a database was missing. Returns
 * the exit code.
 */
async function runLanes(): Promise<number> {
  requireGit()
  await runAlone()
  let sum: Counts = { passed: 0, failed: 0, skipped: 0 }
  let warning: string | undefined
  for (const lanes of isAll ? [firstLanes, restLanes] : [firstLanes]) {
    if (sum.failed > 0) break
    await Promise.all(
      lanes.map(async (lane) => {
        for (const stage of lane) {
          const { counts, hasPassed, noPostgres } = await logStage(stage)
          sum = addCounts(sum, counts)
          warning ??= noPostgres
          if (!hasPassed) break
        }
      }),
    )
  }
  const left = allStages.filter((stage) =>
    isAll ? namedStages.includes(stage) : !firstLanes.flat().includes(stage),
  )
  const names = left.map(({ name }) => name).join(', ')
  console.info(`\nAfter ${secondsSince(begun)}. Not run here: ${names} (npm run test:all -- --list).`)
  console.info([tell(sum), warning].filter(Boolean).join('. '))
  return sum.failed > 0 ? 1 : 0
}

/** Runs a stage without its output. Returns its results. */
async function logStage(
  stage: Stage,
): Promise<{ counts: Counts; hasPassed: boolean; noPostgres: string | undefined }> {
  const start = performance.now()
  console.info(`… ${stage.name}: ${stage.about}`)
  let output = ''
  let hasPassed = true
  for (const [program = '', ...values] of commandsOf(stage)) {
    const child = spawn(program, values, { stdio: ['ignore', 'pipe', 'pipe'], env: environmentOf(stage) })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const [code] = await once(child, 'close')
    hasPassed = code === 0
    if (!hasPassed) break
  }
  const plain = stripVTControlCharacters(output)
  const counts = countResults(plain, hasPassed)
  const retried = secondTries(plain)
  if (!hasPassed || retried.length > 0) console.info(output)
  console.info(`${hasPassed ? '✓' : '✗'} ${stage.name}: ${tell(counts)}, ${secondsSince(start)}`)
  for (const name of retried)
    console.info(`  passed only on the second try: ${name.replace(/^ +| *─*$/g, '')}`)
  return { counts, hasPassed, noPostgres: findNoPostgres(plain) }
}

/** Runs the stages that the words name one after another, and shows their output. Returns the exit code. */
async function runStages(given: string[]): Promise<number> {
  const picked = pickStages(given)
  if (typeof picked === 'string') return refuse(picked)
  let code = 0
  for (const stage of picked.stages) code = (await runStage(stage, picked.options)) || code
  return code
}

/** Runs a stage up to its first command that fails. Returns the exit code. */
async function runStage(stage: Stage, options: string[]): Promise<number> {
  let code = 0
  for (const command of commandsOf(stage)) code ||= await show([...command, ...options], environmentOf(stage))
  return code
}

/** Runs the tests that the words mean, and shows their output. Returns the exit code. */
async function runPicked(given: string[]): Promise<number> {
  const options = given.filter((one) => one.startsWith('-'))
  const words = given.filter((one) => !one.startsWith('-'))
  const picks = pickTests(words)
  if (picks.length === 0) return refuse(`No test has ${words.join(' ')} in its path, its name or its text.`)
  const code = await runPicks(picks, options)
  for (const word of words) {
    const others = leftOut(word)
    if (others.length > 0)
      console.info(`Not run, with ${word} only in the names of their tests: ${others.join(' ')}`)
  }
  return code
}

/** Runs the stage `check`, and then the tests that the changes can break. Returns the exit code. */
async function runChanged(): Promise<number> {
  requireGit()
  const changed = changedFiles()
  if (changed.length === 0) return refuse('Nothing has changed since main: name a test, or run npm test.')
  return (await runStages(['check'])) || runPicks(await testsOf(changed))
}

async function runPicks(picks: Pick[], options: string[] = []): Promise<number> {
  if (picks.some(({ kind }) => kind.startsWith('browser'))) await runAlone()
  let code = 0
  for (const pick of picks)
    code = (await show(commandOf(pick, options), { ...env, ...kinds[pick.kind].env })) || code
  return code
}

function commandsOf(stage: Stage): string[][] {
  if ('command' in stage) return [stage.command.split(' ')]
  return stage.kinds.map((kind) => commandOf({ kind, files: filesOf(kind) }))
}

/** A stage with a name of its own may need the operator's settings, such as the address of a server. */
function environmentOf(stage: Stage): NodeJS.ProcessEnv {
  const base = namedStages.includes(stage) ? { ...process.env, PATH: env.PATH } : env
  const kindsEnv = 'kinds' in stage ? stage.kinds.map((kind) => kinds[kind].env) : []
  const own = Object.assign({}, ...kindsEnv, stage.env, base)
  return stage.reachesOthers ? { ...own, NODE_OPTIONS: process.env.NODE_OPTIONS } : own
}

async function show([program = '', ...values]: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program, values, { stdio: 'inherit', env: environment })
  const [code] = await once(child, 'close')
  return code ?? 1
}

function tell({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

/** Several tests list the files of the project with git. If that does not work, this function ends the process. */
function requireGit(): void {
  if (spawnSync('git', ['ls-files']).status === 0) return
  console.error(
    'The tests need git and a clone of the repository: install git, or clone the project with it.',
  )
  process.exit(1)
}
