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
