import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

type Count = { variant?: string; campaign?: string; event: string; hits: number }

/** Adds counts of events in the same way as the server of the site. Returns the result of the SQL function. */
async function add(counts: Count[]) {
  const [row] = await queryAs('service_role', 'select count_funnel_events($1)::integer as added', [counts])
  return row?.added
}
const stored = (columns: string) =>
  query(
    `select ${columns}, sum(hits)::integer as hits from funnel_counts group by ${columns} order by ${columns}`,
  )
const viewed = { event: 'page_viewed', hits: 1 }

test('sums are added up by variant, campaign and event, under the day of the operator', async () => {
  const begun = { event: 'form_begun', hits: 2, variant: 'b', campaign: 'spring' }
  assert.equal(await add([{ ...viewed, hits: 5 }, begun, begun]), 9)
  assert.equal(await add([begun, viewed]), 3)
  assert.deepEqual(await stored('variant, campaign, event'), [
    { variant: '', campaign: '', event: 'page_viewed', hits: 6 },
    { variant: 'b', campaign: 'spring', event: 'form_begun', hits: 6 },
  ])
  const days = `select day = (now() at time zone 'UTC')::date as is_today from funnel_counts`
  assert.deepEqual(await query(days), [{ is_today: true }, { is_today: true }])
})

test('the day and the hour are those of the operator, wherever the session of the caller is', async () => {
  for (const zone of [
    null,
    'UTC',
    'America/New_York',
    'Asia/Tokyo',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ]) {
    await database.rollBackAfter(async (query) => {
      await query(`set local timezone = 'Asia/Tokyo'`)
      await query('update lead_settings set time_zone = $1', [zone])
      await query('select count_funnel_events($1)', [[viewed, { ...viewed, event: 'unlocked' }]])
      const [row] = await query(
        `select
          (select string_agg(distinct day::text, '') from funnel_counts) as day,
          (select string_agg(day || ' ' || hour || ' ' || event, ', ' order by event) from funnel_hours) as hours,
          (now() at time zone $1)::date::text as own,
          extract(hour from now() at time zone $1)::text as hour`,
        [zone ?? 'UTC'],
      )
      assert.equal(row?.day, row?.own, String(zone))
      assert.equal(
        row?.hours,
        `${row?.own} ${row?.hour} page_viewed, ${row?.own} ${row?.hour} unlocked`,
        String(zone),
      )
    })
  }
})

test('nothing is added when one of the sums is wrong, and nothing to nothing', async () => {
  for (const wrong of [
    { event: 'bought', hits: 1 },
    { event: 'submitted', hits: 0 },
    { event: 'submitted', hits: -1 },
  ]) {
    await assert.rejects(add([viewed, wrong]), { code: '23514' })
  }
  await assert.rejects(add([viewed, { hits: 1 } as Count]), { code: '23502' })
  assert.equal(await add([]), 0)
  assert.deepEqual(await stored('event'), [])
})

test('a day takes 200 campaigns and counts the rest as other, while known ones go on', async () => {
  await add([{ ...viewed, campaign: 'spring' }])
  const forged = Array.from({ length: 300 }, (_, index) => ({ ...viewed, campaign: `forged ${index}` }))
  assert.equal(await add(forged), 300)
  await add([
    { ...viewed, campaign: 'spring' },
    { ...viewed, campaign: 'forged too' },
  ])
  const campaigns = await stored('campaign')
  assert.equal(campaigns.length, 201)
  assert.deepEqual(
    campaigns.filter(({ campaign }) => ['spring', 'other'].includes(String(campaign))),
    [
      { campaign: 'other', hits: 102 },
      { campaign: 'spring', hits: 2 },
    ],
  )
})

test('the campaign of a lead is counted even after 200 names that somebody made up', async () => {
  await query(
    `insert into private.leads (name, email, phone, country_code, source)
     values ('Ada', 'ada@example.com', '1', 'US', 'campaign:spring sale')`,
  )
  await add(Array.from({ length: 300 }, (_, index) => ({ ...viewed, campaign: `forged ${index}` })))
  await add([{ ...viewed, campaign: 'spring sale' }])
  const campaigns = await stored('campaign')
  assert.deepEqual(
    campaigns.find(({ campaign }) => campaign === 'spring sale'),
    { campaign: 'spring sale', hits: 1 },
  )
  assert.equal(campaigns.length, 202)
})

test('a day takes 20 variants and counts the rest as none, while known ones go on', async () => {
  await add([{ ...viewed, variant: 'z' }])
  await add(Array.from({ length: 30 }, (_, index) => ({ ...viewed, variant: `v${100 + index}` })))
  await add([{ ...viewed, variant: 'z' }])
  const variants = await stored('variant')
  assert.equal(variants.length, 21)
  assert.deepEqual(variants[0], { variant: '', hits: 11 })
  assert.deepEqual(variants.at(-1), { variant: 'z', hits: 2 })
})

test('a new day begins anew', async () => {
  const forged = Array.from({ length: 200 }, (_, index) => ({ ...viewed, campaign: `forged ${index}` }))
  await add(forged)
  await query('update private.funnel_counts set day = day - 1')
  await add([{ ...viewed, campaign: 'spring' }])
  assert.deepEqual(await query(`select hits::integer from funnel_counts where campaign = 'spring'`), [
    { hits: 1 },
  ])
})

test('a campaign is one, however it is spelled, and has the name that people have as their source', async () => {
  const spellings = ['Autumn Sale', ' autumn  sale', 'AUTUMN SALE']
  await add(spellings.map((campaign) => ({ ...viewed, campaign })))
  await add([{ ...viewed, campaign: 'autumn sale' }])
  assert.deepEqual(await stored('campaign'), [{ campaign: 'autumn sale', hits: 4 }])
  const source = `select private.source_of('{"campaign": {"utm_campaign": "Autumn Sale"}}') as source`
  assert.deepEqual(await query(source), [{ source: 'campaign:autumn sale' }])
})

test('long names are cut', async () => {
  await add([{ ...viewed, variant: 'x'.repeat(40), campaign: 'ж'.repeat(400) }])
  const lengths = 'select length(variant) as variant, length(campaign) as campaign from funnel_counts'
  assert.deepEqual(await query(lengths), [{ variant: 32, campaign: 190 }])
})

test('the key of the site cannot read or change what is counted', async () => {
  await add([viewed])
  for (const statement of [
    'select * from private.funnel_counts',
    'update private.funnel_counts set hits = 9',
    'delete from private.funnel_counts',
  ]) {
    for (const role of ['anon', 'authenticated', 'service_role'])
      await assert.rejects(queryAs(role, statement), { code: '42501' })
  }
  await assert.rejects(queryAs('anon', `select count_funnel_events('[]')`), { code: '42501' })
})
