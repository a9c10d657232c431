import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import test from 'node:test'
import { createQuery } from '../tests/kit/query.ts'
import { testSettings } from '../tests/kit/test-settings.ts'
import { type Claims, openTokens } from './gateway/tokens.ts'
import { totpCode } from './gateway/totp.ts'
import { startStack } from './stack.ts'

const settings = await testSettings()
const stack = await startStack(settings, { services: ['gateway', 'inbox'], log: () => {} })
const gateway = `http://127.0.0.1:${settings.gatewayPort}`
const inbox = `http://127.0.0.1:${settings.inboxPort}`
const query = createQuery(gateway, settings.secretKey)
const tokens = await openTokens(settings.dataDir)
test.after(async () => {
  await stack.stop()
  await rm(settings.dataDir, { recursive: true })
})

const people =
  'ann mail twice bob carl carla dora emil fay gil hal ida jan kim lea max nell olga pia quin rob'.split(' ')

// The function shows what PostgREST tells the database of a call.
await query(`
  create function public.show_call(called text, arguments jsonb default '{}') returns jsonb
    language plpgsql security definer set search_path = '' set statement_timeout = '11s' as $$
  begin
    if called = 'write' then create table public.written (); drop table public.written; end if;
    return jsonb_build_object('called', called, 'arguments', arguments, 'session_user', session_user,
      'role', current_setting('role'), 'timeout', current_setting('statement_timeout'),
      'claims', current_setting('request.jwt.claims')::jsonb, 'method', current_setting('request.method'),
      'prefer', current_setting('request.headers')::jsonb ->> 'prefer');
  end $$;
  revoke execute on function public.show_call(text, jsonb) from public, anon, service_role;
  grant execute on function public.show_call(text, jsonb) to authenticated;
  select desk.set_web('${gateway}/auth/v1', '${'k'.repeat(32)}');
  insert into private.desk_members (name, address, role)
    select name, name || '@example.com', 'reader' from unnest('{${people}}'::text[]) name`)

const version = '2024-01-01'

// Auth counts by address, so each test has one of its own.
let visitor = 0
test.beforeEach(() => {
  visitor += 1
})

