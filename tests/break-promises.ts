import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject } from './kit/copy-project.ts'
import { type Promised, promises, stageOf } from './promises.ts'

// Breaks each promise in a copy of the project, or those that --only names, and runs the test that holds it. With
// --part 1/2 it takes every second one, so that two can run at once, each with ports of its own.
const { env, execPath } = process
const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, part: { type: 'string', default: '1/1' } },
})
const asked = values.only ?? Object.keys(promises)
const unknown = asked.filter((name) => !promises[name])
if (unknown.length > 0)
  throw new Error(`There is no promise ${unknown}; these are: ${Object.keys(promises).join(', ')}`)
const [part = 1, parts = 1] = values.part.split('/').map(Number)
const chosen = Object.entries(promises)
  .filter(([name]) => asked.includes(name))
  .filter((_, index) => index % parts === part - 1)
const folder = copyProject(parts === 1 ? 'promises' : `promises-${part}`)

/**
 * Runs a command in the copy. Returns whether it passed, and what it printed. All that runs without a change shares the
 * Postgres of this script. A broken schema gets its own, because roles belong to the whole server, and the page always
 * does, because its leads stay.
 */
function run(command: string, isShared = false) {
  const bin = path.join(folder, 'node_modules/.bin')
  const options = { cwd: folder, shell: true, encoding: 'utf8', maxBuffer: 2 ** 28 } as const
  const own = {
    ...env,
    PATH: [bin, path.dirname(execPath), env.PATH].join(path.delimiter),
    TEST_DATABASE_URL: isShared && !command.startsWith('playwright') ? env.TEST_DATABASE_URL : undefined,
    // Most broken pages are waited for in vain.
    EXPECT_TIMEOUT: '20000',
  }
  const { status, stdout, stderr } = spawnSync(command, { ...options, env: own as NodeJS.ProcessEnv })
  return { isGreen: status === 0, output: `${stdout}${stderr}` }
}

/**
 * What a runner prints if an assertion fails, or a frozen page lets a test wait. A change that only breaks the syntax or
 * a type must not count.
 */
const failedAssertion =
  /AssertionError|ERR_ASSERTION|expect\((?:received|locator|page)|Test timeout of|contains the address of the gated video/
const isGreen = new Map<string, boolean>()

/** Runs the test without any change, once for all promises that it holds. */
function isGreenBefore(test: string): boolean {
  const known = isGreen.get(test)
  if (known !== undefined) return known
  const whole = run(test, true)
  if (!whole.isGreen) console.error(whole.output)
  isGreen.set(test, whole.isGreen)
  return whole.isGreen
}

/** Runs the test while the promise is broken. Returns what is wrong with the entry, or nothing if the test is red. */
function faultOf({ file, find, replace, test }: Promised): string | undefined {
  const place = path.join(folder, file)
  const source = readFileSync(place, 'utf8')
  if (source.split(find).length !== 2) return `${file} does not contain the text to replace exactly once`
  if (!isGreenBefore(test)) return 'the test is red without the change'
  writeFileSync(
    place,
    source.replace(find, () => replace),
  )
  const schema = () => file.startsWith('supabase/schemas/') && run('node supabase/write-migration.ts')
  try {
    schema()
    const broken = run(test.startsWith('playwright') ? `${test} --max-failures=1` : test)
    if (broken.isGreen) return `no test is red: ${test}`
    return failedAssertion.test(broken.output) ? undefined : `no assertion failed:\n${broken.output}`
  } finally {
    writeFileSync(place, source)
    schema()
  }
}

// All tests run without a change first, because the browser tests and the build then need only one build for that.
for (const [, { test }] of chosen) isGreenBefore(test)
let red = 0
for (const [name, promise] of chosen) {
  const start = Date.now()
  const fault = faultOf(promise)
  if (fault) console.error(`✗ ${name} (${promise.says}): ${fault}`)
  else {
    red += 1
    const seconds = Math.round((Date.now() - start) / 1000)
    console.info(`✓ ${name}: red when broken, in the stage ${stageOf(promise)} of npm test (${seconds} s)`)
  }
}
console.info(`${red} of ${chosen.length} broken promises are noticed`)
process.exitCode = red === chosen.length ? 0 : 1
