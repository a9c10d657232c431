import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await openDatabase()
after(() => database.close())

async function accept(key: string, lead: object, context: object = {}) {
  const [row] = await database.queryAs('service_role', 'select status from accept_lead($1, $2, $3)', [
    key,
    lead,
    context,
  ])
  return row?.status
}

const mailsOf = (key: string) =>
  database.query('select kind, status from outbox where submission_id = $1 order by kind desc', [key])

test('a new submission stores the person, the evidence, and an email for the visitor and one for the owner', async () => {
  const key = crypto.randomUUID()
  const lead = sampleLead()
  const context = {
    consent_text: 'I agree',
    consent_version: '2026-11',
    page: 'https://example.org/',
    referrer: 'https://search.example/',
    user_agent: 'Browser',
    ip_hash: 'a'.repeat(64),
    campaign: { utm_source: 'x' },
    variant: 'b',
  }
  assert.equal(await accept(key, lead, context), 'created')

  const [submission] = await database.query('select * from lead_submissions where id = $1', [key])
  for (const [column, value] of Object.entries({ ...lead, ...context })) {
    assert.deepEqual(submission?.[column], value, column)
  }
  assert.deepEqual(await mailsOf(key), [
    { kind: 'visitor', status: 'pending' },
    { kind: 'owner', status: 'pending' },
  ])
})

test('the same key with the same content is a replay, with other content a conflict, and both change nothing', async () => {
  const key = crypto.randomUUID()
  const lead = sampleLead()
  assert.equal(await accept(key, lead), 'created')
  assert.equal(
    await accept(key, { ...lead, phone_e164: null }, { page: 'https://example.org/b' }),
    'replayed',
  )
  assert.equal(await accept(key, { ...lead, name: 'Mallory' }), 'conflict')
  const [person] = await database.query('select name from leads where email = $1', [lead.email])
  assert.equal(person?.name, 'Ada Lovelace')
  assert.equal((await mailsOf(key)).length, 2)
})

test('addresses that differ only in case are one person, who gets one visitor email a day', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const lead = sampleLead()
  const context = { ip_hash: 'c'.repeat(64) }
  await accept(first, lead, context)
  await accept(second, { ...lead, email: lead.email.toUpperCase(), name: 'Ada King' }, context)
  const people = await database.query('select name from leads where lower(email) = $1', [lead.email])
  assert.deepEqual(people, [{ name: 'Ada King' }])
  assert.deepEqual(await mailsOf(second), [
    { kind: 'visitor', status: 'cancelled' },
    { kind: 'owner', status: 'pending' },
  ])
})

test('the submission of a suspected bot is stored, its emails are held, and the person stays as they were', async () => {
  const lead = sampleLead()
  await accept(crypto.randomUUID(), lead)
  const key = crypto.randomUUID()
  assert.equal(await accept(key, { ...lead, name: 'Bot' }, { suspected_bot: true }), 'created')
  assert.deepEqual(
    (await mailsOf(key)).map(({ status }) => status),
    ['held', 'held'],
  )
  assert.deepEqual(await database.query('select name from leads where email = $1', [lead.email]), [
    { name: 'Ada Lovelace' },
  ])
  const fresh = crypto.randomUUID()
  assert.equal(await accept(fresh, sampleLead(), { suspected_bot: true }), 'created')
})

test('a preview’s lead is stored with its mark, owes both emails, and changes no person', async () => {
  const lead = sampleLead()
  await accept(crypto.randomUUID(), lead)
  const key = crypto.randomUUID()
  assert.equal(await accept(key, { ...lead, name: 'Tester' }, { preview: true }), 'created')
  const marks = 'select preview from lead_submissions where id = $1'
  assert.deepEqual(await database.query(marks, [key]), [{ preview: true }])
  assert.deepEqual(await mailsOf(key), [
    { kind: 'visitor', status: 'pending' },
    { kind: 'owner', status: 'pending' },
  ])
  assert.deepEqual(await database.query('select name from leads where email = $1', [lead.email]), [
    { name: 'Ada Lovelace' },
  ])
  for (const preview of [false, null, 'yes', 1]) {
    const real = crypto.randomUUID()
    assert.equal(await accept(real, sampleLead(), { preview }), 'created')
    assert.deepEqual(await database.query(marks, [real]), [{ preview: false }])
  }
})

test('a person who was first met on a preview gets their email and their own data when they come', async () => {
  const lead = sampleLead()
  await accept(crypto.randomUUID(), { ...lead, name: 'Tester' }, { preview: true })
  const key = crypto.randomUUID()
  await accept(key, lead)
  assert.deepEqual(await mailsOf(key), [
    { kind: 'visitor', status: 'pending' },
    { kind: 'owner', status: 'pending' },
  ])
  assert.deepEqual(await database.query('select name from leads where email = $1', [lead.email]), [
    { name: lead.name },
  ])
})

test('a submission cannot be changed, and is deleted together with its person', async () => {
  const key = crypto.randomUUID()
  const lead = sampleLead()
  await accept(key, lead)
  await assert.rejects(
    database.query(`update lead_submissions set name = 'x' where id = $1`, [key]),
    /written once/,
  )
  await database.query('delete from leads where email = $1', [lead.email])
  assert.deepEqual(await database.query('select from lead_submissions where id = $1', [key]), [])
  assert.deepEqual(await mailsOf(key), [])
})

test('nothing is stored without consent', async () => {
  const lead = sampleLead({ consent: false })
  await assert.rejects(accept(crypto.randomUUID(), lead), { code: '23514' })
  assert.deepEqual(await database.query('select from leads where email = $1', [lead.email]), [])
})

test('a variant of the page that is too long or no text is cut, and costs no lead', async () => {
  for (const [variant, stored] of [
    ['v'.repeat(33), 'v'.repeat(32)],
    [7, '7'],
    [null, null],
  ]) {
    const key = crypto.randomUUID()
    assert.equal(await accept(key, sampleLead(), { variant }), 'created')
    assert.deepEqual(await database.query('select variant from lead_submissions where id = $1', [key]), [
      { variant: stored },
    ])
  }
})
