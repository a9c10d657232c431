import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await openDatabase()
after(() => database.close())

async function accept(key: string, lead: object, context: object = {}) {
  const [row] = await database.queryAs('service_role', 'select accept_lead($1, $2, $3) as status', [
    key,
    lead,
    context,
  ])
  return row?.status
}

const mailsOf = (key: string) =>
  database.query('select kind, status from outbox where submission_id = $1 order by kind desc', [key])

test('a new submission stores the person, the evidence, and a mail for the visitor and one for the owner', async () => {
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

test('addresses that differ only in case are one person, who gets one visitor mail a day', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const lead = sampleLead()
  const context = { ip_hash: 'c'.repeat(64) }
  await accept(first, lead, context)
  await accept(second, { ...lead, email: lead.email.toUpperCase(), name: 'Ada King' }, context)
  const people = await database.query('select name from leads where lower(email) = $1', [lead.email])
  assert.deepEqual(people, [{ name: 'Ada King' }])
  assert.deepEqual(await mailsOf(second), [
    { kind: 'visitor', status: 'skipped' },
    { kind: 'owner', status: 'pending' },
  ])
})

test('the submission of a suspected bot is stored, its mails are held, and the person stays as they were', async () => {
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

test('a preview’s lead is stored with its mark, owes both mails, and changes no person', async () => {
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

test('a person who was first met on a preview gets their mail and their own data when they come', async () => {
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

test('too many submissions of one e-mail address from one source are stored and held; a replay is not counted', async () => {
  await database.query('update lead_settings set pair_hold_after = 2')
  const lead = sampleLead()
  const keys = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const
  for (const key of keys.slice(0, 2)) assert.equal(await accept(key, lead), 'created')
  assert.equal(await accept(keys[0], lead), 'replayed')
  assert.equal(await accept(keys[2], lead), 'created')
  assert.equal((await mailsOf(keys[1])).at(1)?.status, 'pending')
  assert.equal((await mailsOf(keys[2])).at(1)?.status, 'held')
})

const digest = (character: string) => character.repeat(64)
const acceptFrom = async (context: object) => {
  const key = crypto.randomUUID()
  await accept(key, sampleLead(), context)
  return (await mailsOf(key)).at(0)?.status
}

test('too many submissions of one source are held for ten minutes, whatever e-mail address they give', async () => {
  await database.query('update lead_settings set ip_hold_after = 1, day_hold_after = 9')
  const source = { ip_hash: digest('b') }
  assert.deepEqual([await acceptFrom(source), await acceptFrom(source)], ['pending', 'held'])
  await database.query(
    `update lead_rates set ends_at = ends_at - interval '10 minutes' where bucket not like 'day-%'`,
  )
  assert.equal(await acceptFrom(source), 'pending')
})

test('an IPv6 network is counted beside the part of it that one subscriber has', async () => {
  await database.query('update lead_settings set ip_hold_after = 2, day_refuse_after = 3, day_hold_after = 3')
  const subscriber = (one: string) => ({ ip_hash: digest(one), network_hash: digest('9') })
  const found = [
    await acceptFrom(subscriber('1')),
    await acceptFrom(subscriber('2')),
    await acceptFrom(subscriber('3')),
  ]
  assert.deepEqual(found, ['pending', 'pending', 'held'])
  await assert.rejects(acceptFrom(subscriber('4')), { code: 'PT429' })
  assert.equal(await acceptFrom({ ip_hash: digest('4') }), 'pending')
})

test('from its day’s bound on a source is held, then refused until the next day (UTC)', async () => {
  await database.query(
    'update lead_settings set ip_hold_after = 99, day_hold_after = 1, day_refuse_after = 2',
  )
  const source = { ip_hash: digest('d') }
  assert.deepEqual([await acceptFrom(source), await acceptFrom(source)], ['pending', 'held'])
  await assert.rejects(acceptFrom(source), { code: 'PT429' })
  const [windows] = await database.query(`
    select bool_and(ends_at at time zone 'UTC' = date_trunc('day', ends_at at time zone 'UTC')) as are_days
    from lead_rates where bucket like 'day-%'`)
  assert.equal(windows?.are_days, true)
  await database.query(`update lead_rates set ends_at = ends_at - interval '1 day'`)
  assert.equal(await acceptFrom(source), 'pending')
})

test('the sources beyond their day’s bound share another one, and nobody else is refused', async () => {
  await database.query(
    'update lead_settings set ip_hold_after = 99, day_hold_after = 1, day_refuse_after = 9, crowd_refuse_after = 2',
  )
  const [one, two] = [{ ip_hash: digest('e') }, { ip_hash: digest('f') }]
  const crowd = [await acceptFrom(one), await acceptFrom(two), await acceptFrom(one), await acceptFrom(two)]
  assert.deepEqual(crowd, ['pending', 'pending', 'held', 'held'])
  await assert.rejects(acceptFrom(one), { code: 'PT429' })
  assert.equal(await acceptFrom({ ip_hash: digest('0') }), 'pending')
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
