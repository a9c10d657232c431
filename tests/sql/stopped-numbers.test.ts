import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openTestDesk } from './open-test-desk.ts'
import { sampleLead } from './sample-lead.ts'
import { sayConsent } from './say-consent.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, desk, accept, emails } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

const number = '+12015550123'
const other = '+12015550199'
const text = (words: string, meaning = 'stop', sender: string | null = number) =>
  query('select receive_text($1, $2, $3)', [sender, words, meaning])
const states = async () =>
  (await query('select consent_state(leads) as state from leads order by created_at')).map(
    ({ state }) => state,
  )
const sweep = () => query('select run_housekeeping()')
const stops = async () =>
  (await desk('list_stops')) as { numbers: Record<string, unknown>[]; texts: Record<string, unknown>[] }
const mayBeTexted = async () => (await emails({ consent: 'may-be-texted' })).length
const overviewed = async () =>
  (
    (await desk('overview', {
      bounds: '{2020-01-01,infinity}',
      since: '2020-01-01',
      until: '2100-01-01',
      day_before: '2020-01-01',
      day_since: '2020-01-01',
      day_until: '2030-01-01',
    })) as { may_be_texted: number }
  ).may_be_texted

test('a STOP holds for the number: before any lead, for everybody who has it, and through new forms and erasures', async () => {
  await text('Stop please')
  const ada = sampleLead()
  await accept(ada)
  assert.deepEqual(await states(), ['stopped'])
  await query('select desk.erase_lead(id) from leads')
  await accept(ada)
  await accept(sampleLead(), { ip_hash: 'b'.repeat(64) })
  await accept({ phone_e164: other })
  assert.deepEqual(await states(), ['stopped', 'stopped', 'given'])
  assert.deepEqual([await mayBeTexted(), await overviewed()], [1, 1])
  assert.deepEqual((await emails({ consent: 'stopped' })).length, 2)
  assert.deepEqual((await emails({ consent: 'given' })).length, 1)
  const shown = await desk<{ consent: string; stop: { words: string | null } }>('show_lead', {
    email: ada.email,
  })
  assert.deepEqual([shown.consent, shown.stop.words], ['stopped', null])
})

test('START from the number lifts the stop, or the operator with a note, and nobody else does', async () => {
  await accept()
  await text('STOP')
  await text('START', 'start', other)
  for (const note of [' ', null])
    await assert.rejects(desk('lift_stop', { phone: number, note }), /a note must say why/)
  assert.equal(await desk('lift_stop', { phone: other, note: 'x' }), false)
  assert.deepEqual(await states(), ['stopped'])
  await text('START', 'start')
  assert.deepEqual(await states(), ['given'])
  await text('STOP')
  assert.equal(await desk('lift_stop', { phone: number, note: 'She called.' }), true)
  assert.deepEqual(await states(), ['given'])
  const { numbers } = await stops()
  assert.deepEqual(
    numbers.map(({ phone_e164, lifted_by, note }) => [phone_e164, lifted_by, note]),
    [[number, 'desk:postgres', 'She called.']],
  )
})

test('a START does not undo the withdrawal of a person', async () => {
  await accept()
  await query(`select stop_lead(lead_token(secret, 'stop')) from leads`)
  await text('STOP')
  await text('START', 'start')
  assert.deepEqual(await states(), ['withdrawn'])
})

test('a person who withdrew makes the number untextable for others, also once erased or with another number', async () => {
  await accept({ email: 'ada@example.org' })
  await accept({ email: 'bob@example.org' })
  const withdraw = () =>
    query(`select stop_lead(lead_token(secret, 'stop')) from leads where email = 'ada@example.org'`)
  await withdraw()
  assert.deepEqual(await states(), ['withdrawn', 'stopped'])
  assert.deepEqual([await mayBeTexted(), await overviewed()], [0, 0])
  await query(`select desk.erase_lead(id) from leads where email = 'ada@example.org'`)
  assert.deepEqual(await states(), ['stopped'])
  await desk('lift_stop', { phone: number, note: 'It is Bob’s alone.' })
  assert.deepEqual([await states(), await mayBeTexted(), await overviewed()], [['given'], 1, 1])

  await accept({ email: 'ada@example.org' })
  await withdraw()
  const key = await accept({ email: 'ada@example.org', phone_e164: other })
  const mails = await claim(database, 100)
  const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.token
  await query('select confirm_lead($1, $2)', [token, { consent_text: 'Mine.' }])
  assert.deepEqual(await states(), ['stopped', 'confirmed'])
})

