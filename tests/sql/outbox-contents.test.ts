import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim as claimBy } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import type { Row } from './test-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)

async function accept(lead = sampleLead(), context: object = {}) {
  const key = crypto.randomUUID()
  await database.queryAs('service_role', 'select accept_lead($1, $2, $3)', [key, lead, context])
  return key
}

const claim = (count = 1) => claimBy(database, count)

async function settle(mail: Row | undefined, outcome: string, error: string | null = null) {
  const [row] = await database.queryAs('service_role', 'select settle_message($1, $2, $3, $4) as status', [
    mail?.id,
    mail?.attempt,
    outcome,
    error,
  ])
  return row?.status
}

const readMail = async (id: unknown) => (await database.query('select * from outbox where id = $1', [id]))[0]

test('a claim returns everything that an email is written from, and the owner’s email first', async () => {
  const lead = sampleLead()
  const key = await accept(lead, { consent_version: '2026-11', page: '/', campaign: { gclid: '1' } })
  const [owner, visitor, ...more] = await claim(10)
  assert.deepEqual(more, [])
  assert.deepEqual([owner?.kind, visitor?.kind], ['owner', 'visitor'])
  assert.equal(owner?.submission_id, key)
  assert.equal(owner?.attempt, 1)
  assert.equal(owner?.came_before, false)
  assert.deepEqual(
    [owner?.name, owner?.email, owner?.phone_e164, owner?.consent_version, owner?.campaign],
    [lead.name, lead.email, lead.phone_e164, '2026-11', { gclid: '1' }],
  )
})

test('a claim tells the operator’s time zone, in which the emails tell times', async () => {
  await accept()
  const zones = async () => (await database.query('select time_zone from outbox_contents')).map(Object.values)
  assert.deepEqual(await zones(), [['UTC'], ['UTC']])
  await database.query(`update lead_settings set time_zone = 'Asia/Tokyo'`)
  assert.deepEqual(
    (await claim(10)).map(({ time_zone }) => time_zone),
    ['Asia/Tokyo', 'Asia/Tokyo'],
  )
})

test('a claim tells whether the person has submitted before', async () => {
  const lead = sampleLead()
  await accept(lead)
  await claim(10)
  await accept(lead)
  const [owner] = await claim(10)
  assert.equal(owner?.came_before, true)
})

test('a claim tells whether the lead came from a preview, which counts as no earlier submission', async () => {
  const lead = sampleLead()
  await accept(lead, { preview: true })
  const previews = await claim(10)
  await accept(lead)
  const real = await claim(10)
  const marks = (mails: Row[]) => mails.map(({ preview, came_before }) => [preview, came_before])
  assert.deepEqual(marks(previews), [
    [true, false],
    [true, false],
  ])
  assert.deepEqual(marks(real), [
    [false, false],
    [false, false],
  ])
})

test('an email whose lease ended is claimed by the next worker, and the first one can no longer settle it', async () => {
  await accept()
  const [first] = await claim()
  await database.query(`update outbox set due_at = now() - interval '1 second' where id = $1`, [first?.id])
  const second = (await claim(10)).find(({ id }) => id === first?.id)
  assert.equal(second?.attempt, 2)
  assert.equal(await settle(first, 'rejected', 'late'), null)
  assert.equal(await settle(second, 'sent'), 'sent')
  const mail = await readMail(first?.id)
  assert.ok(mail?.sent_at)
  assert.equal(mail?.last_error, null)
})

test('a lease holds the sending and its record, and ends so that the next sweep comes within two minutes', async () => {
  await accept()
  const [mail] = await claim()
  const [lease] = await database.query(
    'select extract(epoch from due_at - claimed_at)::float8 as seconds from outbox where id = $1',
    [mail?.id],
  )
  const [sending, recording, sweep] = [40, 6, 60]
  assert.ok(Number(lease?.seconds) > sending + recording)
  assert.ok(Number(lease?.seconds) + sweep < 120)
})

test('a failed email waits 12 seconds or more, an old one up to an hour, and after 7 days it is dead', async () => {
  await accept()
  const [mail] = await claim()
  assert.equal(await settle(mail, 'deferred', 'ECONNECTION'), 'pending')
  const wait = `select extract(epoch from due_at - now())::float8 as seconds from outbox where id = $1`
  const [soon] = await database.query(wait, [mail?.id])
  assert.ok(
    Number(soon?.seconds) > 11 && Number(soon?.seconds) <= 18,
    `${soon?.seconds} seconds until the next try`,
  )

  await makeDue(mail?.id, '10 hours')
  const [older] = (await claim(10)).filter(({ id }) => id === mail?.id)
  assert.equal(await settle(older, 'deferred', 'ECONNECTION'), 'pending')
  const [later] = await database.query(wait, [mail?.id])
  assert.ok(
    Number(later?.seconds) > 2390 && Number(later?.seconds) <= 3600,
    `${later?.seconds} seconds until the next try`,
  )

  await makeDue(mail?.id, '6 days 23 hours')
  const [old] = (await claim(10)).filter(({ id }) => id === mail?.id)
  assert.equal(await settle(old, 'deferred', 'ECONNECTION'), 'pending')
  await makeDue(mail?.id, '7 days 1 hour')
  const [last] = (await claim(10)).filter(({ id }) => id === mail?.id)
  assert.equal(await settle(last, 'deferred', 'ECONNECTION'), 'failed')
})

