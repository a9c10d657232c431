import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safePath } from './safe-path.ts'

test('a page of the desk is kept with its query, and any other address leads to the first page', () => {
  assert.equal(safePath('/leads/1?list=q%3Dann#note'), '/leads/1?list=q%3Dann')
  for (const wanted of [
    undefined,
    '',
    'leads',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/leads/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'https://desk.invalid/leads',
  ])
    assert.equal(safePath(wanted), '/', wanted)
})