test('the sweep stores a withdrawal for each person with the number, once, and tells owner and webhook', async () => {
  for (const email of ['ada@example.org', 'bob@example.org']) await accept({ email }, { webhook: true })
  await claim(database, 10, 'claim_webhooks')
  await query(`update outbox set status = 'sent', reason = null, claimed_at = now()`)
  await text('stop texting me')
  for (const _ of ['first', 'second']) await sweep()
  const evidence = await query(
    'select email, withdrawn_by from lead_submissions where not consent order by email',
  )
  assert.deepEqual(evidence, [
    { email: 'ada@example.org', withdrawn_by: 'text message' },
    { email: 'bob@example.org', withdrawn_by: 'text message' },
  ])
  await sweep()
  const [row] = await query(`select desk.verify_lead_evidence() -> 'faults' as faults`)
  assert.deepEqual(row?.faults, [])
  const webhooks = await claim(database, 10, 'claim_webhooks')
  assert.deepEqual(
    webhooks.map(({ consent, withdrawn_by }) => [consent, withdrawn_by]),
    [
      ['stopped', 'text message'],
      ['stopped', 'text message'],
    ],
  )
  await query(`update outbox set due_at = now() where kind = 'digest'`)
  const [digest] = (await claim(database, 10)).filter(({ kind }) => kind === 'digest')
  const told = digest?.contents as { withdrawals: number; withdrawn: { phone: string; email: string }[] }
  assert.deepEqual([told.withdrawals, told.withdrawn[0]?.phone], [2, number])
})

test('1,100 persons with the number do not delay a STOP, and are told in pieces', async () => {
  await query(
    `with person as (
      insert into leads (email, name, phone, phone_e164, country_code)
      select n || '@example.org', 'Bot', '1', $1, 'US' from generate_series(1, 1100) n
      returning *
    )
    insert into lead_submissions (id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent)
    select gen_random_uuid(), id, '', name, email, phone, phone_e164, country_code, true from person`,
    [number],
  )
  await query(sayConsent('given'))
  await text('STOP')
  assert.equal(await mayBeTexted(), 0)
  const count = async () =>
    Number((await query('select count(*) from lead_submissions where not consent'))[0]?.count)
  const calls = []
  for (let at = 0; at < 4; at += 1) {
    const [row] = await query(`select run_housekeeping('tell_number_events') as is_more_left`)
    calls.push([await count(), row?.is_more_left])
  }
  assert.deepEqual(calls, [
    [500, true],
    [1000, true],
    [1100, false],
    [1100, false],
  ])
})

test('a text that is neither stop nor start reaches the owner by the digest and the desk, and is deleted after 30 days', async () => {
  await text('Who is this?', 'other')
  await text('STOP', 'stop', 'TWITTER')
  await text('x'.repeat(2000), 'other', null)
  await sweep()
  await query(`update outbox set due_at = now() where kind = 'digest'`)
  const [mail] = await claim(database, 10)
  const { texts, received } = (mail?.contents ?? {}) as { texts: number; received: { words: string }[] }
  assert.deepEqual([texts, received.length], [3, 3])
  assert.ok(received.some(({ words }) => words === 'Who is this?'))
  assert.ok(received.every(({ words }) => words.length <= 500))
  assert.deepEqual((await stops()).texts.length, 3)
  await text('Another', 'other')
  await sweep()
  assert.equal((await query(`select from outbox where kind = 'digest'`)).length, 2)
  await query(`update incoming_texts set received_at = now() - interval '31 days'`)
  await sweep()
  assert.deepEqual((await stops()).texts, [])
})

