import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDesk } from '../../desk/core/open-desk.ts'
import { readOverview } from '../../desk/core/overview.ts'
import { openTestDatabase } from './open-test-database.ts'

const { url, query, accept, close } = await openTestDatabase()
const desk = openDesk({ SUPABASE_DB_URL: url })
after(async () => {
  await desk.close()
  await close()
})

/** Reads the overview of one day in this time zone, as if it were this UTC time now. */
async function readIn(zone: string, now: string) {
  const { TZ } = process.env
  process.env.TZ = zone
  try {
    const today = new Date(now).toLocaleDateString('sv')
    return await readOverview(desk, { days: '', from: today, to: today }, { now: new Date(now) })
  } finally {
    // The tests of another file may run next in this process.
    if (TZ) process.env.TZ = TZ
    else delete process.env.TZ
  }
}

test('east and west of UTC, today has views, and its conversion has the leads of the same days', async () => {
  for (const [name, at] of [
    // In Sydney this is the morning of the 24th.
    ['a', '2026-11-23T21:00Z'],
    ['b', '2026-11-23T09:00Z'],
    ['c', '2026-11-22T21:30Z'],
  ]) {
    await accept(`${name}@example.org`, { name })
    await query('update leads set created_at = $1::text::timestamptz where name = $2', [at, name])
  }
  await query(`insert into funnel_counts (day, campaign, event, hits) values
    ('2026-11-22', '', 'page_viewed', 8), ('2026-11-23', '', 'page_viewed', 10)`)
  const sydney = await readIn('Australia/Sydney', '2026-11-23T22:00Z')
  assert.deepEqual([sydney.leads, sydney.leadsBefore], [1, 1])
  assert.deepEqual([sydney.views, sydney.rate, sydney.rateBefore], [10, 2 / 10, 1 / 8])
  const york = await readIn('America/New_York', '2026-11-24T02:00Z')
  assert.equal(york.leads, 2)
  assert.deepEqual([york.views, york.rate], [0, Number.NaN])
})

test('the last hour of a day of 25 hours is compared with all of the day before', async () => {
  for (const [name, at] of [
    ['d', '2026-10-31T22:30-04:00'],
    // This lead came less than 24.5 hours after the earlier day began, but on the next day.
    ['e', '2026-11-01T00:15-04:00'],
  ]) {
    await accept(`${name}@example.org`, { name })
    await query('update leads set created_at = $1::text::timestamptz where name = $2', [at, name])
  }
  // In New York 1 November 2026 has 25 hours.
  const late = await readIn('America/New_York', '2026-11-02T04:30Z')
  assert.deepEqual([late.leads, late.leadsBefore], [1, 1])
})
