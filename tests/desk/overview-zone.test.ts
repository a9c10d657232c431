import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { readEnd, readTime } from '../../desk/cli/read-time.ts'
import { openDesk } from '../../desk/core/open-desk.ts'
import { readOverview } from '../../desk/core/overview.ts'
import { dateOf, daysOf, keepClock, startOf, timesOf } from '../../desk/core/period.ts'
import { openTestDatabase } from './open-test-database.ts'

const { TZ } = process.env
const { url, query, accept, close } = await openTestDatabase()
const desk = openDesk({ SUPABASE_DB_URL: url })
after(async () => {
  await desk.close()
  await close()
})
afterEach(async () => {
  // The tests of another file may run next in this process.
  if (TZ) process.env.TZ = TZ
  else delete process.env.TZ
  await query('delete from leads; delete from funnel_counts; delete from funnel_hours')
})

async function store(name: string, at: string, variant = 'control') {
  await accept(`${name}@example.org`, { name }, { variant })
  await query('update leads set created_at = $1::text::timestamptz where name = $2', [at, name])
}

/** Stores the counts of one moment as the function that counts them does: under the operator's day and hour. */
const count = (at: string, event: string, hits: number) =>
  query(
    `with clock as (select $1::text::timestamptz at time zone private.time_zone() as at), added as (
      insert into funnel_counts (day, variant, event, hits) select at::date, 'control', $2::text, $3::bigint from clock
      on conflict on constraint funnel_counts_pkey do update set hits = funnel_counts.hits + excluded.hits)
    insert into funnel_hours (day, hour, event, hits) select at::date, extract(hour from at), $2::text, $3::bigint from clock
    on conflict on constraint funnel_hours_pkey do update set hits = funnel_hours.hits + excluded.hits`,
    [at, event, hits],
  )

async function setZone(zone: string) {
  await query('update lead_settings set time_zone = $1', [zone])
  assert.equal(await keepClock(desk), true)
}

const leadsOf = (answer: unknown) =>
  (answer as { leads: { name: string }[] }).leads.map(({ name }) => name).sort()

for (const [zone, day, moments] of [
  ['UTC', '2026-11-21', ['2026-11-20T23:59Z', '2026-11-21T00:00Z', '2026-11-21T23:59Z', '2026-11-22T00:00Z']],
  // New York has 25 hours on this day, and 23 on the one after it.
  [
    'America/New_York',
    '2026-11-01',
    ['2026-11-01T03:59Z', '2026-11-01T04:00Z', '2026-11-02T04:59Z', '2026-11-02T05:00Z'],
  ],
  [
    'America/New_York',
    '2026-03-08',
    ['2026-03-08T04:59Z', '2026-03-08T05:00Z', '2026-03-09T03:59Z', '2026-03-09T04:00Z'],
  ],
  [
    'Asia/Tokyo',
    '2026-11-21',
    ['2026-11-20T14:59Z', '2026-11-20T15:00Z', '2026-11-21T14:59Z', '2026-11-21T15:00Z'],
  ],
  [
    'Asia/Kathmandu',
    '2026-11-21',
    ['2026-11-20T18:14Z', '2026-11-20T18:15Z', '2026-11-21T18:14Z', '2026-11-21T18:15Z'],
  ],
  // In other capitals than the IANA writes.
  [
    'asia/TOKYO',
    '2026-11-21',
    ['2026-11-20T14:59Z', '2026-11-20T15:00Z', '2026-11-21T14:59Z', '2026-11-21T15:00Z'],
  ],
  // Sydney has 23 hours on this day.
  [
    'Australia/Sydney',
    '2026-10-04',
    ['2026-10-03T13:59Z', '2026-10-03T14:00Z', '2026-10-04T12:59Z', '2026-10-04T13:00Z'],
  ],
] as const)
  test(`in ${zone}, ${day} has the same leads and views on every page, in files and for the command`, async () => {
    await setZone(zone)
    for (const [place, at] of moments.entries()) {
      await store('abcd'[place] ?? '', at)
      // Two people outside the day, so that a day of another zone has another number.
      if (place === 0 || place === 3) await store(`${'abcd'[place]}2`, at)
      await count(at, 'page_viewed', 10)
      await count(at, 'unlocked', 1)
    }
    const period = { days: '', from: day, to: day }
    const now = new Date(Date.parse(moments[3]) + 2 * 86_400_000)
    const overview = await readOverview(desk, period, { now })
    assert.deepEqual([overview.leads, overview.views, overview.rate], [2, 20, 0.1])
    assert.deepEqual([overview.leadsBefore, overview.viewsBefore], [2, 10])
    const funnel = await desk.call('funnel', daysOf(period))
    assert.deepEqual((funnel as { days: unknown }).days, [{ day, counts: { page_viewed: 20, unlocked: 2 } }])
    assert.deepEqual(await desk.call('variants', daysOf(period)), [
      { variant: 'control', views: 20, unlocked: 2, leads: 2, first_day: day },
    ])
    // The list and the exports of the desk, and the options of the command.
    assert.deepEqual(leadsOf(await desk.call('list_leads', { filters: timesOf(period) })), ['b', 'c'])
    const filters = { since: readTime(day), until: readEnd(day) }
    assert.deepEqual(leadsOf(await desk.call('list_leads', { filters })), ['b', 'c'])
  })