async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const response = await fetch(`${gateway}${path}`, {
    method,
    headers: {
      apikey: settings.publishableKey,
      'x-supabase-api-version': version,
      'x-forwarded-for': `198.51.100.${visitor}`,
      ...more,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers }
}

const auth = (path: string, body: unknown = {}, token?: string) =>
  call('POST', `/auth/v1${path}`, body, token ? { authorization: `Bearer ${token}` } : {})
const admin = (method: string, path: string, body?: unknown) =>
  call(method, `/auth/v1/admin${path}`, body, { apikey: settings.secretKey })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const getUser = (token: string) =>
  call('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${token}` })
const showCall = (token: string, more: Record<string, string> = {}) =>
  call('POST', '/rest/v1/rpc/show_call', { called: 'x' }, { authorization: `Bearer ${token}`, ...more })

const answerOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body?.code]

const claimsOf = (token: string) => {
  const reading = tokens.read(token)
  assert.ok('claims' in reading)
  return reading.claims as Claims & { amr: { method: string }[]; session_id: string; aal: string }
}

async function mailTo(email: string): Promise<string> {
  const headers = { authorization: `Bearer ${settings.deskKey}` }
  const { messages } = await (await fetch(`${inbox}/api/v1/messages`, { headers })).json()
  const mail = messages.find(({ To }: { To: { Address: string }[] }) => To[0]?.Address === email)
  assert.ok(mail, `no email to ${email}`)
  return (await fetch(`${inbox}/api/v1/message/${mail.ID}/raw`, { headers })).text()
}

async function codeFor(email: string) {
  await query(`update auth.users set confirmation_sent_at = null, recovery_sent_at = null where email = $1`, [
    email,
  ])
  assert.deepEqual(answerOf(await auth('/otp', { email, create_user: true })), [200, undefined])
  return /\b\d{8}\b/.exec(/^Subject: .*$/m.exec(await mailTo(email))?.[0] ?? '')?.[0] ?? ''
}

async function signIn(email: string) {
  const { status, body } = await auth('/verify', { type: 'email', email, token: await codeFor(email) })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { access_token: string; refresh_token: string; user: { id: string } }
}

async function enrol(token: string, name = 'phone') {
  const { status, body } = await auth('/factors', { factor_type: 'totp', friendly_name: name }, token)
  assert.equal(status, 200, JSON.stringify(body))
  return body as { id: string; totp: { secret: string; uri: string } }
}

const codeOf = (secret: string) => totpCode(secret, Date.now() / 1000)

async function verifyFactor(token: string, id: string, secret: string) {
  const { body } = await auth(`/factors/${id}/challenge`, {}, token)
  return auth(`/factors/${id}/verify`, { challenge_id: body.id, code: codeOf(secret) }, token)
}

const refresh = (token: string) => auth('/token?grant_type=refresh_token', { refresh_token: token })

test('A member signs in with the code of the email, first and later', async () => {
  const email = 'ann@example.com'
  const first = await signIn('Ann@example.com'.toLowerCase())
  const claims = claimsOf(first.access_token)
  assert.deepEqual(
    [claims.iss, claims.aud, claims.role, claims.email, claims.aal, claims.amr.map(({ method }) => method)],
    [`${gateway}/auth/v1`, 'authenticated', 'authenticated', email, 'aal1', ['otp']],
  )
  assert.equal(claims.sub, first.user.id)
  const later = await signIn(email)
  assert.equal(later.user.id, first.user.id)
  assert.notEqual(claimsOf(later.access_token).session_id, claims.session_id)
  const { status, body } = await getUser(later.access_token)
  assert.deepEqual([status, body.email, body.user_metadata], [200, email, { email_verified: true }])
})

test('The email has the code and no link, from the operator’s sender', async () => {
  await codeFor('mail@example.com')
  const mail = await mailTo('mail@example.com')
  assert.match(mail, /^From: .*<training@example\.com>/m)
  assert.doesNotMatch(mail, /https?:|href|\{\{/)
})

test('The hook refuses a stranger before a user or an email exists', async () => {
  const refused = await auth('/otp', { email: 'eve@elsewhere.org' })
  assert.deepEqual(
    [refused.status, refused.body],
    [403, { code: 'unknown', message: 'Signups not allowed for this instance' }],
  )
  assert.deepEqual(await query(`select from auth.users where email = 'eve@elsewhere.org'`), [])
  const { status } = await auth('/signup', { email: 'eve@elsewhere.org', password: 'secret1' })
  assert.equal(status, 403)
})

test('An error of the hook without a message lets everybody in, as at Supabase, and one without a status is 500', async () => {
  const answer = (error: object) =>
    query(`create or replace function public.admit_member(event jsonb) returns jsonb language sql as
      $$ select '${JSON.stringify({ error })}'::jsonb $$`)
  const [{ definition = '' } = {}] = await query<{ definition: string }>(
    `select pg_get_functiondef('public.admit_member(jsonb)'::regprocedure) as definition`,
  )
  await answer({ message: 'No' })
  assert.deepEqual(answerOf(await auth('/otp', { email: 'eve@elsewhere.org' })), [500, 'unexpected_failure'])
  await answer({ http_code: 403 })
  assert.equal((await auth('/otp', { email: 'eve@elsewhere.org' })).status, 200)
  await query(definition)
  // She has a session now, and no door is open to her.
  const { access_token: token } = await signIn('eve@elsewhere.org')
  const { body } = await call('POST', '/rest/v1/rpc/desk', { called: 'overview' }, bearer(token))
  assert.deepEqual(body, { refused: 'stranger' })
})

test('A second code within a minute is refused', async () => {
  await codeFor('twice@example.com')
  const { status, body } = await auth('/otp', { email: 'twice@example.com' })
  assert.deepEqual([status, body.code], [429, 'over_email_send_rate_limit'])
  assert.match(body.message, /only request this after \d+ seconds/)
})

test('A wrong code, an old one, a spent one and an unknown address are answered alike', async () => {
  const email = 'bob@example.com'
  const token = await codeFor(email)
  const verify = (values: object) => auth('/verify', { type: 'email', email, token, ...values })
  const wanted = [403, { code: 'otp_expired', message: 'Token has expired or is invalid' }]
  const says = ({ status, body }: Awaited<ReturnType<typeof verify>>) => [status, body]
  assert.deepEqual(says(await verify({ token: token === '00000000' ? '1' : '00000000' })), wanted)
  assert.deepEqual(says(await verify({ email: 'nobody@example.com' })), wanted)
  const age = (seconds: number) =>
    query(
      `update auth.users set confirmation_sent_at = now() - $2::integer * interval '1 s' where email = $1`,
      [email, seconds],
    )
  await age(601)
  assert.deepEqual(says(await verify({})), wanted)
  await age(590)
  assert.equal((await verify({})).status, 200)
  assert.deepEqual(says(await verify({})), wanted)
})

test('A refresh token is spent once, and the one after it is given again to who lost it', async () => {
  const { access_token: token, refresh_token: first } = await signIn('carl@example.com')
  const second = (await refresh(first)).body.refresh_token
  assert.notEqual(second, first)
  // Another tab had the same token, or the answer got lost on the way.
  assert.equal((await refresh(first)).body.refresh_token, second)
  const third = (await refresh(second)).body
  assert.equal(claimsOf(third.access_token).session_id, claimsOf(token).session_id)
  const age = () => query(`update auth.refresh_tokens set updated_at = updated_at - interval '11 s'`)
  await age()
  assert.deepEqual(answerOf(await refresh(first)), [400, 'refresh_token_already_used'])
  await age()
  // The whole family of tokens ended with that.
  assert.deepEqual(answerOf(await refresh(third.refresh_token)), [400, 'refresh_token_already_used'])
  assert.deepEqual(answerOf(await refresh('none')), [400, 'refresh_token_not_found'])
})

test('A refresh token that is spent for longer is taken for some seconds', async () => {
  const { refresh_token: first } = await signIn('carla@example.com')
  const second = (await refresh(first)).body.refresh_token
  const third = (await refresh(second)).body.refresh_token
  const late = await refresh(first)
  assert.equal(late.status, 200)
  assert.ok(![second, third].includes(late.body.refresh_token))
})

test('Tabs that refresh at the same time all get a session', async () => {
  const { refresh_token: token } = await signIn('dora@example.com')
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(token)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
})

test('Who signs out here, elsewhere or everywhere ends these sessions', async () => {
  const email = 'emil@example.com'
  const sessions = [await signIn(email), await signIn(email), await signIn(email)]
  const [one = '', two = '', three = ''] = sessions.map(({ access_token: token }) => token)
  const alive = async () =>
    Promise.all([one, two, three].map(async (token) => answerOf(await getUser(token)).join(' ')))
  const gone = '403 session_not_found'
  assert.deepEqual(answerOf(await auth('/logout?scope=none', {}, one)), [400, 'validation_failed'])
  assert.equal((await auth('/logout?scope=local', {}, one)).status, 204)
  assert.deepEqual(await alive(), [gone, '200 ', '200 '])
  assert.equal((await auth('/logout?scope=others', {}, two)).status, 204)
  assert.deepEqual(await alive(), [gone, '200 ', gone])
  assert.equal((await auth('/logout', {}, two)).status, 204)
  assert.deepEqual(await alive(), [gone, gone, gone])
  assert.deepEqual(answerOf(await refresh(sessions[1]?.refresh_token ?? '')), [
    400,
    'refresh_token_not_found',
  ])
})

test('A second factor takes the session to aal2 and ends those below', async () => {
  const email = 'fay@example.com'
  const other = await signIn(email)
  const { access_token: token, user } = await signIn(email)
  const { id, totp } = await enrol(token)
  assert.match(totp.uri, /^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/)
  assert.deepEqual(answerOf(await auth('/factors', { factor_type: 'totp', friendly_name: 'phone' }, token)), [
    422,
    'mfa_factor_name_conflict',
  ])
  const challenge = (await auth(`/factors/${id}/challenge`, {}, token)).body
  assert.ok(Math.abs(challenge.expires_at - Date.now() / 1000 - 300) < 60)
  const wrong = {
    challenge_id: challenge.id,
    code: String((Number(codeOf(totp.secret)) + 1) % 1_000_000).padStart(6, '0'),
  }
  assert.deepEqual(answerOf(await auth(`/factors/${id}/verify`, wrong, token)), [
    422,
    'mfa_verification_failed',
  ])
  const right = { challenge_id: challenge.id, code: codeOf(totp.secret) }
  const elsewhere = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' }
  assert.deepEqual(answerOf(await call('POST', `/auth/v1/factors/${id}/verify`, right, elsewhere)), [
    422,
    'mfa_ip_address_mismatch',
  ])
  const verified = await auth(`/factors/${id}/verify`, right, token)
  assert.equal(verified.status, 200)
  const claims = claimsOf(verified.body.access_token)
  assert.deepEqual(
    [claims.aal, claims.amr.map(({ method }) => method).sort(), claims.session_id],
    ['aal2', ['otp', 'totp'], claimsOf(token).session_id],
  )
  assert.deepEqual(await query('select aal, factor_id from auth.sessions where user_id = $1', [user.id]), [
    { aal: 'aal2', factor_id: id },
  ])
  assert.deepEqual(answerOf(await getUser(other.access_token)), [403, 'session_not_found'])
  assert.deepEqual(answerOf(await auth(`/factors/${id}/verify`, right, token)), [
    422,
    'mfa_ip_address_mismatch',
  ])
  // The refreshed session stays at aal2, and a session of its own is at aal1 again and may enrol nothing.
  assert.equal(claimsOf((await refresh(verified.body.refresh_token)).body.access_token).aal, 'aal2')
  const fresh = (await signIn(email)).access_token
  assert.equal(claimsOf(fresh).aal, 'aal1')
  assert.deepEqual(answerOf(await auth('/factors', { factor_type: 'totp', friendly_name: 'b' }, fresh)), [
    403,
    'insufficient_aal',
  ])
})

test('An old challenge is refused', async () => {
  const { access_token: token } = await signIn('gil@example.com')
  const { id, totp } = await enrol(token)
  const { body } = await auth(`/factors/${id}/challenge`, {}, token)
  await query(`update auth.mfa_challenges set created_at = now() - interval '301 s' where id = $1`, [body.id])
  const late = { challenge_id: body.id, code: codeOf(totp.secret) }
  assert.deepEqual(answerOf(await auth(`/factors/${id}/verify`, late, token)), [422, 'mfa_challenge_expired'])
  assert.deepEqual(answerOf(await auth(`/factors/${id}/verify`, late, token)), [422, 'mfa_factor_not_found'])
})

test('A factor that was removed takes its session back to aal1', async () => {
  const { access_token: token } = await signIn('hal@example.com')
  const { id, totp } = await enrol(token)
  const { body } = await verifyFactor(token, id, totp.secret)
  const remove = (path: string, bearer: string) =>
    call('DELETE', path, undefined, { authorization: `Bearer ${bearer}` })
  const other = (await signIn('hal@example.com')).access_token
  assert.deepEqual(answerOf(await remove(`/auth/v1/factors/${id}`, other)), [422, 'insufficient_aal'])
  const stranger = (await signIn('ida@example.com')).access_token
  assert.deepEqual(answerOf(await remove(`/auth/v1/factors/${id}`, stranger)), [404, 'mfa_factor_not_found'])
  assert.equal((await remove(`/auth/v1/factors/${id}`, body.access_token)).status, 200)
  const claims = claimsOf((await refresh(body.refresh_token)).body.access_token)
  assert.deepEqual([claims.aal, claims.amr.map(({ method }) => method)], ['aal1', ['otp']])
})

test('A password that a stranger chose before the member came stays, and shows in the token', async () => {
  const email = 'nell@example.com'
  const taken = { email, password: 'of a stranger' }
  assert.equal((await auth('/signup', taken)).status, 200)
  const signInBy = () => auth('/token?grant_type=password', taken)
  assert.deepEqual(answerOf(await signInBy()), [400, 'email_not_confirmed'])
  await signIn(email)
  const { body } = await signInBy()
  assert.deepEqual(
    claimsOf(body.access_token).amr.map(({ method }) => method),
    ['password'],
  )
  const { body: refused } = await call(
    'POST',
    '/rest/v1/rpc/desk',
    { called: 'show_membership' },
    bearer(body.access_token),
  )
  assert.ok(refused.refused, JSON.stringify(refused))
  const wrong = await auth('/token?grant_type=password', { ...taken, password: 'another' })
  assert.deepEqual(answerOf(wrong), [400, 'invalid_credentials'])
})

test('A password that is set later ends the other sessions, and needs aal2 once there is a factor', async () => {
  const email = 'quin@example.com'
  const { access_token: other } = await signIn(email)
  const { access_token: token } = await signIn(email)
  const put = (token: string) => call('PUT', '/auth/v1/user', { password: 'a password' }, bearer(token))
  assert.equal((await put(token)).status, 200)
  assert.deepEqual(answerOf(await getUser(other)), [403, 'session_not_found'])
  const { id, totp } = await enrol(token)
  assert.equal((await verifyFactor(token, id, totp.secret)).status, 200)
  const { access_token: fresh } = await signIn(email)
  assert.deepEqual(answerOf(await put(fresh)), [401, 'insufficient_aal'])
})

test('The secret key is Auth’s admin: it makes users past the hook, sessions without an email, and removes factors', async () => {
  const made = await admin('POST', '/users', { email: 'olaf@elsewhere.org', email_confirm: true })
  assert.deepEqual([made.status, made.body.email], [200, 'olaf@elsewhere.org'])
  assert.deepEqual(answerOf(await admin('POST', '/users', { email: 'Olaf@elsewhere.org' })), [
    422,
    'email_exists',
  ])
  const id = '00000000-0000-4000-8000-000000000001'
  assert.equal(
    (await admin('POST', '/users', { email: 'olga@example.com', email_confirm: true, id })).body.id,
    id,
  )

  const link = await admin('POST', '/generate_link', { type: 'magiclink', email: 'olga@example.com' })
  const session = await auth('/verify', {
    type: 'email',
    email: 'olga@example.com',
    token: link.body.email_otp,
  })
  assert.equal(claimsOf(session.body.access_token).sub, id)
  const spent = await auth('/verify', { type: 'magiclink', token_hash: link.body.hashed_token })
  assert.deepEqual([spent.status, spent.body.message], [403, 'Email link is invalid or has expired'])

  const factor = await enrol(session.body.access_token)
  const { body } = await verifyFactor(session.body.access_token, factor.id, factor.totp.secret)
  assert.deepEqual(
    (await admin('GET', `/users/${id}/factors`)).body.map(({ status }: { status: string }) => status),
    ['verified'],
  )
  assert.equal((await admin('DELETE', `/users/${id}/factors/${factor.id}`)).status, 200)
  assert.equal(claimsOf((await refresh(body.refresh_token)).body.access_token).aal, 'aal1')
  assert.equal((await admin('PUT', `/users/${id}`, { password: 'by the admin' })).status, 200)
  assert.deepEqual(answerOf(await getUser(body.access_token)), [403, 'session_not_found'])
  assert.equal((await admin('DELETE', `/users/${id}`)).status, 200)
  assert.deepEqual(answerOf(await admin('GET', `/users/${id}`)), [404, 'user_not_found'])
  assert.deepEqual(answerOf(await call('GET', '/auth/v1/admin/users')), [403, 'not_admin'])
})

test('A member enrols, the owner pins the letters, and the door opens', async () => {
  const ask = async (token: string, called: string) =>
    (await call('POST', '/rest/v1/rpc/desk', { called }, bearer(token))).body
  const { access_token: token } = await signIn('pia@example.com')
  assert.deepEqual(await ask(token, 'time_zone'), { refused: 'aal1' })
  assert.equal((await ask(token, 'show_membership')).answer.state, 'unenrolled')
  const { id, totp } = await enrol(token)
  const { body } = await verifyFactor(token, id, totp.secret)
  const { answer } = await ask(body.access_token, 'show_membership')
  assert.deepEqual([answer.state, /^[A-Z]{6}$/.test(answer.letters)], ['unpinned', true])
  assert.deepEqual(await ask(body.access_token, 'time_zone'), { refused: 'factor' })
  assert.deepEqual(await query(`select desk.pin_member('pia', $1) as is_pinned`, [answer.letters]), [
    { is_pinned: true },
  ])
  const zone = await ask(body.access_token, 'time_zone')
  assert.ok('answer' in zone, JSON.stringify(zone))
  await query(`select desk.remove_member('pia')`)
  assert.ok('refused' in (await ask(body.access_token, 'time_zone')))
  assert.deepEqual(answerOf(await getUser(body.access_token)), [403, 'session_not_found'])
})

test('The public keys verify a token', async () => {
  const { access_token: token } = await signIn('jan@example.com')
  const response = await fetch(`${gateway}/auth/v1/.well-known/jwks.json`)
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] }
  const [head = '', body = '', signature = ''] = token.split('.')
  const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const jwk = keys.find((key) => key.kid === kid)
  assert.ok(jwk && alg === 'ES256' && jwk.d === undefined)
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'verify',
  ])
  const signed = new TextEncoder().encode(`${head}.${body}`)
  const isSigned = (bytes: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(signature, 'base64url'), bytes)
  assert.deepEqual([await isSigned(signed), await isSigned(signed.slice(1))], [true, false])
})

