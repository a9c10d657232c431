import assert from 'node:assert/strict'
import { after } from 'node:test'
import { address, type Json, type List, openTestDesk } from './open-test-desk.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, accept, desk, query } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

test('a row tells the record, the first touch, the changes that wait and the emails of the latest submission', async () => {
  const home = { ip_hash: 'a'.repeat(64), campaign: { utm_campaign: 'spring' } }
  await accept({ email: address('a'), name: 'Ann', extra: { company: 'Looms' } }, home)
  await query(
    `update outbox set status = 'failed', reason = 'rejected', last_error = '550 no' where kind = 'visitor'`,
  )
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
      currency: '',
    },
    ...{ campaign: home.campaign, referrer: null, source: 'campaign:spring', variant: null, noted: null },
    ...{ medium: null, content: null },
    ...{ extra: { company: 'Looms' }, submissions: 2, changes: 1 },
    ...{ suspected_bot: false, preview: false, failed: 1, held: 0, confirmed_at: null },
    ...{
      consent: 'given',
      consented_at: created_at,
      withdrawn_at: null,
      watched_percent: null,
      call_again_on: null,
      outcome: 'open',
      outcome_value: null,
      outcome_at: null,
      pressed_at: null,
      booking: null,
      booking_pressed_at: null,
      booking_starts_at: null,
      booking_ends_at: null,
      begun_at: null,
      remind_at: null,
      is_doubtful: false,
      ad_faults: { 'google-ads': 'no click', 'microsoft-ads': 'no click' },
      refuses_mails: false,
      text_fault: null,
      reminded_at: null,
    },
  })
  assert.deepEqual(
    mails.map(({ kind, status, last_error }) => [kind, status, last_error]),
    [
      ['visitor', 'pending', null],
      ['owner', 'pending', null],
    ],
  )
})

test('a person is shown with consent, changes, seals and emails of every submission', async () => {
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
    shown.history.map(({ merged, changes, seal }) => [merged, changes, seal?.number]),
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

test('a call ends the wish to call again once its day has come, and a note does not', async () => {
  await accept({ email: address('a') })
  const [person] = await query('select id from leads')
  const wish = async () => (await query('select call_again_on::text as day from leads'))[0]?.day
  const say = (values: Json) => desk<Json | null>('record_contact', { person: person?.id, ...values })
  await say({ sets_day: true, call_on: '2026-12-01' })
  await say({ kind: 'called', today: '2026-11-30' })
  await say({ kind: 'note', today: '2026-12-01' })
  assert.equal(await wish(), '2026-12-01')
  await say({ kind: 'called', today: '2026-12-01' })
  assert.equal(await wish(), null)
  await say({ sets_day: true, call_on: '2026-12-01' })
  assert.deepEqual(await say({ sets_day: true, known_on: '2026-11-30' }), { crossed: 'day' })
  assert.equal(await wish(), '2026-12-01')
  await say({ sets_day: true, known_on: '2026-12-01' })
  assert.equal(await wish(), null)
  assert.equal(await say({ person: crypto.randomUUID(), sets_day: true }), null)
})

test('a contact is noted with its author, sets day and outcome, and is taken back as a whole', async () => {
  await accept({ email: address('a') })
  const [person] = await query('select id from leads')
  await query(`update leads set call_again_on = '2026-12-01'`)
  const say = (values: Json) => desk<Json>('record_contact', { person: person?.id, ...values })
  const takeBack = (contact: Json) => desk<boolean>('take_back_contact', { person: person?.id, contact })
  const stored = () =>
    query(`select call_again_on::text as day, outcome, outcome_value::float as value, kind, lead_notes.words,
        author = session_user as is_own
      from leads left join lead_notes on lead_id = leads.id`)
  const before = await stored()
  const all = {
    kind: 'answered',
    words: ` two\nlines ${'x'.repeat(9000)}`,
    sets_day: true,
    call_on: '2026-12-02',
    known_on: '2026-12-01',
    outcome: 'won',
    value: 1200.5,
  }
  await assert.rejects(say({ ...all, kind: 'shouted' }), { code: '23514' })
  await assert.rejects(say({ ...all, words: 'x'.repeat(10_001) }), { code: '23514' })
  for (const wrong of [{ outcome: 'maybe' }, { outcome: 'lost' }, { value: -1 }])
    await assert.rejects(say({ ...all, ...wrong }), { code: '23514' })
  assert.deepEqual(await stored(), before)
  const contact = await say(all)
  assert.deepEqual(await stored(), [
    {
      day: '2026-12-02',
      outcome: 'won',
      value: 1200.5,
      kind: 'answered',
      words: all.words.trim(),
      is_own: true,
    },
  ])
  assert.deepEqual(await say({ kind: 'note', words: 'x', outcome: 'lost' }), { crossed: 'outcome' })
  const later = await say({ sets_day: true, known_on: '2026-12-02' })
  assert.equal(await takeBack(contact), false)
  assert.equal(await takeBack(later), true)
  assert.equal(await takeBack(contact), true)
  assert.deepEqual(await stored(), before)
  assert.equal(await takeBack(contact), false)
})

test('a sent email is sent again as a new one, unless the mailbox wants none or it was not sent', async () => {
  const submission = await accept({ email: address('a') })
  const again = (kind: string) => desk<string | null>('send_again', { submission, kind })
  assert.equal(await again('visitor'), null)
  await query(`update outbox set status = 'sent', attempts = 1, sent_at = now()`)
  const [before] = await query(`select id from outbox where kind = 'visitor'`)
  assert.equal(await again('visitor'), 'queued')
  const [after] = await query(`select id, status, attempts, sent_at from outbox where kind = 'visitor'`)
  assert.notEqual(after?.id, before?.id)
  assert.deepEqual([after?.status, after?.attempts, after?.sent_at], ['pending', 0, null])
  assert.equal(await again('visitor'), null)
  await query(`update outbox set status = 'sent', sent_at = now();
    select suppress_mailbox('a@example.org', 'unsubscribed', 'link')`)
  assert.deepEqual([await again('visitor'), await again('owner')], ['suppressed', 'queued'])
})

test('an email to a dead address with a tag is not sent again, although its mailbox gets emails', async () => {
  const submission = await accept({ email: address('a+x') })
  await query(`update outbox set status = 'sent', attempts = 1, sent_at = now();
    select suppress_mailbox('a+x@example.org', 'bounced', 'postmark')`)
  assert.equal(await desk('send_again', { submission, kind: 'visitor' }), 'suppressed')
  assert.deepEqual(await query(`select status from outbox where kind = 'visitor'`), [{ status: 'sent' }])
  assert.deepEqual(await query(`select is_suppressed('a@example.org')`), [{ is_suppressed: false }])
})
