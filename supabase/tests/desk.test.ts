import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query } = database

type Json = Record<string, unknown>
type List = { leads: (Json & { email: string })[]; older: string | null; newer: string | null }

/** Calls a function of the desk with named arguments, in the operator's role. */
async function desk<Answer = Json>(name: string, values: Json = {}): Promise<Answer> {
  const list = Object.keys(values).map((key, index) => `${key} => $${index + 1}`)
  const [row] = await database.queryAs(
    'lead_desk',
    `select desk.${name}(${list}) as answer`,
    Object.values(values),
  )
  return row?.answer as Answer
}

/**
 * Stores a submission that is later than the one before. It first waits, because the clock of the embedded database
 * counts only whole milliseconds.
 */
async function accept(lead: object = {}, context: object = {}) {
  const id = crypto.randomUUID()
  await query('do $$ begin while clock_timestamp() = now() loop end loop; end $$')
  await query('select accept_lead($1, $2, $3)', [id, sampleLead(lead), context])
  return id
}

const emails = async (values: Json) =>
  (await desk<List>('list_leads', values)).leads.map(({ email }) => email)
const address = (name: string) => `${name}@example.org`

test('persons are listed newest first, page by page in both directions, each once', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await accept({ email: address(name) })
  // Two persons get the same time, so that the id decides their order.
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
  assert.deepEqual(back, { ...second, newer: back.newer })
  const start = await desk<List>('list_leads', { max_rows: 2, after: back.newer })
  assert.deepEqual(start, first)
})

test('a person is found by words of the name, the address or the phone number, however it is typed', async () => {
  await accept({
    name: 'José O’Brien-Smith',
    email: 'j.obrien+ads@mail.example.org',
    phone: '020 7946 0018',
    phone_e164: '+442079460018',
    country_code: 'UK',
  })
  await accept({
    name: 'Ann Lee',
    email: 'ann@other.test',
    phone: '(201) 555-0123',
    phone_e164: '+12015550123',
  })
  const found = [
    'jose',
    'JOSÉ',
    "o'brien",
    'obr smi',
    'smith',
    'j.obrien+ads@mail.example.org',
    'j.obrien@',
    'j.obrien+ads',
  ]
  found.push('@mail.example.org', 'mail.example', '020 7946', '02079460018', '+44 20 7946 0018', 'ads')
  for (const search of found) {
    assert.deepEqual(
      await emails({ search }),
      search === 'j.obrien@' ? [] : ['j.obrien+ads@mail.example.org'],
      search,
    )
  }
  for (const search of ['2015550123', '(201) 555-0123', '1 201 555', 'ann@other.test', 'lee ann']) {
    assert.deepEqual(await emails({ search }), ['ann@other.test'], search)
  }
  for (const search of [
    'ose',
    'ann smith',
    '…',
    '@',
    '.',
    `'`,
    `\\`,
    `a' | 'b`,
    '!',
    '&',
    ':*',
    '<->',
    '5550123',
  ]) {
    assert.deepEqual(await emails({ search }), [], search)
  }
  for (const search of ['', '  ', null]) assert.equal((await emails({ search })).length, 2)
})

test('a phone number in groups is looked for as one, since half of all persons may have the first group', async () => {
  const query = async (search: string) =>
    (await database.query('select desk.search_query($1)::text as query', [search]))[0]?.query
  assert.equal(await query('+1 (201) 555-0123'), `'12015550123':*`)
  assert.equal(await query('020 7946 0018'), `'2079460018':*`)
  assert.equal(await query('007'), `'007':* | '7':*`)
  assert.equal(await query('ada 20'), `'ada':* & '20':*`)
})

test('the persons of all pages are counted when asked, up to one more than asked for', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await accept({ email: address(name) }, name < 'd' ? { variant: 'b', suspected_bot: name === 'a' } : {})
  const count = async (values: Json = {}) =>
    (await desk<List & { count: number | null }>('list_leads', { max_rows: 2, max_count: 10, ...values }))
      .count
  assert.deepEqual([await count(), await count({ max_rows: 50 })], [5, 5])
  assert.deepEqual([await count({ max_count: 3 }), await count({ max_count: 3, max_rows: 50 })], [4, 4])
  assert.deepEqual(
    [await count({ max_count: null }), await count({ max_rows: 50, max_count: null })],
    [null, null],
  )
  assert.deepEqual([await count({ variant: 'b' }), await count({ variant: 'b', mail_state: 'held' })], [3, 1])
  assert.deepEqual([await count({ search: 'ada' }), await count({ search: 'nobody' })], [5, 0])
  const { older } = await desk<List>('list_leads', { max_rows: 2 })
  assert.equal(await count({ before: older }), 5)
})

