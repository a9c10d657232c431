import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim as claimBy } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { openReceiver } from './receiver.ts'
import { sampleLead } from './sample-lead.ts'
import type { Row } from './test-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

async function accept(context: object = {}, lead = sampleLead()) {
  const key = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2, $3)', [key, lead, { webhook: true, ...context }])
  return key
}
const claim = (count = 10) => claimBy(database, count, 'claim_webhooks')
const claimMails = () => claimBy(database, 100)
const settle = async ({ id, attempt }: Row, outcome: string, error: string | null = null) =>
  (
    await queryAs('service_role', 'select settle_message($1, $2, $3, $4) as status', [
      id,
      attempt,
      outcome,
      error,
    ])
  )[0]?.status
const statuses = async (kind = 'webhook') =>
  (await query('select status from outbox where kind = $1', [kind])).map(({ status }) => status)
const waited = (interval: string) =>
  query(`update outbox set due_at = due_at - $1::interval where kind = 'webhook'`, [interval])

test('a lead owes a webhook only if the function asks for it, and never on a preview', async () => {
  for (const webhook of [undefined, null, false, 'true', 1]) await accept({ webhook })
  await accept({ preview: true })
  assert.deepEqual(await statuses(), [])
  await accept()
  assert.deepEqual(await statuses(), ['pending'])
})

test('a claim has everything that is posted', async () => {
  const context = {
    consent_text: 'I agree.',
    consent_version: '2026-11',
    campaign: { utm_source: 'x' },
    variant: 'b',
    page: 'https://example.org/',
    referrer: 'https://search.example/',
  }
  const key = await accept(context, sampleLead({ email: 'ada@example.org' }))
  const [row] = await claim()
  const { consent, ...lead } = sampleLead({ email: 'ada@example.org' })
  const expected = { ...lead, ...context, kind: 'webhook', attempt: 1, submission_id: key }
  for (const [column, value] of Object.entries(expected)) assert.deepEqual(row?.[column], value, column)
  assert.deepEqual([row?.current, row?.came_before, row?.suspected_bot], [true, false, false])
  assert.deepEqual(await query('select id from leads'), [{ id: row?.lead_id }])

  await accept({ ip_hash: 'a'.repeat(64) }, sampleLead({ email: 'ada@example.org', name: 'Eve' }))
  const [second] = await claim()
  assert.deepEqual([second?.name, second?.current, second?.came_before], ['Eve', false, true])
})

test('what a stranger typed is not current, whichever part of it differs', async () => {
  const own = { email: 'ada@example.org', extra: { company: 'Ada Ltd' } }
  await accept({}, sampleLead(own))
  const differences = {
    nothing: {},
    name: { name: 'Eve' },
    'spelling of the address': { email: 'ADA@example.org' },
    phone: { phone: '+1 201 555 0177', phone_e164: '+12015550177' },
    country: { country_code: 'CA' },
    'extra field': { extra: { company: 'Eve Ltd' } },
  }
  await claim()
  const current: Record<string, unknown> = {}
  for (const [part, typed] of Object.entries(differences)) {
    await accept({ ip_hash: part.padEnd(64, '.') }, sampleLead({ ...own, ...typed }))
    current[part] = (await claim())[0]?.current
  }
  assert.deepEqual(current, {
    nothing: true,
    name: false,
    'spelling of the address': false,
    phone: false,
    country: false,
    'extra field': false,
  })
})

test('a retry after a correction says that newer data are stored, and has the lower number', async () => {
  const at = { ip_hash: 'a'.repeat(64) }
  const person = { email: 'ada@example.org' }
  await accept(at, sampleLead({ ...person, phone: '555 0100' }))
  await settle((await claim())[0] as Row, 'deferred')
  await accept(at, sampleLead({ ...person, phone: '555 0101' }))
  const [newer] = await claim()
  await waited('1 hour')
  const older = (await claim()).find(({ phone }) => phone === '555 0100')
  assert.deepEqual([newer?.current, older?.current], [true, false])
  assert.ok(Number(older?.sequence) < Number(newer?.sequence))
})

