import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const cwd = path.join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8'))

/** Gives the words of a script in package.json, with those of each script that it names in place of the name. */
const wordsOf = (script: string): string[] =>
  scripts[script]
    .split(/[\s']+/)
    .flatMap((word: string) => (word.includes(':') && word in scripts ? wordsOf(word) : [word]))

const places = wordsOf('test')
/** Tells whether a command of `npm test` names the file, by a glob or by its folder. */
const isRun = (file: string) =>
  places.some((place) => {
    const inFolder = `${place}/**/*.${place === 'e2e' ? '{spec,test}' : 'test'}.ts`
    return path.matchesGlob(file, place) || path.matchesGlob(file, inFolder)
  })

test('Playwright runs every test file in its folder', () => {
  const config = readFileSync(path.join(cwd, 'e2e/playwright.config.ts'), 'utf8')
  assert.doesNotMatch(config, /\b(?:testDir|testMatch|testIgnore|grep\w*|shard|projects)\b/)
})

test('npm test runs every test file', () => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const files = execFileSync('git', list, { cwd, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /[._](test|spec)\.\w+$/.test(file) && existsSync(path.join(cwd, file)))
  assert.deepEqual(
    files.filter((file) => !isRun(file)),
    [],
  )
  assert.ok(!isRun('lib/faults/verify.test.ts'))
})
