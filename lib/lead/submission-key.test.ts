import assert from 'node:assert/strict'
import { test } from 'node:test'
import { submissionKey } from './submission-key.ts'

const lead = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '(201) 555-0123',
  countryCode: 'US',
  consent: true,
} as const

test('the key is a UUID of version 8, the same for the same content under the same id', () => {
  const key = submissionKey('0.25', lead)
  assert.match(key, /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  assert.equal(submissionKey('0.25', { ...lead }), key)
})

test('another id, or other content in any field, is another submission', () => {
  const others = [
    submissionKey('0.5', lead),
    submissionKey('0.25', { ...lead, name: 'Ada' }),
    submissionKey('0.25', { ...lead, email: 'ada@example.org' }),
    submissionKey('0.25', { ...lead, phone: '555' }),
    submissionKey('0.25', { ...lead, countryCode: 'CA' }),
    submissionKey('0.25', { ...lead, name: 'Ada Lovelaceada@example.com', email: '' }),
  ]
  assert.equal(new Set([submissionKey('0.25', lead), ...others]).size, 7)
})
