import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { serviceCalls, setKnownKeys } from './access-calls.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await openDatabase()
after(() => database.close())
const { query, queryAs } = database
const migration = await readFile(new URL('upgrade/20990101000000_next.sql', import.meta.url), 'utf8')

const accept = (count: number) =>
  query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', gen_random_uuid() || '@gmail.com')))
    from generate_series(1, $2)`,
    [sampleLead(), count],
  )

test('after a migration of a database with leads every call of the older function works, and old seals verify', async () => {
  await accept(500)
  await query('select run_housekeeping()')
  await query(migration)
  await query(setKnownKeys)
  assert.deepEqual(await query('select private.find_access_faults() as faults'), [{ faults: [] }])
  for (const [name, values] of Object.entries(serviceCalls))
    await queryAs('service_role', `select * from public.${name}${values}`)
  await accept(20)
  await query('select run_housekeeping()')
  assert.deepEqual(await query('select * from failing_steps()'), [])
  assert.deepEqual(await query('select * from find_evidence_faults(null, null)'), [])
  assert.deepEqual(await query(`select count(*)::integer from leads where nickname = ''`), [{ count: 521 }])
})

test('the new state and the new value can be stored by the next migration', async () => {
  await query(`
    update outbox set status = 'paused', reason = null, priority = 'visitor_reminder' where kind = 'visitor'`)
  assert.deepEqual(await query(`select distinct status from outbox where kind = 'visitor'`), [
    { status: 'paused' },
  ])
})
