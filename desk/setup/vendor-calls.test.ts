import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  authCalls,
  calendlyCalls,
  managementCalls,
  supabaseCalls,
  supabaseCommands,
  vercelCalls,
} from './vendor-calls.ts'

const rows = Object.entries({
  ...vercelCalls,
  ...supabaseCalls,
  ...authCalls,
  ...managementCalls,
  ...calendlyCalls,
})

test('each call names the version of the source that proves it', () => {
  assert.deepEqual(
    rows
      .filter(([, { source }]) => !/ [0-9a-f]{8}, | \d+\.\d+\.\d+, | of \d{4}-\d\d-\d\d, /.test(source))
      .map(([call]) => call),
    [],
  )
})

test('what is only believed of a call is in the list for the operator', () => {
  const list = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
  const beliefs = rows.flatMap(([, call]) => ('belief' in call ? call.belief : []))
  assert.ok(beliefs.length > 5)
  assert.deepEqual(
    beliefs.filter((belief) => !list.includes(`\n| ${belief} | `)),
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
