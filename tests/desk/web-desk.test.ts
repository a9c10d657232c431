import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, openWebApp, origin } from './open-web-app.ts'

const { query, here, asked, codeFor, openBrowser, newApp, typeCode, enrol, join } = await openWebApp()

const lead = {
  name: 'Eve',
  phone: '1',
  phone_e164: null,
  country_code: 'US',
  consent: true,
  email: 'eve@example.org',
}
await query('select accept_lead(gen_random_uuid(), $1)', [lead])
const [person] = await query<{ id: string }>('select id from private.leads')
const page = `/leads/${person?.id}`

test('a member comes in by a code, a second factor and a call, writes a note under their name, and is out at once', async () => {
  const browser = openBrowser()
  const { get, post } = browser
  assert.equal((await get('/leads?q=e')).to, '/sign-in?to=%2Fleads%3Fq%3De')
  await here.call('add_member', { name: 'ada', address: 'ada@example.org', role: 'colleague' })

  const sent = await post('/sign-in', { address: ' Ada@Example.org ', to: page })
  assert.deepEqual([sent.status, sent.to], [303, `/sign-in/code?to=${encodeURIComponent(page)}`])
  assert.match((await get(String(sent.to))).said, /If ada@example\.org belongs to a member/)
  const code = await codeFor('ada@example.org')
  const signedIn = await post('/sign-in/code', { code: `${code.slice(0, 4)} ${code.slice(4)}`, to: page })
  assert.equal(signedIn.to, `/sign-in/factor?to=${encodeURIComponent(page)}`)
  // A code alone opens nothing.
  assert.match(String((await get(page)).to), /^\/sign-in\/factor\?.*why=factor$/)

  const { page: enrolling, confirmed, waiting, letters } = await enrol(browser)
  assert.match(
    enrolling.document.querySelector('img')?.getAttribute('src') ?? '',
    /^data:image\/svg\+xml;base64,/,
  )
  assert.equal(confirmed.status, 303)
  assert.match(waiting.said, /Call the owner/)
  assert.match(String((await get(page)).to), /^\/sign-in\/factor\?.*why=factor$/)
  assert.equal(await here.call('pin_member', { name: 'ada', letters: 'ABCDEF' }), false)
  assert.deepEqual(await query('select called from private.desk_log'), [], 'the pages on the way ask nothing')
  assert.equal(await here.call('pin_member', { name: 'ada', letters }), true)

  const overview = await get('/')
  assert.deepEqual([overview.status, overview.title], [200, 'Overview'])
  assert.match(overview.document.querySelector('aside')?.textContent ?? '', /ada\s*colleague\s*Sign out/)
  const links = [...overview.document.querySelectorAll('aside nav a')].map((link) =>
    link.getAttribute('href'),
  )
  assert.ok(
    links.some((href) => href?.startsWith('/mails')) && !links.some((href) => /exports/.test(href ?? '')),
    String(links),
  )

  const noted = await post(`${page}/contact`, { kind: 'note', words: 'Called back', press: '1' })
  assert.equal(noted.status, 303)
  const [note] = await query<{ author: string }>('select author from private.lead_notes')
  assert.equal(note?.author, 'web:ada')
  assert.match((await get(page)).said, /ada opened/)

  await here.call('remove_member', { name: 'ada' })
  const out = await get(page)
  assert.deepEqual(
    [out.status, out.alert],
    [403, 'Your access to this desk has ended. Ask its owner if that is a mistake.'],
  )
  const refused = await post(`${page}/contact`, { kind: 'note', words: 'Once more', press: '2' })
  assert.deepEqual([refused.status, refused.hidden(`${page}/contact`).words], [401, 'Once more'])
  assert.match(refused.alert, /^Your access to this desk has ended\..* Nothing was changed/)
  assert.doesNotMatch(refused.said, /another tab/)
  assert.equal((await get('/people?q=eve')).status, 401)
  assert.equal((await query('select from private.lead_notes')).length, 1)
})

