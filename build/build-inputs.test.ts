import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { buildSources } from './build-id.ts'
import { digestInputs, isBuiltFrom, otherInputs, recordInputs } from './build-inputs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'inputs-'))
after(() => rmSync(folder, { recursive: true }))
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
for (const name of [...buildSources, ...otherInputs, 'public'])
  write(path.extname(name) ? name : `${name}/a.ts`, 'a')

test('a build is stale once a source, an installed package, a poster or a setting differs', () => {
  const settings = { VIDEO_URL: 'https://youtu.be/dQw4w9WgXcQ' }
  const first = digestInputs(settings, folder)
  const isStale = (env: Record<string, string>) => digestInputs(env, folder) !== first
  assert.equal(isStale(settings), false)
  assert.equal(isStale({ ...settings, EDITOR: 'vi' }), false)
  assert.equal(isStale({ ...settings, VIDEO_URL: '' }), true)
  assert.equal(isStale({ ...settings, SITE_URL: 'https://www.example.com' }), true)
  write('public/poster/wide.jpg', 'a')
  assert.equal(isStale(settings), true)
  rmSync(path.join(folder, 'public/poster'), { recursive: true })
  for (const file of ['components/a.ts', 'proxy.ts', 'node_modules/.package-lock.json', 'package.json']) {
    write(file, 'b')
    assert.equal(isStale(settings), true, file)
    write(file, 'a')
  }
  assert.equal(isStale(settings), false)
})

test('only a build that says what it was made of is used again', () => {
  const distDir = path.join(folder, '.next')
  assert.equal(isBuiltFrom(distDir, 'a'), false)
  mkdirSync(distDir)
  assert.equal(isBuiltFrom(distDir, 'a'), false)
  recordInputs(distDir, 'a')
  assert.deepEqual([isBuiltFrom(distDir, 'a'), isBuiltFrom(distDir, 'b')], [true, false])
})
