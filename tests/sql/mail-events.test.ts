import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

const accept = (email: string) =>
  queryAs('service_role', 'select accept_lead(gen_random_uuid(), $1)', [sampleLead({ email })])
async function record(mailbox: string, changes: object = {}) {
  const event = { id: crypto.randomUUID(), kind: 'bounced hard', mailbox, messageId: null, ...changes }
  const [row] = await query(`select record_mail_events('postmark', $1) as recorded`, [
    [{ at: new Date().toISOString(), ...event }],
  ])
  return row?.recorded
}
const mails = async () =>
  (await query(`select status, reason from outbox where kind = 'visitor' order by queued_at`)).map(
    ({ status, reason }) => [status, reason].filter(Boolean).join(' '),
  )
const aDayLater = () =>
  query(
    `update outbox set queued_at = queued_at - interval '25 hours', claimed_at = claimed_at - interval '25 hours'`,
  )

test('a dead address with a tag gets no more emails, and its mailbox does, except at Gmail and Proton', async () => {
  const dead = ['ada+x@example.org', 'ad.a+x@gmail.com', 'a-d_a@proton.me']
  for (const email of dead) await accept(email)
  await claim(database, 10)
  for (const email of dead) await record(email.toUpperCase())
  await aDayLater()
  for (const email of dead) await accept(email)
  await accept('ada@example.org')
  await accept('ada@gmail.com')
  await accept('ada+z@pm.me')
  assert.deepEqual(
    await query(`select email, status, outbox.reason from outbox
    join lead_submissions submission on submission.id = submission_id
    where kind = 'visitor' and outbox.queued_at > now() - interval '1 hour' order by email collate "C"`),
    [
      { email: 'a-d_a@proton.me', status: 'cancelled', reason: 'suppressed' },
      { email: 'ad.a+x@gmail.com', status: 'cancelled', reason: 'suppressed' },
      { email: 'ada+x@example.org', status: 'cancelled', reason: 'suppressed' },
      { email: 'ada+z@pm.me', status: 'cancelled', reason: 'suppressed' },
      { email: 'ada@example.org', status: 'pending', reason: null },
      { email: 'ada@gmail.com', status: 'cancelled', reason: 'suppressed' },
    ],
  )
})

test('a complaint ends the emails to all spellings of the mailbox; nothing else is known of an unknown address', async () => {
  await record('ada+x@example.org', { kind: 'complained' })
  await accept('ada@example.org')
  assert.deepEqual(await mails(), ['cancelled suppressed'])
  assert.equal(await record('nobody'), 0)
})

test('the email of the report is found by its id, or else by the time; an email sent later stays', async () => {
  await accept('ada@example.org')
  await claim(database, 10)
  await aDayLater()
  await accept('ada@example.org')
  await claim(database, 10)
  const [older, newer] = await query(`select id from outbox where kind = 'visitor' order by queued_at`)
  await record('ada@example.org', { messageId: `${older?.id}@brand.example` })
  assert.deepEqual(await mails(), ['failed bounced', 'sending'])
  const at = new Date(Date.now() - 20 * 3_600_000).toISOString()
  await record('ada@example.org', { kind: 'complained', at })
  assert.deepEqual(await mails(), ['failed complained', 'sending'])
  await record('ada@example.org', { messageId: 'the provider’s own' })
  assert.deepEqual(await mails(), ['failed complained', 'failed bounced'])
  const [settled] = await queryAs('service_role', `select settle_message($1, 1, 'sent') as status`, [
    newer?.id,
  ])
  assert.equal(settled?.status, null)
})

test('a report is read once, and not when it is old; a soft bounce changes nothing', async () => {
  const old = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString()
  assert.equal(await record('ada@example.org', { at: old }), 0)
  assert.equal(await record('ada@example.org', { kind: 'bounced softly' }), 0)
  assert.equal(await record('ada@example.org', { id: 'a report' }), 1)
  assert.equal(await record('eve@example.org', { id: 'a report' }), 0)
  assert.equal((await query('select from suppressed_mailboxes')).length, 1)
  await query(`update mail_reports set read_at = now() - interval '32 days'`)
  await query('select delete_expired()')
  assert.deepEqual(await query('select from mail_reports'), [])
})

test('the digest tells whom to call, and nothing of a person who was erased', async () => {
  for (const name of ['ada', 'eve']) await accept(`${name}@example.org`)
  await claim(database, 10)
  await record('ada@example.org')
  await record('eve@example.org', { kind: 'complained' })
  await query(`select desk.erase_lead(id) from leads where email = 'eve@example.org'`)
  await query(`update outbox set due_at = now() where kind = 'digest'`)
  const [digest] = await claim(database, 10)
  assert.ok(digest)
  const contents = digest.contents as Record<string, unknown>
  const { undelivered, returned, leads, withdrawals } = contents
  assert.deepEqual([undelivered, leads, withdrawals], [1, 0, 0])
  const [{ lead_id: _, ...ada }] = returned as [Record<string, unknown>]
  assert.deepEqual(ada, {
    ...{ reason: 'bounced', name: 'Ada Lovelace', email: 'ada@example.org', phone: '+12015550123' },
  })
})

test('an email that came back for another cause has failed, is told and may be sent again; the mailbox stays', async () => {
  await accept('ada@example.org')
  await claim(database, 10)
  const lost = { kind: 'bounced softly', isLost: true }
  assert.equal(await record('ada@example.org', lost), 1)
  assert.deepEqual(await mails(), ['failed returned'])
  assert.deepEqual(await query('select from suppressed_mailboxes'), [])
  await query(`update outbox set due_at = now() where kind = 'digest'`)
  const digest = (await claim(database, 10)).find(({ kind }) => kind === 'digest')
  assert.ok(digest)
  const { returned } = digest.contents as { returned: { reason: string }[] }
  assert.deepEqual(
    returned.map(({ reason }) => reason),
    ['returned'],
  )
  await query(`select desk.requeue_messages()`)
  assert.deepEqual(await mails(), ['pending'])
})

test('if the provider knows that somebody wants no emails, the mailbox gets none, and nobody is to be called', async () => {
  await accept('ada@example.org')
  await claim(database, 10)
  const refused = { kind: 'unsubscribed', isLost: true }
  assert.equal(await record('ada+x@example.org', refused), 1)
  assert.equal(await record('ada@example.org', refused), 1)
  assert.deepEqual(await mails(), ['cancelled suppressed'])
  assert.deepEqual(await query(`select reason, source from suppressed_mailboxes`), [
    { reason: 'unsubscribed', source: 'postmark' },
  ])
  assert.deepEqual(await query(`select from outbox where kind = 'digest'`), [])
})

test('who unsubscribes at the provider gets no email that waits; the one that had arrived stays sent', async () => {
  await accept('ada@example.org')
  await claim(database, 10)
  await query(`update outbox set status = 'sent', sent_at = now() where kind = 'visitor'`)
  await aDayLater()
  await accept('ada@example.org')
  assert.equal(await record('ada@example.org', { kind: 'unsubscribed' }), 1)
  await claim(database, 10)
  assert.deepEqual(await mails(), ['sent', 'cancelled suppressed'])
})

test('one call reports at most 1,000 events', async () => {
  const events = Array.from({ length: 1001 }, (_, n) => ({
    id: `${n}`,
    kind: 'bounced softly',
    mailbox: 'a@b.c',
  }))
  const call = (count: number) => query(`select record_mail_events('ses', $1)`, [events.slice(0, count)])
  await assert.rejects(call(1001), { code: '22023' })
  assert.deepEqual(await query('select from mail_reports'), [])
  await call(1000)
})
