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

/**
 * Fills in the form with this address and checks that the lead is stored. Then claims the emails and lets a
 * day pass.
 */
async function fillIn(email: string) {
  const lead = sampleLead({ email })
  const [answer] = await queryAs('service_role', 'select status from accept_lead(gen_random_uuid(), $1)', [
    lead,
  ])
  assert.equal(answer?.status, 'created')
  await claim(database, 10)
  await pass('25 hours')
  await query('delete from lead_rates')
}
const pass = (time: string) => query(`update outbox set queued_at = queued_at - interval '${time}'`)
const press = (email: string) =>
  query(`select may_watch(lead_token(secret, 'watch')) from leads where email = $1`, [email])
const mails = async () =>
  (
    await query(
      `select coalesce(reason, status) as state from outbox where kind = 'visitor' order by queued_at`,
    )
  ).map(({ state }) => state)

test('a mailbox whose links nobody presses gets three emails in 30 days by all spellings, and then again', async () => {
  for (const tag of ['', '+a', '+b', '+c', '']) await fillIn(`ada${tag}@example.org`)
  assert.deepEqual(await mails(), ['sending', 'sending', 'sending', 'unpressed', 'unpressed'])
  await fillIn('bob@example.org')
  assert.equal((await mails()).at(-1), 'sending')
  await query(`delete from outbox where mailbox = 'bob@example.org'`)
  await pass('28 days')
  await fillIn('ada@example.org')
  assert.equal((await mails()).at(-1), 'sending')
})

test('an email that the operator sent again counts as two', async () => {
  await fillIn('ada@example.org')
  await query(`update outbox set status = 'sent' where kind = 'visitor'`)
  await query(`select desk.send_again(submission_id, 'visitor') from outbox where kind = 'visitor'`)
  await claim(database, 10)
  await pass('25 hours')
  for (const _ of [3, 4]) await fillIn('ada@example.org')
  assert.deepEqual(await mails(), ['sending', 'sending', 'unpressed'])
})

/**
 * The server takes each email that was claimed, but its answer is lost, and it is lost at each later attempt
 * too.
 */
async function loseAnswers() {
  await query(`update outbox set unanswered = 2 where kind = 'visitor' and status = 'sending'`)
  await query(`select settle_message(id, attempts, 'unanswered') from outbox where status = 'sending'`)
}

test('an email that failed without an answer counts, because it may have arrived', async () => {
  await fillIn('ada@example.org')
  await loseAnswers()
  for (const _ of [2, 3, 4]) await fillIn('ada@example.org')
  assert.deepEqual(await mails(), ['unanswered', 'sending', 'sending', 'unpressed'])
})

test('an email that may have arrived counts also after the address was corrected and it was sent again', async () => {
  await fillIn('ada@example.org')
  await loseAnswers()
  await query(`select desk.correct_lead(id, email => 'ida@example.org') from leads`)
  await query('select desk.requeue_messages()')
  await claim(database, 10)
  await pass('25 hours')
  for (const _ of [2, 3, 4]) await fillIn('ada@example.org')
  assert.deepEqual(await mails(), ['sending', 'sending', 'sending', 'unpressed'])
  await query(`update leads set pressed_at = now() where email = 'ida@example.org'`)
  await fillIn('ada@example.org')
  assert.equal((await mails()).at(-1), 'unpressed', 'whoever has the new address pressed a link of their own')
})

test('an email that failed without an answer keeps neither a new form nor the operator from another one', async () => {
  const accept = () =>
    queryAs('service_role', 'select accept_lead(gen_random_uuid(), $1)', [
      sampleLead({ email: 'ada@example.org' }),
    ])
  await accept()
  await claim(database, 10)
  await loseAnswers()
  await query('select desk.requeue_messages()')
  assert.deepEqual(await mails(), ['pending'])
  await claim(database, 10)
  await loseAnswers()
  await accept()
  assert.deepEqual(await mails(), ['unanswered', 'pending'])
})

test('an email that may have arrived and is queued again counts as two, also once it is dropped', async () => {
  await fillIn('ada@example.org')
  await loseAnswers()
  await query('select desk.requeue_messages()')
  await claim(database, 10)
  await query(`select settle_message(id, attempts, 'rejected') from outbox where status = 'sending'`)
  await query('select desk.requeue_messages()')
  await claim(database, 10)
  await pass('25 hours')
  for (const _ of [3, 4]) await fillIn('ada@example.org')
  assert.deepEqual(await mails(), ['sending', 'sending', 'unpressed'])
  await query(
    `update outbox set status = 'failed', reason = 'rejected' where kind = 'visitor' and status = 'sending'`,
  )
  await query(`select desk.drop_messages('failed')`)
  for (const _ of [5, 6, 7]) await fillIn('ada@example.org')
  assert.deepEqual(await mails(), ['dropped', 'dropped', 'unpressed', 'sending', 'sending', 'unpressed'])
})

test('an email that came back counts, and counts again after the operator sends it again', async () => {
  const comeBack = () =>
    query(`select record_mail_events('postmark', $1)`, [
      [
        {
          ...{ id: crypto.randomUUID(), kind: 'bounced softly', mailbox: 'ada@example.org' },
          ...{ at: new Date().toISOString(), isLost: true },
        },
      ],
    ])
  await fillIn('ada@example.org')
  await comeBack()
  await query('select desk.requeue_messages()')
  await claim(database, 10)
  await comeBack()
  await pass('25 hours')
  for (const _ of [3, 4]) await fillIn('ada@example.org')
  assert.deepEqual(await mails(), ['returned', 'sending', 'unpressed'])
})

test('whoever presses a link of theirs gets each email, also when a stranger typed the address', async () => {
  await fillIn('ada@example.org')
  await press('ada@example.org')
  for (const _ of [1, 2, 3, 4]) await fillIn('ada@example.org')
  await fillIn('ada+a@example.org')
  assert.deepEqual(await mails(), Array(6).fill('sending'))
})

test('a press is stored once, also by a confirmation', async () => {
  await query('update lead_settings set double_opt_in = true')
  for (const name of ['ada', 'eve']) await fillIn(`${name}@example.org`)
  await query(`update outbox set claimed_at = now() where token is not null`)
  await query(`select confirm_lead(token, '{"consent_text": "It is mine."}')
    from outbox join leads on leads.id = lead_id where token is not null and email = 'eve@example.org'`)
  await press('ada@example.org')
  const pressed = () => query('select email, pressed_at from leads order by email')
  const first = await pressed()
  assert.deepEqual(
    first.map(({ email, pressed_at: at }) => [email, at !== null]),
    [
      ['ada@example.org', true],
      ['eve@example.org', true],
    ],
    'Ada pressed the button behind the link to the video, and Eve the one that confirms the number',
  )
  await press('ada@example.org')
  assert.deepEqual(await pressed(), first)
})
