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
  await accept(key, sampleLead({ email: `${key}@gmail.com` }), context)
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

const manyFrom = (count: number, context: object, domain = 'gmail.com') =>
  database.query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', 'p' || n || '@' || $3), $2))
    from generate_series(1, ${count}) n`,
    [sampleLead(), context, domain],
  )
const heldFor = async (where: string) => {
  const [row] = await database.query(
    `select count(*)::integer as held from outbox where kind = 'visitor' and status = 'held' and ${where}`,
  )
  return row?.held
}
const newSettings =
  'delete from lead_settings; insert into lead_settings default values; delete from leads; delete from lead_rates'

/** Ends what is counted for ten minutes, but not what is counted for a day. */
const passTenMinutes = () => database.query(`delete from lead_rates where bucket not like 'day-%'`)

test('100 people behind one Wi-Fi get their emails within ten minutes, and 400 a day', async () => {
  await database.query(newSettings)
  for (let wave = 0; wave < 4; wave += 1) {
    await manyFrom(
      100,
      { ip_hash: digest('1') },
      ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'][wave],
    )
    await passTenMinutes()
  }
  assert.equal(await heldFor('true'), 0)
  assert.equal(await acceptFrom({ ip_hash: digest('1') }), 'held')
})

test('without scripts a source gets fewer emails', async () => {
  await database.query(newSettings)
  await manyFrom(25, { ip_hash: digest('1'), time_unknown: true })
  assert.equal(await heldFor('true'), 5)
})

test('the mailboxes of one domain get the emails of one source, whatever their sources', async () => {
  await database.query(newSettings)
  await manyFrom(110, {}, 'catch-all.example')
  assert.equal(await heldFor('true'), 10)
  await manyFrom(110, {}, 'gmail.com')
  assert.equal(await heldFor('true'), 10)
})

test('the mailboxes of one domain get the emails of one source in a day too', async () => {
  await database.query(newSettings)
  await database.query('update lead_settings set day_hold_after = 10')
  for (let wave = 0; wave < 2; wave += 1) {
    await manyFrom(5, {}, 'catch-all.example')
    await passTenMinutes()
  }
  assert.equal(await heldFor('true'), 0)
  await manyFrom(1, {}, 'catch-all.example')
  assert.equal(await heldFor('true'), 1)
})

test('of one source at most 3 submissions a day count for a domain, however they are spread', async () => {
  await database.query(newSettings)
  await database.query('update lead_settings set day_hold_after = 10')
  for (let wave = 0; wave < 4; wave += 1) {
    await manyFrom(3, { ip_hash: digest('5') }, 'company.example')
    await passTenMinutes()
  }
  assert.equal(await oneFrom({ ip_hash: digest('6') }, 'company.example'), 'pending')
})

test('a /64 that is refused leaves its /48 alone, which has ten times the limits and refuses no neighbour', async () => {
  await database.query(
    'delete from lead_rates; update lead_settings set ip_hold_after = 2, day_hold_after = 3, day_refuse_after = 4',
  )
  const network_hash = digest('9')
  const flood = { ip_hash: digest('1'), network_hash }
  await manyFrom(4, flood)
  await assert.rejects(acceptFrom(flood), { code: 'PT429' })
  assert.equal(await acceptFrom({ ip_hash: digest('2'), network_hash }), 'pending')
  await database.query(`update lead_rates set hits = 50 where bucket like '%ip:' || $1`, [network_hash])
  assert.equal(await acceptFrom({ ip_hash: digest('3'), network_hash }), 'held')
  const busy = { ip_hash: digest('4'), network_hash }
  for (let hit = 0; hit < 3; hit += 1) await acceptFrom(busy)
  await assert.rejects(acceptFrom(busy), { code: 'PT429' })
  assert.equal(await acceptFrom({ ip_hash: digest('5') }), 'pending')
})

test('from its day’s bound on a source is held, then refused until the next day (UTC)', async () => {
  await database.query('delete from lead_rates')
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

const oneFrom = async (context: object, domain: string) => {
  const key = crypto.randomUUID()
  await accept(key, sampleLead({ email: `${key}@${domain}` }), context)
  return (await mailsOf(key)).at(0)?.status
}

test('one source or one /48 cannot have the emails of a whole domain held, and many sources can', async () => {
  await database.query(newSettings)
  await database.query('update lead_settings set ip_hold_after = 10, day_hold_after = 10')
  await manyFrom(60, { ip_hash: digest('1') }, 'company.example')
  await manyFrom(60, { ip_hash: digest('2'), suspected_bot: true }, 'company.example')
  assert.equal(await oneFrom({ ip_hash: digest('3') }, 'company.example'), 'pending')
  await database.query(newSettings)
  await database.query('update lead_settings set ip_hold_after = 50, day_hold_after = 50')
  await database.query(
    `select accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', 'p' || n || '@company.example'),
      jsonb_build_object('ip_hash', lpad(n::text, 64, '0'), 'network_hash', repeat('9', 64)))
    from generate_series(1, 90) n`,
    [sampleLead()],
  )
  assert.equal(await oneFrom({ ip_hash: digest('3') }, 'company.example'), 'pending')
  await database.query(
    `select accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', 'q' || n || '@company.example'),
      jsonb_build_object('ip_hash', lpad((n / 3)::text, 64, 'a')))
    from generate_series(3, 62) n`,
    [sampleLead()],
  )
  assert.equal(await oneFrom({ ip_hash: digest('3') }, 'company.example'), 'held')
  await manyFrom(9, { ip_hash: digest('4') }, 'gmail.com')
  assert.equal(await oneFrom({ ip_hash: digest('4') }, 'company.example'), 'held')
})

test('one source gets fewer emails to one domain, unless the domain is a provider’s', async () => {
  await database.query(newSettings)
  const source = { ip_hash: digest('1') }
  await manyFrom(30, source, 'catch-all.example')
  assert.equal(await heldFor('true'), 10)
  await manyFrom(30, source, 'gmail.com')
  assert.equal(await heldFor('true'), 10)
  assert.equal(await oneFrom({ ip_hash: digest('2') }, 'catch-all.example'), 'pending')
})
