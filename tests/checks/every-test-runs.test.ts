import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { read, root } from './documents.ts'

const { scripts } = JSON.parse(read('package.json'))

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
  assert.doesNotMatch(
    read('e2e/playwright.config.ts'),
    /\b(?:testDir|testMatch|testIgnore|grep\w*|shard|projects)\b/,
  )
})

test('npm test runs every test file', () => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /[._](test|spec)\.\w+$/.test(file) && existsSync(path.join(root, file)))
  assert.deepEqual(
    files.filter((file) => !isRun(file)),
    [],
  )
  assert.ok(!isRun('lib/faults/verify.test.ts'))
})