test('The door is called by authenticator in the role of the token, with its claims', async () => {
  const { access_token: token, user } = await signIn('kim@example.com')
  const { status, body } = await showCall(token, { prefer: 'tx=rollback' })
  assert.equal(status, 200, JSON.stringify(body))
  const { claims, ...rest } = body
  assert.deepEqual(rest, {
    ...{ called: 'x', arguments: {}, session_user: 'authenticator', role: 'authenticated' },
    ...{ timeout: '11s', method: 'POST', prefer: 'tx=rollback' },
  })
  assert.deepEqual([claims.sub, claims.aal, claims.session_id], [user.id, 'aal1', claimsOf(token).session_id])
  assert.deepEqual(await query('select session_user as who, current_user as role'), [
    { who: 'postgres', role: 'postgres' },
  ])
})

test('A token that is forged, expired, early or for somebody else is refused before SQL', async () => {
  const { access_token: token } = await signIn('lea@example.com')
  const claims = claimsOf(token)
  const now = Math.floor(Date.now() / 1000)
  const foreign = await testSettings()
  const forged = (await openTokens(foreign.dataDir)).sign(claims)
  await rm(foreign.dataDir, { recursive: true })
  const [head = '', body = '', signature = ''] = token.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  // Whoever reached the database would find no door there.
  await query('alter function public.show_call(text, jsonb) rename to show_gone')
  for (const [wrong, code] of [
    [forged, 'PGRST301'],
    [`${head}.${part({ ...claims, aal: 'aal2' })}.${signature}`, 'PGRST301'],
    [`${part({ alg: 'none' })}.${body}.`, 'PGRST301'],
    [`${part({ alg: 'HS256' })}.${body}.${signature}`, 'PGRST301'],
    [`${head}.${body}`, 'PGRST301'],
    ['nothing', 'PGRST301'],
    [tokens.sign({ ...claims, exp: now - 40 }), 'PGRST303'],
    [tokens.sign({ ...claims, exp: 'never' }), 'PGRST303'],
    [tokens.sign({ ...claims, nbf: now + 100 }), 'PGRST303'],
    [tokens.sign({ ...claims, aud: 'somebody' }), 'PGRST303'],
    [tokens.sign({ ...claims, aud: ['somebody'] }), 'PGRST303'],
  ] as const) {
    const refused = await showCall(wrong)
    assert.deepEqual(answerOf(refused), [401, code], wrong)
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"/)
  }
  assert.deepEqual(answerOf(await showCall(token)), [404, 'PGRST202'])
  await query('alter function public.show_gone(text, jsonb) rename to show_call')
  assert.equal((await showCall(tokens.sign({ ...claims, aud: ['authenticated', 'more'] }))).status, 200)
  // Auth itself gives no tolerance.
  assert.deepEqual(answerOf(await getUser(tokens.sign({ ...claims, exp: now - 1 }))), [403, 'bad_jwt'])
  assert.deepEqual(answerOf(await getUser(forged)), [403, 'bad_jwt'])
})

