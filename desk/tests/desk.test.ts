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
    const { status, body } = await ask('GET', '/', headers)
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
  for (const url of ['/', `/leads/${person?.id}`, forget, '/leads/none', '/nowhere']) {
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
  const { body } = await ask('GET', '/')
  assert.match(body, /&lt;b&gt;Ann&lt;\/b&gt;/)
  assert.doesNotMatch(body, /<b>Ann|<script/)
})

test('an impossible request is explained, and the desk goes on', async () => {
  for (const [url, status] of [
    ['/leads/none', 400],
    ['/?from=yesterday', 400],
    ['/?before=x', 400],
    ['/?mails=lost', 400],
    ['/leads/00000000-0000-0000-0000-000000000000', 404],
    ['/nowhere', 404],
  ] as const) {
    assert.equal((await ask('GET', url)).status, status, url)
  }
  const wrong = await ask('POST', '/requeue', sameOrigin, 'status=sent')
  assert.equal(wrong.status, 400)
})

test('a failed mail is explained and can be sent again, but not by a link', async () => {
  const error = 'EENVELOPE RCPT TO 550 5.1.1 unknown'
  await query(`update outbox set status = 'dead', attempts = 1, last_error = $1 where kind = 'owner'`, [
    error,
  ])
  assert.match(
    (await ask('GET', '/')).body,
    /1 failed<[\s\S]*mistyped or gone\. Sending again does not help\. \(EENVELOPE RCPT TO 550/,
  )
  const list = 'q=ann&mails=dead'
  const form = new URLSearchParams({ lead: String(person?.id), status: 'dead', list })
  const again = await ask('POST', '/requeue', sameOrigin, String(form))
  assert.equal(again.status, 303)
  assert.equal((await query(`select 1 from outbox where status = 'dead'`)).length, 0)

  const address = String(again.headers.location)
  const { body } = await ask('GET', address)
  assert.match(body, /role="status">1 failed mail goes out within a minute\. Reload/)
  assert.match(body, /To owner: waiting<\/span><small>The attempt before: /)
  assert.match(body, /<a href="\/\?q=ann&amp;mails=dead">← Leads/)
  assert.doesNotMatch((await ask('GET', address)).body, /role="status"/)
  for (const faked of ['/?notice=All+is+lost', '/?forgotten=All+is+lost&queued=All+is+lost'])
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
  assert.match((await ask('GET', '/')).body, /1 delayed<[\s\S]*refused the login in SMTP_URL/)
  await change('0 minutes', 0, null)
})

test('the way back leads only to the list', async () => {
  const { body } = await ask('GET', `/leads/${person?.id}?list=${encodeURIComponent('q=a&evil=1')}`)
  assert.match(body, /<a href="\/\?q=a">← Leads/)
})

test('the list is downloaded as CSV by its filters, also when nobody is in it', async () => {
  const { status, headers, body } = await ask('GET', '/leads.csv?q=ann')
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  assert.equal(headers['content-disposition'], `attachment; filename*=UTF-8''leads-search-ann.csv`)
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(body, /^"created_at_utc",.*\r\n"[^"]+","<b>Ann<\/b>","ann@example\.org".*\r\n$/)
  assert.match((await ask('GET', '/leads.csv?q=bob')).body, /^"created_at_utc",.*\r\n$/)
  assert.equal((await ask('GET', '/leads.csv?from=yesterday')).status, 400)
  assert.equal((await ask('GET', '/leads.csv', { host: 'evil.example' })).status, 403)
})

test('the file is named after its filters', async () => {
  for (const [filters, name] of [
    ['', 'leads-all'],
    ['from=2026-11-01&to=2026-11-20', 'leads-from-2026-11-01-to-2026-11-20'],
    ['campaign=Black+Friday%2F2&mails=dead', 'leads-campaign-Black-Friday-2-mails-failed'],
    ['campaign=+&variant=no-degree', 'leads-campaign-none-variant-no-degree'],
    ['q=Zo%C3%AB', 'leads-search-Zo%C3%AB'],
    [
      `q=${'%F0%9F%85%B0'.repeat(3)}${'%F0%9D%92%9C'.repeat(60)}`,
      `leads-search--${'%F0%9D%92%9C'.repeat(46)}`,
    ],
  ]) {
    const { headers } = await ask('GET', `/leads.csv?${filters}`)
    assert.equal(headers['content-disposition'], `attachment; filename*=UTF-8''${name}.csv`)
  }
})

test('the list says how many leads the file will hold', async () => {
  assert.match((await ask('GET', '/')).body, />Download all leads as CSV<\/a> for a spreadsheet: 1 lead\. /)
  await query(`insert into leads (email, name, phone, country_code)
    select n || '@example.com', 'Bob', '1', 'US' from generate_series(1, 1001) n`)
  assert.match(
    (await ask('GET', '/?q=bob')).body,
    />Download all of these as CSV<\/a> for a spreadsheet: more than 1,000\. /,
  )
  await query(`delete from leads where name = 'Bob' and email <> '1000@example.com'`)
  assert.match((await ask('GET', '/')).body, /for a spreadsheet: 2 leads\. /)
  await query(`delete from leads where name = 'Bob'`)
})

test('a phone number stands in its international form, with what was typed where that differs', async () => {
  const shown = async (phone: string, phone_e164: string | null) => {
    await query('update leads set phone = $1, phone_e164 = $2', [phone, phone_e164])
    return /<td class="phone">(.*?)<\/td>/.exec((await ask('GET', '/')).body)?.[1]
  }
  assert.equal(await shown('(201) 555-0123', '+12015550123'), '+12015550123<small>(201) 555-0123</small>')
  assert.equal(await shown('+1 201 555-0123', '+12015550123'), '+12015550123')
  assert.equal(await shown('12', null), '12<small>not a valid number; form: US</small>')
})

test('the filters stand open when one of them is set', async () => {
  for (const [query, isOpen] of [
    ['', false],
    ['?q=ann', false],
    ['?mails=dead', true],
    ['?from=2026-11-01', true],
    ['?campaign=+', true],
  ] as const)
    assert.equal(/<details class="more" open>/.test((await ask('GET', `/${query}`)).body), isOpen, query)
})

test('a page leads to the last 7 days, today among them, and keeps its other filters', async () => {
  const from = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
  for (const [address, link] of [
    ['/?campaign=x&from=2020-01-01&to=2020-01-02', `/?from=${from}&amp;campaign=x`],
    ['/funnel?variant=b&to=2020-01-02', `/funnel?variant=b&amp;from=${from}`],
    ['/variants', `/variants?from=${from}`],
  ] as const)
    assert.ok((await ask('GET', address)).body.includes(`<a href="${link}">7 days</a>`), address)
})

test('the way to the evidence can be pasted into a shell', async () => {
  assert.match((await ask('GET', forget)).body, /<code>npm run leads -- evidence ann@example\.org --out/)
  await query(`update leads set email = 'a''$b@example.org'`)
  assert.match((await ask('GET', forget)).body, /evidence &#39;a&#39;\\&#39;&#39;\$b@example\.org&#39; --out/)
  await query('update leads set email = $1', [lead.email])
})

test('the list has a filter by variant as soon as there is one', async () => {
  assert.doesNotMatch((await ask('GET', '/')).body, /name="variant"/)
  const tried = { ...lead, name: 'Vic', email: 'vic@example.org' }
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [tried, { variant: 'b' }])
  const { body } = await ask('GET', '/?variant=b')
  assert.match(body, /<option value="b" selected>b<\/option>/)
  assert.match(body, /vic@/)
  assert.doesNotMatch(body, /ann@/)
  assert.match((await ask('GET', '/?variant=+')).body, /ann@/)
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

test('a person is forgotten only after the address was typed, and the desk says what was deleted', async () => {
  assert.equal((await ask('POST', forget, sameOrigin, 'email=bob@example.org')).status, 400)
  assert.equal((await query('select 1 from leads')).length, 1)
  const gone = await ask('POST', forget, sameOrigin, 'email=ANN@example.org')
  assert.equal(gone.status, 303)
  assert.equal((await query('select 1 from leads')).length, 0)
  const { body } = await ask('GET', String(gone.headers.location))
  assert.match(body, /The person is forgotten\. Deleted: 1 submission; 2 mails\. 0 tombstones stay: hashes/)
})
