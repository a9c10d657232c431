import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDesk } from '../core/open-desk.ts'
import { createApp } from '../web/create-app.ts'
import { commandIn } from './command-in.ts'
import { openTestDatabase } from './open-test-database.ts'

const { url, query, close } = await openTestDatabase()
const port = 54323
const own = `localhost:${port}`
const desk = openDesk({ SUPABASE_DB_URL: url })
const app = createApp(desk, port)
after(async () => {
  await desk.close()
  await close()
})

/** Asks as a browser does, with these headers. */
async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await app.request(path, { method, headers: { host: own, ...type, ...headers }, body })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

const lead = { name: '<b>Ann</b>', email: 'ann@example.org', phone: '1', country_code: 'US', consent: true }
await query('select accept_lead(gen_random_uuid(), $1)', [lead])
const [person] = await query<{ id: string }>('select id from leads')
const forget = `/leads/${person?.id}/forget`
const sameOrigin = { 'sec-fetch-site': 'same-origin', origin: 'null' }

test('the desk answers only its own host names, so no other site can read it', async () => {
  for (const host of [own, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    assert.equal((await ask('GET', '/', { host })).status, 200)
  }
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost', 'localhost:1']) {
    const { status, body } = await ask('GET', '/', { host })
    assert.equal(status, 403, host)
    assert.doesNotMatch(body, /ann@/)
  }
})

test('another site may lead to a page, and neither embed nor fetch it', async () => {
  const isAnswered = async (site: string, use: string) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': use }
    const { status, body } = await ask('GET', '/leads', headers)
    assert.equal(/ann@/.test(body), status === 200)
    return status === 200
  }
  for (const use of ['document', 'iframe', 'image', 'script', 'style', 'empty'])
    for (const [site, isOwn] of [
      ['same-origin', true],
      ['none', true],
      ['same-site', false],
      ['cross-site', false],
    ] as const)
      assert.equal(await isAnswered(site, use), isOwn || use === 'document', `${site} ${use}`)
})

test('a lead’s address cannot add recipients to a mailto link', async () => {
  await query(`update leads set email = 'ann?bcc=spy%40evil.example&x@example.org'`)
  const { body } = await ask('GET', `/leads/${person?.id}`)
  assert.match(body, /href="mailto:ann%3Fbcc%3Dspy%2540evil\.example%26x@example\.org"/)
  await query('update leads set email = $1', [lead.email])
})

test('a post from another site changes nothing', async () => {
  const foreign: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3000' },
    { origin: `http://${own}`, 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of foreign) {
    const { status } = await ask('POST', forget, headers, 'email=ann@example.org')
    assert.equal(status, 403, JSON.stringify(headers))
  }
  assert.equal((await query('select 1 from leads')).length, 1)
})

test('no page can be framed, cached, leaked to other sites or made to load anything', async () => {
  for (const url of ['/', '/leads', `/leads/${person?.id}`, forget, '/leads/none', '/nowhere']) {
    const { headers } = await ask('GET', url)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; /)
    assert.match(policy, /frame-ancestors 'none'; base-uri 'none'$/)
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['access-control-allow-origin'], undefined)
  }
})

test('text that visitors typed is shown as text', async () => {
  const { body } = await ask('GET', '/leads')
  assert.match(body, /&lt;b&gt;Ann&lt;\/b&gt;/)
  assert.doesNotMatch(body, /<b>Ann|<script/)
})

test('an impossible request is explained, and the desk goes on', async () => {
  for (const [url, status] of [
    ['/leads/none', 400],
    ['/?from=yesterday', 400],
    ['/?from=2026-02-30', 400],
    ['/?from=2001-01-01', 400],
    ['/?from=2999-01-01', 400],
    ['/leads?from=yesterday', 400],
    ['/leads?before=x', 400],
    ['/leads?mails=lost', 400],
    ['/leads?sort=phone', 400],
    ['/leads/00000000-0000-0000-0000-000000000000', 404],
    ['/nowhere', 404],
  ] as const) {
    assert.equal((await ask('GET', url)).status, status, url)
  }
  const wrong = await ask('POST', '/mails', sameOrigin, 'status=sent&do=send-all')
  assert.equal(wrong.status, 400)
})

