import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFromThisSite } from './is-from-this-site.ts'

const isTaken = (headers: Record<string, string>) =>
  isFromThisSite(new Headers({ host: 'inner:3000', 'x-forwarded-host': 'www.example.com', ...headers }))

test('a post comes from this site unless the browser names another', () => {
  assert.ok(isTaken({ origin: 'https://www.example.com' }))
  assert.ok(isTaken({}))
  for (const origin of ['https://elsewhere.example.com', 'https://inner:3000', 'null', ''])
    assert.ok(!isTaken({ origin }), origin)
})

test('Sec-Fetch-Site counts before the Origin header', () => {
  for (const site of ['same-origin', 'none']) assert.ok(isTaken({ 'sec-fetch-site': site, origin: 'null' }))
  for (const site of ['same-site', 'cross-site'])
    assert.ok(!isTaken({ 'sec-fetch-site': site, origin: 'https://www.example.com' }))
})

test('a proxy that adds the usual port, or a second proxy, changes no site', () => {
  for (const host of ['www.example.com:443', 'www.example.com, inner:3000', 'WWW.example.com'])
    assert.ok(isTaken({ 'x-forwarded-host': host, origin: 'https://www.example.com' }), host)
  for (const host of ['www.example.com:80', 'inner:3000, www.example.com', 'www.example.com:4430', ''])
    assert.ok(!isTaken({ 'x-forwarded-host': host, origin: 'https://www.example.com' }), host)
})

test('the host of SITE_URL is this site, whatever host a proxy passes on', (context) => {
  const { SITE_URL } = process.env
  process.env.SITE_URL = 'https://training.example.com:8443'
  context.after(() => {
    if (SITE_URL === undefined) delete process.env.SITE_URL
    else process.env.SITE_URL = SITE_URL
  })
  assert.ok(isTaken({ origin: 'https://training.example.com:8443' }))
  for (const origin of ['https://training.example.com', 'https://inner:3000', 'null'])
    assert.ok(!isTaken({ origin }), origin)
})
