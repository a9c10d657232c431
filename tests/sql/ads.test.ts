import assert from 'node:assert/strict'
import { after } from 'node:test'
import { readClaimKey } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { sayConsent } from './say-consent.ts'
import type { Row } from './test-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database, `insert into ad_settings (consent_versions) values ('{ads}');`)
const { query, queryAs } = database

async function accept(lead: object = {}, context: object = {}) {
  const id = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2, $3)', [id, sampleLead(lead), context])
  return id
}
const claim = async (receiver = 'meta:one', count = 10) =>
  queryAs('service_role', 'select * from claim_ads($1, $2, $3)', [count, await readClaimKey(query), receiver])
const settle = async ({ id, attempt }: Row, outcome: string, error = 'META 500', rest?: [string, number]) =>
  (
    await queryAs('service_role', 'select settle_message($1, $2, $3, $4, $5, $6) as status', [
      ...[id, attempt, outcome, error],
      ...(rest ?? [null, null]),
    ])
  )[0]?.status
const events = async () =>
  (await query(`select event, status, reason from outbox where kind = 'ad' order by sequence`)).map((row) =>
    [row.event, row.status, row.reason].filter(Boolean).join(' '),
  )
const passed = (interval: string) =>
  query(
    `update outbox set due_at = due_at - $1::interval, queued_at = queued_at - $1::interval where kind = 'ad'`,
    [interval],
  )
const book = () =>
  query(`insert into booking_events (lead_id, kind, booking, said_by, starts_at, ends_at)
    select id, 'booked', 'b1', 'calendly', now() + interval '1 day', now() + interval '25 hours' from leads`)
const win = (value: number | null = 900) =>
  query(`select desk.record_contact(id, outcome => 'won', value => $1, known_at => outcome_at) from leads`, [
    value,
  ])
const currency = () => query(`select desk.change_settings('{"currency": "USD"}')`)

test('a lead, the first booked call and the sale are told once each, all under the id of the submission', async () => {
  await currency()
  const id = await accept(
    { email: 'ada@example.org' },
    { campaign: { fbclid: 'IwAR_x' }, user_agent: 'Safari' },
  )
  await book()
  await query(
    `insert into booking_events (lead_id, kind, booking, said_by) select id, 'cancelled', 'b1', 'calendly' from leads`,
  )
  await query(
    `insert into booking_events (lead_id, kind, booking, said_by) select id, 'booked', 'b2', 'calendly' from leads`,
  )
  await win()
  await win(1200)
  await accept({ email: 'ada@example.org' })
  const rows = await claim()
  assert.deepEqual(
    rows.map(({ event, submission_id }) => [event, submission_id]),
    [
      ['lead', id],
      ['schedule', id],
      ['purchase', id],
    ],
  )
  const [lead, , purchase] = rows
  assert.deepEqual([lead?.campaign, lead?.user_agent], [{ fbclid: 'IwAR_x' }, 'Safari'])
  const { value, currency: unit, state } = (purchase as Row).outcome as Row
  assert.deepEqual([value, unit, state], [1200, 'USD', 'won'])
  assert.deepEqual(await claim(), [], 'leased')
})

test('as long as no platform is told, nothing is queued, and the end drops what waits', async () => {
  const key = await readClaimKey(query)
  const set = (versions: string[] | null) =>
    queryAs('service_role', 'select set_ads($1, $2)', [key, versions])
  await accept()
  await set(null)
  await accept()
  assert.deepEqual(await events(), ['lead cancelled dropped'])
  await set(['ads'])
  await accept()
  assert.deepEqual(await events(), ['lead cancelled dropped', 'lead pending'])
  await assert.rejects(queryAs('service_role', 'select set_ads(gen_random_uuid(), null)'), { code: '28000' })
  await assert.rejects(queryAs('service_role', `select * from claim_ads(1, gen_random_uuid(), 'meta:')`), {
    code: '28000',
  })
})

