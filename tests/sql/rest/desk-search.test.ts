import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, type List, openTestDesk } from '../open-test-desk.ts'

const { database, desk, emails, query } = await openTestDesk()
after(() => database.close())

test('a search that finds more than 10,000 is told how many about, and has them all in each order, page by page', async () => {
  await query(`insert into leads (email, name, phone, country_code, source, created_at)
    select n || '@example.org',
      case when n <= 10001 then 'Ada' else 'Bob' end || n % 100, '1', 'US',
      'campaign:' || n / 5000, '2026-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, 13000) n`)
  const count = async (most: number, filters: Json = {}) => {
    const values = { filters: { search: 'ada', ...filters }, max_count: most }
    const { count, count_is: is } = await desk<List & { count: number; count_is: string }>(
      'list_leads',
      values,
    )
    return [count, is] as const
  }
  for (const [most, filters] of [
    [1000, {}],
    [90_000, {}],
    [1000, { since: '2020-01-01' }],
  ] as const) {
    const [about, is] = await count(most, filters)
    assert.equal(is, 'about')
    // Of 2,000 random ids, 1,540 pass, give or take 75.
    assert.ok(about >= 9_500 && about <= 10_500, String(about))
  }
  assert.deepEqual(await count(1000, { search: '10001' }), [1, 'exact'])

  const ada = { search: 'ada' }
  for (const [sort, order] of Object.entries({
    newest: 'created_at desc, id desc',
    oldest: 'created_at, id',
    name: 'left(lower(name), 24), created_at, id',
    'name-down': 'left(lower(name), 24) desc, created_at desc, id desc',
    source: 'source, created_at, id',
    'source-down': 'source desc, created_at desc, id desc',
  })) {
    const [whole] = await query(
      `select array(select email from leads where name ~ 'Ada' order by ${order} limit 1200) as emails`,
    )
    const found: string[] = []
    let before: string | null = null
    do {
      const page: List = await desk<List>('list_leads', { filters: ada, sort, before, max_rows: 600 })
      found.push(...page.leads.map(({ email }) => email))
      before = page.older
    } while (found.length < 1200)
    assert.deepEqual(found, whole?.emails, sort)
  }
  const values = {
    filters: { ...ada, since: '2026-01-08T00:00Z' },
    sort: 'name-down',
    max_rows: 2,
  }
  const first = await desk<List>('list_leads', values)
  const next = await desk<List>('list_leads', { ...values, before: first.older })
  const back = await desk<List>('list_leads', { ...values, after: next.newer })
  assert.deepEqual(
    back.leads.map(({ email }) => email),
    first.leads.map(({ email }) => email),
  )
  await query(
    `update leads set call_again_on = '2026-01-01' where email in ('9@example.org', '12001@example.org')`,
  )
  assert.deepEqual(await emails({ ...ada, calls: 'today' }), ['9@example.org'])
})

test('a part inside a name is found among the newest 10,000 persons, by the list and by its exports', async () => {
  await query(`delete from leads; insert into leads (email, name, phone, country_code, created_at)
    select n || '@example.org', case n when 0 then 'Old Goldsmith' when 1 then 'Ann Goldsmith' else 'X' end,
      '1', 'US', now() + n * interval '1 second' from generate_series(0, 10000) n`)
  assert.deepEqual(await emails({ search: 'mith' }), ['1@example.org'])
  assert.deepEqual(await emails({ search: 'golds' }), ['1@example.org', '0@example.org'])
  assert.equal((await desk<{ people: number }>('count_exports', { filters: { search: 'mith' } })).people, 1)
  const isCut = async () =>
    (await desk<List & { is_cut: boolean }>('list_leads', { filters: { search: 'x' } })).is_cut
  assert.equal(await isCut(), true)
  await query(`delete from leads where email = '0@example.org'`)
  assert.equal(await isCut(), false)
})