test('an email that may have arrived three times is dead, whatever failed in between', async () => {
  await accept()
  const outcomes = ['unanswered', 'deferred', 'unanswered', 'deferred', 'unanswered']
  const became = []
  for (const outcome of outcomes) {
    const [owner] = await claim()
    became.push(await settle(owner, outcome, outcome))
    await makeDue(owner?.id, '1 hour')
    await database.query(`update outbox set status = 'sent', reason = null where kind = 'visitor'`)
  }
  assert.deepEqual(became, ['pending', 'pending', 'pending', 'pending', 'failed'])
})

test('a rejected email is dead at once, is listed in the view and can be requeued', async () => {
  await accept()
  const [mail] = await claim()
  assert.equal(await settle(mail, 'rejected', 'x'.repeat(900)), 'failed')
  const [seen] = await database.query('select * from outbox_attention')
  assert.equal(seen?.id, mail?.id)
  assert.equal(String(seen?.last_error).length, 500)
  const [requeued] = await database.query(`select desk.requeue_messages() - 'persons' - 'is_more' as answer`)
  assert.deepEqual(requeued?.answer, { done: 1, cancelled: 0 })
  assert.ok((await claim(10)).some(({ id }) => id === mail?.id))
})

test('the held emails of one person can be requeued alone', async () => {
  const lead = sampleLead()
  await accept(lead, { suspected_bot: true })
  await accept(sampleLead(), { suspected_bot: true })
  const [person] = await database.query('select id from leads where email = $1', [lead.email])
  const [released] = await database.query(
    `select desk.release_messages(array[$1::uuid]) - 'persons' - 'is_more' as answer`,
    [person?.id],
  )
  assert.deepEqual(released?.answer, { done: 2, cancelled: 0 })
  assert.deepEqual(
    (await claim(10)).map(({ email }) => email),
    [lead.email, lead.email],
  )
  await assert.rejects(database.query(`select desk.drop_messages('sent')`), { code: '22023' })
})

test('visitor emails stay within their limit per minute, and owner emails do not wait for it', async () => {
  await database.query('update lead_settings set visitor_mails_per_minute = 2')
  for (let count = 0; count < 5; count += 1) await accept()
  const claimed: Row[] = []
  for (let mails = await claim(); mails.length > 0; mails = await claim()) claimed.push(...mails)
  assert.equal(claimed.filter(({ kind }) => kind === 'visitor').length, 2)
  assert.equal(claimed.filter(({ kind }) => kind === 'owner').length, 5)
  await database.query(`update outbox set claimed_at = claimed_at - interval '61 seconds'`)
  assert.equal((await claim())[0]?.kind, 'visitor')
})

test('a sweep gives up emails that no worker settles, and tells whether any are due', async () => {
  const begin = async () =>
    (await database.queryAs('service_role', 'select run_housekeeping() as due'))[0]?.due
  await accept()
  assert.equal(await begin(), true)
  const [mail] = (await claim(10)).filter(({ kind }) => kind === 'owner')
  assert.equal(await begin(), false)
  await database.query(`update outbox set status = 'sent', reason = null where kind = 'seal'`)
  await makeDue(mail?.id, '7 days 1 hour')
  assert.equal(await begin(), false)
  assert.equal((await readMail(mail?.id))?.status, 'failed')
})

test('a general email of a kind that the schema does not name is sent and counted like the others', async () => {
  const contents = { stopped: 2 }
  await database.query(`insert into outbox (kind, contents) values ('weekly', $1)`, [contents])
  const counts = () => database.query(`select problem, messages from count_attention() where messages > 0`)
  await database.query(`update outbox set due_at = now() - interval '11 minutes'`)
  assert.deepEqual(await counts(), [{ problem: 'overdue', messages: 1 }])
  const [mail] = await claim()
  assert.deepEqual([mail?.kind, mail?.contents, mail?.submission_id], ['weekly', contents, null])
  await database.query(`update outbox set status = 'failed', reason = 'rejected'`)
  assert.deepEqual(await counts(), [{ problem: 'failed', messages: 1 }])
  const [desk] = await database.query(`select desk.attention() ->> 'own' as own`)
  assert.equal(desk?.own, '1')
  await assert.rejects(database.query(`insert into outbox (kind, contents) values ('owner', '{}')`), {
    code: '23514',
  })
})

test('a sweep deletes the counts of a source ten minutes after their window', async () => {
  await database.query(
    `insert into lead_rates (bucket, ends_at) values
      ('younger', now() - interval '9 minutes'), ('older', now() - interval '11 minutes')`,
  )
  await database.query('select run_housekeeping()')
  assert.deepEqual(await database.query('select bucket from lead_rates'), [{ bucket: 'younger' }])
})

// When there were millions of held emails, Postgres spent half a second compiling the plan of each claim.
test('no plan of a claim is compiled', async () => {
  assert.deepEqual(
    await database.query(
      `select proname from pg_proc where proname like 'claim\\_%' and proconfig @> '{jit=off}' order by 1`,
    ),
    [{ proname: 'claim_ads' }, { proname: 'claim_mails' }, { proname: 'claim_webhooks' }],
  )
})

const makeDue = (id: unknown, age: string) =>
  database.query(
    `update outbox set due_at = now() - interval '1 second', queued_at = now() - $2::interval where id = $1`,
    [id, age],
  )
