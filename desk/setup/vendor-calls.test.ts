import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../tests/checks/documents.ts'
import { beliefs, supabaseCalls, supabaseCommands, vercelCalls } from './vendor-calls.ts'

test('the last section of docs/deploy.md lists what is believed, and what happens if it is wrong', () => {
  const [, last = ''] =
    /\n## What we believe about Supabase and Vercel\n([\s\S]*)$/.exec(read('docs/deploy.md')) ?? []
  assert.doesNotMatch(last, /^## /m)
  const rows = [...last.matchAll(/^\| (?!What|---)(.+) \| (.+) \|$/gm)]
  assert.deepEqual(
    rows.map(([, belief, ifWrong]) => ({ belief, ifWrong })),
    beliefs,
  )
})

test('each call names the version of the source that proves it', () => {
  const rows = Object.entries({ ...vercelCalls, ...supabaseCalls })
  assert.deepEqual(
    rows.filter(([, { source }]) => !/ [0-9a-f]{8}, | \d+\.\d+\.\d+, /.test(source)).map(([call]) => call),
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