test('The door is closed without a token, and for another role', async () => {
  const without = (headers: Record<string, string>) =>
    call('POST', '/rest/v1/rpc/show_call', { called: 'x' }, headers)
  assert.deepEqual(answerOf(await without({})), [401, '42501'])
  assert.deepEqual(answerOf(await showCall(settings.publishableKey)), [401, '42501'])
  assert.equal((await without({ apikey: 'sb_publishable_wrong' })).status, 401)
  assert.deepEqual(answerOf(await showCall(tokens.sign({ role: 'service_role' }))), [403, '42501'])
  assert.deepEqual(answerOf(await showCall(tokens.sign({ role: 'postgres' }))), [403, '42501'])
  assert.deepEqual(answerOf(await showCall(tokens.sign({ role: 'lead_desk' }))), [403, '42501'])
})

test('A GET only reads', async () => {
  const { access_token: token } = await signIn('max@example.com')
  const get = (parameters: string) =>
    call('GET', `/rest/v1/rpc/show_call?${parameters}`, undefined, { authorization: `Bearer ${token}` })
  const read = await get(`called=x&arguments=${encodeURIComponent('{"a":1}')}`)
  assert.deepEqual([read.status, read.body.method, read.body.arguments], [200, 'GET', { a: 1 }])
  assert.deepEqual(answerOf(await get('called=write')), [405, '25006'])
})

