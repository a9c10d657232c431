import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'
import { unsubscribeByLink } from './unsubscribe-by-link.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

async function accept(email: string, context: object = { ip_hash: 'a'.repeat(64) }) {
  const lead = sampleLead({ email })
  await queryAs('service_role', 'select accept_lead(gen_random_uuid(), $1, $2)', [lead, context])
}
const unsubscribe = (email: string) => unsubscribeByLink(database, email)
const visitorMails = async () =>
  (await query(`select status, reason from outbox where kind = 'visitor' order by queued_at, id`)).map(
    ({ status, reason }) => [status, reason].filter(Boolean).join(' '),
  )
const claimedKinds = async () => (await claim(database, 10)).map(({ kind }) => kind).sort()
const tomorrow = () => query(`update outbox set queued_at = queued_at - interval '25 hours'`)

test('a suppressed mailbox gets no visitor email by any spelling; the lead, its owner email and its consent are as usual', async () => {
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

test('an email that waited when its mailbox was suppressed is cancelled instead of claimed, and one in its lease is not sent again', async () => {
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
  const [released] = await query(`select desk.release_messages() - 'persons' - 'is_more' as answer`)
  assert.deepEqual(released?.answer, { done: 1, cancelled: 1 })
  assert.deepEqual(await visitorMails(), ['cancelled suppressed'])
})

test('a suppression outlives the erasure, and then contains no address', async () => {
  await accept('oblivia@example.org')
  await unsubscribe('oblivia@example.org')
  await query('select desk.erase_lead(id) from leads')
  const [kept] = await query('select suppressed_mailboxes::text as row from suppressed_mailboxes')
  assert.ok(kept && !String(kept.row).includes('oblivia'))
  await accept('oblivia@example.org')
  assert.deepEqual(await visitorMails(), ['cancelled suppressed'])
})

test('no other token unsubscribes, and the token that does nothing else', async () => {
  await accept('ada@example.org')
  const [row] = await query(
    `select lead_token(secret, 'stop') as stop, lead_token(secret, 'watch') as watch from leads`,
  )
  for (const token of [row?.stop, row?.watch, crypto.randomUUID()]) {
    const [answer] = await queryAs('service_role', `select unsubscribe($1, 'link') as done`, [token])
    assert.equal(answer?.done, false)
  }
  assert.deepEqual(await query('select from suppressed_mailboxes'), [])
  await claim(database, 10)
  const [link] = await query(`select mail_token('ada@example.org') as token`)
  for (const act of ['stop_lead', 'confirm_lead', 'may_watch']) {
    const [answer] = await queryAs('service_role', `select ${act}($1) as answer`, [link?.token])
    assert.ok(!answer?.answer, act)
  }
})

type Shown = {
  suppressions: { reason: string; since: string; source: string; id: number }[]
  notes: { kind: string; words: string }[]
}
const personId = async () => (await query('select id from leads limit 1'))[0]?.id
const show = async () =>
  (await queryAs('lead_desk', `select desk.show_lead($1) as person`, [await personId()]))[0]?.person as Shown
const reasons = async () => (await show()).suppressions.map(({ reason }) => reason)
const isSilent = async (email: string) => (await query('select is_suppressed($1) as now', [email]))[0]?.now
async function lift(reason: string, note: string | null = 'They asked for emails again.', known?: number) {
  const call = 'select desk.lift_suppression($1, $2, $3, $4) as done'
  return (await queryAs('lead_desk', call, [await personId(), reason, note, known ?? null]))[0]?.done
}
async function report(mailbox: string, kind: string, more: object = {}) {
  const event = { id: crypto.randomUUID(), kind, mailbox, at: new Date().toISOString(), ...more }
  await query(`select record_mail_events('postmark', $1)`, [[event]])
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('the operator lifts one reason with a note that says why it was there; a later no silences again', async () => {
  await accept('ada+x@example.org')
  assert.equal(await lift('bounced'), null)
  await query(`select suppress_mailbox('ada@example.org', 'unsubscribed', 'link', '2026-11-20 10:00Z');
    select suppress_mailbox('ada+x@example.org', 'bounced', 'ses', '2026-11-21 10:00Z')`)
  for (const note of ['', ' ', null, 'x'.repeat(1001)])
    await assert.rejects(lift('bounced', note), { code: '23514' })
  assert.deepEqual(await reasons(), ['unsubscribed', 'bounced'])
  assert.equal(await lift('bounced', ' The address works. '), 'lifted')
  assert.deepEqual(await reasons(), ['unsubscribed'])
  assert.equal(await isSilent('ada+x@example.org'), true)
  assert.equal(await lift('unsubscribed', ' They asked for emails again. '), 'lifted')
  assert.equal(await isSilent('ada+x@example.org'), false)
  const words = (await show()).notes.map((note) => note.words)
  assert.match(words[0] ?? '', /^Emails go out again .*unsubscribed, since 2026-11-20, by link.*again\.$/)
  assert.match(words[1] ?? '', /^One reason against emails is lifted .*bounced, since 2026-11-21, by ses/)
  assert.equal((await query(`select list_removals('-infinity', 9) as list`))[0]?.list, '')
  await unsubscribe('ada+x@example.org')
  assert.equal(await isSilent('ada@example.org'), true)
})

for (const [what, refuse] of [
  ['a click on the link', () => unsubscribe('ada@example.org')],
  ['a complaint', () => report('ada@example.org', 'complained', { at: hoursAgo(47) })],
  ['a word to the provider', () => report('ada@example.org', 'unsubscribed', { at: hoursAgo(47) })],
] as const) {
  test(`a bounce never swallows ${what}, in either order, nor does its lifting, and the list of removals has both`, async () => {
    for (const order of ['before', 'after']) {
      await query('delete from mailbox_events; delete from mail_reports; delete from leads')
      await accept('ada@example.org')
      await claim(database, 10)
      if (order === 'before') await refuse()
      await report('ada@example.org', 'bounced hard', { at: hoursAgo(48) })
      if (order === 'after') await refuse()
      assert.equal((await reasons()).length, 2, order)
      const [removals] = await query(`select list_removals('-infinity', 9) as list`)
      assert.equal(String(removals?.list).split('\n').length, 2, order)
      assert.equal(await lift('bounced', 'The address works again.'), 'lifted')
      assert.equal(await isSilent('ada@example.org'), true, order)
    }
  })
}

test('after a lift, a complaint about an older email counts, and a bounce of an older email does not', async () => {
  await accept('ada@example.org')
  await claim(database, 10)
  await query(`update outbox set claimed_at = now() - interval '2 hours', status = 'sent', sent_at = now() - interval '2 hours'
    where kind = 'visitor'`)
  await report('ada@example.org', 'bounced hard', { at: hoursAgo(2) })
  assert.equal(await lift('bounced'), 'lifted')
  await report('ada@example.org', 'bounced hard')
  assert.deepEqual(await reasons(), [])
  await report('ada@example.org', 'complained', { at: hoursAgo(1) })
  assert.deepEqual(await reasons(), ['complained'])
})

test('after a lift, no bounce of an email that was sent again counts, be it named or not', async () => {
  await accept('ada@example.org')
  const [first] = await claim(database, 10).then((mails) => mails.filter(({ kind }) => kind === 'visitor'))
  await query(`update outbox set status = 'sent', sent_at = now() where kind = 'visitor'`)
  await query(`select desk.send_again(submission_id, 'visitor') from outbox where kind = 'visitor'`)
  await report('ada@example.org', 'bounced hard')
  assert.equal(await lift('bounced'), 'lifted')
  await report('ada@example.org', 'bounced hard')
  assert.deepEqual(await reasons(), [])
  await query('select desk.requeue_messages()')
  await query(`update outbox set queued_at = queued_at - interval '25 hours'`)
  const [again] = await claim(database, 10).then((mails) => mails.filter(({ kind }) => kind === 'visitor'))
  await report('ada@example.org', 'bounced hard', { messageId: `${first?.id}@example.org` })
  assert.deepEqual(await reasons(), [])
  await report('ada@example.org', 'bounced hard', { messageId: `${again?.id}@example.org` })
  assert.deepEqual(await reasons(), ['bounced'])
})

test('a bounce of an email from after the lift silences the mailbox again', async () => {
  await accept('ada@example.org')
  await claim(database, 10)
  await report('ada@example.org', 'bounced hard')
  assert.equal(await lift('bounced'), 'lifted')
  await query(`select desk.requeue_messages()`)
  await query(`update outbox set queued_at = queued_at - interval '25 hours'`)
  await claim(database, 10)
  await report('ada@example.org', 'bounced hard')
  assert.deepEqual(await reasons(), ['bounced'])
})

test('no lift ends a no that the operator has not seen', async () => {
  await accept('ada@example.org')
  await unsubscribe('ada@example.org')
  const seen = (await show()).suppressions[0]?.id
  await unsubscribe('ada@example.org')
  assert.equal(await lift('unsubscribed', 'by phone', seen), 'changed')
  assert.equal(await isSilent('ada@example.org'), true)
  assert.equal(await lift('unsubscribed', 'by phone', (await show()).suppressions[0]?.id), 'lifted')
})

test('the order of the events decides, not the clock', async () => {
  await accept('ada@example.org')
  await unsubscribe('ada@example.org')
  await query(`update mailbox_events set happened_at = now() + interval '1 day'`)
  assert.equal(await lift('unsubscribed'), 'lifted')
  assert.equal(await isSilent('ada@example.org'), false)
  await query(`update mailbox_events set happened_at = now() + interval '2 days'`)
  await unsubscribe('ada@example.org')
  assert.equal(await isSilent('ada@example.org'), true)
})

test('the links of an email that was under way at the erasure still end emails and texts', async () => {
  await accept('ada@example.org')
  const mail = (await claim(database, 10)).find(({ kind }) => kind === 'visitor')
  await query('select desk.erase_lead(id) from leads')
  await accept('ada@example.org')
  const press = async (call: string, token: unknown) =>
    (await queryAs('service_role', `select ${call} as done`, [token]))[0]?.done
  assert.equal(await press('stop_lead($1)', mail?.stop_token), true)
  assert.deepEqual(await query('select consent from leads'), [{ consent: 'withdrawn' }])
  assert.equal(await press(`unsubscribe($1, 'link')`, mail?.unsubscribe_token), true)
  await query(`update outbox set queued_at = queued_at - interval '25 hours'`)
  await accept('ada@example.org')
  assert.equal((await visitorMails()).at(-1), 'cancelled suppressed')
})
