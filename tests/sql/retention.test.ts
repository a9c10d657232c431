import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

const one = async (sql: string, values?: unknown[]) => Object.values((await query(sql, values))[0] ?? {})[0]
const sweep = () => queryAs('service_role', 'select run_housekeeping()')
const count = (table: string, where = 'true') => one(`select count(*)::integer from ${table} where ${where}`)
const faults = async () =>
  ((await one('select desk.verify_lead_evidence()')) as { faults: { kind: string }[] }).faults.filter(
    ({ kind }) => kind !== 'seal_changed' && kind !== 'seal_unchained',
  )

const context = { ip_hash: 'a'.repeat(64), user_agent: 'Mozilla/5.0', page: 'https://example.com/' }

/**
 * Stores a submission of this person, and makes it look as if it had been made and sealed this long ago. Afterwards,
 * the hash of the seal is wrong.
 */
async function store(email: string, age: string) {
  const id = crypto.randomUUID()
  await query('select accept_lead($1, $2, $3)', [id, sampleLead({ email }), context])
  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  await query('update lead_submissions set created_at = now() - $2::interval where id = $1', [id, age])
  await query('alter table lead_submissions enable trigger lead_submissions_written_once')
  await query('select seal_submissions()')
  await query(
    'update lead_seals set sealed_at = now() - $1::interval where number = (select max(number) from lead_seals)',
    [age],
  )
  return id
}

test('nothing younger than the settings say is deleted', async () => {
  await store('ada@example.org', '89 days')
  await sweep()
  assert.equal(await count('lead_submissions', 'ip_hash is not null and user_agent is not null'), 1)
  assert.equal(await count('lead_seal_entries', 'trace_salt is not null'), 1)
})

test('traces are deleted after 90 days, and the submission stays provable', async () => {
  const id = await store('ada@example.org', '91 days')
  await sweep()
  const kept = 'select ip_hash, user_agent, page from lead_submissions where id = $1'
  assert.deepEqual(await query(kept, [id]), [{ ip_hash: null, user_agent: null, page: context.page }])
  assert.equal(await count('lead_seal_entries', 'trace_salt is not null'), 0)
  assert.deepEqual(await faults(), [])
})

test('submissions and their emails are deleted after 7 years, a person with the last one, and tombstones stay', async () => {
  await store('ada@example.org', '7 years 1 day')
  await store('bob@example.org', '7 years 1 day')
  const kept = await store('bob@example.org', '6 years')
  await sweep()
  assert.deepEqual(await query('select id from lead_submissions'), [{ id: kept }])
  assert.deepEqual(await query('select email from leads'), [{ email: 'bob@example.org' }])
  assert.equal(await count('outbox', 'lead_id is not null'), 2)
  assert.equal(await count('lead_seal_entries', 'erased_at is not null and submission_id is null'), 2)
  assert.deepEqual(await faults(), [])
})

test('a reminder is deleted with its person, and their mailbox stays suppressed by a hash', async () => {
  const id = await store('oblivia@example.org', '7 years 1 day')
  await query(
    `insert into outbox (submission_id, lead_id, kind, priority, mailbox, event)
    select submission_id, lead_id, 'visitor', 'visitor_last', mailbox, 'reminder'
    from outbox where submission_id = $1 and kind = 'visitor'`,
    [id],
  )
  await query(
    `select suppress_mailbox('oblivia@example.org', 'unsubscribed', 'link', now() - interval '7 years')`,
  )
  assert.equal(await count('outbox', `event = 'reminder'`), 1)
  await sweep()
  assert.equal(await count('outbox', `event = 'reminder' or mailbox is not null`), 0)
  assert.equal(await one(`select is_suppressed('oblivia@example.org')`), true)
  assert.equal(await count('suppressed_mailboxes row', `row::text like '%oblivia%'`), 0)
})

/** Stores a submission that was made this long ago. Its emails are held. */
async function hold(email: string, age: string) {
  const id = crypto.randomUUID()
  await query('select accept_lead($1, $2, $3)', [
    id,
    sampleLead({ email }),
    { ...context, suspected_bot: true },
  ])
  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  await query('update lead_submissions set created_at = now() - $2::interval where id = $1', [id, age])
  await query('alter table lead_submissions enable trigger lead_submissions_written_once')
  return id
}

