import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { doubleOptIn, openConfirmations, other, own, shown, stranger, third } from './open-confirmations.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, queryAs, accept, confirm, askedNumber, tokenOf, person, confirmations } =
  await openConfirmations()
after(() => database.close())
const test = testOnEmpty(database, doubleOptIn)

test('a confirmation is a submission with the data of the first one and evidence of its own', async () => {
  const lead = sampleLead()
  const key = await accept(lead, stranger)
  assert.equal(await confirm(await tokenOf(key)), true)
  const [row] = await confirmations()
  assert.deepEqual(
    [
      row?.confirms,
      row?.name,
      row?.phone,
      row?.consent_text,
      row?.consent_version,
      row?.ip_hash,
      row?.merged,
    ],
    [key, lead.name, lead.phone, shown.consent_text, shown.consent_version, own.ip_hash, true],
  )
  const owed = await query('select kind, status from outbox where submission_id = $1', [row?.id])
  assert.deepEqual(owed, [{ kind: 'owner', status: 'pending' }])
  const [mail] = await claim(database, 100)
  assert.deepEqual([mail?.kind, mail?.confirms, mail?.record], ['owner', key, null])
})

test('confirming once more changes nothing', async () => {
  const token = await tokenOf(await accept(sampleLead(), own))
  for (const time of ['first', 'second']) assert.equal(await confirm(token), true, time)
  assert.equal((await confirmations()).length, 1)
})

test('without a text that was shown nobody has agreed to anything', async () => {
  const token = await tokenOf(await accept(sampleLead(), own))
  for (const consent_text of [undefined, null, ''])
    assert.equal(await confirm(token, { ...shown, consent_text }), false)
  assert.deepEqual(await confirmations(), [])
  assert.equal((await person())?.is_confirmed, false)
})

test('a visitor confirms their own number, never one that a stranger typed before', async () => {
  const lead = sampleLead()
  const forged = await tokenOf(await accept({ ...lead, name: 'Mallory', ...other }, stranger))
  const token = await tokenOf(await accept(lead, own))
  assert.deepEqual([await askedNumber(forged), await askedNumber(token)], [other.phone_e164, lead.phone_e164])
  assert.equal(await confirm(token), true)
  // A confirmation is about the number alone. At the desk, the operator can use the data that came with it.
  const confirmed = { name: 'Mallory', phone_e164: lead.phone_e164, is_confirmed: true }
  assert.deepEqual(await person(), confirmed)
  // The network of the stranger counts as known, because it was the first to send data.
  await accept({ ...lead, ...third }, stranger)
  assert.deepEqual(await person(), confirmed)
})

test('nothing but another confirmation changes a number that was confirmed', async () => {
  const lead = sampleLead()
  await confirm(await tokenOf(await accept(lead, own)))
  const key = await accept({ ...lead, name: 'Ada King', ...other }, own)
  assert.deepEqual(await person(), { name: lead.name, phone_e164: lead.phone_e164, is_confirmed: true })
  const owners = (await claim(database, 100)).filter(({ kind, confirms }) => kind === 'owner' && !confirms)
  assert.deepEqual(
    owners.map(({ submission_id: id, record }) => [id, record]),
    [[key, { name: lead.name, phone: lead.phone, country_code: 'US' }]],
  )
  const [mail] = await query('select token from outbox where submission_id = $1 and token is not null', [key])
  assert.equal(await confirm(mail?.token), true)
  assert.deepEqual(await person(), { name: lead.name, phone_e164: other.phone_e164, is_confirmed: true })
})

test('a change from elsewhere becomes the person’s once it is confirmed, and its source is known from then on', async () => {
  const lead = sampleLead()
  await accept(lead, own)
  const token = await tokenOf(await accept({ ...lead, ...other }, stranger))
  assert.equal((await person())?.phone_e164, lead.phone_e164)
  await confirm(token, { ...shown, ...stranger })
  assert.equal((await person())?.phone_e164, other.phone_e164)
  await accept({ ...lead, ...other, name: 'Ada King' }, stranger)
  assert.equal((await person())?.name, 'Ada King')
})

test('a confirmation is sealed, a change of it is found, and an erasure takes it along', async () => {
  const token = await tokenOf(await accept(sampleLead(), own))
  await confirm(token)
  await query('select run_housekeeping()')
  const verify = async () => (await query('select desk.verify_lead_evidence() as answer'))[0]?.answer as Found
  type Found = { submissions: number; erased: number; faults: { kind: string }[] }
  assert.deepEqual([(await verify()).submissions, (await verify()).faults], [2, []])
  await query(`alter table lead_submissions disable trigger lead_submissions_written_once;
    update lead_submissions set confirms = gen_random_uuid() where confirms is not null;
    alter table lead_submissions enable trigger lead_submissions_written_once`)
  assert.deepEqual(
    (await verify()).faults.map(({ kind }) => kind),
    ['submission_changed'],
  )
  await query('select desk.erase_lead(id) from leads; select run_housekeeping()')
  assert.deepEqual([(await verify()).erased, (await verify()).faults], [2, []])
})

test('who was asked stays asked when the setting is switched off, and the box is enough for whoever comes later', async () => {
  const consents = async () =>
    (await query('select consent_state(leads) as state from leads order by created_at')).map(
      ({ state }) => state,
    )
  await accept(sampleLead(), own)
  await query('update lead_settings set double_opt_in = false')
  assert.deepEqual(await consents(), ['asked'])
  await accept(sampleLead(other), stranger)
  assert.deepEqual(await consents(), ['asked', 'given'])
  await query('update lead_settings set double_opt_in = true')
  assert.deepEqual(await consents(), ['asked', 'given'])
})

test('the desk tells submissions and confirmations apart, when a number was confirmed, and no token', async () => {
  const token = await tokenOf(await accept(sampleLead(), own))
  const listed = async () => {
    const statement = `select lead ->> 'submissions' as submissions, lead ->> 'confirmed_at' as confirmed_at
      from jsonb_array_elements(desk.list_leads() -> 'leads') lead`
    return (await queryAs('lead_desk', statement))[0]
  }
  assert.equal((await listed())?.confirmed_at, null)
  await confirm(token)
  assert.equal((await listed())?.submissions, '1')
  assert.match(String((await listed())?.confirmed_at), /^\d{4}-/)
  const [{ email } = {}] = await query('select email from leads')
  const [row] = await queryAs('lead_desk', 'select desk.show_lead(email => $1) as person', [email])
  const { submissions, confirmations: confirmed, history } = (row?.person ?? {}) as Record<string, unknown[]>
  assert.deepEqual([submissions, confirmed, history?.length], [1, 1, 2])
  assert.ok(!JSON.stringify(row).includes(String(token)))
})
