import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { partNames } from './part-names.ts'

const setup = (...words: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'run.ts'), 'setup', ...words], {
    encoding: 'utf8',
  })

test('the help names every part', () => {
  const help = setup('--help').stdout
  for (const name of partNames) assert.match(help, new RegExp(`\\b${name}\\b`))
})

test('a part that does not exist is refused with the names of those that do', () => {
  const { status, stderr } = setup('fax')
  assert.equal(status, 1)
  assert.match(stderr, /'fax' is invalid.*desk, backup, doctor, webhook/)
})
