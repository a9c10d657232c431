import assert from 'node:assert/strict'
import { after } from 'node:test'
import { choices } from '../../desk/core/leads.ts'
import { address, type Json, type List, openTestDesk } from './open-test-desk.ts'
import { sayConsent } from './say-consent.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, accept, desk, emails, query } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

test('persons are listed newest first, page by page in both directions, each once', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await accept({ email: address(name) })
  // These two persons are given the same time, so their order depends on their ids.
  await query(`update leads set created_at = (select created_at from leads where email = 'd@example.org')
    where email = 'c@example.org'`)
  const all = await emails({})
  assert.deepEqual([all[0], all.at(-1), new Set(all).size], [address('e'), address('a'), 5])
  const first = await desk<List>('list_leads', { max_rows: 2 })
  const second = await desk<List>('list_leads', { max_rows: 2, before: first.older })
  const third = await desk<List>('list_leads', { max_rows: 2, before: second.older })
  assert.deepEqual(
    [first, second, third].flatMap(({ leads }) => leads.map(({ email }) => email)),
    all,
  )
  assert.deepEqual([first.newer, third.older], [null, null])
  const back = await desk<List>('list_leads', { max_rows: 2, after: third.newer })
  assert.deepEqual({ ...back, read_at: 0 }, { ...second, newer: back.newer, read_at: 0 })
  const start = await desk<List>('list_leads', { max_rows: 2, after: back.newer })
  assert.deepEqual({ ...start, read_at: 0 }, { ...first, read_at: 0 })
})

test('persons are filtered by their consent, and a switch of double opt-in changes nobody’s', async () => {
  for (const [at, name] of ['given', 'gone', 'again', 'bot', 'stopped', 'shared'].entries())
    await accept(
      { email: address(name), phone_e164: name === 'shared' ? '+12015550001' : `+1201555000${at}` },
      { suspected_bot: name === 'bot' },
    )
  await query(
    `select withdraw_consent(id, 'link') from leads where email like any (array['gone%', 'again%'])`,
  )
  await query(`select receive_text('+12015550004', 'STOP', 'stop')`)
  await accept({ email: address('again'), phone_e164: '+12015550002' })
  await query(sayConsent('confirmed', `email like 'again%'`))
  const states = async () =>
    Promise.all(
      ['may-be-texted', 'asked', 'withdrawn', 'none', 'stopped'].map(async (consent) =>
        (await emails({ consent }, { sort: 'name' }))
          .map((email) => email.replace(/@.*/, ''))
          .sort()
          .join(),
      ),
    )
  const rest = ['gone', 'bot', 'shared,stopped']
  assert.deepEqual(await states(), ['again,given', '', ...rest])
  await query('update lead_settings set double_opt_in = true')
  await accept({ email: address('new') })
  assert.deepEqual(await states(), ['again,given', 'new', ...rest])
  await query('update lead_settings set double_opt_in = false')
  assert.deepEqual(await states(), ['again,given', 'new', ...rest])
})

test('persons are filtered by period, campaign and variant of the first submission, and by the state of an email', async () => {
  await accept({ email: address('a') }, { campaign: { utm_campaign: 'spring' }, variant: 'b' })
  await accept({ email: address('a') }, { campaign: { utm_campaign: 'summer' } })
  await accept({ email: address('b') }, { campaign: { utm_source: 'x' }, suspected_bot: true })
  await accept({ email: address('c') }, { campaign: { utm_campaign: 'spring' } })
  await query(`update outbox set status = 'failed', reason = 'rejected', last_error = '550 no'
    where lead_id = (select id from leads where email = 'c@example.org') and kind = 'owner'`)
  const [row] = await query(`select created_at::text as at from leads where email = 'b@example.org'`)
  const cases: [Json, string[]][] = [
    [{ source: 'campaign:Spring' }, ['c', 'a']],
    [{ source: 'campaign:summer' }, []],
    [{ source: 'campaign:' }, ['b']],
    [{ source: 'source:x' }, ['b']],
    [{ source: 'campaign:spring', variant: 'b' }, ['a']],
    [{ kind: 'bot' }, ['b']],
    [{ kind: 'person' }, ['c', 'a']],
    [{ kind: 'preview' }, []],
    [{ number: 'valid' }, ['c', 'b', 'a']],
    [{ number: 'invalid' }, []],
    [{ number: 'confirmed' }, []],
    [{ variant: 'b' }, ['a']],
    [{ variant: '' }, ['c', 'b']],
    [{ since: row?.at }, ['c', 'b']],
    [{ until: row?.at }, ['a']],
    [{ mails: 'failed' }, ['c']],
    [{ mails: 'held' }, ['b']],
    [{ mails: 'pending' }, ['c', 'a']],
    [{ mails: 'overdue' }, []],
    [{ mails: 'sent' }, []],
    [{ source: 'campaign:spring', mails: 'pending', search: 'ada', until: row?.at }, ['a']],
  ]
  for (const [values, names] of cases) {
    assert.deepEqual(await emails(values), names.map(address), JSON.stringify(values))
  }
  const filters = { source: 'campaign:spring' }
  const pages = await desk<List>('list_leads', { filters, max_rows: 1 })
  assert.deepEqual(await emails(filters, { before: pages.older }), [address('a')])
  for (const wrong of [
    { mails: 'lost' },
    { kind: 'robot' },
    { number: 'odd' },
    { consent: 'lost' },
    { calls: 'many' },
    { outcome: 'maybe' },
    { watched: '30' },
    { mailbox: 'no' },
    { colour: 'red' },
    ['kind'],
  ])
    await assert.rejects(desk('list_leads', { filters: wrong }), { code: '22023' })
  await assert.rejects(desk('count_exports', { filters: { kind: 'robot' } }), {
    code: '22023',
    message: /the list has no filter "kind" with the value "robot"/,
  })
  await assert.rejects(desk('list_leads', { sort: 'phone' }), { code: '22023' })
  await assert.rejects(desk('list_leads', { filters: { since: 'x' } }), { code: '22007' })
  for (const before of ['x', '2026-01-01', '2026-01-01_x'])
    await assert.rejects(desk('list_leads', { before }))
})

