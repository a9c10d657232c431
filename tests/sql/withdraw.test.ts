import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { dump } from './dump.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

const own = { ip_hash: 'a'.repeat(64) }
const stranger = { ip_hash: 'b'.repeat(64) }

async function accept(lead: object, context: object = own) {
  const key = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2, $3)', [key, lead, context])
  return key
}
const stateOf = async (email: string) =>
  (await query('select consent_state(leads) as state from leads where email = $1', [email]))[0]?.state
async function withdraw(email: string) {
  const [row] = await queryAs(
    'lead_desk',
    `select desk.withdraw_consent((desk.show_lead(email => $1) ->> 'id')::uuid) as done`,
    [email],
  )
  return row?.done
}
const verify = async () =>
  (await query('select desk.verify_lead_evidence() as found'))[0]?.found as {
    submissions: number
    erased: number
    unsealed: number
    faults: unknown[]
  }

test('a withdrawal is one sealed submission with the data on record, however often it is asked for', async () => {
  const lead = sampleLead()
  await accept(lead)
  assert.deepEqual(await withdraw(lead.email), { persons: 1, withdrawn: 1 })
  assert.deepEqual(await withdraw(lead.email), { persons: 1, withdrawn: 0 })
  const [row, ...others] = await query('select * from lead_submissions where not consent')
  assert.deepEqual(
    [row?.name, row?.email, row?.phone_e164, row?.merged, row?.withdrawn_by, others],
    [lead.name, lead.email, lead.phone_e164, false, 'desk:postgres', []],
  )
  await query('select run_housekeeping()')
  const { submissions, unsealed, faults } = await verify()
  assert.deepEqual([submissions, unsealed, faults], [2, 0, []])
  await query('select desk.erase_lead(id) from leads; select run_housekeeping()')
  const after = await verify()
  assert.deepEqual([after.submissions, after.erased, after.faults], [0, 2, []])
})

test('who ticks the box again is asked to confirm, from whatever network, and nothing but that makes the consent valid', async () => {
  const lead = sampleLead()
  await accept(lead)
  await withdraw(lead.email)
  await accept({ ...lead, phone: '07400 123456', phone_e164: '+447400123456' })
  await accept(lead, { ...own, preview: true })
  await accept(lead, { ...own, suspected_bot: true })
  assert.equal(await stateOf(lead.email), 'withdrawn')
  const key = await accept(lead, stranger)
  assert.equal(await stateOf(lead.email), 'asked')
  await queryAs('lead_desk', `select desk.release_messages()`)
  assert.equal(await stateOf(lead.email), 'asked')
  const mails = await claim(database, 100)
  const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.token
  assert.ok(token)
  await queryAs('service_role', 'select confirm_lead($1, $2)', [token, { consent_text: 'Mine.', ...own }])
  assert.equal(await stateOf(lead.email), 'confirmed')
})

test('a second withdrawal ends the link of an email that asked meanwhile', async () => {
  const lead = sampleLead()
  await accept(lead)
  await withdraw(lead.email)
  const key = await accept({ ...lead, phone_e164: '+12015550199' })
  const mails = await claim(database, 100)
  const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.token
  assert.deepEqual(await withdraw(lead.email), { persons: 1, withdrawn: 1 })
  const [row] = await queryAs('service_role', 'select confirm_lead($1, $2) as is_known', [
    token,
    { consent_text: 'Mine.' },
  ])
  assert.deepEqual([row?.is_known, await stateOf(lead.email)], [false, 'withdrawn'])
})

test('only bots and previews give no consent; a release does, but none that is older than a withdrawal', async () => {
  const [bot, early] = [sampleLead(), sampleLead({ phone_e164: '+12015550111' })]
  await accept(bot, { ...own, suspected_bot: true })
  await accept(early, { ...stranger, suspected_bot: true })
  const preview = sampleLead()
  await accept(preview, { ...own, preview: true })
  for (const { email } of [bot, early, preview]) assert.equal(await stateOf(email), 'none')
  await withdraw(early.email)
  await queryAs('lead_desk', `select desk.release_messages()`)
  assert.deepEqual(
    [await stateOf(bot.email), await stateOf(early.email), await stateOf(preview.email)],
    ['given', 'withdrawn', 'none'],
  )
})

test('with double opt-in a consent counts once it is confirmed, and after a withdrawal only by a new link', async () => {
  await query('update lead_settings set double_opt_in = true')
  const lead = sampleLead()
  const confirm = async (token: unknown) =>
    (
      await queryAs('service_role', 'select confirm_lead($1, $2) as is_known', [
        token,
        { consent_text: 'It is mine.', ...own },
      ])
    )[0]?.is_known
  const tokenOf = async (key: string) => {
    const mails = await claim(database, 100)
    return mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.token
  }
  const token = await tokenOf(await accept(lead))
  assert.equal(await stateOf(lead.email), 'asked')
  assert.equal(await confirm(token), true)
  assert.equal(await stateOf(lead.email), 'confirmed')
  await withdraw(lead.email)
  assert.equal(await confirm(token), false)
  assert.equal(await stateOf(lead.email), 'withdrawn')
  const again = await tokenOf(await accept(lead))
  assert.equal(await stateOf(lead.email), 'asked')
  assert.equal(await confirm(again), true)
  assert.equal(await stateOf(lead.email), 'confirmed')
})

