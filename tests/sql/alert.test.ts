import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim as claimBy } from './claim.ts'
import { copyLead } from './copy-lead.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import type { Row } from './test-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)

const call = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.queryAs('service_role', `select ${sql}`, values))[0] ?? {})[0]
const begin = () => call('run_housekeeping()')
const claim = (count = 10) => claimBy(database, count)
const settle = (mail: Row | undefined, outcome: string) =>
  call('settle_message($1, $2, $3)', [mail?.id, mail?.attempt, outcome])

/**
 * Stores a lead with two emails. Both emails have this status, and both have been due for this long. The seal
 * of the lead has already been emailed to the owner.
 */
async function storeMails(status: string, age = '11 minutes') {
  const key = crypto.randomUUID()
  await call('accept_lead($1, $2)', [key, sampleLead()])
  await database.query(
    'update outbox set status = $2, reason = $3, due_at = now() - $4::interval where submission_id = $1',
    [key, status, { failed: 'rejected', held: 'limit' }[status] ?? null, age],
  )
  await database.query(`select seal_submissions();
    insert into outbox (kind, status, contents)
    values ('seal', 'sent', jsonb_build_object('at', clock_timestamp())) on conflict do nothing`)
}

const shiftAlert = (age: string) =>
  database.query(
    `with shifted as (update alerted_problems set alerted_at = alerted_at - $1::interval)
    update outbox set queued_at = queued_at - $1::interval where kind = 'alert'`,
    [age],
  )

test('one alert a day tells the owner how many emails are failed, held and overdue', async () => {
  for (const status of ['failed', 'held', 'held', 'pending', 'sent']) await storeMails(status)
  assert.equal(await begin(), true)
  await database.query(`update outbox set due_at = now() - interval '1 hour' where kind = 'alert'`)
  const [alert] = await claim(1)
  assert.deepEqual([alert?.kind, alert?.contents], ['alert', { failed: 2, held: 4, overdue: 2 }])
})

test('emails that failed alone make the sweep run, once, and again after 24 hours', async () => {
  await storeMails('failed')
  assert.equal(await begin(), true)
  const [first] = await claim()
  assert.deepEqual([first?.kind, first?.contents], ['alert', { failed: 2 }])
  assert.deepEqual([first?.submission_id, first?.name, first?.preview], [null, null, false])
  assert.equal(await settle(first, 'sent'), 'sent')
  assert.equal(await begin(), false)
  await shiftAlert('23 hours')
  assert.equal(await begin(), false)
  await shiftAlert('2 hours')
  assert.equal(await begin(), true)
  const [second] = await claim()
  assert.equal(second?.kind, 'alert')
  assert.notEqual(second?.id, first?.id)
})

test('an alert waits until an email has been stopped or overdue for ten minutes', async () => {
  for (const status of ['failed', 'held', 'pending']) await storeMails(status, '9 minutes')
  await begin()
  assert.ok((await claim()).every(({ kind }) => kind !== 'alert'))
})

test('an alert that could not be sent is tried again, and replaced by a new one a day later', async () => {
  await storeMails('failed')
  await begin()
  const [first] = await claim()
  assert.equal(await settle(first, 'deferred'), 'pending')
  await database.query(`update outbox set due_at = now() where kind = 'alert'`)
  const [again] = await claim()
  assert.deepEqual([again?.id, again?.attempt], [first?.id, 2])
  await shiftAlert('25 hours')
  await begin()
  assert.equal(await settle(again, 'sent'), null)
  const [next] = await claim()
  assert.equal(next?.kind, 'alert')
  assert.notEqual(next?.id, first?.id)
})

test('an alert whose emails went out meanwhile says so', async () => {
  await storeMails('held')
  await begin()
  await database.query(`update outbox set status = 'cancelled', reason = 'dropped' where status = 'held'`)
  await begin()
  const [alert] = await claim()
  assert.deepEqual([alert?.kind, alert?.contents], ['alert', {}])
})

test('emails that are tried in vain for an hour are told once, though each waits for its next attempt', async () => {
  for (let lead = 0; lead < 3; lead += 1) await storeMails('pending', '-10 minutes')
  const tried = (age: string) =>
    database.query(
      `update outbox set attempts = 5, queued_at = now() - $1::interval where status = 'pending'`,
      [age],
    )
  await tried('59 minutes')
  assert.equal(await begin(), false)
  await tried('61 minutes')
  assert.equal(await begin(), true)
  const [alert, ...others] = await claim()
  assert.deepEqual([alert?.kind, alert?.contents, others], ['alert', { delayed: 6 }, []])
  assert.equal(await settle(alert, 'sent'), 'sent')
  assert.equal(await begin(), false)
})

