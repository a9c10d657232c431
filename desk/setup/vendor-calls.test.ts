import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authCalls,
  calendlyCalls,
  managementCalls,
  supabaseCalls,
  supabaseCommands,
  vercelCalls,
} from './vendor-calls.ts'

test('each call names the version of the source that proves it', () => {
  const rows = Object.entries({
    ...vercelCalls,
    ...supabaseCalls,
    ...authCalls,
    ...managementCalls,
    ...calendlyCalls,
  })
  assert.deepEqual(
    rows
      .filter(([, { source }]) => !/ [0-9a-f]{8}, | \d+\.\d+\.\d+, | of \d{4}-\d\d-\d\d, /.test(source))
      .map(([call]) => call),
    [],
  )
})

test('each call to Supabase belongs to a command', () => {
  const made = new Set<string>(Object.values(supabaseCommands).flat())
  assert.deepEqual(
    Object.keys(supabaseCalls).filter((call) => !made.has(call)),
    [],
  )
})