test('every value of a filter that the desk offers is one of the database', async () => {
  for (const [name, { values }] of Object.entries(choices))
    for (const value of Object.keys(values)) assert.deepEqual(await emails({ [name]: value }), [], value)
})

test('certain persons are filtered like any others', async () => {
  await accept({ email: address('a') })
  await accept({ email: address('b') }, { suspected_bot: true })
  const ids = (await query('select id from leads order by email')).map(({ id }) => id)
  assert.deepEqual(await emails({ chosen: ids }), [address('b'), address('a')])
  assert.deepEqual(await emails({ chosen: ids, mails: 'held' }), [address('b')])
  assert.deepEqual(await emails({ chosen: [ids[0]], mails: 'held' }), [])
  assert.deepEqual(await emails({ chosen: [] }), [])
})

test('persons are found whom nobody has called, and who has only been noted about', async () => {
  for (const name of ['new', 'noted', 'called', 'answered', 'met']) await accept({ email: address(name) })
  await query(`insert into lead_notes (lead_id, kind, words)
    select id, case when email like 'noted%' then 'note' else split_part(email, '@', 1) end, ''
    from leads where email not like 'new%'`)
  assert.deepEqual(await emails({ calls: 'none' }), [address('noted'), address('new')])
  assert.equal((await emails({})).length, 5)
})

test('persons are found by how much of the video they watched', async () => {
  for (const name of ['a', 'b', 'c']) await accept({ email: address(name) })
  await query(`update leads set watched_percent = case email when $1 then 25 when $2 then 75 end`, [
    address('a'),
    address('b'),
  ])
  assert.deepEqual(await emails({ watched: '25' }), [address('b'), address('a')])
  assert.deepEqual(await emails({ watched: '75', calls: 'none' }), [address('b')])
  assert.deepEqual(await emails({ watched: '100' }), [])
  assert.deepEqual(await emails({ watched: 'none' }), [address('c')])
})

test('persons are found by whether their mailbox gets emails', async () => {
  const spellings = [
    'Ada@gmail.com',
    'a.d.a+x@googlemail.com',
    'bob@example.org',
    'bob+x@example.org',
    'cyd@example.org',
  ]
  for (const email of spellings) await accept({ email })
  const found = async () =>
    Promise.all(
      [{ mailbox: 'no-more-emails' }, { mailbox: 'gets-emails' }].map(async (filter) =>
        (await emails(filter)).sort(),
      ),
    )
  assert.deepEqual(await found(), [[], spellings.toSorted()])
  // A person who unsubscribed by any spelling, and an address that is dead though its mailbox is not.
  await query(`select suppress_mailbox(mailbox_key('ada@gmail.com'), 'unsubscribed', 'link'),
    suppress_mailbox('bob+x@example.org', 'bounced', 'postmark')`)
  const refusing = ['Ada@gmail.com', 'a.d.a+x@googlemail.com', 'bob+x@example.org']
  const others = ['bob@example.org', 'cyd@example.org']
  assert.deepEqual(await found(), [refusing.toSorted(), others])
  const [{ id } = {}] = await query(`select id from leads where email = 'Ada@gmail.com'`)
  await desk('lift_suppression', { id, reason: 'unsubscribed', note: 'asked by phone' })
  await query(`update leads set email = 'dot@example.org' where email = 'bob+x@example.org'`)
  const again = [
    'Ada@gmail.com',
    'a.d.a+x@googlemail.com',
    'bob@example.org',
    'cyd@example.org',
    'dot@example.org',
  ]
  assert.deepEqual(await found(), [[], again.toSorted()])
})

