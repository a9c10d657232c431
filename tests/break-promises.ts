import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject } from './kit/copy-project.ts'
import { type Promised, promises, stageOf } from './promises.ts'

// Breaks each promise in a copy of the project, or those that --only names, and runs the test that holds it.
const { env, execPath } = process
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const asked = values.only ?? Object.keys(promises)
const unknown = asked.filter((name) => !promises[name])
if (unknown.length > 0)
  throw new Error(`There is no promise ${unknown}; these are: ${Object.keys(promises).join(', ')}`)
const chosen = Object.entries(promises).filter(([name]) => asked.includes(name))
const folder = copyProject('promises')

/** Runs a command in the copy. Returns whether it passed, and what it printed. */
function run(command: string) {
  const bin = path.join(folder, 'node_modules/.bin')
  const options = { cwd: folder, shell: true, encoding: 'utf8', maxBuffer: 2 ** 28 } as const
  const own = { ...env, PATH: [bin, path.dirname(execPath), env.PATH].join(path.delimiter) }
  const { status, stdout, stderr } = spawnSync(command, { ...options, env: own as NodeJS.ProcessEnv })
  return { isGreen: status === 0, output: `${stdout}${stderr}` }
}

/** What a runner prints if an assertion fails. A change that only breaks the syntax or a type must not count. */
const failedAssertion = /AssertionError|ERR_ASSERTION|Error: expect\(|contains the address of the gated video/
const isGreen = new Map<string, boolean>()

/** Runs the test without any change, once for all promises that it holds. */
function isGreenBefore(test: string): boolean {
  const known = isGreen.get(test)
  if (known !== undefined) return known
  const whole = run(test)
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
    const broken = run(test)
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
  const fault = faultOf(promise)
  if (fault) console.error(`✗ ${name} (${promise.says}): ${fault}`)
  else {
    red += 1
    console.info(`✓ ${name}: red when broken, in the stage ${stageOf(promise)} of npm test`)
  }
}
console.info(`${red} of ${chosen.length} broken promises are noticed`)
process.exitCode = red === chosen.length ? 0 : 1
