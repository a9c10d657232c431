import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { withKey } from '../../machine/desk-key.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, erase, key, lead, own, person, port, query, routes, sameOrigin } = await openDeskApp()

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

// The files that the locked page loads need no key.
const pages = routes().filter(({ path }) => !path.startsWith('/assets/'))

test('who lacks the key, such as another user of the machine, gets 401 on every page and changes nothing', async () => {
  const strangers: Record<string, string>[] = [
    {},
    { authorization: 'Bearer' },
    { authorization: `Bearer ${key}x` },
    { authorization: `Basic ${btoa(`desk:${key}`)}` },
    { authorization: `Basic ${btoa(`desk:${new URL(withKey(port + 1, key)).password}`)}` },
    { authorization: 'Basic desk' },
    { cookie: `desk-${port}=${key}` },
    { cookie: `desk-${port}=${new URL(withKey(port, key)).password}` },
  ]
  for (const headers of strangers) {
    const post = { ...sameOrigin, origin: `http://${own}` }
    for (const { method, path } of [
      ...pages,
      ...['/nowhere', '/?key=', `/?key=${key}`].map((path) => ({ method: 'GET', path })),
      { method: 'POST', path: `/?key=${key}` },
    ]) {
      const isPost = method === 'POST'
      const { status, body } = await ask(
        method,
        path,
        { authorization: '', ...(isPost && post), ...headers },
        isPost ? 'email=ann@example.org' : undefined,
      )
      assert.equal(status, 401, `${method} ${path}`)
      assert.doesNotMatch(body, /ann@|Ann/)
    }
  }
  assert.equal((await query('select 1 from leads')).length, 1)
})

test('the printed address lets its reader in, by a login that browsers send to no other port', async () => {
  const { origin, username, password } = new URL(withKey(port, key))
  // Nobody else can listen there. The name `localhost` may lead to another address.
  assert.equal(origin, `http://127.0.0.1:${port}`)
  assert.ok(!password.includes(key))
  const authorization = `Basic ${btoa(`${username}:${password}`)}`
  const { status, body, headers } = await ask('GET', '/leads', { authorization })
  assert.equal(status, 200)
  assert.match(body, /ann@/)
  // Browsers send a cookie to every port of the machine, so the desk sets none.
  assert.equal(headers['set-cookie'], undefined)
  const locked = await ask('GET', '/leads', { authorization: '' })
  assert.match(locked.headers['www-authenticate'] ?? '', /^Basic realm="/)
  assert.equal(locked.headers['set-cookie'], undefined)
})

test('another site may not lead to a download, nor ask with its own origin', async () => {
  const links = pages.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const downloads = links.filter((path) => /\.\w+$/.test(path))
  assert.equal(downloads.length, 2)
  for (const [site, status] of [
    ['cross-site', 403],
    ['same-site', 403],
    ['none', 200],
    ['same-origin', 200],
  ] as const) {
    const navigation = { 'sec-fetch-site': site, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
    for (const path of downloads)
      assert.equal((await ask('GET', path, navigation)).status, status, `${site} ${path}`)
  }
  for (const origin of ['https://evil.example', 'http://localhost:3000', 'null'])
    assert.equal((await ask('GET', '/leads', { origin })).status, 403, origin)
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
  const posts = pages.filter(({ method }) => method === 'POST')
  assert.ok(posts.some(({ path }) => path === erase))
  for (const headers of foreign)
    for (const { path } of posts) {
      const { status } = await ask('POST', path, headers, 'email=ann@example.org')
      assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`)
    }
  assert.equal((await query('select 1 from leads')).length, 1)
})

test('no page can be framed, cached, leaked to other sites or made to load anything', async () => {
  const shown = pages.filter(({ method }) => method === 'GET').map(({ path }) => path)
  for (const url of [...shown, '/leads/none', '/nowhere']) {
    const { headers } = await ask('GET', url)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; /)
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
  assert.doesNotMatch(body, /<b>Ann/)
})

test('a lead’s address cannot add recipients to a mailto link', async () => {
  await query(`update leads set email = 'ann?bcc=spy%40evil.example&x@example.org'`)
  const { body } = await ask('GET', `/leads/${person?.id}`)
  assert.match(body, /href="mailto:ann%3Fbcc%3Dspy%2540evil\.example%26x@example\.org"/)
  await query('update leads set email = $1', [lead.email])
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
  const wrong = await ask('POST', '/mails', sameOrigin, 'status=sent&do=send&lead=x')
  assert.equal(wrong.status, 303)
  const { body } = await ask('GET', String(wrong.headers.location))
  assert.match(body, /Nothing was changed: the form has a value that the desk cannot read\./)
})

test('the way back leads only to the list', async () => {
  const { body } = await ask('GET', `/leads/${person?.id}?list=${encodeURIComponent('q=a&evil=1')}`)
  assert.equal(parseHTML(body).document.querySelector('main a')?.getAttribute('href'), '/leads?q=a')
})