test('a search that finds more than 10,000 is counted as more, and not together with another restriction', async () => {
  await query(`insert into leads (email, name, phone, country_code)
    select n || '@example.org', 'Ada', '1', 'US' from generate_series(1, 10001) n`)
  const count = async (values: Json) =>
    (await desk<List & { count: number | null }>('list_leads', { search: 'ada', ...values })).count
  assert.deepEqual([await count({ max_count: 1000 }), await count({ max_count: 90_000 })], [1001, 10001])
  assert.equal(await count({ max_count: 1000, since: '2020-01-01' }), null)
  assert.equal(await count({ max_count: 1000, search: '10001' }), 1)
})

test('persons with stopped mails are counted, however many mails those are', async () => {
  for (const name of ['a', 'b', 'c']) await accept({ email: address(name) }, { suspected_bot: true })
  const count = async (values: Json = {}) =>
    (
      await desk<List & { count: number | null }>('list_leads', {
        mail_state: 'held',
        max_rows: 2,
        ...values,
      })
    ).count
  assert.deepEqual([await count({ max_count: 10 }), await count({ max_count: 1 })], [3, 2])
  await query(`with made as (
      insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent)
      select gen_random_uuid(), id, '', '', '', '', 'US', true from leads, generate_series(1, 4000)
      returning id, lead_id)
    insert into outbox (submission_id, lead_id, kind, status) select id, lead_id, 'visitor', 'held' from made`)
  assert.deepEqual([await count({ max_count: 10 }), await count({ max_count: 1 })], [null, 2])
  assert.deepEqual(await emails({ mail_state: 'held', max_rows: 2 }), [address('c'), address('b')])
})

test('persons are filtered by how their consent stands', async () => {
  for (const name of ['given', 'gone', 'again', 'bot'])
    await accept({ email: address(name) }, { suspected_bot: name === 'bot' })
  await query(
    `select withdraw_consent(array(select id from leads where email like any (array['gone%', 'again%'])), 'link')`,
  )
  await accept({ email: address('again') })
  await query(`update leads set confirmed_at = now() where email like 'again%'`)
  const states = async () =>
    Promise.all(
      ['stands', 'unconfirmed', 'withdrawn', 'none'].map(async (consent) =>
        (await emails({ consent, sort: 'name' }))
          .map((email) => email.replace(/@.*/, ''))
          .sort()
          .join(),
      ),
    )
  assert.deepEqual(await states(), ['again,given', '', 'gone', 'bot'])
  await query('update lead_settings set double_opt_in = true')
  assert.deepEqual(await states(), ['again', 'given', 'gone', 'bot'])
  await query('update lead_settings set double_opt_in = false')
})

test('the longest name and address are stored and found', async () => {
  const email = `${'x'.repeat(64)}@${'y.'.repeat(120)}com`
  await accept({ name: '💼'.repeat(500), email, phone: '1'.repeat(100), phone_e164: null })
  await accept({ name: 'ﷺ'.repeat(500), email: address('b'), phone: 'ask me', phone_e164: null })
  assert.deepEqual(await emails({ search: '💼💼' }), [email])
  assert.deepEqual(await emails({ search: email }), [email])
  assert.deepEqual(await emails({ search: '1111' }), [email])
})

test('persons are filtered by period, campaign and variant of the first submission, and by the state of a mail', async () => {
  await accept({ email: address('a') }, { campaign: { utm_campaign: 'spring' }, variant: 'b' })
  await accept({ email: address('a') }, { campaign: { utm_campaign: 'summer' } })
  await accept({ email: address('b') }, { campaign: { utm_source: 'x' }, suspected_bot: true })
  await accept({ email: address('c') }, { campaign: { utm_campaign: 'spring' } })
  await query(`update outbox set status = 'dead', last_error = '550 no'
    where lead_id = (select id from leads where email = 'c@example.org') and kind = 'owner'`)
  const [row] = await query(`select created_at::text as at from leads where email = 'b@example.org'`)
  const cases: [Json, string[]][] = [
    [{ source: 'campaign:Spring' }, ['c', 'a']],
    [{ source: 'campaign:summer' }, []],
    [{ source: 'campaign:' }, ['b']],
    [{ source: 'direct' }, ['b']],
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
    [{ mail_state: 'dead' }, ['c']],
    [{ mail_state: 'held' }, ['b']],
    [{ mail_state: 'waiting' }, ['c', 'a']],
    [{ mail_state: 'overdue' }, []],
    [{ mail_state: 'sent' }, []],
    [{ source: 'campaign:spring', mail_state: 'waiting', search: 'ada', until: row?.at }, ['a']],
  ]
  for (const [values, names] of cases) {
    assert.deepEqual(await emails(values), names.map(address), JSON.stringify(values))
  }
  const pages = await desk<List>('list_leads', { source: 'campaign:spring', max_rows: 1 })
  assert.deepEqual(await emails({ source: 'campaign:spring', before: pages.older }), [address('a')])
  for (const wrong of [
    { mail_state: 'lost' },
    { kind: 'robot' },
    { number: 'odd' },
    { consent: 'lost' },
    { sort: 'phone' },
  ])
    await assert.rejects(desk('list_leads', wrong), { code: '22023' })
  for (const before of ['x', '2026-01-01', '2026-01-01_x'])
    await assert.rejects(desk('list_leads', { before }))
})

