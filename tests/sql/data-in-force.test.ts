import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openConfirmations, own, shown, stranger } from './open-confirmations.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, accept, askedNumber, confirm, tokenOf } = await openConfirmations()
after(() => database.close())
const test = testOnEmpty(database)

const [typed, meant, third] = ['+12015550123', '+12015550199', '+12015550188']
const form = (name: string, number: string | null = typed, context: object = own) =>
  accept(
    sampleLead({ name, email: 'ada@example.org', phone: number ?? '555 01', phone_e164: number }),
    context,
  )
const correct = (number: string) => query('select desk.correct_lead(id, phone => $1) from leads', [number])
const undo = async () =>
  (
    await query(`select desk.undo_correction(id) as is_undone from lead_corrections
      where undone_id is null order by event_id desc limit 1`)
  )[0]?.is_undone
const use = (key: string) => query('select desk.take_over($1)', [key])
/** The emails so far were sent two days ago. */
const pass = () =>
  query(
    `update outbox set status = 'sent', reason = null, sent_at = now(), queued_at = now() - interval '2 days'`,
  )
const doubleOptIn = () => query('update lead_settings set double_opt_in = true')

/** Expects the name, the number and the state of the only person, and that the evidence is sound. */
async function expectHeld(name: string, number: string | null, state: string) {
  const rows = await query('select name, phone_e164, consent_state(person) as state from leads person')
  assert.deepEqual(
    rows.map((row) => [row.name, row.phone_e164, row.state]),
    [[name, number, state]],
  )
  const [found] = await query(`select desk.verify_lead_evidence() -> 'faults' as faults`)
  assert.deepEqual(found?.faults, [])
}

test('a correction holds for a form that says the value later, and its other data are taken', async () => {
  await form('Ada Lovelcae')
  await correct(meant)
  await form('Ada Lovelace')
  await expectHeld('Ada Lovelace', meant, 'asked')
  await use(await form('Ada King', typed, stranger))
  await expectHeld('Ada King', meant, 'asked')
  await form('Ada King', meant)
  await expectHeld('Ada King', meant, 'given')
})

test('the email about a later form asks about the number that was meant', async () => {
  await form('Ada')
  await correct(meant)
  await doubleOptIn()
  await pass()
  const token = await tokenOf(await form('Ada'))
  assert.equal(await askedNumber(token), meant)
  assert.equal(await confirm(token), true)
  await expectHeld('Ada', meant, 'confirmed')
  await form('Ada')
  await expectHeld('Ada', meant, 'confirmed')
})

test('a correction holds for no other value', async () => {
  await form('Ada')
  await correct(meant)
  await form('Ada', third)
  await expectHeld('Ada', third, 'given')
  await form('Ada', null)
  await expectHeld('Ada', null, 'given')
})

test('a number that is not valid is corrected as it was typed, also when it is typed again', async () => {
  await form('Ada', null)
  await correct(meant)
  await form('Ada King', null)
  await expectHeld('Ada King', meant, 'asked')
  assert.equal(await undo(), true)
  await expectHeld('Ada King', null, 'given')
})

test('after a correction is taken back, what was said meanwhile is about the number as it was typed', async () => {
  await form('Ada')
  await correct(meant)
  await form('Ada King')
  assert.equal(await undo(), true)
  await expectHeld('Ada King', typed, 'given')
})

test('who ticks the box after a withdrawal is asked, also once an earlier correction is taken back', async () => {
  await form('Ada')
  await accept(sampleLead({ email: 'bob@example.org', phone: typed, phone_e164: typed }), stranger)
  const ada = `select id from leads where email = 'ada@example.org'`
  await query(`select desk.correct_lead((${ada}), phone => $1)`, [meant])
  await query(`select desk.withdraw_consent((${ada}))`)
  await form('Ada')
  assert.equal(await undo(), true)
  const rows = await query(
    'select phone_e164, consent_state(person) as state from leads person order by email',
  )
  assert.deepEqual(
    rows.map((row) => [row.phone_e164, row.state]),
    [
      [typed, 'asked'],
      [typed, 'stopped'],
    ],
  )
})