test('persons are found by what became of them', async () => {
  for (const name of ['open', 'won', 'lost']) await accept({ email: address(name) })
  await query(`update leads set outcome = split_part(email, '@', 1), outcome_at = now()
    where email not like 'open%'`)
  for (const outcome of ['open', 'won', 'lost'])
    assert.deepEqual(await emails({ outcome }), [address(outcome)])
  assert.deepEqual(await emails({ outcome: 'won', search: 'lost' }), [])
})

test('persons to call today are those whose day has come, with the other filters', async () => {
  for (const name of ['none', 'past', 'today', 'later']) await accept({ email: address(name) })
  await query(`update leads set call_again_on = case split_part(email, '@', 1)
    when 'past' then date '2026-11-23' when 'today' then '2026-11-24' when 'later' then '2026-11-25' end`)
  const list = (values: Json) => emails({ calls: 'today', today: '2026-11-24', ...values })
  assert.deepEqual(await list({}), [address('today'), address('past')])
  assert.deepEqual(await list({ mails: 'pending', search: 'past' }), [address('past')])
  assert.deepEqual(await list({ consent: 'stopped' }), [])
})

test('the persons of all pages are counted when asked', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await accept({ email: address(name) }, name < 'd' ? { variant: 'b', suspected_bot: name === 'a' } : {})
  const count = async (others: Json = {}, filters: Json = {}) =>
    (
      await desk<List & { count: number | null }>('list_leads', {
        filters,
        max_rows: 2,
        max_count: 10,
        ...others,
      })
    ).count
  assert.deepEqual([await count(), await count({ max_rows: 50 })], [5, 5])
  assert.deepEqual([await count({ max_count: 3 }), await count({ max_count: 3, max_rows: 50 })], [5, 5])
  assert.deepEqual(
    [await count({ max_count: null }), await count({ max_rows: 50, max_count: null })],
    [null, null],
  )
  assert.deepEqual(
    [await count({}, { variant: 'b' }), await count({}, { variant: 'b', mails: 'held' })],
    [3, 1],
  )
  assert.deepEqual([await count({}, { search: 'ada' }), await count({}, { search: 'nobody' })], [5, 0])
  const { older } = await desk<List>('list_leads', { max_rows: 2 })
  assert.equal(await count({ before: older }), 5)
})

test('of more persons than are counted, a share of the first ids tells about how many there are', async () => {
  await query(`insert into leads (email, name, phone, country_code, variant)
    select n || '@example.org', 'Ada', '1', 'US', case when n % 10 = 0 then 'b' end
    from generate_series(1, 5000) n`)
  await query('analyze leads')
  const counted = async (filters: Json, max_count = 100) => {
    const { count, count_is: is } = await desk<List & { count: number; count_is: string }>('list_leads', {
      filters,
      max_rows: 2,
      max_count,
    })
    return [count, is] as const
  }
  assert.deepEqual(await counted({}), [5000, 'about'])
  assert.deepEqual(await counted({}, 5000), [5000, 'exact'])
  // The estimate is too near to say more.
  assert.deepEqual(await counted({}, 4999), [5000, 'about'])
  await query(`update pg_class set reltuples = 4900 where oid = 'leads'::regclass`)
  assert.deepEqual(await counted({}, 4999), [4999, 'more than'])
  await query('analyze leads')
  assert.deepEqual(await counted({ variant: 'b' }, 1000), [500, 'exact'])
  const [count, is] = await counted({ variant: 'b' })
  assert.equal(is, 'about')
  // Of 2,000 random ids, 200 pass, give or take 70.
  assert.ok(count >= 320 && count <= 680 && count % 10 === 0, String(count))
  assert.deepEqual(await counted({ kind: 'person' }), [5000, 'about'])
})

test('the last page is reached from the end in each order', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await accept({ name, email: address(name) })
  for (const sort of ['newest', 'oldest', 'name', 'name-down', 'source', 'watched', 'value-down']) {
    const all = await emails({}, { sort })
    const last = await desk<List>('list_leads', { sort, max_rows: 2, after: 'end' })
    assert.deepEqual([last.leads.map(({ email }) => email), last.older], [all.slice(-2), null], sort)
    const back = await desk<List>('list_leads', { sort, max_rows: 2, after: last.newer })
    assert.deepEqual(
      back.leads.map(({ email }) => email),
      all.slice(1, 3),
      sort,
    )
    assert.ok(back.older)
  }
})
