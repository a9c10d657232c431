import assert from 'node:assert/strict'
import { after } from 'node:test'
import { doubleOptIn, openConfirmations, other, own, stranger, third } from './open-confirmations.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, queryAs, accept, confirm, askedNumber, mailOf, tokenOf, person, confirmations } =
  await openConfirmations()
after(() => database.close())
const test = testOnEmpty(database, doubleOptIn)

test('a number that is not valid is not asked for', async () => {
  const mail = await mailOf(await accept(sampleLead({ phone: 'call me', phone_e164: null }), own))
  assert.deepEqual([mail?.kind, mail?.token], ['visitor', null])
})

test('a corrected number is asked for anew within the day, and the old link asks for nothing', async () => {
  const lead = sampleLead()
  const old = await tokenOf(await accept(lead, own))
  assert.equal(await askedNumber(old), lead.phone_e164)
  const token = await tokenOf(await accept({ ...lead, ...other }, own))
  assert.deepEqual([await askedNumber(old), await confirm(old)], [null, false])
  assert.equal(await askedNumber(token), other.phone_e164)
  assert.equal(await confirm(token), true)
  assert.deepEqual(await person(), { name: lead.name, phone_e164: other.phone_e164, is_confirmed: true })
})

test('a visitor who takes a correction back confirms by the first link', async () => {
  const lead = sampleLead()
  const token = await tokenOf(await accept(lead, own))
  await accept({ ...lead, ...other }, own)
  await accept(lead, own)
  assert.equal(await confirm(token), true)
  assert.equal((await person())?.phone_e164, lead.phone_e164)
})

test('a mailbox is asked once a day for a number, and for three numbers at most', async () => {
  const lead = sampleLead()
  const statusOf = async (key: string) =>
    (await query(`select status from outbox where kind = 'visitor' and submission_id = $1`, [key]))[0]?.status
  const statuses = []
  for (const [number, source] of [
    [{}, own],
    [{}, stranger],
    [other, stranger],
    [third, own],
    [{ phone: '(201) 555-0111', phone_e164: '+12015550111' }, own],
    [{ phone: 'call me', phone_e164: null }, own],
  ])
    statuses.push(await statusOf(await accept({ ...lead, ...number }, source)))
  assert.deepEqual(statuses, ['pending', 'cancelled', 'pending', 'pending', 'cancelled', 'cancelled'])
})

test('a token that nobody was sent, or that is older than 30 days, confirms nothing', async () => {
  const key = await accept(sampleLead(), own)
  const [mail] = await query('select token from outbox where token is not null')
  for (const unknown of [crypto.randomUUID(), null, mail?.token])
    assert.deepEqual([await askedNumber(unknown), await confirm(unknown)], [null, false])
  const token = await tokenOf(key)
  await query(`update outbox set claimed_at = now() - interval '31 days'`)
  assert.deepEqual([await askedNumber(token), await confirm(token)], [null, false])
  assert.deepEqual(await confirmations(), [])
})

test('an email that is tried again has the token of the first attempt', async () => {
  const key = await accept(sampleLead(), own)
  const token = await tokenOf(key)
  assert.match(String(token), /^[0-9a-f-]{36}$/)
  await query(`update outbox set status = 'pending', reason = null, due_at = now()`)
  assert.equal(await tokenOf(key), token)
})

test('without the setting, and on a preview, no email has a token', async () => {
  assert.equal(await tokenOf(await accept(sampleLead(), { preview: true })), null)
  await query('update lead_settings set double_opt_in = default')
  assert.equal(await tokenOf(await accept(sampleLead(), own)), null)
})

test('the site’s key alone gets no token, so a thief of it confirms for nobody', async () => {
  const key = await accept(sampleLead(), own)
  const claimed = await queryAs('service_role', 'select * from claim_mails(100, $1)', [[key]])
  assert.deepEqual(
    claimed.map(({ kind, token }) => [kind, token]),
    [['owner', null]],
  )
  assert.ok(await tokenOf(key))
})
