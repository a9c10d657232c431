import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

/** Stores a lead, and returns the token in their link to the calendar. */
async function accept(lead = sampleLead(), context: object = {}) {
  const [row] = await queryAs(
    'service_role',
    'select call_token from accept_lead(gen_random_uuid(), $1, $2)',
    [lead, context],
  )
  return String(row?.call_token)
}

const press = async (token: unknown) =>
  (await queryAs('service_role', 'select press_call($1) as answer', [token]))[0]?.answer

const presses = async () =>
  (await query(`select count(*)::integer as presses from booking_events where kind = 'pressed'`))[0]?.presses

test('a press is counted for the person once a day, and says what was typed in that submission alone', async () => {
  const lead = sampleLead()
  const token = await accept(lead)
  // Anybody can type an address. They must not learn what is stored for it.
  const stranger = await accept({ ...lead, name: 'Eve' }, { ip_hash: 'b'.repeat(64) })
  assert.notEqual(token, stranger)
  assert.deepEqual(await press(stranger), { name: 'Eve', email: lead.email })
  assert.deepEqual(await press(token), { name: lead.name, email: lead.email })
  assert.equal(await presses(), 1)
  await query(`update booking_events set said_at = said_at - interval '25 hours'`)
  await press(token)
  assert.equal(await presses(), 2)
  const [person] = await query(
    `select booking_pressed_at < now() - interval '24 hours' as first, booking_state(leads) as state from leads`,
  )
  assert.deepEqual(person, { first: true, state: 'pressed' })
})

test('the token opens nothing else, no other token counts a press, and none does after an erasure', async () => {
  const token = await accept()
  const calls = [
    'may_watch($1)',
    'stop_lead($1)',
    `unsubscribe($1, 'link')`,
    'call_token($1)',
    'asked_number($1)',
  ]
  for (const call of calls) {
    const [row] = await queryAs('service_role', `select ${call} as answer`, [token])
    assert.ok(!row?.answer, call)
  }
  const [links] = await query(
    `select lead_token(secret, 'watch') as watch, lead_token(secret, 'stop') as stop, secret,
      (select id from lead_submissions) as submission from leads`,
  )
  for (const other of Object.values(links ?? {})) assert.equal(await press(other), null)
  assert.equal(await presses(), 0)
  assert.deepEqual(await queryAs('service_role', 'select call_token($1)', [links?.watch]), [
    { call_token: token },
  ])
  await query('select desk.erase_lead(id) from leads')
  assert.equal(await press(token), null)
})

test('no press is counted of a preview, or of somebody who asked not to be tracked', async () => {
  for (const context of [{ preview: true }, { refuses_tracking: true }]) {
    const lead = sampleLead()
    assert.deepEqual(await press(await accept(lead, context)), { name: lead.name, email: lead.email })
  }
  assert.equal(await presses(), 0)
})
