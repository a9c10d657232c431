import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import type { Tokens } from '../../core/auth.ts'
import { NoAnswer } from '../../core/desk-error.ts'
import { createCodeRequests, createSessions } from './session.ts'

const now = () => Math.floor(Date.now() / 1000)

/** Returns an access token that lives for this many seconds, of a sign-in some seconds ago. */
function tokenOf(life: number, age = 60) {
  const claims = {
    sub: 'u',
    exp: now() + life,
    aal: 'aal2',
    amr: [{ method: 'otp', timestamp: now() - age }],
  }
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
}

type Refresh = (token: string) => Promise<Tokens | undefined>

/** Returns an app that says which session it opens, and stores one that it is given. */
function appOf(refresh: Refresh, { isSecure = true, key = 'key' } = {}) {
  const sessions = createSessions({ refresh }, key, isSecure)
  return new Hono()
    .get('/', async (context) => context.json(await sessions.open(context)))
    .post('/', async (context) => {
      await sessions.store(context, await context.req.json())
      return context.body(null)
    })
    .delete('/', (context) => {
      sessions.remove(context)
      return context.body(null)
    })
}

async function cookieOf(app: Hono, access: string) {
  const response = await app.request('/', { method: 'POST', body: JSON.stringify({ access, refresh: 'r1' }) })
  return response.headers.get('set-cookie') ?? ''
}
const open = async (app: Hono, cookie: string) => {
  const response = await app.request('/', { headers: { cookie: cookie.split(';')[0] ?? '' } })
  return response.json().catch(() => response.status)
}

const never: Refresh = () => assert.fail('nothing is to be refreshed')

test('the cookie is for this host and https alone, hidden from scripts, and lasts seven days from the sign-in', async () => {
  const cookie = await cookieOf(appOf(never), tokenOf(600, 3600))
  const [pair = '', ...flags] = cookie.split('; ')
  assert.match(pair, /^__Host-desk=/)
  assert.deepEqual(flags.filter((flag) => !flag.startsWith('Max-Age')).sort(), [
    'HttpOnly',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
  const age = Number(/Max-Age=(\d+)/.exec(cookie)?.[1])
  assert.ok(Math.abs(age - (7 * 24 * 3600 - 3600)) < 5, `${age}`)
  const local = await cookieOf(appOf(never, { isSecure: false }), tokenOf(600))
  assert.match(local, /^desk=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('a sign-out removes the cookie', async () => {
  const response = await appOf(never).request('/', { method: 'DELETE' })
  assert.match(
    response.headers.get('set-cookie') ?? '',
    /^__Host-desk=; Max-Age=0; Path=\/; HttpOnly; Secure/,
  )
})

test('a session is read as it was stored, and not refreshed while its token lives', async () => {
  const app = appOf(never)
  const access = tokenOf(600)
  assert.deepEqual(await open(app, await cookieOf(app, access)), {
    session: { access, refresh: 'r1' },
    isNew: false,
  })
})

test('a cookie that was changed, or is of another server, opens nothing and asks nobody', async () => {
  const app = appOf(never)
  const cookie = await cookieOf(app, tokenOf(-10))
  assert.deepEqual(await open(app, cookie.replace('r1', 'r2')), { isNew: false })
  assert.deepEqual(await open(app, `__Host-desk=r1~${tokenOf(-10)}`), { isNew: false })
  assert.deepEqual(await open(appOf(never, { key: 'other' }), cookie), { isNew: false })
})

test('a sign-in ends after seven days, although its token lives', async () => {
  const app = appOf(never)
  assert.deepEqual(await open(app, await cookieOf(app, tokenOf(600, 7 * 24 * 3600 + 5))), { isNew: false })
})

test('two requests at once share one refresh, and a late one with the old cookie gets the same session', async () => {
  const asked: string[] = []
  const fresh = { access: tokenOf(600), refresh: 'r2' }
  const app = appOf(async (token) => {
    asked.push(token)
    return fresh
  })
  const cookie = await cookieOf(app, tokenOf(5))
  const opened = await Promise.all([open(app, cookie), open(app, cookie)])
  opened.push(await open(app, cookie))
  assert.deepEqual(opened, Array(3).fill({ session: fresh, isNew: true }))
  assert.deepEqual(asked, ['r1'])
})

test('a laptop that slept for a day goes on with a refreshed session', async () => {
  const day = 24 * 3600
  const fresh = { access: tokenOf(600, day), refresh: 'r2' }
  const app = appOf(async (token) => (token === 'r1' ? fresh : assert.fail(token)))
  assert.deepEqual(await open(app, await cookieOf(app, tokenOf(-day, day))), { session: fresh, isNew: true })
})

test('if Auth does not answer, a token that still lives serves, and a dead one fails without a sign-out', async () => {
  const app = appOf(async () => {
    throw new NoAnswer('ECONNREFUSED', 'no answer')
  })
  app.onError((_, context) => context.text('', 502))
  const access = tokenOf(5)
  assert.deepEqual(await open(app, await cookieOf(app, access)), {
    session: { access, refresh: 'r1' },
    isNew: false,
  })
  assert.equal(await open(app, await cookieOf(app, tokenOf(-5))), 502)
})

test('a session that Auth has ended is none', async () => {
  const app = appOf(async () => undefined)
  assert.deepEqual(await open(app, await cookieOf(app, tokenOf(-5))), { isNew: false })
})

test('a request for a code is remembered by the browser that made it, for ten minutes, and by no other', async (context) => {
  const requests = createCodeRequests('key', true)
  const app = new Hono()
    .post('/', async (context) => {
      await requests.store(context, 'ann@example.org')
      return context.body(null)
    })
    .get('/', async (context) => context.text((await requests.read(context)) ?? 'none'))
  const cookie = (await app.request('/', { method: 'POST' })).headers.get('set-cookie') ?? ''
  assert.match(cookie, /^__Host-desk-code=.*; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const read = async (cookie: string) => (await app.request('/', { headers: { cookie } })).text()
  const pair = cookie.split(';')[0] ?? ''
  assert.equal(await read(pair), 'ann@example.org')
  assert.equal(await read(pair.replace('ann', 'bob')), 'none')
  assert.equal(await read(''), 'none')
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 601_000 })
  assert.equal(await read(pair), 'none')
})
