import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, person, query, sameOrigin } = await openDeskApp()

/** Returns the notice at the top of a page. */
const noticeIn = (body: string) => parseHTML(body).document.querySelector('p[role=status]')?.textContent

test('a failed email is explained and can be sent again, but not by a link', async () => {
  const error = 'EENVELOPE RCPT TO 550 5.1.1 unknown'
  await query(
    `update outbox set status = 'failed', reason = 'rejected', attempts = 1, last_error = $1 where kind = 'owner'`,
    [error],
  )
  const failed = async () =>
    parseHTML((await ask('GET', '/leads?mails=failed')).body).document.querySelector('form[action="/mails"]')
  assert.match(
    (await failed())?.textContent ?? '',
    /mistyped or gone\. Sending again does not help: call[^(]*\(550/,
  )
  assert.equal((await failed())?.querySelector('button[value=send], [commandfor=send-all]'), null)
  // The address stays wrong, so on the page of the person sending again is not offered.
  const shown = parseHTML((await ask('GET', `/leads/${person?.id}`)).body).document
  assert.equal(shown.querySelector('form[action="/mails"] button[value=send]'), null)
  assert.ok(shown.querySelector('form[action="/mails"] button[value=drop]'))
  const list = 'q=ann&mails=failed'
  const form = new URLSearchParams({ person: String(person?.id), status: 'failed', do: 'send', list })
  const again = await ask('POST', '/mails', sameOrigin, String(form))
  assert.equal(again.status, 303)
  assert.equal((await query(`select 1 from outbox where status = 'failed'`)).length, 0)

  const address = String(again.headers.location)
  const { body } = await ask('GET', address)
  const { document } = parseHTML(body)
  assert.match(
    document.querySelector('[role=status]')?.textContent ?? '',
    /^1 person: 1 failed email goes out within a minute\.$/,
  )
  const outcome = document.querySelector('main a[href*="notice="]')
  assert.deepEqual([outcome?.textContent, outcome?.getAttribute('href')], ['See the result', address])
  const mail = [...document.querySelectorAll('ol li')].find((event) => /Email to you/.test(event.textContent))
  assert.match(mail?.textContent ?? '', /^Email to youpending.*The attempt before: /)
  assert.ok(document.querySelector('main a[href="/leads?q=ann&mails=failed"]'))
  assert.doesNotMatch((await ask('GET', address)).body, /role="status"/)
  for (const faked of ['/leads?notice=All+is+lost', '/leads?touched=All+is+lost&queued=All+is+lost'])
    assert.equal(noticeIn((await ask('GET', faked)).body), undefined)
})

test('the overview says within minutes that the email account is still in its sandbox', async () => {
  const error =
    'EMESSAGE DATA 554 Message rejected: Email address is not verified. The following identities failed'
  const change = (attempts: number, last: string | null) =>
    query(`update outbox set claimed_at = now(), attempts = $1, last_error = $2 where kind = 'visitor'`, [
      attempts,
      last,
    ])
  assert.doesNotMatch((await ask('GET', '/')).body, /still limited/)
  await change(1, error)
  assert.deepEqual(
    await query(`select status from outbox where kind = 'visitor' and last_error = $1`, [error]),
    [{ status: 'pending' }],
  )
  const { body } = await ask('GET', '/')
  assert.match(body, /Your mail account is still limited, so visitors get no emails/)
  assert.doesNotMatch(body, /Nothing waits for you/)
  await change(0, null)
})

test('an email that is delayed for more than an hour is shown with its reason', async () => {
  const change = (since: string, attempts: number, error: string | null) =>
    query(
      `update outbox set queued_at = now() - $1::interval, attempts = $2, last_error = $3 where kind = 'owner'`,
      [since, attempts, error],
    )
  await change('59 minutes', 9, 'EAUTH AUTH PLAIN 535 5.7.8')
  assert.doesNotMatch((await ask('GET', '/')).body, /delayed/)
  await change('61 minutes', 9, 'EAUTH AUTH PLAIN 535 5.7.8')
  assert.match((await ask('GET', '/')).body, /1 person: an email is delayed</)
  assert.match((await ask('GET', '/leads?mails=pending')).body, /refused the login\. Whoever set up the site/)
  await change('0 minutes', 0, null)
})

/** Returns the digest of those of whom a list asks. */
const seenIn = async (list: string) =>
  parseHTML((await ask('GET', `/leads?${list}`)).body)
    .document.querySelector('input[name=seen]')
    ?.getAttribute('value') ?? ''

test('held emails are sent or dropped, of chosen persons or of all, and the next page shows whom it was', async () => {
  const names = ['Bo', 'Cy', 'Di', 'Ed']
  for (const name of names)
    await query('select accept_lead(gen_random_uuid(), $1, $2)', [
      { ...lead, name, email: `${name}@example.net` },
      { suspected_bot: true },
    ])
  const ids = await query<{ id: string; name: string }>(
    `select id, name from leads where suspected_bot order by name`,
  )
  const act = async (form: [string, string][]) => {
    const answer = await ask(
      'POST',
      '/mails',
      sameOrigin,
      String(new URLSearchParams([['status', 'held'], ...form])),
    )
    assert.equal(answer.status, 303)
    const { body } = await ask('GET', String(answer.headers.location))
    return [
      noticeIn(body)?.replace(/\.$/, ''),
      names.filter((name) => body.includes(`>${name}</a>`)).join(''),
    ]
  }
  const chosen = (...wanted: string[]): [string, string][] =>
    ids.filter(({ name }) => wanted.includes(name)).map(({ id }) => ['lead', id])
  const all = async (action: string, people: string): Promise<[string, string][]> => [
    ['do', action],
    ['all', people],
    ['seen', await seenIn('mails=held')],
    ['list', 'mails=held'],
  ]
  assert.match((await ask('GET', '/')).body, /4 people: on hold/)
  assert.deepEqual(
    await act([
      ['do', 'send'],
      ['list', 'mails=held'],
    ]),
    ['Nobody is selected: tick a box, or select all', 'BoCyDiEd'],
  )
  assert.deepEqual(await act([['do', 'send'], ...chosen('Bo')]), [
    '1 person: 2 emails go out within a minute',
    'Bo',
  ])
  assert.deepEqual(await act([['do', 'drop'], ...chosen('Cy')]), [
    '1 person: 2 emails will not be sent',
    'Cy',
  ])
  assert.deepEqual(await act(await all('drop', '2 people')), ['2 people: 4 emails will not be sent', 'DiEd'])
  assert.doesNotMatch((await ask('GET', '/')).body, /people: on hold|person: on hold/)
  assert.match((await ask('GET', '/leads?kind=person&q=bo')).body, /Bo@example/)
  assert.match(
    (await ask('GET', '/leads?kind=bot')).body,
    /cancelled<\/span><small title="dropped by the operator"/,
  )
  await query(`delete from leads where email like '%@example.net'`)
  // The database drops the emails of 20 persons at a time.
  await query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', n || '@a' || n || '.example'),
      '{"suspected_bot": true}')) from generate_series(1, 101) n`,
    [lead],
  )
  const asked = await all('drop', '101 people')
  assert.equal((await act(asked))[0], '101 people: 202 emails will not be sent')
  assert.match((await act(asked))[0] ?? '', /^Nothing was done, because the list has changed/)
  await query(`delete from leads where email like '%.example'`)
})

test('failed emails are sent again to those whom it may help, and the others are left out with their number', async () => {
  const errors = { Gil: '550 5.1.1 no such user', Hal: '452 4.2.2 full', Ida: '550 5.1.1 no such user' }
  for (const [name, error] of Object.entries(errors)) {
    await query('select accept_lead(gen_random_uuid(), $1)', [
      { ...lead, name, email: `${name}@again.example` },
    ])
    await query(
      `update outbox set status = 'failed', reason = 'rejected', attempts = 3, last_error = 'EENVELOPE RCPT TO ' || $2
      where kind = 'visitor' and lead_id = (select id from leads where name = $1)`,
      [name, error],
    )
  }
  const list = async (more = '') =>
    parseHTML((await ask('GET', `/leads?mails=failed&q=again.example${more}`)).body).document
  const all = (page: Document) => page.querySelector('[commandfor=send-all]')?.textContent
  assert.equal(all(await list()), 'Send to 1 person again…')
  assert.equal(all(await list('&source=direct')), 'Send to 1 person again…')
  assert.equal(all(await list('&consent=confirmed')), undefined)
  const send = async () => {
    const of = 'mails=failed&q=again.example'
    const form = { status: 'failed', do: 'send', all: '3 people', seen: await seenIn(of), list: of }
    const { headers } = await ask('POST', '/mails', sameOrigin, String(new URLSearchParams(form)))
    return noticeIn((await ask('GET', String(headers.location))).body)
  }
  assert.equal(
    await send(),
    '1 person: 1 failed email goes out within a minute. Skipped 2 people: sending again would not help.',
  )
  // Somebody whose address was corrected since can be helped.
  await query(`
    insert into private.lead_corrections (lead_id, field, old_value, new_value)
    select id, 'email', email, 'gil@right.example' from leads where name = 'Gil'`)
  assert.equal(all(await list()), 'Send to 1 person again…')
  const cause = parseHTML((await ask('GET', '/mails')).body).document.querySelector('button[value=send]')
  assert.equal(cause?.textContent, 'Send 1 again')
  await query(`delete from leads where email like '%@again.example'`)
})

test('pasted headers of a test email are explained on the page of the emails, and need our own page', async () => {
  const headers = 'Authentication-Results: mx.example; spf=fail smtp.mailfrom=brand.example'
  const form = String(new URLSearchParams({ headers }))
  const { status, body } = await ask('POST', '/mails/headers', sameOrigin, form)
  assert.equal(status, 200)
  const told = parseHTML(body).document.querySelector('ul[role=status]')?.textContent ?? ''
  assert.match(told, /spf=fail\. Publish the SPF record.*dkim=none.*dmarc=none/)
  assert.equal((await ask('POST', '/mails/headers', {}, form)).status, 403)
})
