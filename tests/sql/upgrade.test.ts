import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { env } from 'node:process'
import { after, test } from 'node:test'
import postgres from 'postgres'
import { serviceCalls, setKnownKeys } from './access-calls.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { searchPath } from './test-database.ts'

/** How many people there are. A release was measured with `PEOPLE=100000`. */
const people = Number(env.PEOPLE) || 500

const database = await openDatabase()
after(() => database.close())
const { query, queryAs } = database
const [migration = '', ...others] = await Promise.all(
  ['20990101000000_next', '20990101000001_submissions'].map((name) =>
    readFile(new URL(`upgrade/${name}.sql`, import.meta.url), 'utf8'),
  ),
)

const accept = (count: number) =>
  query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', gen_random_uuid() || '@gmail.com')))
    from generate_series(1, $2)`,
    [sampleLead(), count],
  )

const skip = !database.url && 'the embedded database takes one transaction at a time'
const session = () =>
  postgres(database.url ?? '', { max: 1, fetch_types: false, connection: { search_path: searchPath } })
const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

test('a migration that waits for a long reader gives up before a visitor does', { skip }, async () => {
  const [reader, migrator] = [session(), session()]
  await reader.unsafe('begin; select count(*) from leads')
  let isOver = false
  const migrated = migrator
    .unsafe(migration)
    .then(
      () => 'applied',
      (error) => error.code,
    )
    .finally(() => {
      isOver = true
    })
  // On a busy machine, the migration may give up before anybody looks.
  while (!isOver && (await query(isWaiting)).length === 0);
  await accept(1)
  assert.equal(await migrated, '55P03')
  await reader.unsafe('rollback')
  await Promise.all([reader.end(), migrator.end()])
})

test('after a migration of a database with leads every call of the older function works, and old seals verify', async (t) => {
  await query(await readFile(new URL('../proof/load/grow-one-day.sql', import.meta.url), 'utf8'))
  await query(`select store_submissions(now() - interval '2 days', false, $1::integer)`, [people])
  for (let sealed = 0; sealed < people; sealed += 20_000) await query('select run_housekeeping()')
  const visits: number[] = []
  let isOver = false
  const visit = async () => {
    while (!isOver || visits.length < 10) {
      const begun = performance.now()
      await accept(1)
      visits.push(performance.now() - begun)
    }
  }
  // The embedded database takes one transaction at a time, so there the visitors come before.
  isOver = !database.url
  const visited = visit()
  if (isOver) await visited
  const begun = performance.now()
  for (const one of [migration, ...others]) await query(one)
  t.diagnostic(`${people} people were migrated in ${Math.round(performance.now() - begun)} ms`)
  isOver = true
  await visited
  t.diagnostic(`${visits.length} leads came meanwhile, each within ${Math.round(Math.max(...visits))} ms`)
  await query(setKnownKeys)
  assert.deepEqual(await query('select private.find_access_faults() as faults'), [{ faults: [] }])
  for (const [name, values] of Object.entries(serviceCalls))
    await queryAs('service_role', `select * from public.${name}${values}`)
  await accept(20)
  await query('select run_housekeeping()')
  assert.deepEqual(await query('select * from failing_steps()'), [])
  assert.deepEqual(await query('select * from find_evidence_faults(null, null)'), [])
  assert.deepEqual(await query(`select from leads where nickname <> ''`), [])
})

test('the new state and the new value can be stored by the next migration', async () => {
  await query(`
    update outbox set status = 'paused', reason = null, priority = 'visitor_reminder' where kind = 'visitor'`)
  assert.deepEqual(await query(`select distinct status from outbox where kind = 'visitor'`), [
    { status: 'paused' },
  ])
})
