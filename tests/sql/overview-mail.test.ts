import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim as claimBy } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const { query, queryAs } = database
const test = testOnEmpty(database)

const zone = "(select coalesce(time_zone, 'UTC') from lead_settings)"
const day = (back: number) => `((now() at time zone ${zone})::date - ${back})`
const sweep = () => queryAs('service_role', 'select run_housekeeping()')
const turnOn = (at: string) => query('update lead_settings set overview_at = $1', [at])
/** Returns the overviews that were queued so far, by their days. */
const overviews = () =>
  query(`select (contents ->> 'day')::date - ${day(0)} as day, status, reason, contents
    from outbox where kind = 'overview' order by contents ->> 'day'`)

/** Stores a person who came this many days ago, at noon, by this campaign. */
async function storeLead(back: number, campaign: string, changes = '') {
  const key = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2, $3)', [
    key,
    sampleLead({ email: `${key}@example.org` }),
    { campaign: { utm_campaign: campaign } },
  ])
  await query(
    `update leads set created_at = (${day(back)} + time '12:00') at time zone ${zone} ${changes}
      where email = $1`,
    [`${key}@example.org`],
  )
}

test('no day has an overview while it is off, and none before its time', async () => {
  await sweep()
  await turnOn('23:59')
  const [late] = await query(`select (now() at time zone ${zone})::time >= '23:59' as late`)
  await sweep()
  assert.equal((await overviews()).length, late?.late ? 1 : 0)
})

test('yesterday has one overview, however many sweeps run, and today and the day before have none', async () => {
  await turnOn('00:00')
  await Promise.all([sweep(), sweep(), sweep()])
  await sweep()
  const found = await overviews()
  assert.deepEqual(
    found.map(({ day, status }) => [day, status]),
    [[-1, 'pending']],
  )
  const [mail] = await claimBy(database, 10)
  assert.deepEqual([mail?.kind, mail?.submission_id, mail?.contents], ['overview', null, found[0]?.contents])
  await queryAs('service_role', 'select settle_message($1, $2, $3)', [mail?.id, mail?.attempt, 'sent'])
  await sweep()
  assert.deepEqual(
    (await overviews()).map(({ day, status }) => [day, status]),
    [[-1, 'sent']],
  )
})

test('two workers at once queue one overview', async () => {
  await turnOn('00:00')
  await Promise.all(Array.from({ length: 4 }, () => query('select queue_overview()')))
  assert.equal((await overviews()).length, 1)
})

test('after an outage, an overview of an earlier day is not sent any more, and only yesterday gets one', async () => {
  await query(`insert into outbox (kind, contents)
    select 'overview', jsonb_build_object('day', ${day(0)} - back) from generate_series(2, 3) back`)
  await turnOn('00:00')
  await sweep()
  assert.deepEqual(
    (await overviews()).map(({ day, status, reason }) => [day, status, reason]),
    [
      [-3, 'cancelled', 'outdated'],
      [-2, 'cancelled', 'outdated'],
      [-1, 'pending', null],
    ],
  )
})

test('the overview counts yesterday and the day before as the desk does, and what waits', async () => {
  await query(`update lead_settings set time_zone = 'Pacific/Auckland', currency = 'EUR'`)
  await storeLead(0, 'today')
  await storeLead(1, 'autumn', ", outcome = 'won', outcome_at = now(), outcome_value = 700")
  await storeLead(1, 'autumn', `, call_again_on = ${day(0)}`)
  await storeLead(1, 'autumn', ', suspected_bot = true')
  await storeLead(2, 'spring')
  await query(`insert into funnel_counts (day, variant, campaign, event, hits)
    select ${day(1)}, 'control', 'autumn', event, hits
    from (values ('page_viewed', 30), ('unlocked', 3)) counted (event, hits)`)
  await query(`update outbox set status = 'failed', reason = 'rejected'
    where kind = 'visitor' and lead_id = (select id from leads where outcome = 'won')`)
  await query(
    `insert into incoming_texts (id, sender, words) values (gen_random_uuid(), '+12015550123', 'Who?')`,
  )
  await turnOn('00:00')
  await sweep()
  const contents = (await overviews())[0]?.contents as Record<string, Record<string, unknown>>
  const { figures = {}, waits = {} } = contents
  assert.deepEqual(figures.leads, [1, 2])
  assert.deepEqual(figures.won, { people: 1, value: 700, currency: 'EUR' })
  assert.equal(figures.may_be_texted, 2)
  assert.deepEqual(figures.groups, [
    { name: 'campaign:autumn', leads: 2, views: 30, unlocked: 3, value: 700 },
  ])
  assert.deepEqual(Object.values(figures.days ?? {}), [{ page_viewed: 30, unlocked: 3 }])
  assert.deepEqual([waits.failed, waits.to_call, waits.texts], [1, 1, 1])
})

test('a day begins where clocks show midnight for the first time', async () => {
  const starts = async (zone: string, date: string) => {
    await query('update lead_settings set time_zone = $1', [zone])
    const [row] = await query(
      `select to_char(start_of($1::date) at time zone 'UTC', 'MM-DD HH24:MI') as at,
        day_of(start_of($1::date))::text as day,
        day_of(start_of($1::date) - interval '1 second')::text as before`,
      [date],
    )
    return [row?.at, row?.day, row?.before]
  }
  // Midnight comes twice in these two, never in the third (at 00:00 it is 01:00), and once in the others.
  assert.deepEqual(await starts('Atlantic/Azores', '2026-10-25'), ['10-25 00:00', '2026-10-25', '2026-10-24'])
  assert.deepEqual(await starts('America/Havana', '2026-11-01'), ['11-01 04:00', '2026-11-01', '2026-10-31'])
  assert.deepEqual(await starts('America/Havana', '2026-03-08'), ['03-08 05:00', '2026-03-08', '2026-03-07'])
  assert.deepEqual(await starts('America/New_York', '2026-11-01'), [
    '11-01 04:00',
    '2026-11-01',
    '2026-10-31',
  ])
  assert.deepEqual(await starts('America/Nuuk', '2026-03-29'), ['03-29 01:00', '2026-03-29', '2026-03-28'])
  const [bounds] = await query(
    `select start_of('-infinity') = '-infinity' and start_of('infinity') = 'infinity' as kept`,
  )
  assert.equal(bounds?.kept, true)
})
