import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const cwd = path.join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8'))

/** Gives the commands of a script in package.json, including those of the scripts that it calls. */
function commandsOf(script: string): string[] {
  return scripts[script].split(' && ').flatMap((command: string) => {
    const [, called] = /^npm run ([\w:]+)|run-together\.ts (.+)/.exec(command)?.filter(Boolean) ?? []
    return called ? called.split(' ').flatMap(commandsOf) : [command]
  })
}

/** Lists the test files that a command runs, by its globs or folders. */
function testsOf(command: string): string[] {
  const words = command.replace('node proof/postgres/with-postgres.ts ', '').replaceAll("'", '').split(' ')
  const places = words.slice(2).filter((word) => !word.startsWith('-'))
  const runner = words.slice(0, 2).join(' ')
  if (runner === 'node --test') return globSync(places, { cwd })
  // The files in a folder that Deno runs as tests: https://docs.deno.com/runtime/reference/cli/test/
  if (runner === 'deno test') return filesIn(places, '{*_,*.,}test.{ts,tsx,mts,js,mjs,jsx}')
  if (runner === 'playwright test') return filesIn(places, '*.{spec,test}.{ts,tsx,mts,js,mjs,jsx}')
  return []
}

const filesIn = (folders: string[], names: string) =>
  globSync(
    folders.map((folder) => `${folder}/**/${names}`),
    { cwd },
  )

test('Playwright runs every test file in its folder', () => {
  const config = readFileSync(path.join(cwd, 'e2e/playwright.config.ts'), 'utf8')
  assert.doesNotMatch(config, /\b(?:testDir|testMatch|testIgnore|grep\w*|shard|projects)\b/)
})

const run = new Set(commandsOf('test').flatMap(testsOf))
const notRun = (files: string[]) => files.filter((file) => !run.has(file))

test('npm test runs every test file', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd, encoding: 'utf8' },
  )
  const tests = files
    .split('\n')
    .filter((file) => /[._](test|spec)\.\w+$/.test(file) && existsSync(path.join(cwd, file)))
  assert.deepEqual(notRun(tests), [])
})

test('a test file that npm test does not run is found', () => {
  assert.deepEqual(notRun(['proof/harness/verify.test.ts', 'faults/verify.test.ts']), [
    'faults/verify.test.ts',
  ])
})
