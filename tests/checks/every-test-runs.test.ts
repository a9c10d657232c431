import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { firstLanes, restLanes } from '../stages.ts'
import { read, root } from './documents.ts'

const { scripts } = JSON.parse(read('package.json'))
const stages = [...firstLanes, ...restLanes].flat()

/**
 * Returns the words of a script in package.json. If the script runs another script, the words of that one take the
 * place of its name.
 */
const wordsOf = (script: string): string[] =>
  scripts[script]
    .split(/[\s']+/)
    .flatMap((word: string) => (word.includes(':') && word in scripts ? wordsOf(word) : [word]))

const places = stages.flatMap(({ script }) => wordsOf(script))
/**
 * Returns true if a command in `npm run test:all` runs this file. The command may contain a glob or a folder that
 * includes the file.
 */
const isRun = (file: string) =>
  places.some((place) => {
    const inFolder = `${place}/**/*.${place === 'e2e' ? '{spec,test}' : 'test'}.ts`
    return path.matchesGlob(file, place) || path.matchesGlob(file, inFolder)
  })

test('Playwright runs every test file in its folder', () => {
  const config = read('e2e/playwright.config.ts')
  assert.doesNotMatch(config, /\b(?:testDir|testMatch|grep\w*|shard|projects)\b/)
  // `npm run test:rest` runs all files that `npm test` does not.
  assert.match(config, /testIgnore: process\.env\.TEST_REST \? \[\] : \['rest\/\*'\],/)
  assert.equal(scripts['test:e2e:rest'], 'TEST_REST=1 playwright test -c e2e e2e/rest')
})

test('npm run test:all runs every test file', () => {
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
