import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { address, type Json, openTestDesk } from './open-test-desk.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, accept, desk, emails } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

const [typed, meant] = ['+12015550123', '+12015550199']
const own = { ip_hash: 'a'.repeat(64), consent_text: 'I agree.' }

type Correction = { id: string; field: string; old_value: string; new_value: string; can_undo: boolean }
const personId = async () => String((await query('select id from leads order by created_at'))[0]?.id)
const person = async () =>
  desk<Json & { corrections: Correction[]; suppressions: unknown[] }>('show_lead', { id: await personId() })
const correct = async (values: Json) =>
  desk<string | null>('correct_lead', { id: await personId(), ...values })
const undo = async () => desk<boolean>('undo_correction', { correction: (await person()).corrections[0]?.id })
const sendVisitorMail = async () => {
  const mails = (await claim(database, 100)).filter(({ kind }) => kind === 'visitor')
  await query(`update outbox set status = 'sent', sent_at = now() where status = 'sending'`)
  return mails
}

test('a correction that is taken back takes no older consent to its number', async () => {
  const first = await accept({ email: address('a'), phone: meant, phone_e164: meant }, own)
  await accept({ email: address('a') }, own)
  assert.equal(await correct({ phone: meant }), 'corrected')
  assert.equal((await person()).consent, 'asked')
  assert.equal(await undo(), true)
  assert.equal(await desk('take_over', { submission: first }), true)
  const { phone_e164, consent } = await person()
  assert.deepEqual([phone_e164, consent], [meant, 'given'])
})

test('a corrected number may be texted only after the person has confirmed it', async () => {
  await accept({ email: address('a') }, own)
  assert.equal((await person()).text_fault, null)
  assert.equal(await correct({ phone: meant }), 'corrected')
  const { phone_e164, consent, text_fault, asking, history, corrections } = await person()
  assert.deepEqual([phone_e164, consent, text_fault], [meant, 'asked', 'asked'])
  assert.equal((history as Json[])[0]?.phone_e164, typed, 'the evidence stays as it was written')
  assert.deepEqual(
    corrections.map(({ id, ...rest }) => ({ ...rest, corrected_at: typeof (rest as Json).corrected_at })),
    [
      {
        field: 'phone',
        old_value: '(201) 555-0123',
        old_e164: typed,
        new_value: meant,
        corrected_by: 'postgres',
        corrected_at: 'string',
        can_undo: true,
      },
    ] as never,
  )
  assert.equal(asking, null, 'the email is still on its way')
  await sendVisitorMail()
  assert.equal((await person()).asking, 'possible')
  assert.deepEqual(await desk('ask_again', { only_leads: [await personId()] }), { asked: 1, skipped: 0 })
  const [mail] = await sendVisitorMail()
  assert.deepEqual([mail?.phone_e164, mail?.email], [meant, address('a')])
  const [asked] = await query('select asked_number($1) as number', [mail?.token])
  assert.equal(asked?.number, meant)
  await query('select confirm_lead($1, $2)', [mail?.token, own])
  const confirmed = await person()
  assert.deepEqual(
    [confirmed.phone_e164, confirmed.consent, confirmed.text_fault],
    [meant, 'confirmed', null],
  )
})

test('a link that was emailed before a number was corrected cannot confirm the corrected one', async () => {
  await query('update lead_settings set double_opt_in = true')
  await accept({ email: address('a') }, own)
  const [{ token } = {}] = await sendVisitorMail()
  await correct({ phone: meant })
  assert.deepEqual(await query('select confirm_lead($1, $2) as done', [token, own]), [{ done: false }])
  assert.equal((await person()).consent, 'asked')
})

test('a number that was confirmed and then corrected has to be confirmed once more', async () => {
  await query('update lead_settings set double_opt_in = true')
  await accept({ email: address('a') }, own)
  const [first] = await sendVisitorMail()
  await query('select confirm_lead($1, $2)', [first?.token, own])
  await correct({ phone: meant })
  assert.equal((await person()).consent, 'asked')
  await desk('ask_again', { only_leads: [await personId()] })
  const second = (await sendVisitorMail()).find(({ token }) => token)
  await query('select confirm_lead($1, $2)', [second?.token, own])
  assert.deepEqual([(await person()).phone_e164, (await person()).consent], [meant, 'confirmed'])
})

