import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const linesOf = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.replace(/\/$/, ''))

test('Vercel gets no file that git does not get, such as operator.env', () => {
  assert.deepEqual(linesOf('.vercelignore'), linesOf('.gitignore'))
  assert.ok(linesOf('.vercelignore').includes('*.env'))
})