test('nobody is told of who refuses tracking, looks like a bot or came by a preview', async () => {
  await currency()
  await accept({}, { refuses_tracking: true })
  await accept({}, { suspected_bot: true })
  await accept({}, { preview: true })
  await book()
  await win()
  assert.deepEqual(await events(), [])
  // Once the operator releases somebody who looked like a bot, they are a lead as any other.
  await query(`select desk.release_messages()`)
  assert.deepEqual((await events()).sort(), ['lead pending', 'purchase pending', 'schedule pending'])
})

test('who withdraws, stops or refuses tracking after an event was queued is not told of', async () => {
  for (const change of [
    'select desk.withdraw_consent(id) from leads',
    `select desk.stop_number(phone_e164) from leads`,
  ]) {
    await query('delete from leads; delete from number_events')
    await accept()
    await query(change)
    assert.deepEqual(await claim(), [], change)
    assert.deepEqual(await events(), ['lead cancelled outdated'], change)
  }
  await query('delete from leads; delete from number_events')
  await accept({ email: 'ada@example.org' })
  await accept({ email: 'ada@example.org' }, { refuses_tracking: true })
  assert.deepEqual(await claim(), [])
  assert.deepEqual(await events(), ['lead cancelled outdated'])
})

test('of somebody who booked twice before they were released, the first call is told, at its time', async () => {
  await accept({}, { suspected_bot: true })
  for (const [booking, age] of [
    ['b1', '5 days'],
    ['b2', '1 day'],
  ])
    await query(
      `insert into booking_events (lead_id, kind, booking, said_by, said_at)
        select id, 'booked', $1, 'calendly', now() - $2::interval from leads`,
      [booking, age],
    )
  await query('select desk.release_messages()')
  const told = await query(`select extract(day from now() - queued_at)::integer as days
    from outbox where kind = 'ad' and event = 'schedule'`)
  assert.deepEqual(told, [{ days: 5 }], 'days since the first call was booked')
})

test('with double opt-in, a lead is told once it is confirmed, with the time of the form', async () => {
  await query('update lead_settings set double_opt_in = true')
  await accept()
  assert.deepEqual(await events(), [])
  await query(`set session_replication_role = replica;
    update lead_submissions set created_at = now() - interval '2 days';
    set session_replication_role = origin`)
  await query(sayConsent('confirmed'))
  assert.deepEqual(
    await query(`select queued_at < now() - interval '47 hours' as was from outbox where kind = 'ad'`),
    [{ was: true }],
  )
})

test('a lead from the UK is told only with a consent text for ads, and the purchase too', async () => {
  await currency()
  const uk = { country_code: 'UK', phone: '020 7031 3000', phone_e164: '+442070313000' }
  await accept(uk, { consent_version: '2026-11-23' })
  await win()
  assert.deepEqual(await events(), [])
  await accept(uk, { consent_version: 'ads' })
  assert.deepEqual(await events(), ['lead pending'])
})

test('a sale without a value or a currency is none for the platform', async () => {
  await accept()
  await win()
  assert.deepEqual(await events(), ['lead pending'])
  await win(null)
  await currency()
  assert.deepEqual(await events(), ['lead pending'])
  await win(900)
  assert.deepEqual(await events(), ['lead pending', 'purchase pending'])
})

test('a currency that is set later tells the sales of the last days, each once', async () => {
  for (const email of ['ada@example.org', 'bob@example.org']) await accept({ email })
  await accept({ email: 'cyd@example.org' }, { refuses_tracking: true })
  await win()
  await query(`update leads set outcome_at = now() - interval '8 days' where email = 'bob@example.org'`)
  await currency()
  const sales = () =>
    query(`select person.email from outbox join leads person on person.id = lead_id where event = 'purchase'`)
  assert.deepEqual(await sales(), [{ email: 'ada@example.org' }])
  await query(`select desk.change_settings('{"currency": ""}')`)
  await currency()
  assert.deepEqual(await sales(), [{ email: 'ada@example.org' }])
})

