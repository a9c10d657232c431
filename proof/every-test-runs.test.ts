import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const cwd = path.join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8'))
const output = (command: string, args: string[]) => execFileSync(command, args, { cwd, encoding: 'utf8' })

/** Gives the commands of a script in package.json, including those of the scripts that it calls. */
function commandsOf(script: string): string[] {
  return scripts[script].split(' && ').flatMap((line: string) => {
    const command = line.replace('node proof/postgres/with-postgres.ts ', '')
    const called = /^npm run ([\w:]+)/.exec(command)?.[1]
    return called ? commandsOf(called) : [command]
  })
}

/** Lists the test files that a command runs, by its own globs, folders or configuration. */
function testsOf(command: string): string[] {
  const words = command.replaceAll("'", '').split(' ')
  const places = words.slice(2).filter((word) => !word.startsWith('-'))
  const runner = words.slice(0, 2).join(' ')
  if (runner === 'node --test') return globSync(places, { cwd })
  // The files in a folder that Deno runs as tests: https://docs.deno.com/runtime/reference/cli/test/
  if (runner === 'deno test')
    return globSync(
      places.map((folder) => `${folder}/**/{*_,*.,}test.{ts,tsx,mts,js,mjs,jsx}`),
      { cwd },
    )
  if (runner !== 'playwright test') return []
  const { config, suites } = JSON.parse(
    output('playwright', [...words.slice(1), '--list', '--reporter=json']),
  )
  return suites.map(({ file }: { file: string }) => path.relative(cwd, path.join(config.rootDir, file)))
}

const run = new Set(commandsOf('test').flatMap(testsOf))
const notRun = (files: string[]) => files.filter((file) => !run.has(file))

test('npm test runs every test file', () => {
  const files = output('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'])
  const tests = files.split('\n').filter((file) => /[._](test|spec)\.\w+$/.test(file))
  assert.deepEqual(notRun(tests), [])
})

test('a test file that npm test does not run is found', () => {
  assert.deepEqual(notRun(['proof/harness/verify.test.ts', 'faults/verify.test.ts']), [
    'faults/verify.test.ts',
  ])
})
