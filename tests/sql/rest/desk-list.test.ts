import assert from 'node:assert/strict'
import { after } from 'node:test'
import { address, type Json, type List, openTestDesk } from '../open-test-desk.ts'
import { testOnEmpty } from '../test-on-empty.ts'

const { database, accept, desk, emails, query } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

test('an order without an index is given to at most 5,000 persons, and otherwise the newest come first', async () => {
  await query(`insert into leads (email, name, phone, country_code, created_at, watched_percent, variant)
    select n || '@example.org', 'Ada', '1', 'US', now() - n * interval '1 minute',
      case when n = 4000 then 100 end, case when n > 10 then 'b' end
    from generate_series(1, 5001) n`)
  const first = async (filters: Json, place: Json = {}) => {
    const list = await desk<List & { is_sorted: boolean }>('list_leads', {
      filters,
      sort: 'watched-down',
      max_rows: 1,
      ...place,
    })
    return { first: list.leads[0]?.email, isSorted: list.is_sorted, older: list.older }
  }
  const some = await first({ variant: 'b' })
  assert.deepEqual([some.first, some.isSorted], ['4000@example.org', true])
  const all = await first({})
  assert.deepEqual([all.first, all.isSorted], ['1@example.org', false])
  assert.equal((await first({}, { before: all.older })).first, '2@example.org')
  assert.equal((await first({}, { after: 'end' })).first, '5001@example.org')
})

test('persons with stopped emails are counted, however many emails those are', async () => {
  for (const name of ['a', 'b', 'c']) await accept({ email: address(name) }, { suspected_bot: true })
  const count = async (values: Json = {}) =>
    (
      await desk<List & { count: number | null }>('list_leads', {
        filters: { mails: 'held' },
        max_rows: 2,
        ...values,
      })
    ).count
  assert.deepEqual([await count({ max_count: 10 }), await count({ max_count: 1 })], [3, 3])
  await query(`with made as (
      insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent)
      select gen_random_uuid(), id, '', '', '', '', 'US', true from leads, generate_series(1, 7000)
      returning id, lead_id)
    insert into outbox (submission_id, lead_id, kind, status, reason, priority)
    select id, lead_id, 'visitor', 'held', 'limit', 'visitor_first' from made`)
  assert.deepEqual([await count({ max_count: 10 }), await count({ max_count: 1 })], [3, 3])
  assert.deepEqual(await emails({ mails: 'held' }, { max_rows: 2 }), [address('c'), address('b')])
})
