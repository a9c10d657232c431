import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from './open-database.ts'

const database = await openDatabase()
after(() => database.close())

const tables = ['leads', 'lead_submissions', 'lead_emails', 'lead_rates', 'lead_settings']
const calls = [
  `accept_lead(gen_random_uuid(), '{}')`,
  'claim_lead_emails()',
  `settle_lead_email(gen_random_uuid(), 1, 'sent')`,
  'requeue_lead_emails()',
  'begin_lead_sweep()',
  `count_lead_rate('x')`,
]
const denied = { code: '42501' }

test('no key of the Data API reads or writes any table or view', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    for (const table of [...tables, 'lead_emails_attention']) {
      await assert.rejects(database.queryAs(role, `select * from ${table}`), denied)
    }
    for (const table of tables) {
      const [column] = await database.query(
        'select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1',
        [table],
      )
      await assert.rejects(database.queryAs(role, `insert into ${table} default values`), denied)
      await assert.rejects(database.queryAs(role, `update ${table} set ${column?.name} = default`), denied)
      await assert.rejects(database.queryAs(role, `delete from ${table}`), denied)
      await assert.rejects(database.queryAs(role, `truncate ${table} cascade`), denied)
    }
  }
})

test('row level security is on for every table of ours', async () => {
  const open = `select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`
  assert.deepEqual(await database.query(open), [])
})

test('visitors and signed-in users call none of the functions', async () => {
  for (const role of ['anon', 'authenticated']) {
    for (const call of calls) await assert.rejects(database.queryAs(role, `select ${call}`), denied)
  }
})

test('the secret key calls what the function needs and nothing below it', async () => {
  await database.queryAs('service_role', 'select begin_lead_sweep()')
  await database.queryAs('service_role', 'select claim_lead_emails()')
  await assert.rejects(database.queryAs('service_role', `select count_lead_rate('x')`), denied)
})

test('every function that runs with its owner’s rights has a fixed search path', async () => {
  const loose = `select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef
      and not coalesce(proconfig, '{}') @> array['search_path=""']`
  assert.deepEqual(await database.query(loose), [])
})
