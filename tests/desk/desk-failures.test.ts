import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query, sameOrigin } = await openDeskApp()

const see = async (path: string) => parseHTML((await ask('GET', path)).body).document

/** Posts a form, and returns the notice on the page that follows. */
async function tell(path: string, body: string) {
  const answer = await ask('POST', path, sameOrigin, body)
  assert.equal(answer.status, 303)
  const page = await see(String(answer.headers.location))
  return page.querySelector('p[role=status]')?.textContent
}

const causes = async () =>
  [...(await see('/mails')).querySelectorAll('main h2')].map(({ textContent }) => textContent)

await query(`delete from leads`)
for (const [name, error] of Object.entries({
  Gone: 'EENVELOPE RCPT TO 550 5.1.1 no such user',
  Full: 'EENVELOPE RCPT TO 552 5.2.2 mailbox full',
  Fill: 'EENVELOPE RCPT TO 552 5.2.2 over quota of 2 GB',
})) {
  await query('select accept_lead(gen_random_uuid(), $1)', [{ ...lead, name, email: `${name}@example.org` }])
  await query(
    `update outbox set status = 'failed', reason = 'rejected', attempts = 3, last_error = $1
    where kind = 'visitor' and status = 'pending'`,
    [error],
  )
}
await query(`update outbox set queued_at = now() - interval '2 hours', attempts = 9, last_error = 'EAUTH AUTH PLAIN 535 5.7.8'
  where kind = 'owner' and lead_id = (select id from leads where name = 'Gone')`)

test('failures are grouped by cause, with what each server said, and are found from overview and list', async () => {
  assert.deepEqual(await causes(), ['The mailbox is full', 'No such mailbox', 'The login was refused'])
  const cards = [...(await see('/mails')).querySelectorAll('main [data-slot=card]:has(h2)')].map(
    ({ textContent }) => textContent ?? '',
  )
  assert.match(cards[0] ?? '', /2 failed.*Full.*Fill.*552 5\.2\.2 over quota/)
  assert.match(cards[2] ?? '', /1 message being retried.*has to correct it/)
  assert.ok((await see('/')).querySelector('a[href="/mails"]'))
  assert.ok((await see('/leads?mails=failed')).querySelector('a[href="/mails"]'))
  assert.ok(!(await see('/leads')).querySelector('main a[href="/mails"]'))
})

test('the messages of one cause are sent again or dropped, and no others', async () => {
  assert.equal(await tell('/mails/causes', 'cause=full&do=send'), '2 messages go out within a minute.')
  assert.deepEqual(await causes(), ['No such mailbox', 'The login was refused'])
  assert.equal(
    await tell('/mails/causes', 'cause=full&do=send'),
    'Nothing is failing for this cause any more.',
  )
  assert.equal(await tell('/mails/causes', 'cause=no-mailbox&do=drop'), '1 message will not be sent.')
  assert.deepEqual(await causes(), ['The login was refused'])
})

test('the outcome names each reason why a mailbox gets no email', async () => {
  await query(`update outbox set status = 'failed', reason = 'returned', sent_before = 3, queued_at = now() - interval '2 days',
      last_error = 'EENVELOPE RCPT TO 552 5.2.2 mailbox full'
    where kind = 'visitor' and lead_id = (select id from leads where name = 'Fill')`)
  assert.equal(
    await tell('/mails/causes', 'cause=full&do=send'),
    '1 message will not be sent: the mailbox got an email within the last 24 hours, got three without a click, or gets no more.',
  )
})

test('one click settles the messages of more than a hundred people', async () => {
  const fail = () =>
    query(`
      update outbox set status = 'failed', reason = 'rejected', attempts = 3,
        last_error = 'EENVELOPE RCPT TO 552 5.2.2 mailbox full'
      where kind = 'visitor' and submission_id in (select id from lead_submissions where email like '%.example')`)
  await query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', n || '@a' || n || '.example')))
    from generate_series(1, 101) n`,
    [lead],
  )
  await fail()
  const cause = (await see('/mails')).querySelector('[data-slot=card]:has(input[name=cause][value=full])')
  const linked = [...(cause?.querySelectorAll('a[href^="/leads/"]') ?? [])]
  assert.equal(new Set(linked.map((link) => link.getAttribute('href'))).size, 101)
  for (const [action, told] of [
    ['send', '101 messages go out within a minute.'],
    ['drop', '101 messages will not be sent.'],
  ]) {
    await fail()
    assert.equal(await tell('/mails/causes', `cause=full&do=${action}`), told)
    assert.equal((await query(`select from outbox where status = 'failed'`)).length, 0)
  }
  await query(`delete from leads where email like '%.example'`)
})

test('the page says that it shows only the oldest failures, if there are more', async () => {
  const says = async () =>
    /the oldest 2,000 that failed/.test((await see('/mails')).querySelector('main')?.textContent ?? '')
  const fail = (count: number) =>
    query(
      `insert into outbox (kind, status, reason) select 'digest', 'failed', 'expired' from generate_series(1, $1)`,
      [count],
    )
  await fail(2000)
  assert.equal(await says(), false)
  await fail(1)
  assert.equal(await says(), true)
  await query(`delete from outbox where kind = 'digest'`)
})

const unknownProject =
  /does not know yet where your site sends its emails\. Whoever set up the site can enter it once/

test('a test email that the desk cannot ask for is explained', async () => {
  assert.match((await tell('/mails/test', '')) ?? '', unknownProject)
  const { body } = await ask('POST', '/mails/sender', sameOrigin, '')
  assert.match(parseHTML(body).document.querySelector('ul[role=status]')?.textContent ?? '', unknownProject)
})