test('today is compared with the day before up to the same hour', async () => {
  await setZone('America/New_York')
  for (const [at, views] of [
    ['2026-11-22T09:30-05:00', 5],
    ['2026-11-22T10:30-05:00', 7],
    ['2026-11-23T09:30-05:00', 4],
    ['2026-11-23T10:10-05:00', 3],
  ] as const)
    await count(at, 'page_viewed', views)
  await count('2026-11-22T09:31-05:00', 'unlocked', 1)
  await count('2026-11-23T09:31-05:00', 'unlocked', 2)
  const today = { days: '', from: '2026-11-23', to: '2026-11-23' }
  const found = await readOverview(desk, today, { now: new Date('2026-11-23T10:20-05:00') })
  assert.deepEqual([found.views, found.viewsOver, found.viewsBefore], [7, 4, 5])
  assert.deepEqual([found.rate, found.rateOver, found.rateBefore], [2 / 7, 2 / 4, 1 / 5])
})

test('after a change to a zone where it is still the day before, all pages wait for the new day', async () => {
  await setZone('Pacific/Kiritimati')
  await query(`select count_funnel_events('[{"variant": "control", "event": "page_viewed", "hits": 7}]')`)
  await setZone('Pacific/Pago_Pago')
  const today = dateOf(new Date())
  for (const period of [
    { days: '7', from: '', to: '' },
    { days: '', from: today, to: '' },
    { days: '', from: today, to: '2999-01-01' },
  ]) {
    assert.equal((await readOverview(desk, period)).views, 0)
    assert.deepEqual(((await desk.call('funnel', daysOf(period))) as { days: unknown }).days, [])
    assert.deepEqual(await desk.call('variants', daysOf(period)), [])
  }
})

for (const [zone, day, now] of [
  // A day of 23 hours, the day after it, a day of 25 hours, and the day after that.
  ['America/New_York', '2026-03-08', '2026-03-08T14:20Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T14:20Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T15:20Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T15:20Z'],
  ['Australia/Sydney', '2026-10-04', '2026-10-03T23:20Z'],
] as const)
  test(`in ${zone}, on ${day} at 10:20, leads and views are compared with the same hours of the day before`, async () => {
    await setZone(zone)
    const before = startOf(day, -1)
    for (let hour = 8; hour < 13; hour += 1) {
      before.setHours(hour, 10)
      await store(`at ${hour}`, before.toISOString())
      await count(before.toISOString(), 'page_viewed', 1)
    }
    const found = await readOverview(desk, { days: '', from: day, to: day }, { now: new Date(now) })
    assert.deepEqual([found.leadsBefore, found.viewsBefore], [3, 2])
  })

test('the last hour of a day of 25 hours is compared with all of the day before', async () => {
  await setZone('America/New_York')
  await store('d', '2026-10-31T22:30-04:00')
  // This lead came less than 24.5 hours after the earlier day began, but on the next day.
  await store('e', '2026-11-01T00:15-04:00')
  const day = { days: '', from: '2026-11-01', to: '2026-11-01' }
  const late = await readOverview(desk, day, { now: new Date('2026-11-02T04:30Z') })
  assert.deepEqual([late.leads, late.leadsBefore], [1, 1])
})

test('no share is above all: without the views of a visit there is none', async () => {
  await setZone('UTC')
  const day = { days: '', from: '2026-11-23', to: '2026-11-23' }
  const now = new Date('2026-11-24T10:00Z')
  await store('f', '2026-11-23T10:00Z')
  const before = await readOverview(desk, day, { now })
  assert.deepEqual([before.leads, before.views, before.rate, before.viewsBefore], [1, 0, null, null])
  await count('2026-11-23T10:00Z', 'page_viewed', 1)
  await count('2026-11-23T10:00Z', 'unlocked', 3)
  const { rate, days } = await readOverview(desk, day, { now })
  assert.deepEqual([rate, days[0]?.rate], [null, null])
})

test('a day before the first count is unknown, not zero', async () => {
  await setZone('UTC')
  await count('2026-11-22T10:00Z', 'page_viewed', 2)
  const period = { days: '', from: '2026-11-21', to: '2026-11-23' }
  const { days } = await readOverview(desk, period, { now: new Date('2026-11-24T10:00Z') })
  assert.deepEqual(
    days.map(({ views }) => views),
    [null, 2, 0],
  )
})

test('every source can be reached, sorted by what was asked, also one with views alone', async () => {
  await setZone('UTC')
  for (let number = 0; number < 205; number += 1)
    await query(
      `insert into funnel_counts (day, campaign, event, hits) values ('2026-11-23', $1, 'page_viewed', $2)`,
      [`campaign ${number}`, number + 1],
    )
  await query(
    `insert into funnel_counts (day, campaign, event, hits) values ('2026-11-23', '', 'page_viewed', 999)`,
  )
  await store('g', '2026-11-23T10:00Z')
  const period = { days: '', from: '2026-11-23', to: '2026-11-23' }
  const read = async (skip: number, most = 100) =>
    readOverview(desk, period, {
      by: 'campaign',
      order: 'views',
      skip,
      most,
      now: new Date('2026-11-24T10:00Z'),
    })
  const first = await read(0)
  assert.equal(first.groupCount, 206)
  assert.deepEqual(first.groups[0], { name: '', leads: 1, views: 999, rate: 0, value: null })
  assert.deepEqual(first.groups[1], {
    name: 'campaign:campaign 204',
    leads: 0,
    views: 205,
    rate: 0,
    value: null,
  })
  const all = [...first.groups, ...(await read(100)).groups, ...(await read(200)).groups]
  assert.equal(new Set(all.map(({ name }) => name)).size, 206)
})
