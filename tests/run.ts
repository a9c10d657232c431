import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { lockPort, stackPorts } from '../e2e/ports.ts'
import { ignoreEnvFiles } from '../lib/load-env-files.ts'
import { accepts } from '../local/service.ts'
import { addCounts, type Counts, countResults, secondTries } from './count-results.ts'
import { firstLanes, restLanes, type Stage } from './stages.ts'

// `npm test` runs the tests that a change needs. With --rest, it runs all other tests (npm run test:rest). It prints
// a line for each stage. If a test fails, it also prints the whole log of the stage. The last line says how many
// tests there were in all.
const isRest = process.argv.includes('--rest')
const root = path.join(import.meta.dirname, '..')
const begun = performance.now()
const secondsSince = (start: number) => `${Math.round((performance.now() - start) / 1000)} s`

process.chdir(root)
requireGit()
await runsAlone()
const env = ownEnvironment()
let sum: Counts = { passed: 0, failed: 0, skipped: 0 }
await Promise.all(
  (isRest ? restLanes : firstLanes).map(async (lane) => {
    for (const stage of lane) if (!(await run(stage))) break
  }),
)
const notRun = isRest
  ? 'deploy, recipes, variants, skew, push, chaos, fuzz and load, which have scripts of their own'
  : 'Firefox, WebKit, looks, accessibility, videos, older pages, development, races again and again, the doctor and slow starts (npm run test:all)'
console.info(`\nAfter ${secondsSince(begun)}. Not run here: ${notRun}.`)
const skipped = sum.skipped ? `, ${sum.skipped} skipped` : ''
console.info(`${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exitCode = sum.failed > 0 ? 1 : 0

/** Runs a stage, and adds its results to the total. Returns whether it passed. */
async function run({ script, about, reachesOthers }: Stage): Promise<boolean> {
  const start = performance.now()
  console.info(`… ${script}: ${about}`)
  const child = spawn(`npm run --silent ${script} 2>&1`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: reachesOthers ? { ...env, NODE_OPTIONS: process.env.NODE_OPTIONS } : env,
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const plain = stripVTControlCharacters(output)
  const counts = countResults(plain, code === 0)
  sum = addCounts(sum, counts)
  const retried = secondTries(plain)
  if (code !== 0 || retried.length > 0) console.info(output)
  const told = `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`
  console.info(`${code === 0 ? '✓' : '✗'} ${script}: ${told}, ${secondsSince(start)}`)
  for (const name of retried)
    console.info(`  passed only on the second try: ${name.replace(/^ +| *─*$/g, '')}`)
  return code === 0
}

/**
 * Returns the environment of this process, but without the variables of the operator. It also sets options that keep
 * the tests away from .env files and from other machines.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
  const example = readFileSync('.env.example', 'utf8')
  const operators = [...example.matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name)
  const own = Object.entries(process.env).filter(([name]) => !operators.includes(name))
  const env = Object.fromEntries(own) as NodeJS.ProcessEnv
  ignoreEnvFiles(env)
  const guard = new URL('kit/only-this-machine.js', import.meta.url)
  // If a name has several addresses, Node gives each of them 250 ms to connect. On a busy machine, this is too short.
  const patience = '--network-family-autoselection-attempt-timeout=10000'
  env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${patience} --import=${guard}`
  return env
}

/** Several tests list the files of the project with git. If that does not work, this function ends the process. */
function requireGit(): void {
  if (spawnSync('git', ['ls-files']).status === 0) return
  console.error(
    'The tests need git and a clone of the repository: install git, or clone the project with it.',
  )
  process.exit(1)
}

/**
 * Waits until no other run of the tests uses the ports. If another program uses one of them, it says so and ends this
 * process.
 */
async function runsAlone(): Promise<void> {
  const server = createServer((socket) => socket.on('error', () => {}).end(`The tests of ${root}`))
  server.unref()
  let isTold = false
  for (;;) {
    server.listen(lockPort, '127.0.0.1')
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ])
    if (isFree) break
    const holder = await holderOf(lockPort)
    if (!holder.startsWith('The tests of ')) refuse(lockPort)
    if (!isTold) console.info(`${holder} run now; waiting until they end.`)
    isTold = true
    await pause(1_000)
  }
  for (const port of Object.values(stackPorts).map(Number)) if (await accepts(port)) refuse(port)
}

const holderOf = (port: number) => text(connect(port, '127.0.0.1')).catch(() => '')

function refuse(port: number): never {
  console.error(
    `Port ${port} is in use, and the tests need it: end the program that listens there, then run again.`,
  )
  process.exit(1)
}