test('two requests with a token that is about to expire refresh it once, on one server and on two', async (context) => {
  const { browser } = await join('bea', 'reader')
  const { get, cookies } = browser
  const refreshes = () => asked.filter((call) => call === 'POST /token').length
  const before = refreshes()
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 570_000 })
  const old = new Map(cookies)
  const both = await Promise.all([get('/leads'), get('/mails')])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(refreshes() - before, 1)
  // Vercel may run two servers, which know nothing of each other. Auth takes the token once more for 10 s.
  const others = [openBrowser(newApp()), openBrowser(newApp())]
  for (const other of others) for (const [name, value] of old) other.cookies.set(name, value)
  const apart = await Promise.all(others.map((other) => other.get('/leads')))
  assert.deepEqual(
    apart.map(({ status }) => status),
    [200, 200],
  )
  context.mock.timers.reset()
  for (const { get } of [browser, ...others]) assert.equal((await get('/leads')).status, 200)
})

test('all cookies are hidden from scripts, for this host and for https alone, and no answer is kept', async () => {
  const { browser } = await join('cleo', 'reader')
  assert.deepEqual(
    browser.setCookies.filter(
      (line) =>
        !/^__Host-desk(-code)?=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/.test(line),
    ),
    [],
  )
  for (const path of ['/', '/leads', '/sign-in', '/nowhere', '/people?q=e', '/sign-out']) {
    const { headers } = await browser.get(path)
    assert.equal(headers.get('cache-control'), 'no-store', path)
    assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{7,}/)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  }
})

test('no other site can post, embed or read, and no other host is answered', async () => {
  const { browser } = await join('dan', 'colleague')
  const forms: [string, Record<string, string>][] = [
    [`${page}/contact`, { kind: 'note', words: 'From elsewhere' }],
    ['/sign-in', { address: 'dan@example.org' }],
    ['/sign-in/code', { code: '12345678' }],
    ['/sign-in/factor', { code: '123456' }],
    ['/sign-in/factor/new', {}],
    ['/sign-out', {}],
  ]
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': '', origin: 'http://desk.example.org' },
  ]
  const before = asked.length
  for (const [path, fields] of forms)
    for (const headers of foreign) assert.equal((await browser.post(path, fields, headers)).status, 403, path)
  assert.equal((await browser.get('/leads', { host: 'evil.example' })).status, 403)
  assert.equal(asked.length, before)
  assert.equal((await browser.get('/leads')).status, 200)
  assert.equal((await query("select from private.lead_notes where words = 'From elsewhere'")).length, 0)
  // A browser without Sec-Fetch-Site says where its form was.
  const own = await browser.post(
    `${page}/contact`,
    { kind: 'note', words: 'Own' },
    { 'sec-fetch-site': '', origin },
  )
  assert.equal(own.status, 303)
})

test('the sign-in leads to no other site', async () => {
  const { browser, secret } = await join('eli', 'reader')
  for (const to of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/.//evil.example']) {
    const { hidden } = await browser.get(`/sign-in?${new URLSearchParams({ to })}`)
    assert.equal(hidden('/sign-in').to, '/')
    assert.equal((await browser.post('/sign-in', { address: 'nobody@example.net', to })).to, '/sign-in/code')
    assert.equal((await browser.post('/sign-in/factor', { code: codeOf(secret), to })).to, '/')
  }
})

test('a code opens nothing in a browser that did not ask for it', async () => {
  await here.call('add_member', { name: 'fay', address: 'fay@example.org', role: 'reader' })
  const [own, other] = [openBrowser(), openBrowser()]
  await own.post('/sign-in', { address: 'fay@example.org' })
  const code = await codeFor('fay@example.org')
  const before = asked.length
  assert.equal((await other.post('/sign-in/code', { code })).to, '/sign-in')
  const [name, value = ''] = [...own.cookies][0] ?? []
  other.cookies.set(String(name), value.replace('fay', 'gus'))
  assert.equal((await other.post('/sign-in/code', { code })).to, '/sign-in')
  assert.equal(asked.length, before)
  const signedIn = await own.post('/sign-in/code', { code })
  assert.equal(signedIn.to, '/sign-in/factor')
  assert.equal(own.cookies.has('__Host-desk-code'), false)
})

