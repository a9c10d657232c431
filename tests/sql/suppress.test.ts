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

async function accept(email: string, context: object = { ip_hash: 'a'.repeat(64) }) {
  const lead = sampleLead({ email })
  await queryAs('service_role', 'select accept_lead(gen_random_uuid(), $1, $2)', [lead, context])
}
async function unsubscribe(email: string) {
  const [row] = await query(`select lead_token(secret, 'mail') as token from leads where email = $1`, [email])
  return (await queryAs('service_role', `select unsubscribe($1, 'link') as done`, [row?.token]))[0]?.done
}
const visitorMails = async () =>
  (await query(`select status, reason from outbox where kind = 'visitor' order by queued_at, id`)).map(
    ({ status, reason }) => [status, reason].filter(Boolean).join(' '),
  )
const claimedKinds = async () => (await claim(database, 10)).map(({ kind }) => kind).sort()
const tomorrow = () => query(`update outbox set queued_at = queued_at - interval '25 hours'`)

test('a suppressed mailbox gets no visitor mail by any spelling; the lead, its owner mail and its consent are as usual', async () => {
  await accept('ada@example.org')
  assert.deepEqual(await claimedKinds(), ['owner', 'visitor'])
  assert.equal(await unsubscribe('ada@example.org'), true)
  await tomorrow()
  await accept('Ada+again@example.org')
  assert.deepEqual(await visitorMails(), ['sending', 'cancelled suppressed'])
  assert.deepEqual(await claimedKinds(), ['owner'])
  const states = await query('select consent, withdrawn_at from leads')
  assert.deepEqual(states, Array(2).fill({ consent: 'given', withdrawn_at: null }))
  await accept('bob@example.org')
  assert.deepEqual(await claimedKinds(), ['owner', 'visitor'])
})

test('a mail that waited when its mailbox was suppressed is cancelled instead of claimed, and one in its lease is not sent again', async () => {
  await accept('ada@example.org')
  await accept('bob@example.org')
  await claim(database, 10)
  await accept('eve@example.org')
  for (const name of ['ada', 'eve']) await unsubscribe(`${name}@example.org`)
  await query('update outbox set due_at = now()')
  const claimed = await claim(database, 10)
  const reached = claimed.filter(({ kind }) => kind === 'visitor').map(({ email }) => email)
  assert.deepEqual(reached, ['bob@example.org'])
  assert.deepEqual((await visitorMails()).sort(), ['cancelled suppressed', 'cancelled suppressed', 'sending'])
})

test('the operator’s release sends nothing to a suppressed mailbox', async () => {
  await accept('ada@example.org', { suspected_bot: true })
  await unsubscribe('ada@example.org')
  const [released] = await query(`select desk.requeue_messages('held') - 'persons' - 'is_more' as answer`)
  assert.deepEqual(released?.answer, { done: 1, cancelled: 1 })
  assert.deepEqual(await visitorMails(), ['cancelled suppressed'])
})

test('a suppression outlives the erasure, and then contains no address', async () => {
  await accept('ada@example.org')
  await unsubscribe('ada@example.org')
  await query('select desk.erase_lead(id) from leads')
  const [kept] = await query('select suppressed_mailboxes::text as row from suppressed_mailboxes')
  assert.ok(kept && !String(kept.row).includes('ada'))
  await accept('ada@example.org')
  assert.deepEqual(await visitorMails(), ['cancelled suppressed'])
})

test('no other token unsubscribes, the tokens of a person differ, and an index finds each', async () => {
  await accept('ada@example.org')
  const [row] = await query(
    `select lead_token(secret, 'stop') as stop, lead_token(secret, 'watch') as watch from leads`,
  )
  for (const token of [row?.stop, row?.watch, crypto.randomUUID()]) {
    const [answer] = await queryAs('service_role', `select unsubscribe($1, 'link') as done`, [token])
    assert.equal(answer?.done, false)
  }
  assert.deepEqual(await query('select from suppressed_mailboxes'), [])
  await query('set enable_seqscan = off')
  const plan = await query(`explain select from leads where lead_token(secret, 'mail') = $1`, [row?.stop])
  await query('reset enable_seqscan')
  assert.match(JSON.stringify(plan), /leads_mail_token_idx/)
})

test('the operator lifts a suppression with a note that says why it was there; only a later reason suppresses again', async () => {
  await accept('ada+x@example.org')
  const [person] = await query('select id from leads')
  const lift = async (note: string | null) =>
    (await queryAs('lead_desk', 'select desk.lift_suppression($1, $2) as done', [person?.id, note]))[0]?.done
  const show = async () =>
    (await queryAs('lead_desk', `select desk.show_lead($1) as person`, [person?.id]))[0]?.person as {
      suppressed: object | null
      notes: { kind: string; words: string }[]
    }
  assert.equal(await lift('they wrote to us'), false)
  await query(`select suppress_mailbox('ada@example.org', 'unsubscribed', 'link', '2026-11-20 10:00Z');
    select suppress_mailbox('ada+x@example.org', 'bounced', 'ses', '2026-11-21 10:00Z')`)
  for (const note of ['', ' ', null, 'x'.repeat(1001)]) await assert.rejects(lift(note), { code: '23514' })
  assert.notEqual((await show()).suppressed, null)
  assert.equal(await lift(' They asked for mails again. '), true)
  const { suppressed, notes } = await show()
  assert.equal(suppressed, null)
  const [note] = notes
  assert.match(note?.words ?? '', /unsubscribed, since 2026-11-20, by link/)
  assert.match(note?.words ?? '', /bounced, since 2026-11-21, by ses.*\. They asked for mails again\.$/)
  await query(`select suppress_mailbox('ada@example.org', 'complained', 'ses', '2026-11-22 10:00Z')`)
  assert.equal((await show()).suppressed, null)
  assert.equal((await query(`select list_removals('-infinity', 9) as list`))[0]?.list, '')
  await unsubscribe('ada+x@example.org')
  assert.deepEqual(await query(`select is_suppressed('ada@example.org') as now`), [{ now: true }])
})