test('an erasure is posted if the receiver may know the person', async () => {
  await accept({}, sampleLead({ email: 'ada@example.org' }))
  const [posted] = await claim()
  await accept({}, sampleLead({ email: 'bob@example.org' }))
  await query('select desk.erase_lead(id) from leads')
  const rows = await claim()
  assert.deepEqual(
    rows.map(({ event, lead_id, submission_id }) => ({ event, lead_id, submission_id })),
    [{ event: 'erased', lead_id: posted?.lead_id, submission_id: null }],
  )
  assert.equal(await settle(rows[0] as Row, 'sent'), 'sent')
  await query(`update outbox set queued_at = queued_at - interval '31 days'`)
  await queryAs('service_role', 'select run_housekeeping()')
  assert.deepEqual(await query(`select from outbox where event = 'erased'`), [])
})

test('an erasure that the receiver has not heard of waits for it, also for more than a month', async () => {
  await accept()
  const [posted] = await claim()
  await settle(posted as Row, 'sent')
  await query('select desk.erase_lead(id) from leads')
  await query(`update outbox set queued_at = queued_at - interval '31 days'`)
  await queryAs('service_role', 'select run_housekeeping()')
  assert.deepEqual(
    (await claim()).map(({ event, lead_id: person }) => [event, person]),
    [['erased', posted?.lead_id]],
  )
})

test('START and a lifted stop are posted as a stop is, once', async () => {
  const number = '+12015550188'
  await accept({}, sampleLead({ phone_e164: number }))
  await settle((await claim())[0] as Row, 'sent')
  const text = (meaning: string) => query('select receive_text($1, $2, $2)', [number, meaning])
  const posted = async () => {
    await queryAs('service_role', 'select run_housekeeping()')
    const rows = await claim()
    for (const row of rows) await settle(row, 'sent')
    return rows.map(({ event, withdrawn_by: by, consent }) => event ?? `${by} ${consent}`)
  }
  await text('stop')
  assert.deepEqual(await posted(), ['text message stopped'])
  for (const lift of [() => text('start'), () => query(`select desk.lift_stop($1, 'asked')`, [number])]) {
    await lift()
    assert.deepEqual(await posted(), ['stop_lifted'])
    assert.deepEqual(await posted(), [])
    await text('stop')
    await posted()
  }
})

test('a receiver rests as long as it asks, a shorter pause does not end it, and another receiver does not rest', async () => {
  const claimFor = (receiver: string) =>
    queryAs('service_role', 'select * from claim_webhooks(10, null, $1, $2)', [keyOf, receiver])
  const [{ key: keyOf } = {}] = await query('select key from lead_claim_key')
  const answer = async (outcome: string, seconds: number | null) => {
    await accept()
    const [row] = await claim()
    await queryAs('service_role', `select settle_message($1, $2, $3, 'HTTP', 'a', $4)`, [
      row?.id,
      row?.attempt,
      outcome,
      seconds,
    ])
  }
  const passed = (seconds: number) =>
    query(`update webhook_receivers set rests_until = rests_until - make_interval(secs => $1)`, [seconds])
  await answer('deferred', 600)
  await answer('deferred', 5)
  await waited('1 hour')
  await passed(590)
  assert.deepEqual(await claimFor('a'), [])
  assert.equal((await claimFor('b')).length, 2)
  await waited('1 hour')
  await passed(11)
  assert.equal((await claimFor('a')).length, 2)
  await answer('rejected', null)
  await waited('1 hour')
  await passed(1e9)
  assert.deepEqual(await claimFor('a'), [])
})

