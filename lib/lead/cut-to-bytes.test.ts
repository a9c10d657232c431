import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutToBytes } from './cut-to-bytes.ts'

test('a text that fits stays as it is', () => {
  assert.equal(
    cutToBytes('https://example.com/?utm_source=жёлтый', 200),
    'https://example.com/?utm_source=жёлтый',
  )
})

for (const [kind, text] of Object.entries({
  ascii: 'x'.repeat(5000),
  cyrillic: 'ж'.repeat(5000),
  emoji: '👩‍🚀'.repeat(2000),
  quotes: '"\\'.repeat(2000),
  controls: '\u0001'.repeat(5000),
  halves: '\ud800'.repeat(5000),
})) {
  test(`a long text of ${kind} takes at most as many bytes as it may, and is whole`, () => {
    const kept = cutToBytes(text, 300)
    assert.ok(Buffer.byteLength(JSON.stringify(kept)) - 2 <= 300)
    assert.ok(kept.isWellFormed())
    assert.ok(text.startsWith(kept))
  })
}
