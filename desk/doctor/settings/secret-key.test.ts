import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Seen } from '../seen.ts'
import { readTarget } from '../target.ts'
import { checkSecretKey } from './secret-key.ts'

const jwt = (claims: object) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature'].map((part) => btoa(part)).join('.')

for (const [key, status, words] of [
  ['sb_secret_hidden', 'ok', 'is a secret key.'],
  ['sb_publishable_hidden', 'fault', 'holds a publishable key, '],
  [jwt({ role: 'service_role' }), 'fault', 'holds the legacy service_role key, '],
  [jwt({ role: 'anon' }), 'fault', 'holds the legacy anon key, '],
  ['"sb_secret_hidden"', 'fault', 'has quotes or spaces around it.'],
  ['postgres://hidden', 'fault', 'holds something that is no key of Supabase.'],
  ['', 'unseen', 'is not set.'],
] as const) {
  test(`SUPABASE_SECRET_KEY ${words}`, () => {
    const variables = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_SECRET_KEY: key }
    const results = checkSecretKey({ target: readTarget(variables) } as Seen)
    assert.equal(results.length, 1)
    assert.equal(results[0]?.status, status)
    assert.ok(results[0]?.sentence.startsWith(`SUPABASE_SECRET_KEY ${words}`), results[0]?.sentence)
    assert.ok(!results[0]?.sentence.includes('hidden'))
  })
}