test('a submission that is held for 30 days is deleted with its emails', async () => {
  await store('ada@example.org', '60 days')
  await hold('ada@example.org', '31 days')
  await hold('bot@example.org', '31 days')
  const younger = await hold('eve@example.org', '29 days')
  await sweep()
  assert.deepEqual(await query('select email from leads order by email'), [
    { email: 'ada@example.org' },
    { email: 'eve@example.org' },
  ])
  assert.deepEqual(await query('select id from lead_submissions where suspected_bot'), [{ id: younger }])
  assert.deepEqual([await count('outbox', 'lead_id is not null'), await count('lead_seal_entries')], [4, 1])
  assert.deepEqual(await faults(), [])
})

test('a released submission is kept and sealed like any other', async () => {
  const [other, id] = [await hold('eve@example.org', '31 days'), await hold('ada@example.org', '31 days')]
  const [person] = await query('select lead_id from lead_submissions where id = $1', [id])
  await query(`select desk.release_messages(array[$1::uuid])`, [person?.lead_id])
  await sweep()
  assert.deepEqual(await query('select id, seal_number::integer from lead_submissions'), [
    { id, seal_number: 1 },
  ])
  assert.equal(await count('lead_submissions', `id = '${other}'`), 0)
  const {
    seals,
    unsealed,
    held,
    released,
    faults: found,
  } = (await one('select desk.verify_lead_evidence()')) as Record<string, unknown>
  assert.deepEqual([seals, unsealed, held, released, found], [1, 0, 0, 1, []])
})

test('null keeps everything', async () => {
  await query('update lead_settings set keep_submissions = null, keep_held = null, keep_traces = null')
  await store('ada@example.org', '100 years')
  await hold('bot@example.org', '100 years')
  await sweep()
  assert.equal(await count('lead_submissions', 'ip_hash is not null'), 2)
})

test('a sweep erases no more than a bounded number, the oldest first', async () => {
  for (let lead = 0; lead < 3; lead += 1) await store(`${lead}@example.org`, `${9 - lead} years`)
  assert.deepEqual(await one('select delete_expired(2)'), {
    ...{ submissions: 1, held: 0, traces: 2, persons: 1 },
    has_more: true,
  })
  assert.equal(await count('leads', `email = '0@example.org'`), 0)
  assert.deepEqual(await one('select delete_expired(4)'), {
    ...{ submissions: 2, held: 0, traces: 1, persons: 2 },
    has_more: true,
  })
  assert.deepEqual(await one('select delete_expired()'), {
    ...{ submissions: 0, held: 0, traces: 0, persons: 0 },
    has_more: false,
  })
})

test('a sweep deletes old counts and reports piece by piece', async () => {
  await database.query(
    `insert into mail_reports select 'postmark', n::text, now() - interval '32 days' from generate_series(1, 5) n`,
  )
  for (const left of [3, 1, 0]) {
    assert.equal(((await one('select delete_expired(2)')) as { has_more: boolean }).has_more, left > 0)
    assert.equal(await count('mail_reports', 'true'), left)
  }
})

test('a setting that would erase at once is refused', async () => {
  for (const setting of ['keep_submissions', 'keep_held', 'keep_traces']) {
    await assert.rejects(query(`update lead_settings set ${setting} = '0 days'`), { code: '23514' })
  }
})

test('the funnel’s counts are kept as long as the settings say', async () => {
  await query(`insert into funnel_counts (day, event, hits) values
    (current_date - interval '26 months', 'page_viewed', 1), (current_date - interval '24 months', 'page_viewed', 2)`)
  await query(
    `insert into funnel_hours (day, hour, event, hits) select day, 9, event, hits from funnel_counts`,
  )
  await sweep()
  for (const table of ['funnel_counts', 'funnel_hours'])
    assert.deepEqual(await query(`select hits::integer from ${table}`), [{ hits: 2 }], table)
})