test('a row tells the record, the first touch, the changes that wait and the mails of the latest submission', async () => {
  const home = { ip_hash: 'a'.repeat(64), campaign: { utm_campaign: 'spring' } }
  await accept({ email: address('a'), name: 'Ann', extra: { company: 'Looms' } }, home)
  await query(`update outbox set status = 'dead', last_error = '550 no' where kind = 'visitor'`)
  await accept({ email: address('a'), name: 'Eve', extra: { company: 'Mills' } }, { ip_hash: 'b'.repeat(64) })
  const { leads } = await desk<List>('list_leads')
  const { id, created_at, updated_at, latest_at, mails, ...rest } = leads[0] as unknown as Json & {
    mails: Json[]
  }
  assert.deepEqual(rest, {
    ...{
      email: address('a'),
      name: 'Ann',
      phone: '(201) 555-0123',
      phone_e164: '+12015550123',
      country_code: 'US',
    },
    ...{ campaign: home.campaign, referrer: null, source: 'campaign:spring', variant: null, noted: null },
    ...{ extra: { company: 'Looms' }, submissions: 2, changes: 1 },
    ...{ suspected_bot: false, preview: false, dead: 1, held: 0, confirmed_at: null },
    ...{ consent: 'given', consented_at: created_at, withdrawn_at: null, watched: null },
  })
  assert.deepEqual(
    mails.map(({ kind, status, last_error }) => [kind, status, last_error]),
    [
      ['visitor', 'pending', null],
      ['owner', 'pending', null],
    ],
  )
})

test('a person is shown with consent, changes, seals and mails of every submission', async () => {
  const home = { ip_hash: 'a'.repeat(64), consent_text: 'I agree.', consent_version: '2026-11' }
  const first = await accept({ email: address('a'), name: 'Ann' }, home)
  await accept({ email: address('a'), name: 'Anna' }, home)
  await query('select seal_submissions()')
  await accept({ email: address('a'), name: 'Eve', phone: '9' }, { ip_hash: 'b'.repeat(64) })
  type Shown = Json & { id: string; history: (Json & { mails: Json[]; seal: Json | null })[] }
  const shown = await desk<Shown>('show_lead', { email: 'A@EXAMPLE.ORG' })
  assert.deepEqual(await desk('show_lead', { id: shown.id }), shown)
  assert.deepEqual([shown.name, shown.submissions], ['Anna', 3])
  assert.deepEqual(
    shown.history.map(({ applied, changes, seal }) => [applied, changes, seal?.number]),
    [
      [false, { name: ['Anna', 'Eve'], phone: ['(201) 555-0123', '9'] }, undefined],
      [true, { name: ['Ann', 'Anna'] }, 1],
      [true, {}, 1],
    ],
  )
  const [, , { id, consent_text, consent_version, seal, mails } = {} as never] = shown.history
  assert.deepEqual([id, consent_text, consent_version], [first, 'I agree.', '2026-11'])
  const [{ hash } = {}] = await query(`select encode(hash, 'hex') as hash from lead_seals`)
  assert.equal(seal?.hash, hash)
  assert.deepEqual(
    mails.map(({ kind, status, attempts }) => [kind, status, attempts]),
    [
      ['visitor', 'pending', 0],
      ['owner', 'pending', 0],
    ],
  )
  assert.equal(await desk('show_lead', { email: 'nobody@example.org' }), null)
  assert.equal(await desk('show_lead'), null)
})

test('sources are listed once each, and persons whose mails wait are counted', async () => {
  for (const utm_campaign of ['b', 'a', 'B ', 'c']) await accept({}, { campaign: { utm_campaign } })
  await accept({}, { suspected_bot: true })
  assert.deepEqual((await desk('list_origins')).sources, ['campaign:a', 'campaign:b', 'campaign:c', 'direct'])
  await query(`update outbox set due_at = now() - interval '11 minutes' where status = 'pending'`)
  assert.deepEqual(await desk('attention'), { dead: 0, held: 1, overdue: 4, delayed: 0, own: 0 })
})

test('variants are listed once each, in the order of their names', async () => {
  assert.deepEqual(await desk('list_origins'), { sources: [], variants: [] })
  for (const variant of ['b', 'a', 'b', undefined, 'control']) await accept({}, { variant })
  assert.deepEqual((await desk('list_origins')).variants, ['a', 'b', 'control'])
})

test('the operator’s role asks for the health of the database and for the evidence', async () => {
  await accept()
  assert.equal((await desk<{ mails: Json }>('lead_health')).mails.pending, 2)
  const found = await desk('verify_lead_evidence', { mailed_number: 1, mailed_hash: '0'.repeat(64) })
  assert.deepEqual(found.faults, [{ kind: 'seal_missing', seal: 1, submission: null }])
})