test('a withdrawal counts for the number that was corrected away and back, and that correction taken back', async () => {
  await form('Ada')
  await accept(sampleLead({ email: 'bob@example.org', phone: typed, phone_e164: typed }), stranger)
  const ada = `select id from leads where email = 'ada@example.org'`
  await query(`select desk.correct_lead((${ada}), phone => $1)`, [meant])
  await query(`select desk.correct_lead((${ada}), phone => $1)`, [typed])
  await query(`select desk.withdraw_consent((${ada}))`)
  const stopped = async () =>
    (await query('select distinct phone_e164 from withdrawn_numbers')).map(Object.values)
  assert.deepEqual(await stopped(), [[typed]])
  assert.equal(await undo(), true)
  assert.deepEqual(await stopped(), [[meant]])
  assert.equal(await undo(), true)
  assert.deepEqual(await stopped(), [[typed]])
})

test('of two corrections in a row, a later form means the last number', async () => {
  await form('Ada')
  await correct(meant)
  await correct(third)
  await form('Ada King')
  await expectHeld('Ada King', third, 'asked')
  assert.equal(await undo(), true)
  await expectHeld('Ada King', meant, 'asked')
})

test('who withdrew and ticks the box with the mistyped number is asked about the one that was meant', async () => {
  await form('Ada')
  await correct(meant)
  await query(`select stop_lead(lead_token(secret, 'stop')) from leads`)
  await pass()
  await expectHeld('Ada', meant, 'withdrawn')
  const token = await tokenOf(await form('Ada'))
  await expectHeld('Ada', meant, 'asked')
  assert.equal(await confirm(token), true)
  await expectHeld('Ada', meant, 'confirmed')
})

test('a confirmation says yes to a number, and takes no data of whoever typed it', async () => {
  await form('Ada')
  await doubleOptIn()
  await pass()
  const token = await tokenOf(await form('Mallory', meant, stranger))
  await expectHeld('Ada', typed, 'given')
  assert.equal(await confirm(token, { ...shown, ...own }), true)
  await expectHeld('Ada', meant, 'confirmed')
  // Whoever uses the data of the confirmation uses those of the person.
  const [row] = await query('select id, name from lead_submissions where confirms is not null')
  assert.equal(row?.name, 'Ada')
  await use(String(row?.id))
  await expectHeld('Ada', meant, 'confirmed')
})

test('a form whose address somebody else has by now leaves the person their own address', async () => {
  const fill = (name: string, email: string, context: object = own) =>
    accept(sampleLead({ name, email }), context)
  const first = await fill('Ada', 'ada@example.org')
  await query(`select desk.correct_lead(id, email => 'ada.king@example.org') from leads`)
  const second = await fill('Ada King', 'ada.king@example.org')
  assert.equal(await undo(), true)
  const held = await fill('Ada L.', 'ada@example.org', { ...own, suspected_bot: true })
  await use(second)
  await fill('Eve', 'Ada@Example.org', stranger)
  const expectNames = async (name: string) =>
    assert.deepEqual(await query('select name, email from leads order by created_at'), [
      { name, email: 'ada.king@example.org' },
      { name: 'Eve', email: 'Ada@Example.org' },
    ])
  await expectNames('Ada King')
  await assert.doesNotReject(use(first))
  await expectNames('Ada')
  await query(
    'select desk.release_messages(only_leads => array(select lead_id from lead_submissions where id = $1))',
    [held],
  )
  await expectNames('Ada L.')
})

test('a correction stays as long as a form that says its old value', async () => {
  await form('Ada')
  await query('select run_housekeeping()')
  await query(`update lead_seals set sealed_at = now() - interval '9 years'`)
  await correct(meant)
  await form('Ada King')
  await query('select delete_expired()')
  assert.equal((await query('select from lead_submissions')).length, 1)
  assert.deepEqual(await query('select name, phone_e164, consent from leads'), [
    { name: 'Ada King', phone_e164: meant, consent: 'asked' },
  ])
})