test('the operator answers a text by reading it or by stopping its number, once', async () => {
  await accept({ name: 'Ada' })
  for (const words of ['Who is this?', 'leave me alone']) await text(words, 'other')
  await text('STOP', 'stop', 'TWITTER')
  type Texts = { count: number; texts: { id: string; words: string; person: { name: string } | null }[] }
  const unanswered = () => desk<Texts>('unanswered_texts')
  const { count, texts } = await unanswered()
  assert.deepEqual(
    texts.map(({ words, person }) => [words, person?.name]),
    [
      ['STOP', undefined],
      ['leave me alone', 'Ada'],
      ['Who is this?', 'Ada'],
    ],
  )
  assert.equal(count, 3)
  const [twitter, alone, who] = texts.map(({ id }) => id)
  await assert.rejects(desk('answer_text', { id: twitter, is_stop: true }), { code: '23514' })
  assert.equal(await desk('answer_text', { id: who, is_stop: false }), true)
  assert.deepEqual(await states(), ['given'])
  assert.equal(await desk('answer_text', { id: alone, is_stop: true }), true)
  assert.equal(await desk('answer_text', { id: alone, is_stop: true }), false)
  assert.deepEqual(await states(), ['stopped'])
  const lift = async () => {
    const [number] = (await stops()).numbers
    await desk('lift_stop', { phone: number?.phone_e164, note: 'asked by phone' })
    assert.deepEqual(await states(), ['given'])
  }
  for (const answered of [alone, who]) {
    await lift()
    assert.equal(await desk('answer_text', { id: answered, is_stop: true }), false)
    assert.deepEqual(await states(), ['stopped'])
  }
  assert.equal(await desk('answer_text', { id: crypto.randomUUID(), is_stop: true }), null)
  assert.deepEqual(
    [await desk('reopen_text', { id: who }), await desk('reopen_text', { id: who })],
    [true, false],
  )
  assert.equal((await unanswered()).count, 2)
  assert.equal((await stops()).texts.length, 3)
})

test('the operator asks again whoever has not confirmed, which changes no state, and takes over the data of a stranger', async () => {
  await accept({ email: 'ada@example.org' }, { ip_hash: 'a'.repeat(64) })
  await query(`update outbox set status = 'sent', reason = null, claimed_at = now()`)
  // The email of today has no link, so it has not asked.
  assert.deepEqual(await desk('ask_again', { expected: 0 }), { asked: 1, skipped: 0 })
  await query('update lead_settings set double_opt_in = true')
  assert.deepEqual(await states(), ['given'])
  const [before] = await query(`select id from outbox where kind = 'visitor'`)
  for (const expected of [0, 2])
    assert.deepEqual(await desk('ask_again', { expected }), { asked: 1, skipped: 0 })
  assert.deepEqual(await desk('ask_again'), { asked: 1, skipped: 0 })
  assert.deepEqual(await desk('ask_again'), { asked: 0, skipped: 0 })
  assert.deepEqual(await states(), ['given'])
  const [mail] = (await claim(database, 10)).filter(({ kind }) => kind === 'visitor')
  assert.notEqual(mail?.id, before?.id)
  await query('select confirm_lead($1, $2)', [mail?.token, { consent_text: 'Mine.' }])
  assert.deepEqual(await states(), ['confirmed'])

  await query('update lead_settings set double_opt_in = false')
  const key = await accept(
    { email: 'ada@example.org', name: 'Ada King', phone_e164: other },
    { ip_hash: 'b'.repeat(64) },
  )
  assert.deepEqual(await query('select name, phone_e164 from leads'), [
    { name: 'Ada Lovelace', phone_e164: number },
  ])
  assert.equal(await desk('take_over', { submission: key }), true)
  assert.deepEqual(await query('select name, phone_e164 from leads'), [
    { name: 'Ada King', phone_e164: other },
  ])
  assert.deepEqual(await states(), ['given'])
  assert.equal(await desk('take_over', { submission: crypto.randomUUID() }), false)
})

