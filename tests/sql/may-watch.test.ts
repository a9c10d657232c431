import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

/** Stores a lead, and returns the token in their link to the video. */
async function accept(lead = sampleLead(), context: object = { ip_hash: 'a'.repeat(64) }) {
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [lead, context])
  const [row] = await query(`select lead_token(secret, 'watch') as token from leads where email = $1`, [
    lead.email,
  ])
  return String(row?.token)
}
const mayWatch = async (token: unknown) =>
  (await queryAs('service_role', 'select may_watch($1) as answer', [token]))[0]?.answer

test('the token opens the video, also after a withdrawal and a STOP, and no other token does', async () => {
  const [ada, bob] = [sampleLead(), sampleLead()]
  const [token, other] = [await accept(ada), await accept(bob, { suspected_bot: true })]
  assert.deepEqual([await mayWatch(token), await mayWatch(other)], ['open', 'open'])
  const [row] = await query(`select id, lead_token(secret, 'stop') as stop from leads where email = $1`, [
    ada.email,
  ])
  assert.equal(await mayWatch(row?.stop), null)
  await query('select stop_lead($1)', [row?.stop])
  await query(`select receive_text($1, 'STOP', 'stop')`, [ada.phone_e164])
  assert.deepEqual([await mayWatch(token), await mayWatch(other)], ['open', 'open'])
  assert.equal(await accept(ada), token)
})

test('the token ends with the person: by an erasure, and by the sweep that no longer keeps them', async () => {
  const erased = await accept()
  await query('select desk.erase_lead(id) from leads')
  assert.equal(await mayWatch(erased), null)
  const expired = await accept(undefined, { suspected_bot: true })
  assert.equal(await mayWatch(expired), 'open')
  await query(`update lead_settings set keep_held = '1 day'`)
  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  await query(`update lead_submissions set created_at = now() - interval '2 days'`)
  await query('alter table lead_submissions enable trigger lead_submissions_written_once')
  await query('select run_housekeeping()')
  assert.equal(await mayWatch(expired), null)
})

const watch = (token: unknown, percent: number) =>
  queryAs('service_role', 'select store_watched($1, $2)', [token, percent])
const told = () =>
  query(`select watched_percent from outbox where kind = 'webhook' order by watched_percent nulls first`)

test('how far a person watches is kept only where that is wanted, never goes back, and is told once a quarter if their lead was', async () => {
  const token = await accept(undefined, { webhook: true })
  const silent = await accept()
  await watch(token, 25)
  assert.deepEqual(await query('select watched_percent from leads'), [
    { watched_percent: null },
    { watched_percent: null },
  ])
  await query('update lead_settings set measure_watching = true')
  assert.equal(await mayWatch(token), 'measured')
  for (const percent of [50, 50, 25, 75]) await watch(token, percent)
  await watch(silent, 25)
  await watch(crypto.randomUUID(), 100)
  assert.deepEqual(await query('select watched_percent from leads order by watched_percent'), [
    { watched_percent: 25 },
    { watched_percent: 75 },
  ])
  assert.deepEqual(await told(), [
    { watched_percent: null },
    { watched_percent: 50 },
    { watched_percent: 75 },
  ])
  await query(`select stop_lead(lead_token(secret, 'stop')) from leads`)
  await watch(token, 100)
  assert.deepEqual(await query('select max(watched_percent) as most from leads'), [{ most: 100 }])
})

test('20,000 guessed tokens open nothing, and each is looked up by index', async () => {
  const token = await accept()
  const [found] = await query(
    'select count(*) filter (where may_watch(gen_random_uuid()) is not null)::integer as hits from generate_series(1, 20000)',
  )
  assert.deepEqual([found?.hits, await mayWatch(token)], [0, 'open'])
  await query('set enable_seqscan = off')
  const plan = await query(`explain select from leads where lead_token(secret, 'watch') = $1`, [token])
  assert.match(JSON.stringify(plan), /leads_watch_token_idx/)
})
