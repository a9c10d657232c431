import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { ada, number, openPeople, other } from './open-people.ts'

const people = await openPeople()
after(() => people.database.close())
const { submit, withdraw, desk, query, database, test } = people
const { queryAs } = database

type Mail = { token: string | null; email: string; submission_id: string; unsubscribe_token: string }

/** Sends what is due. Each email that asks must ask with a link that works when it is sent. */
async function send(): Promise<Mail[]> {
  const mails = (await claim(database, 1000)).filter(({ kind }) => kind === 'visitor') as unknown as Mail[]
  await query(`update outbox set status = 'sent', sent_at = now() where status = 'sending'`)
  for (const { token } of mails)
    if (token) assert.ok(await askedNumber(token), 'the email asks with a dead link')
  return mails
}
const askedNumber = async (token: unknown) =>
  (await queryAs('service_role', 'select asked_number($1) as asked', [token]))[0]?.asked
const confirm = async (token: unknown) => {
  const context = { consent_text: 'Mine.' }
  return (await queryAs('service_role', 'select confirm_lead($1, $2) as done', [token, context]))[0]?.done
}
const idOf = async (email = ada) => (await query('select id from leads where email = $1', [email]))[0]?.id
const correct = async (values: object) => desk('correct_lead', { id: await idOf(), ...values })
const undo = async () => {
  const [made] = await query('select id from lead_corrections order by corrected_at desc limit 1')
  return desk('undo_correction', { correction: made?.id })
}
const ask = async () => desk<{ asked: number; skipped: number }>('ask_again', { only_leads: [await idOf()] })
const asking = async () => (await desk<{ asking: string | null }>('show_lead', { email: ada })).asking
const days = (n: number) =>
  query(`update outbox set queued_at = queued_at - interval '${n} days',
    claimed_at = claimed_at - interval '${n} days', due_at = due_at - interval '${n} days'`)
const doubleOptIn = () => query('update lead_settings set double_opt_in = true')

test('of two numbers within a minute, only the email about the right one asks', async () => {
  await doubleOptIn()
  await submit(ada, other)
  const right = await submit(ada)
  const asked = (await send()).filter(({ token }) => token)
  assert.deepEqual(
    asked.map(({ submission_id: id }) => id),
    [right],
  )
})

test('sent again from the desk, the email about an older number does not ask', async () => {
  await doubleOptIn()
  const older = await submit(ada, other)
  await submit(ada)
  await send()
  await desk('send_again', { submission: older, kind: 'visitor' })
  assert.deepEqual(
    (await send()).map(({ token }) => token),
    [null],
  )
})

test('requeued after days, the email about an older number does not ask', async () => {
  await doubleOptIn()
  await submit(ada, other)
  await query(`update outbox set status = 'failed', reason = 'expired' where kind = 'visitor'`)
  await days(3)
  await submit(ada)
  await send()
  await days(2)
  await desk('requeue_messages')
  assert.deepEqual(
    (await send()).map(({ token }) => token),
    [null],
  )
})

for (const isOn of [true, false])
  test(`after data of an older form were used, the person can be asked and can confirm (double opt-in ${isOn})`, async () => {
    await query('update lead_settings set double_opt_in = $1', [isOn])
    const older = await submit(ada, other)
    await submit(ada)
    await send()
    await days(2)
    await desk('take_over', { submission: older })
    assert.equal(await asking(), 'possible')
    assert.deepEqual(await ask(), { asked: 1, skipped: 0 })
    const [mail] = await send()
    assert.equal(await askedNumber(mail?.token), other)
    assert.equal(await confirm(mail?.token), true)
  })

test('the operator’s question works although a stranger typed the address with two numbers', async () => {
  await submit(ada)
  await send()
  await submit(ada, number, { ip_hash: 'stranger' })
  await submit(ada, other, { ip_hash: 'stranger' })
  await send()
  await days(2)
  assert.deepEqual(await ask(), { asked: 1, skipped: 0 })
  const [mail] = await send()
  assert.equal(await askedNumber(mail?.token), number)
})

for (const wait of ['waits', 'failed'])
  test(`after a withdrawal, an email that ${wait} does not ask`, async () => {
    await doubleOptIn()
    await submit(ada)
    if (wait === 'failed')
      await query(`update outbox set status = 'failed', reason = 'expired' where kind = 'visitor'`)
    await withdraw(ada)
    if (wait === 'failed') await desk('requeue_messages')
    assert.deepEqual(
      (await send()).map(({ token }) => token),
      [null],
    )
    assert.equal(await asking(), null)
  })

test('a correction that is taken back leaves the first link as it was', async () => {
  await doubleOptIn()
  await submit(ada)
  const [mail] = await send()
  await correct({ phone: other })
  assert.equal(await askedNumber(mail?.token), null)
  assert.equal(await undo(), true)
  assert.equal(await askedNumber(mail?.token), number)
  assert.equal(await confirm(mail?.token), true)
})

test('a corrected address takes the link from the reader of the old one, until it is taken back', async () => {
  await doubleOptIn()
  await submit(ada)
  const [mail] = await send()
  await correct({ email: 'right@example.org' })
  assert.equal(await askedNumber(mail?.token), null)
  await undo()
  assert.equal(await askedNumber(mail?.token), number)
})