test('a refused event fails and can be sent again with the time at which it happened', async () => {
  await accept()
  const [row] = await claim()
  assert.equal(await settle(row as Row, 'rejected', 'META 400 code 100'), 'failed')
  const [before] = await query(`select queued_at from outbox where kind = 'ad'`)
  await query(`select desk.requeue_messages()`)
  assert.deepEqual(await query(`select queued_at from outbox where kind = 'ad'`), [before])
  assert.deepEqual(
    (await claim()).map(({ submission_id }) => submission_id),
    [row?.submission_id],
  )
})

test('a worker that does not come back is followed by another, with the same submission', async () => {
  await accept()
  const [row] = await claim()
  await passed('1 minute')
  const [again] = await claim()
  assert.deepEqual([again?.submission_id, again?.attempt], [row?.submission_id, 2])
  assert.equal(await settle(row as Row, 'sent'), null, 'the first worker comes too late')
  assert.equal(await settle(again as Row, 'sent'), 'sent')
})

test('the platform may be down for two days, and an event is given up an hour before the seventh day ends', async () => {
  await accept()
  for (const wait of ['1 second', '1 day', '1 day', '4 days']) {
    await passed(wait)
    const [row] = await claim()
    assert.equal(await settle(row as Row, 'deferred'), 'pending', wait)
  }
  await passed('23 hours 10 minutes')
  assert.deepEqual(await claim(), [], 'too old to be posted')
  await query('select run_housekeeping()')
  assert.deepEqual(await events(), ['lead failed expired'])
  assert.deepEqual(await query(`select last_error from outbox where kind = 'ad'`), [
    { last_error: 'META 500' },
  ])
  // The desk knows by the reason that sending it again cannot help.
  assert.deepEqual(await query(`select desk.list_failures() #>> '{messages,0,reason}' as reason`), [
    { reason: 'expired' },
  ])
  const health = (await query('select desk.lead_health() as health'))[0]?.health as Row
  assert.equal((health.webhooks as Row).failed, 1)
  assert.equal(health.tells_ads, true)
})

test('while the platform refuses a token nothing is posted, and a new token is tried at once', async () => {
  await accept()
  const [row] = await claim()
  await settle(row as Row, 'deferred', 'META 400 code 190', ['meta:one', 3600])
  await passed('2 minutes')
  assert.deepEqual(await claim(), [])
  // What waits says why and until when, on the person's page and among the failures at once.
  await accept({ email: 'bob@example.org' })
  const rest = { fault: 'META 400 code 190', hours: 1 }
  const shown = async (call: string) =>
    (
      await query(`select answer #>> '{rests,ad,fault}' as fault,
        round(extract(epoch from (answer #>> '{rests,ad,until}')::timestamptz - now()) / 3600)::integer as hours
      from (select ${call} as answer) asked`)
    )[0]
  assert.deepEqual(await shown(`desk.show_lead(email => 'bob@example.org')`), rest)
  assert.deepEqual(await shown('desk.list_failures()'), rest)
  const waiting = () =>
    query(`select message ->> 'kind' as kind, message ->> 'last_error' as error
      from jsonb_array_elements(desk.list_failures() -> 'messages') message order by 2`)
  const one = { kind: 'ad', error: rest.fault }
  assert.deepEqual(await waiting(), [one, one])
  const problems = () => query(`select distinct problem from outbox_attention where kind = 'ad'`)
  assert.deepEqual(await problems(), [{ problem: 'resting' }])
  await passed('11 minutes')
  assert.deepEqual(await problems(), [{ problem: 'delayed' }])
  assert.equal((await claim('meta:two')).length, 2)
  assert.deepEqual(await shown(`desk.show_lead(email => 'bob@example.org')`), { fault: null, hours: null })
  assert.deepEqual(await query(`select resting_receivers() -> 'webhook' as webhook`), [{ webhook: null }])
})

test('no email waits for an event: the claim of emails does not see them', async () => {
  await accept()
  await query(`select from outbox where kind = 'ad' for update`)
  const mails = await queryAs('service_role', 'select kind from claim_mails(10, claim_key => $1)', [
    await readClaimKey(query),
  ])
  assert.deepEqual(mails.map(({ kind }) => kind).sort(), ['owner', 'visitor'])
})