test('the owner is told of withdrawals in one digest, and the webhook where it was told of the person', async () => {
  const [ada, bob] = [sampleLead({ name: 'Ada' }), sampleLead({ name: 'Bob' })]
  await accept(ada, { ...own, webhook: true })
  await accept(bob, { ...stranger })
  await claim(database, 10, 'claim_webhooks')
  await query(`update outbox set status = 'sent', reason = null, claimed_at = now()`)
  for (const { email } of [ada, bob]) await withdraw(email)
  await query('select run_housekeeping()')
  assert.deepEqual(
    await query(
      `select kind, status from outbox where status <> 'sent' and kind <> 'seal' order by kind, status`,
    ),
    [
      { kind: 'digest', status: 'pending' },
      { kind: 'owner', status: 'cancelled' },
      { kind: 'owner', status: 'cancelled' },
      { kind: 'webhook', status: 'pending' },
    ],
  )
  await query(`update outbox set due_at = now() where status = 'pending'`)
  const [digest] = await claim(database, 10)
  assert.deepEqual(digest?.contents, {
    ...{ leads: 0, since: null, newest: [], withdrawals: 2, texts: 0, received: [] },
    ...{ undelivered: 0, returned: [] },
    withdrawn: (await query('select id, name, email, phone_e164 from leads order by name desc')).map(
      ({ id, name, email, phone_e164: phone }) => ({ lead_id: id, name, email, phone }),
    ),
  })
  const [webhook] = await claim(database, 10, 'claim_webhooks')
  assert.deepEqual(
    [webhook?.name, webhook?.consent, webhook?.withdrawn_by],
    ['Ada', 'withdrawn', 'desk:postgres'],
  )
})

test('a digest leaves out who has confirmed a new consent since the withdrawal', async () => {
  const [ada, bob] = [sampleLead(), sampleLead({ phone_e164: '+12015550199' })]
  for (const lead of [ada, bob]) await accept(lead)
  await query(`update outbox set status = 'sent', reason = null, claimed_at = now()`)
  for (const { email } of [ada, bob]) await withdraw(email)
  await query('select run_housekeeping()')
  const key = await accept(ada)
  const mails = await claim(database, 10)
  const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.token
  await queryAs('service_role', 'select confirm_lead($1, $2)', [token, { consent_text: 'Mine.' }])
  await query(`update outbox set due_at = now() where kind = 'digest'`)
  const [mail] = (await claim(database, 10)).filter(({ kind }) => kind === 'digest')
  const { withdrawals, withdrawn } = (mail?.contents ?? {}) as Record<string, unknown>
  assert.equal(withdrawals, 1)
  assert.partialDeepStrictEqual(withdrawn, [{ email: bob.email }])
})

test('after a withdrawal the owner’s email about another number, from elsewhere, has the state of the consent', async () => {
  const lead = sampleLead()
  await accept(lead)
  await withdraw(lead.email)
  const key = await accept({ ...lead, phone: '07400 123456', phone_e164: '+447400123456' }, stranger)
  const mails = await claim(database, 100)
  const mail = mails.find(({ kind, submission_id: id }) => kind === 'owner' && id === key)
  assert.deepEqual([mail?.consent, await stateOf(lead.email)], ['withdrawn', 'withdrawn'])
})

test('a webhook that comes late tells the current state of the consent', async () => {
  const lead = sampleLead()
  await accept(lead, { ...own, webhook: true })
  await withdraw(lead.email)
  const rows = await claim(database, 10, 'claim_webhooks')
  assert.deepEqual(rows.map(({ consent, withdrawn_by }) => `${consent} ${withdrawn_by}`).sort(), [
    'withdrawn desk:postgres',
    'withdrawn null',
  ])
})

test('the key of the site alone gets no link of a person that was there before, and nobody gets a secret', async () => {
  const lead = sampleLead()
  await accept(lead)
  await query(`update outbox set queued_at = now() - interval '2 days'`)
  const key = await accept({ ...lead, name: 'Mallory' }, stranger)
  assert.deepEqual(await queryAs('service_role', 'select * from claim_mails(100, $1)', [[key]]), [])
  const rows = await claim(database, 100)
  assert.ok(
    rows.some(
      ({ submission_id, kind, stop_token }) => submission_id === key && kind === 'visitor' && stop_token,
    ),
  )
  assert.ok(rows.every(({ kind, stop_token }) => kind === 'visitor' || stop_token === null))
  const [{ secret } = {}] = await query('select secret from leads')
  const shown = await queryAs(
    'lead_desk',
    `select desk.show_lead(email => $1) as person, desk.list_leads() as list`,
    [lead.email],
  )
  assert.ok(!JSON.stringify([rows, shown]).includes(String(secret)))
})

test('after an erasure the link of the email is known by a hash alone, and nothing is left of a withdrawal', async () => {
  const lead = sampleLead({ name: 'Oblivia', email: 'oblivia@example.org' })
  const key = await accept(lead)
  const mails = await claim(database, 100)
  const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.stop_token
  const stop = async () =>
    (await queryAs('service_role', 'select stop_lead($1) as is_known', [token]))[0]?.is_known
  assert.equal(await stop(), true)
  assert.equal(await stateOf(lead.email), 'withdrawn')
  await query('select desk.erase_lead(id) from leads')
  assert.equal(await stop(), true)
  assert.deepEqual(await query('select from lead_submissions'), [])
  const traces = (await dump(query)).filter((line) => /oblivia/i.test(line) || line.includes(String(token)))
  assert.deepEqual(traces, [])
})
