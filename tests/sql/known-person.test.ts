import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)

const own = { ip_hash: 'a'.repeat(64) }
const stranger = { ip_hash: 'b'.repeat(64) }

async function accept(lead: object, context: object = {}) {
  const key = crypto.randomUUID()
  await database.queryAs('service_role', 'select accept_lead($1, $2, $3)', [key, lead, context])
  return key
}

const person = async () => (await database.query('select name, phone from leads'))[0]
const statusOf = async (key: string) =>
  (await database.query(`select status from outbox where submission_id = $1 and kind = 'owner'`, [key]))[0]
    ?.status
const claimOwner = async (key: string) =>
  (await claim(database, 100)).find(({ kind, submission_id: id }) => kind === 'owner' && id === key)

test('five posts of a stranger neither overwrite a person nor hold the emails of their correction', async () => {
  const lead = sampleLead()
  await accept(lead, own)
  const forged = { ...lead, name: 'Mallory', phone: '999', phone_e164: null }
  for (let count = 0; count < 7; count += 1) await accept(forged, stranger)
  assert.deepEqual(await person(), { name: lead.name, phone: lead.phone })
  const correction = await accept({ ...lead, phone: '07400 123456' }, own)
  assert.equal(await statusOf(correction), 'pending')
  assert.deepEqual(await person(), { name: lead.name, phone: '07400 123456' })
  const fresh = await database.query('select priority from outbox where submission_id = $1 and kind = $2', [
    correction,
    'owner',
  ])
  assert.deepEqual(fresh, [{ priority: 'owner_first' }])
})

test('a correction changes all that a person gave', async () => {
  const lead = sampleLead()
  await accept(lead, own)
  const corrected = {
    email: lead.email.toUpperCase(),
    name: 'Ada King',
    phone: '020 7946 0018',
    phone_e164: '+442079460018',
    country_code: 'UK',
  }
  await accept({ ...lead, ...corrected }, own)
  assert.deepEqual(await database.query('select email, name, phone, phone_e164, country_code from leads'), [
    corrected,
  ])
})

test('a stranger does not become known by submitting again', async () => {
  const lead = sampleLead()
  await accept(lead, own)
  for (const phone of ['998', '999']) await accept({ ...lead, phone }, stranger)
  assert.equal((await person())?.phone, lead.phone)
})

test('an unknown source belongs to nobody', async () => {
  const lead = sampleLead()
  await accept(lead)
  await accept({ ...lead, phone: '999' })
  assert.equal((await person())?.phone, lead.phone)
})

test('the source of a bot or a preview is not the person’s, and the first genuine submission is theirs', async () => {
  for (const context of [{ suspected_bot: true }, { preview: true }]) {
    const lead = sampleLead()
    await database.query('delete from leads')
    await accept({ ...lead, phone: '997' }, { ...stranger, ...context })
    await accept(lead, own)
    await accept({ ...lead, phone: '998' }, stranger)
    assert.equal((await person())?.phone, lead.phone)
  }
})

test('a claim has the person’s record if a submission gave other data and did not change the record', async () => {
  const lead = sampleLead()
  await accept(lead, own)
  const same = await accept(lead, stranger)
  const other = await accept({ ...lead, phone: '999' }, stranger)
  const corrected = await accept({ ...lead, name: 'Ada King' }, own)
  const records = new Map(
    (await claim(database, 100))
      .filter(({ kind }) => kind === 'owner')
      .map(({ submission_id: id, record }) => [id, record]),
  )
  assert.deepEqual(records.get(other), { name: 'Ada King', phone: lead.phone, country_code: 'US' })
  assert.equal(records.get(corrected), null)
  assert.deepEqual(records.get(same), { name: 'Ada King', phone: lead.phone, country_code: 'US' })
})

test('a submission that gives what is on record has no difference to show', async () => {
  const lead = sampleLead()
  await accept(lead, own)
  const same = await accept(lead, stranger)
  assert.equal((await claimOwner(same))?.record, null)
})
