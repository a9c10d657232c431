import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeskError } from '../../desk/core/desk-error.ts'
import { callDesk, openDesk } from '../../desk/core/open-desk.ts'
import { openDatabase } from '../sql/open-database.ts'
import { openTestDatabase } from './open-test-database.ts'

test('a cut connection is an error of its call, and the next call opens a new one', {
  skip: process.env.TEST_DATABASE_URL === undefined && 'the embedded database takes one call at a time',
}, async () => {
  const { url, query, close } = await openTestDatabase()
  await query(
    `create or replace function desk.attention() returns jsonb language sql as 'select jsonb_build_object() from pg_sleep(600)'`,
  )
  const desk = openDesk({ SUPABASE_DB_URL: url })
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~ 'desk.attention' and pid <> pg_backend_pid()`
  let open = 2
  const calls = [0, 1].map(async () => {
    await assert.rejects(desk.call('attention'), DeskError)
    open -= 1
  })
  while (open > 0) await query(cut)
  await Promise.all(calls)
  assert.deepEqual(await desk.call('list_origins'), { sources: [], variants: [], is_cut: false })
  await desk.close()
  await close()
})

test('a call that nobody waits for ends in the database, and the next one is answered', {
  skip: process.env.TEST_DATABASE_URL === undefined && 'the embedded database takes one call at a time',
}, async () => {
  const { url, query, close } = await openTestDatabase()
  await query(
    `create or replace function desk.attention() returns jsonb language sql as 'select jsonb_build_object() from pg_sleep(600)'`,
  )
  const desk = openDesk({ SUPABASE_DB_URL: url })
  const running = async () =>
    (
      await query(`select from pg_stat_activity where datname = current_database() and state = 'active'
        and query ~ 'desk.attention' and pid <> pg_backend_pid()`)
    ).length
  const abort = new AbortController()
  let hasEnded = false
  const call = assert.rejects(desk.call('attention', {}, abort.signal), DeskError).finally(() => {
    hasEnded = true
  })
  while ((await running()) === 0) assert(!hasEnded, 'the call ended before anybody left it')
  abort.abort()
  await call
  while ((await running()) > 0);
  await assert.rejects(desk.call('attention', {}, abort.signal), DeskError)
  assert.deepEqual(await desk.call('list_origins'), { sources: [], variants: [], is_cut: false })
  await desk.close()
  await close()
})

test('a function of the desk has the time that the schema gives it: three hours for the evidence', async () => {
  await using database = await openDatabase()
  const timeoutOf = (name: string) =>
    database.rollBackAfter(async (query) => {
      await callDesk(query, name, {})
      return (await query(`select current_setting('statement_timeout') as timeout`))[0]?.timeout
    })
  assert.deepEqual([await timeoutOf('verify_lead_evidence'), await timeoutOf('attention')], ['3h', '10s'])
})