test('an email that asks again belongs to no submission that is held or was dropped', async () => {
  const email = 'ada@example.org'
  const own = await accept({ email }, { ip_hash: 'a'.repeat(64) })
  await query(`update outbox set status = 'sent', reason = null, claimed_at = now(),
    queued_at = now() - interval '25 hours'`)
  const forged = { email, name: 'Mallory' }
  for (const isDropped of [true, false]) {
    await accept(forged, { suspected_bot: true })
    if (isDropped) await desk('drop_messages', { from_status: 'held' })
  }
  assert.deepEqual(await desk('ask_again'), { asked: 1, skipped: 0 })
  const mails = (await claim(database, 10)).filter(({ kind }) => kind === 'visitor')
  assert.deepEqual(
    mails.map(({ submission_id: id }) => id),
    [own],
  )
  await query('select confirm_lead($1, $2)', [mails[0]?.token, { consent_text: 'Mine.' }])
  assert.deepEqual(await query('select name from leads'), [{ name: 'Ada Lovelace' }])
})

test('data that are taken over make no withdrawn consent valid', async () => {
  await accept({ email: 'ada@example.org' }, { ip_hash: 'a'.repeat(64) })
  const early = await accept({ email: 'ada@example.org', phone_e164: other }, { ip_hash: 'b'.repeat(64) })
  await query(`select stop_lead(lead_token(secret, 'stop')) from leads`)
  const late = await accept({ email: 'ada@example.org', phone_e164: other }, { ip_hash: 'b'.repeat(64) })
  await desk('take_over', { submission: early })
  assert.deepEqual(await states(), ['withdrawn'])
  await query('update leads set phone_e164 = $1', [number])
  await desk('take_over', { submission: late })
  assert.deepEqual(await states(), ['asked'])
})

test('nothing is taken over from a held submission, a preview or a withdrawal', async () => {
  const [email, stranger] = ['ada@example.org', { ip_hash: 'b'.repeat(64) }]
  await accept({ email }, { ip_hash: 'a'.repeat(64) })
  const lead = { email, name: 'Mallory', phone_e164: other }
  const submissions = [
    await accept(lead, { ...stranger, suspected_bot: true }),
    await accept(lead, { ...stranger, preview: true }),
  ]
  await query(`select stop_lead(lead_token(secret, 'stop')) from leads where email = $1`, [email])
  const [withdrawal] = await query('select id from lead_submissions where not consent')
  const before = await query('select * from leads')
  for (const submission of [...submissions, withdrawal?.id])
    assert.equal(await desk('take_over', { submission }), false)
  assert.deepEqual(await query('select * from leads'), before)
  assert.deepEqual(await query('select from lead_notes'), [])
})

test('with double opt-in a number that is taken over must be confirmed, and the same number stays confirmed', async () => {
  await query('update lead_settings set double_opt_in = true')
  const email = 'ada@example.org'
  await accept({ email }, { ip_hash: 'a'.repeat(64) })
  await query(sayConsent('confirmed'))
  for (const [phone, state] of [
    [number, 'confirmed'],
    [other, 'asked'],
  ]) {
    const submission = await accept(
      { email, name: 'Ada King', phone_e164: phone },
      { ip_hash: 'b'.repeat(64) },
    )
    assert.equal(await desk('take_over', { submission }), true)
    assert.deepEqual(await states(), [state])
    const notes = await query('select id, words from lead_notes order by created_at desc')
    assert.match(String(notes[0]?.words), new RegExp(submission))
    // What was done cannot be hidden at the desk.
    assert.equal(await desk('remove_note', { note: notes[0]?.id }), false)
    const [lead] = await query('select id from leads')
    await desk('take_back_contact', { person: lead?.id, contact: { note: notes[0]?.id, before: {} } })
    assert.equal((await query('select from lead_notes where id = $1', [notes[0]?.id])).length, 1)
  }
})
