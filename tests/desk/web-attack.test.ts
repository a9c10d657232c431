import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Claims, openTokens } from '../../local/gateway/tokens.ts'
import { codeOf, openWebApp, origin } from './open-web-app.ts'

const { gateway, settings, query, here, ui, codeFor, openBrowser, newApp, typeCode, join, asked } =
  await openWebApp()
const tokens = await openTokens(settings.dataDir)

const lead = {
  ...{ name: 'Eve <img src=x onerror=alert(1)>', phone: '1', phone_e164: null, country_code: 'US' },
  ...{ consent: true, email: 'eve@example.org' },
}
await query('select accept_lead(gen_random_uuid(), $1)', [lead])
const [person] = await query<{ id: string }>('select id from private.leads')
const personId = String(person?.id)

type Headers = Record<string, string>
type Browser = ReturnType<typeof openBrowser>

async function ask(method: string, path: string, body: unknown, headers: Headers) {
  const response = await fetch(`${gateway}${path}`, {
    method,
    headers: {
      apikey: settings.publishableKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const auth = (path: string, body: unknown, token?: string) =>
  ask('POST', `/auth/v1${path}`, body, token ? bearer(token) : {})
const admin = (method: string, path: string, body?: unknown) =>
  ask(method, `/auth/v1/admin${path}`, body, { apikey: settings.secretKey })

/** Calls a function through the door, and returns the status and what is refused or the code of the error. */
async function door(token: string | undefined, called = 'attention', headers: Headers = {}, values = {}) {
  const { status, body } = await ask(
    'POST',
    '/rest/v1/rpc/desk',
    { called, arguments: values },
    {
      ...(token ? bearer(token) : {}),
      ...headers,
    },
  )
  return [status, body.refused ?? body.code ?? (body.error ? `error ${body.error.code}` : 'answer')]
}

/** Returns the access token in the cookie of a browser. */
const accessOf = ({ cookies }: Browser) =>
  decodeURIComponent(cookies.get('__Host-desk') ?? '')
    .split('~')[1]
    ?.replace(/\.[^.]*$/, '') ?? ''

const claimsOf = (token: string) => {
  const reading = tokens.read(token)
  assert.ok('claims' in reading)
  return reading.claims
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const { browser: owner, secret: ownerSecret } = await join('ada', 'owner')
const { browser: reader } = await join('rea', 'reader')
const access = accessOf(owner)
const claims = claimsOf(access)
const signed = (changes: Claims) => tokens.sign({ ...claims, ...changes })
const now = () => Math.floor(Date.now() / 1000)

/** Makes a session with the secret key, which is Auth’s admin, without any email. */
async function sessionByAdmin(email: string) {
  const { body: link } = await admin('POST', '/generate_link', { type: 'magiclink', email })
  const { body } = await auth('/verify', { type: 'email', email, token: link.email_otp })
  return String(body.access_token)
}

async function enrolAs(token: string) {
  const { body: factor } = await auth('/factors', { factor_type: 'totp', friendly_name: 'mine' }, token)
  if (!factor.id) return factor.code as string
  const { body: challenge } = await auth(`/factors/${factor.id}/challenge`, {}, token)
  const code = codeOf(factor.totp.secret)
  const { body } = await auth(`/factors/${factor.id}/verify`, { challenge_id: challenge.id, code }, token)
  return String(body.access_token)
}

test('no token but that of a member who has signed in on this project opens the door', async () => {
  assert.deepEqual(await door(access), [200, 'answer'])
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = encode(claims)
  const foreign = `${encode({ alg: 'ES256', typ: 'JWT' })}.${body}`
  const byOther = sign('sha256', Buffer.from(foreign), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const hmac = `${encode({ alg: 'HS256', typ: 'JWT' })}.${body}`
  const { body: jwks } = await ask('GET', '/auth/v1/.well-known/jwks.json', undefined, {})
  const [head, payload, signature] = access.split('.')
  const cases: [string, string | undefined, Headers, unknown[]][] = [
    ['no session', undefined, {}, [401, '42501']],
    ['no key', access, { apikey: '' }, [401, undefined]],
    ['the publishable key as a token', settings.publishableKey, {}, [401, '42501']],
    ['the secret key and no session', undefined, { apikey: settings.secretKey }, [403, '42501']],
    ['another key signed it', `${foreign}.${byOther.toString('base64url')}`, {}, [401, 'PGRST301']],
    [
      'signed with the public key',
      `${hmac}.${createHmac('sha256', JSON.stringify(jwks.keys[0])).update(hmac).digest('base64url')}`,
      {},
      [401, 'PGRST301'],
    ],
    ['signed by nobody', `${encode({ alg: 'none' })}.${body}.`, {}, [401, 'PGRST301']],
    [
      'changed',
      `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
      {},
      [401, 'PGRST301'],
    ],
    ['without a signature', `${head}.${payload}`, {}, [401, 'PGRST301']],
    ['for another audience', signed({ aud: 'other' }), {}, [401, 'PGRST303']],
    ['for two audiences', signed({ aud: ['authenticated', 'other'] }), {}, [200, 'token']],
    ['of another project', signed({ iss: 'https://other.test/auth/v1' }), {}, [200, 'token']],
    ['expired', signed({ exp: now() - 60 }), {}, [401, 'PGRST303']],
    ['expired within the skew of PostgREST', signed({ exp: now() - 5 }), {}, [200, 'token']],
    ['anonymous', signed({ is_anonymous: true }), {}, [200, 'token']],
    ['for an OAuth app', signed({ client_id: 'app' }), {}, [200, 'token']],
    ['for the role service_role', signed({ role: 'service_role' }), {}, [403, '42501']],
    ['for the role anon', signed({ role: 'anon' }), {}, [401, '42501']],
    ['of a session that is none', signed({ session_id: crypto.randomUUID() }), {}, [200, 'session']],
    [
      'of another member’s session',
      signed({ session_id: claimsOf(accessOf(reader)).session_id }),
      {},
      [200, 'session'],
    ],
    ['by a password', signed({ amr: [{ method: 'password', timestamp: now() }] }), {}, [200, 'method']],
    ['without the second factor', signed({ aal: 'aal1' }), {}, [200, 'aal1']],
    ['that would be undone', access, { prefer: 'tx=rollback' }, [200, 'prefer']],
    ['that would be undone, too', access, { Prefer: 'return=minimal, tx=rollback' }, [200, 'prefer']],
    ['with the secret key beside', access, { apikey: settings.secretKey }, [200, 'answer']],
  ]
  for (const [name, token, headers, wanted] of cases)
    assert.deepEqual(
      (await door(token, 'attention', headers)).slice(0, wanted[1] ? 2 : 1),
      wanted.filter((value) => value !== undefined),
      name,
    )
  const asGet = await ask('GET', '/rest/v1/rpc/desk?called=attention', undefined, bearer(access))
  assert.deepEqual(asGet.body, { refused: 'read_only' })
  for (const name of ['call_desk', 'admit', 'settle_call', 'accept_lead', 'run_housekeeping', 'list_leads'])
    assert.notEqual((await ask('POST', `/rest/v1/rpc/${name}`, {}, bearer(access))).status, 200, name)
})

test('whoever has the publishable key gets a session for no member and no door', async () => {
  assert.equal((await auth('/signup', {})).body.code, 'anonymous_provider_disabled')
  assert.equal((await auth('/otp', { email: 'zed@elsewhere.org' })).status, 403)
  await here.call('add_member', { name: 'pia', address: 'pia@example.org', role: 'owner' })
  const taken = {
    email: 'pia@example.org',
    password: 'of a stranger',
    data: { role: 'owner', name: 'x'.repeat(20) },
  }
  await auth('/signup', taken)
  await query(`update auth.users set confirmation_sent_at = null where email = 'pia@example.org'`)
  await codeFor('pia@example.org')
  const { browser, secret } = await (async () => {
    const browser = openBrowser()
    await typeCode(browser, 'pia@example.org')
    return { browser, secret: '' }
  })()
  assert.equal(secret, '')
  // The code of the member confirms the user, and the password of the stranger works at Auth.
  const { body } = await auth('/token?grant_type=password', taken)
  assert.deepEqual(await door(body.access_token, 'show_membership'), [200, 'method'])
  const own = await enrolAs(body.access_token)
  assert.deepEqual(await door(own, 'show_membership'), [200, 'method'])
  assert.deepEqual(await door(own), [200, 'method'])
  await here.call('reset_member', { name: 'pia' })
  assert.equal((await auth('/token?grant_type=password', taken)).body.code, 'invalid_credentials')
  assert.equal((await browser.get('/leads')).to, '/sign-in?to=%2Fleads')
  assert.equal((await ask('GET', '/auth/v1/admin/users', undefined, {})).status, 403)
})

test('the page’s secret key, which is Auth’s admin, gets at no lead', async () => {
  const { browser } = await join('max', 'owner')
  const { sub: id } = claimsOf(accessOf(browser))
  assert.deepEqual(await door(accessOf(browser)), [200, 'answer'])
  // A user of its own.
  await admin('POST', '/users', { email: 'zoe@elsewhere.org', email_confirm: true })
  assert.deepEqual(await door(await enrolAs(await sessionByAdmin('zoe@elsewhere.org'))), [200, 'stranger'])
  // A session of the member. Auth lets it enrol no factor, until the one of the member is deleted.
  const session = await sessionByAdmin('max@example.org')
  assert.deepEqual(await door(session), [200, 'aal1'])
  assert.equal(await enrolAs(session), 'insufficient_aal')
  for (const { id: factor } of (await admin('GET', `/users/${id}/factors`)).body)
    await admin('DELETE', `/users/${id}/factors/${factor}`)
  assert.deepEqual(await door(accessOf(browser)), [200, 'aal1'])
  const enrolled = await enrolAs(session)
  assert.deepEqual(await door(enrolled), [200, 'factor'])
  const { body: membership } = await ask(
    'POST',
    '/rest/v1/rpc/desk',
    { called: 'show_membership' },
    bearer(enrolled),
  )
  assert.deepEqual([membership.answer.state, membership.answer.letters], ['pinned', null])
  // The same user, made anew.
  await admin('DELETE', `/users/${id}`)
  await admin('POST', '/users', { email: 'max@example.org', email_confirm: true, id })
  assert.deepEqual(await door(await enrolAs(await sessionByAdmin('max@example.org'))), [200, 'factor'])
  // A password.
  await admin('PUT', `/users/${id}`, { password: 'by the admin' })
  const { body } = await auth('/token?grant_type=password', {
    email: 'max@example.org',
    password: 'by the admin',
  })
  assert.deepEqual(await door(body.access_token), [200, 'method'])
  // Who is not pinned yet: the key can enrol first, and the owner types the letters of the member.
  await here.call('add_member', { name: 'ned', address: 'ned@example.org', role: 'owner' })
  await admin('POST', '/users', { email: 'ned@example.org', email_confirm: true })
  assert.deepEqual(await door(await enrolAs(await sessionByAdmin('ned@example.org'))), [200, 'factor'])
  assert.equal(await here.call('pin_member', { name: 'ned', letters: 'ABCDEF' }), false)
})

test('a reader changes nothing with any form of the desk', async () => {
  const snapshot = () =>
    query(`select (select jsonb_agg(to_jsonb(l) order by id) from private.leads l) as leads,
      (select count(*) from private.lead_notes) as notes, (select jsonb_agg(concat_ws(' ', kind, contents) order by sequence)
        from private.outbox where kind <> 'seal') as mails,
      (select jsonb_agg(to_jsonb(s)) from private.lead_settings s) as settings,
      (select jsonb_agg(to_jsonb(m) order by id) from private.desk_members m) as members,
      (select count(*) from private.number_events) as numbers`)
  const before = await snapshot()
  const fields = {
    ...{
      kind: 'note',
      words: 'x',
      note: crypto.randomUUID(),
      outcome: 'won',
      phone: '+12015550123',
      id: personId,
    },
    ...{
      person: personId,
      email: 'eve@example.com',
      name: 'Eva',
      status: 'failed',
      people: personId,
      lead: personId,
    },
    ...{
      section: 'visitors',
      visitor_mails_per_minute: '9',
      confirm: 'eve@example.org',
      reason: 'x',
      use: 'everything',
    },
  }
  const answers: [string, number][] = []
  for (const { posts, downloads } of Object.values(ui.pages)) {
    for (const path of Object.keys(posts ?? {}))
      answers.push([path, (await reader.post(path.replace(/:[a-z]+/g, personId), fields)).status])
    for (const path of Object.keys(downloads ?? {})) {
      const { status, body } = await reader.get(path.replace(/:[a-z]+/g, personId))
      answers.push([path, status])
      assert.doesNotMatch(body, /eve@example\.org/, path)
    }
  }
  assert.ok(answers.length > 20, String(answers.length))
  assert.deepEqual(await snapshot(), before)
})

test('the limits know a visitor by the last proxy, whatever the visitor writes into the header', async () => {
  await here.call('add_member', { name: 'hal', address: 'hal@example.org', role: 'reader' })
  const before = asked.length
  for (let time = 0; time < 8; time++)
    await openBrowser().post(
      '/sign-in',
      { address: 'hal@example.org' },
      {
        'x-forwarded-for': `192.0.2.${time}, 10.0.0.${time}, 203.0.113.70`,
        'x-real-ip': `192.0.2.${time}`,
        forwarded: `for=192.0.2.${time}`,
        'sb-forwarded-for': `192.0.2.${time}`,
      },
    )
  await setTimeout(100)
  assert.equal(asked.slice(before).filter((call) => call === 'POST /otp').length, 5)
})

test('what a stranger types into the sign-in is answered at once, and neither logged nor kept', async (context) => {
  const log = context.mock.method(console, 'error', () => {})
  const junk = [
    'a@b\u0000c',
    '\ud800@example.org',
    `${'a'.repeat(300)}@x`,
    '@'.repeat(100_000),
    `${' '.repeat(100_000)}a@b`,
    'a@b\r\nset-cookie: x=1',
    "a'; drop table x --@b",
    '<script>alert(1)</script>@x',
    '\u202eevil@example.org',
    '__proto__',
  ]
  for (const address of junk) {
    const { post } = openBrowser()
    const startedAt = performance.now()
    const said = await post('/sign-in', { address, to: address, __proto__: 'x' })
    assert.ok([303, 400].includes(said.status), `${said.status} ${address.slice(0, 30)}`)
    assert.ok(performance.now() - startedAt < 5_000, address.slice(0, 30))
    assert.doesNotMatch(said.body, /<script>alert/)
    assert.equal(said.headers.get('set-cookie')?.includes('x=1;') ?? false, false)
  }
  const { ask: send } = openBrowser()
  const raw = async (body: string, type: string) =>
    (
      await newApp().request(`${origin}/sign-in`, {
        method: 'POST',
        headers: { host: new URL(origin).host, 'sec-fetch-site': 'same-origin', 'content-type': type },
        body,
      })
    ).status
  assert.equal(await raw('{"address":"x"}', 'application/json'), 415)
  assert.equal(await raw('--x\r\nbroken', 'multipart/form-data; boundary=x'), 415)
  assert.equal(await raw(`address=${'a'.repeat(1_100_000)}`, 'application/x-www-form-urlencoded'), 413)
  assert.equal((await send('POST', '/sign-in/code', { code: '1'.repeat(500_000) })).to, '/sign-in')
  assert.deepEqual(
    log.mock.calls.map(({ arguments: said }) => said.join()),
    [],
  )
})

test('cookies of two sessions, in parts, twice, too long or of another server open nothing', async () => {
  const own = owner.cookies.get('__Host-desk') ?? ''
  const other = reader.cookies.get('__Host-desk') ?? ''
  const at = (cookie: string) => openBrowser().get('/members', { cookie })
  assert.equal((await at(`__Host-desk=${own}`)).status, 200)
  const [ownRefresh, ownRest = ''] = decodeURIComponent(own).split('~')
  const [otherRefresh, otherRest = ''] = decodeURIComponent(other).split('~')
  const mixed = [
    `${ownRefresh}~${otherRest}`,
    `${otherRefresh}~${ownRest}`,
    ownRest,
    `${ownRefresh}~${access}`,
    `~${ownRest}`,
    'x'.repeat(15_000),
    '',
    '~',
    '%',
  ]
  for (const value of mixed)
    assert.equal(
      (await at(`__Host-desk=${encodeURIComponent(value)}`)).to,
      '/sign-in?to=%2Fmembers',
      value.slice(0, 20),
    )
  for (const cookie of [
    `desk=${own}`,
    `__Host-desk.0=${own}`,
    `__Host-desk-code=${own}`,
    `__Host-desk=%; x=1`,
  ])
    assert.equal((await at(cookie)).to, '/sign-in?to=%2Fmembers', cookie.slice(0, 20))
  // A session is no request for a code, and a request for a code is no session.
  const knocking = openBrowser()
  await knocking.post('/sign-in', { address: 'nobody@example.net' })
  const request = knocking.cookies.get('__Host-desk-code') ?? ''
  assert.equal((await at(`__Host-desk=${request}`)).to, '/sign-in?to=%2Fmembers')
  assert.equal(
    (await openBrowser().post('/sign-in/code', { code: '12345678' }, { cookie: `__Host-desk-code=${own}` }))
      .to,
    '/sign-in',
  )
})

test('a code serves once, and the digits of a factor are tried ten times an hour in all browsers', async () => {
  const { secret, address } = await join('tom', 'reader')
  await query('update auth.users set recovery_sent_at = null, confirmation_sent_at = null')
  const browser = openBrowser()
  await browser.post('/sign-in', { address })
  const request = browser.cookies.get('__Host-desk-code') ?? ''
  const code = await codeFor(address)
  assert.equal((await browser.post('/sign-in/code', { code })).to, '/sign-in/factor')
  const replayed = await openBrowser().post(
    '/sign-in/code',
    { code },
    { cookie: `__Host-desk-code=${request}` },
  )
  assert.equal(replayed.status, 400)
  const before = asked.length
  const alerts = []
  for (let time = 0; time < 12; time++)
    alerts.push((await browser.post('/sign-in/factor', { code: '000000' })).alert)
  assert.match(alerts[0] ?? '', /are wrong/)
  assert.match(alerts[11] ?? '', /Too many codes/)
  // Even the right ones.
  assert.match((await browser.post('/sign-in/factor', { code: codeOf(secret) })).alert, /Too many codes/)
  const tried = asked.slice(before).filter((call) => call.endsWith('/verify')).length
  assert.ok(tried < 10, String(tried))
})

test('a sign-out on all devices by a session that had ended says that it ended none', async () => {
  const session = claims.session_id
  const copy = openBrowser()
  for (const [name, value] of owner.cookies) copy.cookies.set(name, value)
  await query('update auth.users set recovery_sent_at = null, confirmation_sent_at = null')
  const second = openBrowser()
  await typeCode(second, 'ada@example.org')
  assert.equal((await second.post('/sign-in/factor', { code: codeOf(ownerSecret, 30) })).to, '/')
  await query('delete from auth.sessions where id = $1', [session])
  assert.equal((await copy.post('/sign-out', { scope: 'global' })).to, '/sign-in?to=%2Fsign-out')
  assert.equal((await second.get('/members')).status, 200)
  const ended = accessOf(second)
  assert.equal((await second.post('/sign-out', { scope: 'global' })).to, '/signed-out')
  assert.deepEqual(await door(ended), [200, 'session'])
  // Nor is a session left that can be refreshed.
  const left = await query(
    'select from auth.sessions join auth.users u on u.id = user_id where u.email = $1',
    ['ada@example.org'],
  )
  assert.equal(left.length, 0)
})

test('no other name of the host is taken, and what a lead wrote is text on every page', async () => {
  const hosts: Headers[] = [
    { host: 'desk.example.org:443' },
    { host: 'desk.example.org.' },
    { host: '' },
    { host: 'DESK.example.org@evil.example' },
    { host: 'evil.example', 'x-forwarded-host': 'desk.example.org' },
  ]
  for (const headers of hosts)
    assert.equal((await reader.get('/members', headers)).status, 403, JSON.stringify(headers))
  assert.equal((await reader.get('/leads', { 'x-forwarded-host': 'evil.example' })).status, 200)
  for (const path of [
    '/leads',
    `/leads/${personId}`,
    '/people?q=eve',
    '/leads?q=%3Cimg%20src=x%20onerror=alert(1)%3E',
    '/log',
    '/nowhere/%3Cimg%20src=x%20onerror%3E',
  ]) {
    const { body, headers } = await reader.get(path)
    if (headers.get('content-type')?.includes('html')) assert.doesNotMatch(body, /<img src=x/, path)
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self'/)
  }
})