test('a claim of emails gets no webhook, and a claim of webhooks no email', async () => {
  await accept()
  assert.deepEqual((await claimMails()).map(({ kind }) => kind).sort(), ['owner', 'visitor'])
  const [first] = await claim()
  assert.equal(await settle(first as Row, 'deferred', 'HTTP 500'), 'pending')
  await query('update outbox set due_at = now()')
  assert.deepEqual((await claimMails()).map(({ kind }) => kind).sort(), ['owner', 'visitor'])
  const [second] = await claim()
  assert.equal(await settle(second as Row, 'rejected', 'HTTP 410'), 'failed')
  assert.deepEqual(await query(`select desk.requeue_messages() - 'persons' - 'is_more' as answer`), [
    { answer: { done: 1, cancelled: 0 } },
  ])
  assert.deepEqual(await claimMails(), [])
  assert.deepEqual(
    (await claim()).map(({ id, attempt }) => [id, attempt]),
    [[first?.id, 3]],
  )
  await assert.rejects(query(`update outbox set priority = 'general' where kind = 'webhook'`), {
    code: '23514',
  })
})

test('a webhook whose worker died is claimed again when the lease of 50 seconds ends, and settled by the new one', async () => {
  await accept()
  const [first] = await claim()
  await waited('49 seconds')
  assert.deepEqual(await claim(), [])
  await waited('2 seconds')
  const [second] = await claim()
  assert.equal(second?.id, first?.id)
  assert.equal(await settle(first as Row, 'sent'), null)
  assert.equal(await settle(second as Row, 'sent'), 'sent')
})

test('fresh webhooks are claimed before those that failed, however long these are due', async () => {
  const tried = await accept()
  await settle((await claim())[0] as Row, 'failed')
  await waited('1 hour')
  const fresh = await accept()
  const order = [...(await claim(1)), ...(await claim(1))].map(({ submission_id: id }) => id)
  assert.deepEqual(order, [fresh, tried])
})

test('the webhook of a suspected bot is held like its emails, and released with them', async () => {
  await accept({ suspected_bot: true })
  assert.deepEqual([await statuses(), await claim()], [['held'], []])
  assert.deepEqual(await query(`select desk.release_messages() - 'persons' - 'is_more' as answer`), [
    { answer: { done: 3, cancelled: 0 } },
  ])
  const [row] = await claim()
  assert.equal(row?.suspected_bot, true)
})

test('a webhook that failed for 7 days is dead, wakes the sweep until then, and is told to the owner', async () => {
  await accept()
  await query(`update outbox set status = 'sent', reason = null where kind <> 'webhook'`)
  assert.deepEqual(await queryAs('service_role', 'select run_housekeeping()'), [{ run_housekeeping: true }])
  await query(`update outbox set queued_at = now() - interval '7 days 1 hour'`)
  assert.equal(await settle((await claim())[0] as Row, 'failed', 'HTTP 500'), 'failed')
  await waited('2 hours')
  await queryAs('service_role', 'select run_housekeeping()')
  const alert = (await claimMails()).find(({ kind }) => kind === 'alert')
  assert.deepEqual([alert?.kind, alert?.contents], ['alert', { webhook: 1 }])
  const [seen] = await query('select kind, status, problem, last_error from outbox_attention')
  assert.deepEqual(seen, { kind: 'webhook', status: 'failed', problem: 'failed', last_error: 'HTTP 500' })
})

test('webhooks that nobody posts are told as overdue', async () => {
  await accept()
  await query(`update outbox set status = 'sent', reason = null where kind <> 'webhook'`)
  await waited('11 minutes')
  const [seen] = await query('select status, problem from outbox_attention')
  assert.deepEqual(seen, { status: 'pending', problem: 'overdue' })
})