test('only a link that was emailed to the corrected address confirms the number', async () => {
  await query('update lead_settings set double_opt_in = true')
  await accept({ email: address('typo') }, own)
  const [mail] = await sendVisitorMail()
  await correct({ email: address('right') })
  assert.deepEqual(await query('select confirm_lead($1, $2) as done', [mail?.token, own]), [{ done: false }])
  await desk('ask_again', { only_leads: [await personId()] })
  const [again] = await sendVisitorMail()
  assert.equal(again?.email, address('right'))
  assert.deepEqual(await query('select confirm_lead($1, $2) as done', [again?.token, own]), [{ done: true }])
  assert.equal((await person()).consent, 'confirmed')
})

test('a number that was confirmed is confirmed again once its correction is taken back', async () => {
  await query('update lead_settings set double_opt_in = true')
  await accept({ email: address('a') }, own)
  const [mail] = await sendVisitorMail()
  await query('select confirm_lead($1, $2)', [mail?.token, own])
  const { updated_at: _, ...before } = await person()
  await correct({ phone: meant })
  assert.equal(await undo(), true)
  const { updated_at: __, ...after } = await person()
  assert.deepEqual(after, before)
})

test('a number that was corrected does not come back when a browser fills it in once more', async () => {
  await accept({ email: address('a') }, own)
  await correct({ phone: meant })
  const again = await accept({ email: address('a') }, own)
  assert.deepEqual([(await person()).phone_e164, (await person()).text_fault], [meant, 'asked'])
  assert.equal(await desk('take_over', { submission: again }), true)
  assert.deepEqual([(await person()).phone_e164, (await person()).text_fault], [meant, 'asked'])
})

test('a corrected address is also meant by an earlier form that spelled the old one with capitals', async () => {
  const first = await accept({ email: 'Typo@A.example' }, own)
  await accept({ email: 'typo@a.example' }, own)
  await correct({ email: 'right@a.example' })
  assert.equal(await desk('take_over', { submission: first }), true)
  assert.deepEqual(await query('select email from leads'), [{ email: 'right@a.example' }])
})

test('an earlier submission that is taken over or released keeps what was corrected', async () => {
  const first = await accept({ email: address('a') }, own)
  await correct({ phone: meant })
  assert.equal(await desk('take_over', { submission: first }), true)
  assert.deepEqual([(await person()).phone_e164, (await person()).text_fault], [meant, 'asked'])
  await query('truncate leads cascade')
  await accept({ email: address('b') }, { ...own, suspected_bot: true })
  await correct({ phone: meant })
  await desk('release_messages')
  assert.deepEqual([(await person()).phone_e164, (await person()).text_fault], [meant, 'asked'])
})

test('a correction that is taken back leaves what was agreed to as it was', async () => {
  await accept({ email: address('a') }, own)
  const { updated_at: _, ...before } = await person()
  await correct({ phone: meant })
  assert.equal(await undo(), true)
  const { updated_at: __, ...after } = await person()
  assert.deepEqual(after, before)
  await correct({ email: address('b') })
  assert.equal(await undo(), true)
  assert.deepEqual((await person()).email, address('a'))
})

test('a correction cannot be taken back after the person has agreed to the corrected number', async () => {
  await accept({ email: address('a') }, own)
  await correct({ phone: meant })
  await accept({ email: address('a'), phone: '201 555 0199', phone_e164: meant }, own)
  assert.equal((await person()).consent, 'given')
  assert.equal(await undo(), false)
  assert.equal((await person()).phone_e164, meant)
})

test('a withdrawal outlasts a correction of the number, and counts for both numbers', async () => {
  await accept({ email: address('a') }, own)
  await accept({ email: address('b') }, own)
  await desk('withdraw_consent', { id: await personId() })
  await correct({ phone: meant })
  assert.equal((await person()).consent, 'withdrawn')
  const other = await desk('show_lead', { email: address('b') })
  assert.equal(other.text_fault, 'stopped')
})

