import assert from 'node:assert/strict'
import { after } from 'node:test'
import { dump } from './dump.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const { query, queryAs } = database
const test = testOnEmpty(database)

const own = { ip_hash: 'a'.repeat(64) }
const stranger = { ip_hash: 'b'.repeat(64) }
const bot = { suspected_bot: true }
const [first, second] = [
  { phone: '(201) 555-0123', phone_e164: '+12015550123' },
  { phone: '(201) 555-0199', phone_e164: '+12015550199' },
]

async function accept(lead: object, context: object) {
  const key = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2, $3)', [key, lead, context])
  return key
}
const idOf = async ({ email }: { email: string }) =>
  (await query('select id from leads where email = $1', [email]))[0]?.id
const release = async (...only: unknown[]) =>
  queryAs('lead_desk', `select desk.release_messages($1) as answer`, [only.length > 0 ? only : null])
const drop = async (...only: unknown[]) =>
  queryAs('lead_desk', `select desk.drop_messages('held', $1) as answer`, [only.length > 0 ? only : null])
const withdraw = async (lead: { email: string }) =>
  queryAs('lead_desk', 'select desk.withdraw_consent($1)', [await idOf(lead)])
const person = async ({ email }: { email: string }) =>
  (await query('select name, phone, consent, suspected_bot from leads where email = $1', [email]))[0]
const isHeld = async (key: string) =>
  (await query(`select held from lead_submissions where id = $1`, [key]))[0]?.held

test('what was dropped stays dropped when somebody else is released, and a second click changes nothing', async () => {
  const [dropped, released] = [sampleLead(), sampleLead()]
  const key = await accept(dropped, { ...own, ...bot })
  await drop()
  await accept(released, { ...stranger, ...bot })
  await release()
  assert.equal(await isHeld(key), true)
  assert.equal((await person(dropped))?.consent, 'none')
  assert.equal((await person(dropped))?.suspected_bot, true)
  assert.deepEqual(await person(released), {
    name: released.name,
    phone: released.phone,
    consent: 'given',
    suspected_bot: false,
  })
  const before = await dump(query)
  for (const act of [release, drop]) await act(await idOf(dropped), await idOf(released))
  for (const act of [release, drop]) await act()
  assert.deepEqual(await dump(query), before)
})

test('single held messages are released whoever else is held', async () => {
  for (let count = 0; count < 3; count += 1) await accept(sampleLead(), { ...own, ...bot })
  const held = () => query(`select id from outbox where status = 'held' order by lead_id desc`)
  const [last] = await held()
  const [row] = await queryAs(
    'lead_desk',
    `select desk.release_messages(only_messages => $1, max_persons => 1) ->> 'done' as done`,
    [[last?.id]],
  )
  assert.equal(row?.done, '1')
  assert.equal((await held()).length, 5)
})

test('a withdrawal outlives a dropped submission and the release of somebody else', async () => {
  const lead = sampleLead()
  await accept(lead, own)
  await withdraw(lead)
  await accept(lead, { ...own, ...bot })
  await drop()
  await accept(sampleLead(), { ...stranger, ...bot })
  await release()
  assert.equal((await person(lead))?.consent, 'withdrawn')
})

test('a released person is protected like any other: only their own source changes the data', async () => {
  const lead = sampleLead(first)
  await accept(lead, { ...own, ...bot })
  await release()
  await accept({ ...lead, ...second, name: 'Mallory' }, stranger)
  assert.deepEqual([(await person(lead))?.name, (await person(lead))?.phone], [lead.name, first.phone])
  await accept({ ...lead, ...second }, own)
  assert.equal((await person(lead))?.phone, second.phone)
})

test('of several held submissions of a person the newest becomes the person’s data', async () => {
  const lead = sampleLead(first)
  const keys = [
    await accept(lead, { ...own, ...bot }),
    await accept({ ...lead, name: 'Ada King', ...second }, { ...stranger, ...bot }),
    await accept({ ...lead, name: 'Ada Byron' }, { ...own, ...bot }),
  ]
  // The second submission is given a later place, because it must not matter in which order the rows are stored.
  await query(`alter table lead_submissions disable trigger lead_submissions_written_once`)
  await query(`update lead_submissions set event_id = nextval('event_ids') where id = $1`, [keys[1]])
  await query(`alter table lead_submissions enable trigger lead_submissions_written_once`)
  await release()
  assert.deepEqual(await person(lead), {
    name: 'Ada King',
    phone: second.phone,
    consent: 'given',
    suspected_bot: false,
  })
  assert.deepEqual(await Promise.all(keys.map(isHeld)), [false, false, false])
  await accept({ ...lead, name: 'Mallory' }, own)
  assert.equal((await person(lead))?.name, 'Ada King')
})

test('a held submission neither replaces data that came later nor those of another source', async () => {
  const lead = sampleLead(first)
  await accept({ ...lead, ...second }, { ...own, ...bot })
  await accept(lead, own)
  await accept({ ...lead, name: 'Mallory', ...second }, { ...stranger, ...bot })
  await release()
  assert.deepEqual([(await person(lead))?.name, (await person(lead))?.phone], [lead.name, first.phone])
})

test('a held submission does not replace data that the same source sent later', async () => {
  const lead = sampleLead(first)
  const key = await accept({ ...lead, ...second }, { ...own, ...bot })
  await accept(lead, own)
  await release()
  assert.deepEqual([await isHeld(key), (await person(lead))?.phone], [false, first.phone])
})

test('a held consent counts from when it was given: after a withdrawal it must be confirmed, before one it is nothing', async () => {
  for (const isBefore of [true, false]) {
    const lead = sampleLead()
    await accept(lead, own)
    if (isBefore) await accept(lead, { ...own, ...bot })
    await withdraw(lead)
    if (!isBefore) await accept(lead, { ...own, ...bot })
    await release(await idOf(lead))
    assert.equal((await person(lead))?.consent, isBefore ? 'withdrawn' : 'asked')
  }
})

test('with double opt-in a released person is asked', async () => {
  await query('update lead_settings set double_opt_in = true')
  const lead = sampleLead()
  await accept(lead, { ...own, ...bot })
  await release()
  assert.equal((await person(lead))?.consent, 'asked')
})

test('a released email with a new link is sent, if the link of today’s email died by a withdrawal', async () => {
  await query('update lead_settings set double_opt_in = true')
  const lead = sampleLead()
  await accept(lead, own)
  await withdraw(lead)
  const key = await accept(lead, { ...own, ...bot })
  await release()
  assert.deepEqual(
    await query(`select status, reason from outbox where submission_id = $1 and kind = 'visitor'`, [key]),
    [{ status: 'pending', reason: null }],
  )
})
