import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

type Row = { variant: string; views: number; unlocked: number; leads: number; first_day: string | null }

/** Stores a person who first submitted the form at noon, this many days ago. Returns the id. */
async function store(daysAgo: number, variant: string | null, { preview = false, bot = false } = {}) {
  const id = crypto.randomUUID()
  await query(
    `with person as (
      insert into leads (id, email, name, phone, country_code, variant, preview, suspected_bot, created_at)
      values ($1::uuid, $1::text || '@example.org', 'Ada', '1', 'US', $3, $4, $5,
        current_date - $2::integer + interval '12 hours' * sign($2::integer)) returning *
    )
    insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent, variant, preview,
      suspected_bot, created_at)
    select id, id, '', name, email, phone, country_code, true, $3, $4, $5, created_at from person`,
    [id, daysAgo, variant, preview, bot],
  )
  return id
}

async function variants(...days: (string | null)[]): Promise<Row[]> {
  const [row] = await queryAs('lead_desk', 'select desk.variants($1::text::date, $2::text::date) as answer', [
    days[0] ?? null,
    days[1] ?? null,
  ])
  return row?.answer as Row[]
}

const leads = async (...days: (string | null)[]) =>
  Object.fromEntries((await variants(...days)).map(({ variant, leads }) => [variant, leads]))

const dayBefore = async (days: number) =>
  String((await query(`select (current_date - $1::integer)::text as day`, [days]))[0]?.day)

test('persons are counted by the variant of their first submission, views and unlocked videos by the counters', async () => {
  const id = await store(3, 'a')
  for (const daysAgo of [0, 3, 40]) await store(daysAgo, 'b')
  for (const hidden of [{ preview: true }, { bot: true }]) await store(3, 'a', hidden)
  await store(3, null)
  await query(
    `insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent, variant)
    select gen_random_uuid(), id, '', name, email, phone, country_code, true, 'b' from leads where id = $1`,
    [id],
  )
  await query(
    `insert into funnel_counts (day, variant, event, hits)
    values (current_date, 'a', 'page_viewed', 3), (current_date - 1, 'a', 'page_viewed', 4),
      (current_date - 3, 'a', 'unlocked', 2), (current_date, '', 'page_viewed', 9)`,
  )
  const expected = [
    { variant: 'a', views: 7, unlocked: 2, leads: 1, first_day: await dayBefore(1) },
    { variant: 'b', views: 0, unlocked: 0, leads: 3, first_day: null },
  ]
  assert.deepEqual(await variants(), expected)
  assert.deepEqual(await variants(), expected)
})

test('each period has its own days, whatever was looked at before', async () => {
  for (const daysAgo of [0, 1, 2, 2, 5, 100]) await store(daysAgo, 'a')
  const [today, yesterday, third] = [await dayBefore(0), await dayBefore(1), await dayBefore(2)]
  assert.deepEqual(await leads(third, yesterday), { a: 2 })
  assert.deepEqual(await leads(yesterday), { a: 2 })
  assert.deepEqual(await leads(third, today), { a: 3 })
  assert.deepEqual(await leads(), { a: 6 })
  assert.deepEqual(await leads('2000-01-01'), { a: 6 })
  assert.deepEqual(await leads('-infinity'), { a: 6 })
  assert.deepEqual(await leads(today, third), {})
})

test('a lead of today is counted at once, and an erased one is not', async () => {
  const [old, young] = [await store(2, 'a'), await store(0, 'b')]
  assert.deepEqual(await leads(), { a: 1, b: 1 })
  await store(0, 'b')
  assert.deepEqual(await leads(), { a: 1, b: 2 })
  for (const id of [old, young]) await queryAs('lead_desk', 'select desk.erase_lead($1)', [id])
  assert.deepEqual(await leads(), { b: 1 })
})

test('without leads no variant is listed', async () => {
  assert.deepEqual(await variants(), [])
})