test('emails that are not yet sent go to the corrected address, and the links go on working', async () => {
  await accept({ email: address('typo') }, own)
  const [{ token } = {}] = await query(`select lead_token(secret, 'watch') as token from leads`)
  assert.equal(await correct({ email: address('right') }), 'corrected')
  const mailboxes = await query(`select mailbox from outbox where kind = 'visitor'`)
  assert.deepEqual(mailboxes, [{ mailbox: address('right') }])
  const [mail] = await sendVisitorMail()
  assert.deepEqual([mail?.email, mail?.watch_token], [address('right'), token])
  const [watched] = await query('select may_watch($1) as may', [token])
  assert.ok(watched?.may)
})

test('an email that came back from the mistyped address can be sent to the corrected one', async () => {
  await accept({ email: address('typo') }, own)
  const [{ id: sent } = {}] = await sendVisitorMail()
  await correct({ email: address('right') })
  const report = {
    id: '1',
    kind: 'bounced hard',
    mailbox: address('typo'),
    messageId: `${sent}@x`,
    at: new Date(),
  }
  await query('select record_mail_events($1, $2)', ['postmark', [report]])
  assert.equal((await query(`select status from outbox where kind = 'visitor'`))[0]?.status, 'failed')
  assert.deepEqual((await person()).suppressions, [])
  await desk('requeue_messages', { only_leads: [await personId()] })
  const [mail] = await sendVisitorMail()
  assert.equal(mail?.email, address('right'))
})

test('a corrected address is a new mailbox: a no of it holds, and a no of the old one stays with the old', async () => {
  await accept({ email: address('typo') }, own)
  await query(`select suppress_mailbox($1, 'unsubscribed', 'link')`, [address('right')])
  await correct({ email: address('right') })
  assert.equal((await person()).suppressions.length, 1)
  assert.deepEqual(await sendVisitorMail(), [])
  const [row] = await query(`select status, reason from outbox where kind = 'visitor'`)
  assert.deepEqual(row, { status: 'cancelled', reason: 'suppressed' })
})

const isSilent = async () =>
  (
    await query('select is_suppressed($1) as typo, is_suppressed($2) as right', [
      address('typo'),
      address('right'),
    ])
  )[0]

test('a link silences the mailbox to which its email went, and no other, whatever is corrected or taken back', async () => {
  await accept({ email: address('typo') }, own)
  const [toTypo] = await sendVisitorMail()
  await correct({ email: address('right') })
  await query(`update outbox set queued_at = queued_at - interval '25 hours'`)
  await accept({ email: address('right') }, own)
  const toRight = (await sendVisitorMail()).find(({ email }) => email === address('right'))
  assert.ok(toTypo?.unsubscribe_token && toRight?.unsubscribe_token)
  const [made] = await query('select id from lead_corrections')
  await query('select desk.undo_correction($1)', [made?.id])
  await query(`select unsubscribe($1, 'link')`, [toRight.unsubscribe_token])
  assert.deepEqual(await isSilent(), { typo: false, right: true })
  await query(`select unsubscribe($1, 'mail program')`, [toTypo.unsubscribe_token])
  assert.deepEqual(await isSilent(), { typo: true, right: true })
})

test('who reads a mistyped mailbox does not silence the person’s own', async () => {
  await accept({ email: address('typo') }, own)
  const [mail] = await sendVisitorMail()
  await correct({ email: address('right') })
  assert.deepEqual(await query(`select unsubscribe($1, 'link')`, [mail?.unsubscribe_token]), [
    { unsubscribe: true },
  ])
  assert.deepEqual(await isSilent(), { typo: true, right: false })
})

test('an address that another person has is refused', async () => {
  await accept({ email: address('a') }, own)
  await accept({ email: address('b') }, own)
  assert.equal(await correct({ email: 'B@example.org' }), 'taken')
  assert.equal(await correct({ email: address('a') }), 'same')
  assert.equal(await desk('correct_lead', { id: crypto.randomUUID(), phone: meant }), null)
  await assert.rejects(correct({}))
})

