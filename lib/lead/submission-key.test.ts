import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lead } from '../../supabase/functions/_shared/lead.ts'
import { submissionKey } from './submission-key.ts'

const secret = 'sb_secret_of_this_server'
const lead = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '(201) 555-0123',
  countryCode: 'US',
  consent: true,
} as const
const keyOf = (formId: string, content: Lead) => submissionKey(formId, content, secret)

test('the key is a UUID of version 8, the same for the same content under the same id', () => {
  const key = keyOf('0.25', lead)
  assert.match(key, /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  assert.equal(keyOf('0.25', { ...lead }), key)
})

test('another id, or other content in any field, is another submission', () => {
  const others = [
    keyOf('0.5', lead),
    keyOf('0.25', { ...lead, name: 'Ada' }),
    keyOf('0.25', { ...lead, email: 'ada@example.org' }),
    keyOf('0.25', { ...lead, phone: '555' }),
    keyOf('0.25', { ...lead, countryCode: 'CA' }),
    keyOf('0.25', { ...lead, name: 'Ada Lovelaceada@example.com', email: '' }),
  ]
  assert.equal(new Set([keyOf('0.25', lead), ...others]).size, 7)
})

test('another secret makes another key', () => {
  assert.notEqual(submissionKey('0.25', lead, 'sb_secret_of_another'), keyOf('0.25', lead))
})