test('A code that the mail server does not take is no code', async () => {
  await stack.inbox.stop()
  assert.deepEqual(answerOf(await auth('/otp', { email: 'rob@example.com' })), [500, 'unexpected_failure'])
  await stack.inbox.start()
  // The next one may be asked for at once.
  assert.equal((await auth('/otp', { email: 'rob@example.com' })).status, 200)
})

test('Errors have the form of the version that the client asks for, and calls need a key', async () => {
  const old = await call(
    'POST',
    '/auth/v1/verify',
    { type: 'email', email: 'x@example.com', token: '1' },
    {
      'x-supabase-api-version': '',
    },
  )
  assert.deepEqual(old.body, { code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' })
  assert.equal(old.headers.get('x-sb-error-code'), 'otp_expired')
  assert.deepEqual(
    await call('POST', '/auth/v1/otp', {}, { apikey: 'wrong' }).then(({ status }) => status),
    401,
  )
  assert.deepEqual(answerOf(await call('GET', '/auth/v1/user')), [401, 'no_authorization'])
  assert.deepEqual(answerOf(await auth('/otp', { email: 'no address' })), [400, 'validation_failed'])
  assert.deepEqual(answerOf(await auth('/otp', { email: 'zoe@example.com', create_user: false })), [
    422,
    'otp_disabled',
  ])
  assert.deepEqual(answerOf(await auth('/token?grant_type=pkce')), [400, 'invalid_credentials'])
})

test('A flood from one address is refused, and another address is not', async () => {
  const verify = () => auth('/verify', { type: 'email', email: 'x@example.com', token: '1' })
  const answers = await Promise.all(Array.from({ length: 60 }, verify))
  const refused = answers.filter(({ status }) => status === 429)
  // While they run, some more are let through.
  assert.ok(refused.length > 10, `${refused.length}`)
  assert.equal(refused[0]?.body.code, 'over_request_rate_limit')
  visitor += 100
  assert.equal((await verify()).status, 403)
})