test('a stranger gets the answers of a member, in the time of a member, and Auth is not asked', async (context) => {
  const log = context.mock.method(console, 'error', () => {})
  await here.call('add_member', { name: 'hal', address: 'hal@example.org', role: 'reader' })
  const from = (network: string) => ({ 'x-forwarded-for': network })
  async function knock(address: string, network: string) {
    const { post } = openBrowser()
    const answers = []
    for (const step of [
      () => post('/sign-in', { address }, from(network)),
      () => post('/sign-in/code', { code: '00000000' }, from(network)),
    ]) {
      const startedAt = performance.now()
      const { status, to, body, headers } = await step()
      headers.delete('set-cookie')
      const seconds = Math.floor((performance.now() - startedAt) / 2000)
      answers.push({ status, to, body: body.replaceAll(address, 'ADDRESS'), headers: [...headers], seconds })
    }
    return answers
  }
  const before = asked.length
  const stranger = await knock('ivy@example.org', '203.0.113.20')
  assert.deepEqual(asked.slice(before), [])
  const member = await knock('hal@example.org', '203.0.113.21')
  assert.deepEqual(asked.slice(before), ['POST /otp', 'POST /verify'])
  assert.deepEqual(stranger, member)
  assert.deepEqual(
    stranger.map(({ status, seconds }) => [status, seconds]),
    [
      [303, 0],
      [400, 1],
    ],
  )
  // Too many codes are asked for from one network: the answer stays, and Auth is asked for the first few alone.
  const browser = openBrowser()
  const tries = []
  for (let count = 0; count < 8; count += 1)
    tries.push((await browser.post('/sign-in', { address: 'hal@example.org' }, from('203.0.113.22'))).to)
  assert.deepEqual(new Set(tries), new Set(['/sign-in/code']))
  assert.equal(asked.slice(before).filter((call) => call === 'POST /otp').length, 1 + 5)
  for (const { arguments: said } of log.mock.calls) assert.doesNotMatch(said.join(), /@|00000000/)
})

test('who needs a fresh code gets the form back as typed, and it is sent once with the code', async (context) => {
  const { browser, secret } = await join('jo', 'owner')
  await query(`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'`)
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 570_000 })
  await browser.get('/')
  context.mock.timers.reset()
  const { seen = '' } = (await browser.get('/settings')).hidden('/settings')
  const typed = { section: 'visitors', visitor_mails_per_minute: '7', seen, press: 'once' }
  const asking = await browser.post('/settings', typed)
  assert.deepEqual([asking.status, asking.hidden('/settings')], [403, typed])
  const again = await browser.post('/settings', { ...typed, fresh_code: '000000' })
  assert.deepEqual([again.status, again.hidden('/settings')], [403, typed])
  assert.match(again.alert, /are wrong/)
  const done = await browser.post('/settings', { ...typed, fresh_code: codeOf(secret) })
  assert.deepEqual([done.status, done.alert], [303, ''], done.said)
  const settings = (await here.call('read_settings')) as { name: string; value: string }[]
  assert.equal(settings.find(({ name }) => name === 'visitor_mails_per_minute')?.value, '7')
})

test('a reader is told that a note needs another role, and nothing is stored', async () => {
  const { browser } = await join('kim', 'reader')
  const { status, alert } = await browser.post(`${page}/contact`, { kind: 'note', words: 'By a reader' })
  assert.deepEqual([status, alert], [403, 'Your role may not do this. Ask the owner of the desk.'])
  assert.equal((await query("select from private.lead_notes where words = 'By a reader'")).length, 0)
})

test('a sign-out ends the session of this browser, and on all devices those of every browser', async () => {
  const { browser, secret } = await join('lou', 'reader')
  async function signInAgain() {
    const other = openBrowser()
    const sent = 'recovery_sent_at = null, confirmation_sent_at = null'
    await query(`update auth.users set ${sent} where email like 'lou@%'`)
    await typeCode(other, 'lou@example.org')
    assert.equal((await other.post('/sign-in/factor', { code: codeOf(secret) })).to, '/')
    return other
  }
  const [second, third] = [await signInAgain(), await signInAgain()]
  const copy = openBrowser()
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  assert.equal((await browser.post('/sign-out', { scope: 'local' })).to, '/signed-out')
  assert.equal(browser.cookies.has('__Host-desk'), false)
  const opens = async ({ get }: typeof copy) => (await get('/leads')).status === 200
  assert.deepEqual(await Promise.all([copy, second, third].map(opens)), [false, true, true])
  await second.post('/sign-out', { scope: 'global' })
  assert.equal(await opens(third), false)
})