test('waiting emails are counted up to 1,001', async () => {
  await database.query(
    `select accept_lead(gen_random_uuid(), $1, '{"suspected_bot": true, "webhook": true}')`,
    [sampleLead()],
  )
  await copyLead(database, 1_099)
  const counted = await database.query(
    'select * from count_attention() where messages > 0 order by is_webhook',
  )
  assert.deepEqual(counted, [
    { is_webhook: false, problem: 'held', messages: 1001 },
    { is_webhook: true, problem: 'held', messages: 1001 },
  ])
})

test('the list of emails that need attention gives the problem of each', async () => {
  for (const status of ['failed', 'held', 'pending', 'sending', 'sent']) await storeMails(status)
  await storeMails('pending', '9 minutes')
  await database.query(`update outbox set attempts = 1, queued_at = now() - interval '61 minutes'
    where status = 'pending' and due_at > now() - interval '10 minutes'`)
  await storeMails('pending', '9 minutes')
  await begin()
  const listed = await database.query(
    'select status, problem, count(*)::integer as mails from outbox_attention group by 1, 2 order by 1, 2',
  )
  assert.deepEqual(listed, [
    { status: 'failed', problem: 'failed', mails: 2 },
    { status: 'held', problem: 'held', mails: 2 },
    { status: 'pending', problem: 'delayed', mails: 2 },
    { status: 'pending', problem: 'overdue', mails: 2 },
    { status: 'sending', problem: 'overdue', mails: 2 },
  ])
})

test('an email about a lead may not be without a submission', async () => {
  for (const kind of ['visitor', 'owner']) {
    await assert.rejects(database.query('insert into outbox (kind) values ($1)', [kind]), {
      code: '23514',
    })
  }
})

test('a new problem is told at once, although another one was told today', async () => {
  await storeMails('held')
  await begin()
  assert.equal(await settle((await claim())[0], 'sent'), 'sent')
  await storeMails('failed')
  await begin()
  const [alert] = await claim()
  assert.deepEqual([alert?.kind, alert?.contents], ['alert', { failed: 2, held: 2 }])
  assert.equal(await settle(alert, 'sent'), 'sent')
  assert.equal(await begin(), false)
})

test('an alert of a clock that ran ahead holds none back', async () => {
  await storeMails('failed')
  await begin()
  await database.query(`update outbox set status = 'sent' where kind = 'alert'`)
  await database.query(`update alerted_problems set alerted_at = now() + interval '1 year'`)
  await begin()
  assert.deepEqual(
    (await claim()).map(({ kind }) => kind),
    ['alert'],
  )
})

test('a step of the sweep that fails is told, and all other steps are done', async () => {
  await storeMails('sent')
  await call('accept_lead(gen_random_uuid(), $1)', [sampleLead({ email: 'eve@example.org' })])
  await database.query(`alter function tell_number_events rename to away;
    create function private.tell_number_events() returns void language plpgsql as $$ begin raise 'broken'; end $$`)
  try {
    assert.equal(await begin(), true)
    const [alert, ...others] = await claim()
    assert.deepEqual([alert?.kind, alert?.contents], ['alert', { housekeeping: 1 }])
    assert.equal(others.length, 2)
    assert.deepEqual(await database.query('select from lead_submissions where seal_number is null'), [])
    assert.deepEqual(await database.query('select * from failing_steps()'), [
      { step: 'tell_number_events', error: 'broken' },
    ])
  } finally {
    await database.query(
      'drop function private.tell_number_events(); alter function away rename to tell_number_events',
    )
  }
  await begin()
  assert.deepEqual(await database.query('select from failing_steps()'), [])
})

test('the call of the function does no housekeeping again that pg_cron has just done', async () => {
  const due = async () => (await call('due_steps()')) as string[]
  const all = await due()
  assert.ok(all.includes('queue_alerts'))
  await call(`run_housekeeping('queue_alerts')`)
  assert.deepEqual(
    await due(),
    all.filter((step) => step !== 'queue_alerts'),
  )
  // A time ahead of the clock is from when the clock was wrong.
  for (const away of ['31 seconds', '-1 day']) {
    await database.query(`update sweep_steps set tried_at = now() - $1::interval`, [away])
    assert.deepEqual(await due(), all, away)
  }
  await database.query(`update sweep_steps set tried_at = now(), has_more = true`)
  assert.ok((await due()).includes('queue_alerts'))
})

test('an attempt whose end nobody learns counts as unanswered, and the third one is the last', async () => {
  await call('accept_lead(gen_random_uuid(), $1)', [sampleLead()])
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    assert.equal((await claim()).length, 2)
    await database.query(`update outbox set due_at = now() where status = 'sending'`)
  }
  assert.equal((await claim()).length, 0)
  assert.deepEqual(await database.query('select distinct status, reason, unanswered, attempts from outbox'), [
    { status: 'failed', reason: 'unanswered', unanswered: 3, attempts: 3 },
  ])
})