test('what waits for a receiver that rests says why and until when, and is never overdue', async () => {
  const [{ key } = {}] = await query('select key from lead_claim_key')
  const claimFor = (receiver: string) =>
    queryAs('service_role', 'select * from claim_webhooks(1, null, $1, $2)', [key, receiver])
  const answer = async (outcome: string, error: string, seconds: number | null) => {
    const [row] = await claimFor('a')
    await queryAs('service_role', `select settle_message($1, $2, $3, $4, 'a', $5)`, [
      row?.id,
      row?.attempt,
      outcome,
      error,
      seconds,
    ])
  }
  const waiting = async () =>
    (
      await query(`select problem, desk.list_failures() #>> '{rests,webhook,fault}' as fault,
        desk.show_lead(email => 'bob@example.org') #>> '{rests,webhook,until}' is not null as ends,
        (select message ->> 'last_error' from jsonb_array_elements(desk.list_failures() -> 'messages') message
          where message #>> '{person,email}' = 'bob@example.org') as shown
      from outbox_attention join leads on leads.id = lead_id
      where email = 'bob@example.org' and kind = 'webhook'`)
    )[0]
  // The first three are posted before Bob's.
  for (const email of ['ada', 'eve', 'cyd', 'bob'])
    await accept({}, sampleLead({ email: `${email}@example.org` }))
  await answer('deferred', 'HTTP 429', 30)
  assert.equal(await waiting(), undefined)
  await query(`update webhook_receivers set rests_until = now()`)
  await answer('deferred', 'HTTP 429', 1200)
  assert.deepEqual(await waiting(), { problem: 'resting', fault: 'HTTP 429', ends: true, shown: 'HTTP 429' })
  await waited('11 minutes')
  assert.equal((await waiting())?.problem, 'delayed')
  await query(`update webhook_receivers set rests_until = now()`)
  assert.equal((await waiting())?.problem, 'overdue')
  await answer('rejected', 'HTTP 410', null)
  assert.deepEqual(await waiting(), { problem: 'delayed', fault: 'HTTP 410', ends: false, shown: 'HTTP 410' })
  // Another receiver takes its place, and nobody asks for the former one any more.
  assert.equal((await claimFor('b')).length, 1)
  assert.deepEqual(await query('select resting_receivers() as rests, resting_receiver() as told'), [
    { rests: {}, told: null },
  ])
})

test('the health counts webhooks apart from emails', async () => {
  await accept()
  await accept({ suspected_bot: true })
  await accept()
  await query(`update outbox set status = 'failed', reason = 'rejected' where id = $1`, [
    (await claim(1))[0]?.id,
  ])
  await waited('11 minutes')
  const [row] = await query('select desk.lead_health() as health')
  const health = row?.health as Record<string, Record<string, unknown>> | undefined
  const counts = ({ oldest, ...rest }: Record<string, unknown> = {}) => ({ ...rest, oldest: typeof oldest })
  assert.deepEqual(counts(health?.webhooks), {
    pending: 1,
    overdue: 1,
    delayed: 0,
    failed: 1,
    held: 1,
    oldest: 'string',
  })
  assert.deepEqual(counts(health?.mails), {
    pending: 4,
    overdue: 0,
    delayed: 0,
    failed: 0,
    held: 2,
    oldest: 'string',
  })
})

test('the receiver gets data that were taken over, also if a form with other data comes before the next sweep', async () => {
  const receiver = openReceiver(database)
  const own = sampleLead()
  const submit = (lead: typeof own, source: string) => accept({ ip_hash: source.repeat(64) }, lead)
  await submit(own, 'a')
  await receiver.receive()
  const other = { ...own, name: 'Ada King', phone: '+12015550188', phone_e164: '+12015550188' }
  const taken = await submit(other, 'b')
  await receiver.receive()
  await query('select desk.take_over($1)', [taken])
  await submit({ ...own, name: 'Eve' }, 'c')
  for (const _ of [1, 2, 3]) await receiver.receive()
  await receiver.expectTrue()
})

test('when the webhook is turned off, no post that was not sent remains', async () => {
  const reasons = {
    ...{ pending: null, sending: null, held: 'limit', failed: 'rejected' },
    ...{ sent: null, cancelled: 'outdated' },
  }
  for (const [status, reason] of Object.entries(reasons)) {
    const key = await accept()
    await query(`update outbox set status = $2, reason = $3 where kind = 'webhook' and submission_id = $1`, [
      key,
      status,
      reason,
    ])
  }
  assert.deepEqual(await query('select desk.end_webhooks() as cancelled'), [{ cancelled: 4 }])
  assert.deepEqual((await statuses()).toSorted(), [...Array(5).fill('cancelled'), 'sent'])
})