test('a failed mail is explained and can be sent again, but not by a link', async () => {
  const error = 'EENVELOPE RCPT TO 550 5.1.1 unknown'
  await query(`update outbox set status = 'dead', attempts = 1, last_error = $1 where kind = 'owner'`, [
    error,
  ])
  assert.match(
    (await ask('GET', '/leads?mails=dead')).body,
    /All 1 person:<[\s\S]*mistyped or gone\. Sending again does not help: call[^(]*\(EENVELOPE RCPT TO 550/,
  )
  const list = 'q=ann&mails=dead'
  const form = new URLSearchParams({ person: String(person?.id), status: 'dead', do: 'send', list })
  const again = await ask('POST', '/mails', sameOrigin, String(form))
  assert.equal(again.status, 303)
  assert.equal((await query(`select 1 from outbox where status = 'dead'`)).length, 0)

  const address = String(again.headers.location)
  const { body } = await ask('GET', address)
  assert.match(body, /role="status">1 person: 1 failed mail goes out within a minute\. Reload/)
  assert.match(body, /To owner: waiting<\/span><small>The attempt before: /)
  assert.match(body, /<a href="\/leads\?q=ann&amp;mails=dead">← Leads/)
  assert.doesNotMatch((await ask('GET', address)).body, /role="status"/)
  for (const faked of ['/leads?notice=All+is+lost', '/leads?touched=All+is+lost&queued=All+is+lost'])
    assert.doesNotMatch((await ask('GET', faked)).body, /All is lost|role="status"/)
})

test('a mail that is delayed for more than an hour is shown with its reason', async () => {
  const change = (since: string, attempts: number, error: string | null) =>
    query(
      `update outbox set queued_at = now() - $1::interval, attempts = $2, last_error = $3 where kind = 'owner'`,
      [since, attempts, error],
    )
  await change('59 minutes', 9, 'EAUTH AUTH PLAIN 535 5.7.8')
  assert.doesNotMatch((await ask('GET', '/')).body, /delayed/)
  await change('61 minutes', 9, 'EAUTH AUTH PLAIN 535 5.7.8')
  assert.match((await ask('GET', '/')).body, /1 person: a mail is delayed</)
  assert.match((await ask('GET', '/leads?mails=waiting')).body, /refused the login\. Correct SMTP_URL/)
  await change('0 minutes', 0, null)
})

test('the way back leads only to the list', async () => {
  const { body } = await ask('GET', `/leads/${person?.id}?list=${encodeURIComponent('q=a&evil=1')}`)
  assert.match(body, /<a href="\/leads\?q=a">← Leads/)
})

test('the list is downloaded as CSV by its filters, also when nobody is in it', async () => {
  const { status, headers, body } = await ask('GET', '/leads.csv?q=ann')
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  assert.match(headers['content-disposition'] ?? '', /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(body, /^"created_at_utc",.*\r\n"[^"]+","<b>Ann<\/b>","ann@example\.org".*\r\n$/)
  assert.match((await ask('GET', '/leads.csv?q=bob')).body, /^"created_at_utc",.*\r\n$/)
  assert.equal((await ask('GET', '/leads.csv?from=yesterday')).status, 400)
  assert.equal((await ask('GET', '/leads.csv', { host: 'evil.example' })).status, 403)
})

test('the list says how many people it has', async () => {
  const summary = async (path: string) =>
    /<p class="summary">(.*?)<\/p>/s.exec((await ask('GET', path)).body)?.[1]
  assert.match((await summary('/leads')) ?? '', /^<strong>1 person<\/strong> .*>Download all leads as CSV</)
  await query(`insert into leads (email, name, phone, country_code)
    select n || '@example.com', 'Bob', '1', 'US' from generate_series(1, 1001) n`)
  assert.match(
    (await summary('/leads?q=bob')) ?? '',
    /^<strong>more than 1,000 people<.*>Download all of these as CSV</,
  )
  await query(`delete from leads where name = 'Bob' and email <> '1000@example.com'`)
  assert.match((await summary('/leads')) ?? '', /^<strong>2 people</)
  await query(`delete from leads where name = 'Bob'`)
})

test('a phone number stands in its international form and can be called, with what was typed where that differs', async () => {
  const shown = async (phone: string, phone_e164: string | null) => {
    await query('update leads set phone = $1, phone_e164 = $2', [phone, phone_e164])
    return /<td class="phone">(.*?)<\/td>/.exec((await ask('GET', '/leads')).body)?.[1]
  }
  const link = '<a href="tel:+12015550123">+12015550123</a>'
  assert.equal(await shown('(201) 555-0123', '+12015550123'), `${link}<small>(201) 555-0123</small>`)
  assert.equal(await shown('+1 201 555-0123', '+12015550123'), link)
  assert.equal(await shown('12', null), '12<small>not a valid number; form: US</small>')
  assert.match((await ask('GET', '/leads?number=invalid')).body, /ann@/)
  assert.doesNotMatch((await ask('GET', '/leads?number=valid')).body, /ann@/)
})

test('the filters stand open when one of them is set', async () => {
  for (const [query, isOpen] of [
    ['', false],
    ['?q=ann', false],
    ['?mails=dead', true],
    ['?number=valid', true],
    ['?source=direct', true],
  ] as const)
    assert.equal(/<details class="more" open>/.test((await ask('GET', `/leads${query}`)).body), isOpen, query)
})

test('a heading sorts the list, and the other way round when it is followed again', async () => {
  for (const [sort, link, mark] of [
    ['', 'sort=name', 'Since'],
    ['?sort=name', 'sort=name-down', 'Person'],
    ['?sort=source-down', 'sort=source', 'Source'],
  ] as const) {
    const { body } = await ask('GET', `/leads${sort}`)
    assert.ok(body.includes(`<a href="/leads?${link}">`), sort)
    assert.match(body, new RegExp(`aria-sort="[a-z]+"><a href="[^"]+">${mark}<`))
  }
})

test('the chosen period is marked, and every other page keeps it with its own filters', async () => {
  for (const [address, marked, others] of [
    ['/?days=7', '/?days=7', ['/leads?days=7', '/funnel?days=7', '/variants?days=7']],
    ['/leads?days=90&source=direct', '/leads?source=direct&amp;days=90', ['/?days=90', '/funnel?days=90']],
    ['/funnel?variant=b', '/funnel?variant=b&amp;days=90', ['/leads?days=90']],
    ['/leads', '/leads?days=all', ['/funnel"']],
  ] as const) {
    const { body } = await ask('GET', address)
    assert.ok(body.includes(`<a href="${marked}" aria-current="true">`), address)
    for (const other of others) assert.ok(body.includes(`<a href="${other}`), `${address} ${other}`)
  }
  const { body } = await ask('GET', '/leads?from=2026-11-01&to=2026-11-20')
  assert.match(body, /<summary class="current">2026-11-01 – 2026-11-20</)
  assert.ok(body.includes('<a href="/variants?from=2026-11-01&amp;to=2026-11-20">'))
})

test('the way to the evidence can be pasted into a shell', async () => {
  assert.match((await ask('GET', forget)).body, /<code>npm run leads -- evidence ann@example\.org --out/)
  await query(`update leads set email = 'a''$b@example.org'`)
  assert.match((await ask('GET', forget)).body, /evidence &#39;a&#39;\\&#39;&#39;\$b@example\.org&#39; --out/)
  await query('update leads set email = $1', [lead.email])
})

test('the list has a filter by variant as soon as there is one', async () => {
  assert.doesNotMatch((await ask('GET', '/leads')).body, /name="variant"/)
  const tried = { ...lead, name: 'Vic', email: 'vic@example.org' }
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [tried, { variant: 'b' }])
  const { body } = await ask('GET', '/leads?variant=b')
  assert.match(body, /<option value="b" selected>b<\/option>/)
  assert.match(body, /vic@/)
  assert.doesNotMatch(body, /ann@/)
  assert.match((await ask('GET', '/leads?variant=+')).body, /ann@/)
  await query(`delete from leads where name = 'Vic'`)
})

test('a confirmation is not counted as another submission', async () => {
  await query(`insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent, confirms, created_at)
    select gen_random_uuid(), lead_id, '', name, email, phone, country_code, true, id, now() from lead_submissions`)
  assert.match(
    (await ask('GET', `/leads/${person?.id}`)).body,
    /<h2>1 submission and 1 confirmation<\/h2>\s*<article>/,
  )
  assert.match((await ask('GET', forget)).body, /<li>1 submission and 1 confirmation with the evidence/)
  const shown = await commandIn({ SUPABASE_DB_URL: url })('leads', 'show', lead.email)
  assert.match(shown.out, /Submissions +1 submission and 1 confirmation\n/)
  const evidence = await commandIn({ SUPABASE_DB_URL: url })('leads', 'evidence', lead.email)
  assert.match(evidence.out, /Submissions +1 submission and 1 confirmation\n/)
  await query('delete from lead_submissions where confirms is not null')
})

test('held mails are sent or dropped, of chosen persons or of all, and the next page shows whom it was', async () => {
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
      /role="status">(.*?)\. Reload/.exec(body)?.[1] ?? /role="status">(.*?)</.exec(body)?.[1],
      names.filter((name) => body.includes(`>${name}</a>`)).join(''),
    ]
  }
  const chosen = (...wanted: string[]): [string, string][] =>
    ids.filter(({ name }) => wanted.includes(name)).map(({ id }) => ['lead', id])
  assert.match((await ask('GET', '/')).body, /4 people: held back/)
  assert.deepEqual(
    await act([
      ['do', 'send'],
      ['list', 'mails=held'],
    ]),
    ['Nobody is chosen: tick a box, or take all.', 'BoCyDiEd'],
  )
  assert.deepEqual(await act([['do', 'send'], ...chosen('Bo')]), [
    '1 person: 2 held mails go out within a minute',
    'Bo',
  ])
  assert.deepEqual(await act([['do', 'drop'], ...chosen('Cy')]), [
    '1 person: 2 held mails will not be sent',
    'Cy',
  ])
  assert.deepEqual(await act([['do', 'drop-all']]), ['2 people: 4 held mails will not be sent', 'DiEd'])
  assert.doesNotMatch((await ask('GET', '/')).body, /held back/)
  assert.match((await ask('GET', '/leads?kind=person&q=bo')).body, /Bo@example/)
  assert.match((await ask('GET', '/leads?kind=bot')).body, /To visitor: dropped/)
  await query(`delete from leads where email like '%@example.net'`)
})

test('a note about a person is shown, taken back, and in neither export nor evidence', async () => {
  const notes = `/leads/${person?.id}/notes`
  const note = (body: string) => ask('POST', notes, sameOrigin, body)
  assert.equal((await note('kind=called&words=rings+%3Cat%3E+noon')).status, 303)
  const { body } = await ask('GET', `/leads/${person?.id}`)
  assert.match(body, /<strong>called<\/strong> rings &lt;at&gt; noon/)
  assert.match((await ask('GET', '/leads')).body, /<span class="tag">called \d{4}-/)
  assert.equal((await note('kind=shouted&words=x')).status, 400)
  assert.equal((await note(`kind=note&words=${'x'.repeat(2001)}`)).status, 400)
  assert.equal(
    (await ask('POST', '/leads/00000000-0000-0000-0000-000000000000/notes', sameOrigin, 'kind=met')).status,
    404,
  )
  const run = commandIn({ SUPABASE_DB_URL: url })
  assert.match((await run('leads', 'show', lead.email)).out, /called: rings <at> noon/)
  for (const command of [
    ['leads', '--csv'],
    ['leads', 'evidence', lead.email],
  ])
    assert.doesNotMatch((await run(...command)).out, /noon/)
  const [, id] = /name="remove" value="([^"]+)"/.exec(body) ?? []
  assert.equal((await note(`remove=${id}`)).status, 303)
  assert.doesNotMatch((await ask('GET', `/leads/${person?.id}`)).body, /noon/)
  await note('kind=met&words=at+the+fair')
})

test('a person is forgotten only after the address was typed, and the desk says what was deleted', async () => {
  assert.equal((await ask('POST', forget, sameOrigin, 'email=bob@example.org')).status, 400)
  assert.equal((await query('select 1 from leads')).length, 1)
  const gone = await ask('POST', forget, sameOrigin, 'email=ANN@example.org')
  assert.equal(gone.status, 303)
  assert.equal((await query('select 1 from leads')).length, 0)
  assert.equal((await query('select 1 from lead_notes')).length, 0)
  const { body } = await ask('GET', String(gone.headers.location))
  assert.match(body, /The person is forgotten\. Deleted: 1 submission; 2 mails\. 0 tombstones stay: hashes/)
})
