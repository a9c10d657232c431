import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWebOptions } from './web-options.ts'

const variables = {
  DESK_URL: 'https://desk.example.org/',
  SUPABASE_URL: 'https://abc.supabase.co/',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
  DESK_TRY_KEY: 'k'.repeat(32),
}

test('the desk on the web takes four variables', () => {
  assert.deepEqual(readWebOptions(variables), {
    origin: 'https://desk.example.org',
    project: { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_1' },
    tryKey: 'k'.repeat(32),
  })
})

test('it does not start without one of them, nor with an unfit one', () => {
  for (const name of Object.keys(variables))
    assert.throws(
      () => readWebOptions({ ...variables, [name]: '' }),
      new RegExp(`^Error: ${name} is not set`),
    )
  const unfit = {
    DESK_URL: 'http://desk.example.org',
    SUPABASE_URL: 'ftp://abc.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_secret_1',
    DESK_TRY_KEY: 'short',
  }
  for (const [name, value] of Object.entries(unfit))
    assert.throws(() => readWebOptions({ ...variables, [name]: value }), new RegExp(`^Error: ${name} is `))
})

test('it does not start with a key to all leads, and does not repeat the key', () => {
  for (const name of [
    'SUPABASE_SECRET_KEY',
    'SUPABASE_SECRET_KEYS',
    'SUPABASE_SERVICE_ROLE_KEY',
    'SUPABASE_DB_URL',
  ])
    assert.throws(
      () => readWebOptions({ ...variables, [name]: 'hidden' }),
      (error: Error) => error.message.startsWith(`${name} is set.`) && !error.message.includes('hidden'),
    )
})
