import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evidenceAddress } from './evidence-address.ts'

test('an address keeps its path, and neither the login, the query nor the fragment', () => {
  for (const [text, kept] of [
    ['https://example.com/a?utm_source=x&email=ada%40example.com', 'https://example.com/a'],
    ['https://ada:secret@example.com/?token=x#access_token=y', 'https://example.com/'],
    ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm/'],
  ] as const) {
    assert.equal(evidenceAddress(text), kept)
  }
})

test('a text that is not an address is dropped, and a long address is cut', () => {
  for (const text of ['', 'ada@example.com', '/path?email=x']) assert.equal(evidenceAddress(text), '')
  assert.equal(Buffer.byteLength(evidenceAddress(`https://example.com/${'x'.repeat(5000)}`)), 300)
})

test('an address with very many query keys costs little processor time', () => {
  const keys = Array.from({ length: 12_000 }, (_, index) => `k${index}`)
  const address = `https://example.com/?${keys.join('&')}`
  const start = process.cpuUsage()
  assert.equal(evidenceAddress(address), 'https://example.com/')
  const { user, system } = process.cpuUsage(start)
  assert.ok(user + system < 1_000_000, `${user + system} microseconds`)
})