test('a number that was corrected there and back can be asked for at once', async () => {
  await doubleOptIn()
  await submit(ada)
  const [first] = await send()
  await correct({ phone: other })
  await correct({ phone: number })
  if ((await askedNumber(first?.token)) === null) assert.deepEqual(await ask(), { asked: 1, skipped: 0 })
})

test('if double opt-in is switched on between two forms of a day, the second email asks', async () => {
  await submit(ada)
  await send()
  await doubleOptIn()
  await submit(ada)
  const [mail] = await send()
  assert.equal(await askedNumber(mail?.token), number)
})

test('if double opt-in is switched on while a form is held, its release asks', async () => {
  await submit(ada, number, { suspected_bot: true })
  await doubleOptIn()
  await desk('release_messages')
  const [mail] = await send()
  assert.equal(await askedNumber(mail?.token), number)
})

for (const ending of ['deferred', 'lost'])
  test(`an email whose address is corrected while it is on its way belongs to the new mailbox (${ending})`, async () => {
    await doubleOptIn()
    await submit(ada)
    const mail = (await claim(database, 1000)).find(({ kind }) => kind === 'visitor')
    await correct({ email: 'right@example.org' })
    if (ending === 'deferred')
      await queryAs('service_role', 'select settle_message($1, $2, $3)', [
        mail?.id,
        mail?.attempt,
        'deferred',
      ])
    await query(`update outbox set due_at = now()`)
    const [again] = await send()
    assert.equal(again?.email, 'right@example.org')
    assert.notEqual(again?.token, mail?.token)
    assert.equal(await askedNumber(mail?.token), null)
    const at = new Date(Date.now() + 60_000).toISOString()
    const report = { id: '1', kind: 'bounced hard', mailbox: 'right@example.org', at }
    await query(`select record_mail_events('ses', $1)`, [
      [{ ...report, messageId: `${mail?.id}@brand.example` }],
    ])
    assert.deepEqual(await query(`select status, reason from outbox where kind = 'visitor'`), [
      { status: 'failed', reason: 'bounced' },
    ])
  })

const visitorMails = async () =>
  (await query(`select id, status, reason from outbox where kind = 'visitor' order by sequence`)).map(
    ({ id, ...rest }) => ({ id: String(id), state: Object.values(rest).filter(Boolean).join(' ') }),
  )
async function report(kind: string, mailId: string | undefined, minutes = 1, more: object = {}) {
  const at = new Date(Date.now() + minutes * 60_000).toISOString()
  const event = { id: crypto.randomUUID(), kind, mailbox: ada, messageId: `${mailId}@brand.example`, at }
  return query(`select record_mail_events('ses', $1)`, [[{ ...event, ...more }]])
}

for (const [what, kind, more] of [
  ['bounced', 'bounced hard', {}],
  ['came back', 'bounced softly', { isLost: true }],
  ['was reported as spam', 'complained', {}],
] as const)
  test(`an email that ${what} is sent again with a new id, and a late report of it fails no other email`, async () => {
    await submit(ada)
    await send()
    await days(3)
    await submit(ada)
    await send()
    const [arrived, back] = await visitorMails()
    await report(kind, back?.id, 1, more)
    for (const reason of kind === 'bounced hard' ? ['bounced'] : kind === 'complained' ? ['complained'] : [])
      await desk('lift_suppression', { id: await idOf(), reason, note: 'She called.' })
    await days(2)
    await desk('requeue_messages')
    await send()
    const again = (await visitorMails())[1]
    assert.notEqual(again?.id, back?.id)
    for (const late of ['bounced softly', 'bounced hard', kind])
      await report(late, back?.id, 5, { isLost: true })
    assert.deepEqual(await visitorMails(), [
      { id: arrived?.id, state: 'sent' },
      { id: again?.id, state: 'sent' },
    ])
  })

test('an email that may have arrived is sent again with its id, so that a copy is recognised', async () => {
  await submit(ada)
  await send()
  await query(
    `update outbox set status = 'failed', reason = 'unanswered', unanswered = 3 where kind = 'visitor'`,
  )
  const [before] = await visitorMails()
  await days(2)
  await desk('requeue_messages')
  assert.equal((await visitorMails())[0]?.id, before?.id)
})

test('the digest names the address that bounced, not the one to which it was corrected since', async () => {
  await submit(ada)
  const [mail] = await visitorMails()
  await send()
  await correct({ email: 'right@example.org' })
  await report('bounced hard', mail?.id)
  await query(`update outbox set due_at = now() where kind = 'digest'`)
  const digest = (await claim(database, 10)).find(({ kind }) => kind === 'digest')
  assert.ok(digest)
  const { returned } = digest.contents as { returned: { email: string }[] }
  assert.deepEqual(
    returned.map(({ email }) => email),
    [ada],
  )
})

test('a preview says nothing about a person who may be known', async () => {
  await submit(ada)
  await send()
  const told = []
  for (const email of [ada, 'nobody@example.org']) {
    const preview = await submit(email, number, { preview: true, ip_hash: 'stranger' })
    const claimed = await queryAs('service_role', 'select * from claim_mails(10, $1)', [[preview]])
    told.push(
      claimed.map(
        ({ kind, lead_id, came_before, consent, may_be_texted, may_be_mailed, current, record }) => ({
          ...{ kind, lead_id, came_before, consent, may_be_texted, may_be_mailed, current, record },
        }),
      ),
    )
  }
  assert.equal(told[0]?.length, 2)
  assert.deepEqual(told[0], told[1])
})
