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

/** Stores a lead at a local time in November 2026. */
async function store(name: string, day: number, hour: number, context: object = {}) {
  const number = `+1201555${String(day * 100 + hour).padStart(4, '0')}`
  await accept(`${name}@example.org`, { name, phone_e164: number }, context)
  await query('update leads set created_at = $1::text::timestamptz where name = $2', [
    new Date(2026, 10, day, hour).toISOString(),
    name,
  ])
}

test('figures are those of the period, and of as much of the one before', async () => {
  const campaign = (utm_campaign: string) => ({ campaign: { utm_campaign } })
  await store('a', 20, 9, {
    campaign: { utm_campaign: 'Black  Friday', utm_medium: 'CPC', utm_content: 'red button' },
  })
  await store('b', 20, 0, { ...campaign(' black friday'), referrer: 'https://www.google.com/search' })
  await store('c', 18, 12, { referrer: 'https://www.google.com/search?q=x' })
  await store('d', 18, 23, { referrer: 'https://example.com/other', page: 'https://www.example.com/' })
  await store('bot', 19, 9, { suspected_bot: true })
  await store('preview', 19, 9, { preview: true })
  // The earlier period is 15 to 17 November. On its last day one lead is stored before noon and one after noon.
  await store('e', 15, 0)
  await store('f', 17, 11)
  await store('g', 17, 13)
  await store('h', 14, 23)
  await query(`insert into funnel_counts (day, campaign, event, hits) values
    ('2026-11-20', 'black friday', 'page_viewed', 5), ('2026-11-19', 'black friday', 'page_viewed', 7),
    ('2026-11-18', '', 'page_viewed', 20), ('2026-11-18', 'unseen', 'page_viewed', 3), ('2026-11-18', '', 'submitted', 9),
    ('2026-11-18', '', 'unlocked', 4), ('2026-11-20', 'black friday', 'unlocked', 1),
    ('2026-11-17', '', 'page_viewed', 10), ('2026-11-15', '', 'page_viewed', 30), ('2026-11-14', '', 'page_viewed', 99)`)
  await query(`select withdraw_consent(id, 'link') from leads where name in ('c', 'e')`)
  await query(`update leads set outcome = 'won', outcome_at = now(), outcome_value = 450 where name = 'a'`)
  const noon = new Date(2026, 10, 20, 12)
  const unknown = { views: null, rate: null, value: null }
  const period = { days: '', from: '2026-11-18', to: '2026-11-20' }
  const found = await readOverview(desk, period, { now: noon })
  assert.deepEqual(found.days, [
    { date: '2026-11-18', leads: 2, views: 23, unlocked: 4, rate: 4 / 23, isRunning: false },
    { date: '2026-11-19', leads: 0, views: 7, unlocked: 0, rate: 0, isRunning: false },
    { date: '2026-11-20', leads: 2, views: 5, unlocked: 1, rate: 1 / 5, isRunning: true },
  ])
  assert.deepEqual(found.before, [
    { date: '2026-11-15', leads: 1, views: 30, unlocked: 0, rate: 0, isRunning: false },
    { date: '2026-11-16', leads: 0, views: 0, unlocked: 0, rate: null, isRunning: false },
    { date: '2026-11-17', leads: 2, views: 10, unlocked: 0, rate: 0, isRunning: false },
  ])
  assert.deepEqual([found.leads, found.leadsBefore], [4, 2])
  // One of the four leads has withdrawn the consent.
  assert.equal(found.mayBeTexted, 3)
  // Today is compared up to the full hour, in which nothing was counted by hours.
  assert.deepEqual([found.views, found.viewsOver, found.viewsBefore], [35, 30, 30])
  assert.deepEqual([found.rate, found.rateBefore], [5 / 35, 0])
  assert.deepEqual(found.groups, [
    { name: 'campaign:black friday', leads: 2, views: 12, rate: 1 / 12, value: 450 },
    { name: 'direct', leads: 1, ...unknown },
    { name: 'referrer:google.com', leads: 1, ...unknown },
    { name: 'campaign:unseen', leads: 0, views: 3, rate: 0, value: null },
  ])
  const campaigns = await readOverview(desk, period, { by: 'campaign', now: noon })
  assert.deepEqual(campaigns.groups, [
    { name: '', leads: 2, views: 20, rate: 4 / 20, value: null },
    { name: 'campaign:black friday', leads: 2, views: 12, rate: 1 / 12, value: 450 },
    { name: 'campaign:unseen', leads: 0, views: 3, rate: 0, value: null },
  ])
  for (const [by, name] of [
    ['medium', 'cpc'],
    ['content', 'red button'],
  ] as const) {
    const { groups } = await readOverview(desk, period, { by, now: noon })
    assert.deepEqual(groups, [
      { name: '', leads: 3, ...unknown },
      { name, leads: 1, ...unknown, value: 450 },
    ])
  }
})

test('a period that is over is compared to the whole one before', async () => {
  const later = new Date(2026, 10, 22, 12)
  const found = await readOverview(desk, { days: '', from: '2026-11-18', to: '2026-11-20' }, { now: later })
  assert.deepEqual([found.leads, found.leadsBefore, found.viewsOver, found.viewsBefore], [4, 3, 35, 40])
})

test('a month is compared to the month before, and a running one up to the same day and time', async (t) => {
  for (const [name, at] of [
    ['n', new Date(2026, 7, 15)],
    ['o', new Date(2026, 8, 15)],
    ['p', new Date(2026, 9, 3)],
    ['q', new Date(2026, 9, 20, 11)],
    ['r', new Date(2026, 9, 20, 13)],
    ['s', new Date(2026, 9, 31, 23)],
  ] as const) {
    await store(name, 1, 1)
    await query('update leads set created_at = $1::text::timestamptz where name = $2', [
      at.toISOString(),
      name,
    ])
  }
  t.mock.timers.enable({ apis: ['Date'], now: new Date(2026, 10, 20, 12) })
  const read = async (days: string) => {
    const { leads, leadsBefore, before, previous } = await readOverview(desk, { days, from: '', to: '' })
    return [leads, leadsBefore, before[0]?.date, before.at(-1)?.date, previous]
  }
  assert.deepEqual(await read('this-month'), [8, 2, '2026-10-01', '2026-10-20', 'Last month, up to this day'])
  assert.deepEqual(await read('last-month'), [4, 1, '2026-09-01', '2026-09-30', 'The month before'])
  assert.deepEqual((await read('yesterday')).slice(0, 2), [0, 2])
})