test('who saw another address or number than the record has corrects nothing', async () => {
  await accept({ email: address('a') }, own)
  assert.equal(await correct({ phone: meant, known: '(201) 555-0123' }), 'corrected')
  assert.equal(await correct({ phone: typed, known: '(201) 555-0123' }), 'changed')
  assert.equal(await correct({ email: address('c'), known: address('b') }), 'changed')
  assert.deepEqual(await query('select email, phone_e164 from leads'), [
    { email: address('a'), phone_e164: meant },
  ])
  assert.equal(await correct({ email: address('c'), known: address('a') }), 'corrected')
})

test('the search finds a person by what was typed and by what was meant', async () => {
  await accept({ email: address('typo') }, own)
  await correct({ email: address('right') })
  await correct({ phone: meant })
  for (const search of ['typo@example.org', 'right@', '5550123', '201 555 0123', meant])
    assert.deepEqual(await emails({ search }), [address('right')], search)
  await undo()
  await undo()
  assert.deepEqual(await emails({ search: 'right@' }), [])
})

for (const [field, value] of [
  ['email', address('b')],
  ['phone', meant],
] as const)
  test(`the receiver of the webhooks is told of a corrected ${field}, and of a correction that is taken back`, async () => {
    const tell = async () => {
      await query('select run_housekeeping()')
      const told = await claim(database, 100, 'claim_webhooks')
      for (const { id, attempt } of told) await query(`select settle_message($1, $2, 'sent')`, [id, attempt])
      return told.map(({ event, email, phone_e164, consent, may_be_texted: mayBeTexted }) => ({
        ...{ event, email, phone_e164, consent, mayBeTexted },
      }))
    }
    await accept({ email: address('a') }, { ...own, webhook: true })
    const [created] = await tell()
    await correct({ [field]: value })
    assert.deepEqual(await tell(), [
      field === 'email'
        ? { ...created, event: 'updated', email: value }
        : { ...created, event: 'updated', phone_e164: value, consent: 'asked', mayBeTexted: false },
    ])
    await undo()
    assert.deepEqual(await tell(), [{ ...created, event: 'updated' }])
  })

test('an erasure and the retention take the old values with them', async () => {
  await accept({ email: address('a') }, own)
  await correct({ phone: meant })
  await correct({ phone: '+12015550188' })
  await query(`insert into incoming_texts (sender, words) values ($1, 'hello')`, [meant])
  await desk('erase_lead', { id: await personId() })
  assert.deepEqual(await query('select id from lead_corrections'), [])
  assert.deepEqual(await query('select id from incoming_texts'), [])
  await accept({ email: address('a') }, own)
  await query('select run_housekeeping()')
  await query(`update lead_seals set sealed_at = now() - interval '9 years'`)
  await correct({ phone: meant })
  await accept({ email: address('a'), name: 'Later', phone_e164: meant }, own)
  await query('select delete_expired()')
  assert.equal((await query('select id from leads')).length, 1)
  assert.deepEqual(await query('select former from leads'), [{ former: [] }])
})

test('an email has a new address if its address was corrected after it was queued, or if it is of a preview', async () => {
  const hasNew = async (whose = 'a') => {
    const { history } = await desk<{ history: { mails: Json[] }[] }>('show_lead', { email: address(whose) })
    return history[0]?.mails.find(({ kind }) => kind === 'visitor')?.has_new_address
  }
  await accept({ email: address('b') }, { ...own, preview: true })
  assert.equal(await hasNew('b'), true)
  await query('delete from leads')
  await accept({ email: address('c') }, own)
  assert.equal(await hasNew('c'), false)
  await correct({ email: address('a') })
  assert.equal(await hasNew(), true)
  await query('update outbox set queued_at = clock_timestamp()')
  assert.equal(await hasNew(), false)
})

test('a corrected number gets the country of its prefix, and one of +1 keeps that of the person', async () => {
  await accept({ email: address('a'), country_code: 'CA' }, own)
  for (const [phone, country] of [
    [meant, 'CA'],
    ['+447400123456', 'UK'],
    ['+61412345678', 'AU'],
    [meant, 'US'],
  ]) {
    assert.equal(await correct({ phone }), 'corrected')
    assert.equal((await person()).country_code, country, phone)
  }
})
