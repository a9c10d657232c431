import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { buildId } from './build-id.ts'
import { digestFiles } from './digest-files.ts'

test('a build of the same sources for another project differs in its second half alone', () => {
  const [one, other] = ['https://one.supabase.co', 'https://other.supabase.co'].map(buildId)
  assert.match(one ?? '', /^[0-9a-f]{16}-[0-9a-f]{8}$/)
  assert.equal(buildId('https://one.supabase.co/'), one)
  assert.equal(one?.slice(0, 17), other?.slice(0, 17))
  assert.notEqual(one, other)
})

test('a digest changes if a source changes, but not if a test or the line ends change', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'digest-'))
  const digestAfter = (file: string, text: string) => {
    writeFileSync(path.join(folder, file), text)
    return digestFiles(folder, ['.'])
  }
  const first = digestAfter('page.tsx', 'a\nb\n')
  assert.equal(digestAfter('page.tsx', 'a\r\nb\r\n'), first)
  assert.equal(digestAfter('page.test.ts', 'c'), first)
  assert.notEqual(digestAfter('page.tsx', 'a\nc\n'), first)
  rmSync(folder, { recursive: true })
})
