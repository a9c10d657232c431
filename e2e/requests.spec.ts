import { answerTo } from '../tests/kit/answer.ts'
import { sql, submissions } from './backend.ts'
import { confirmationLink } from './confirmation-link.ts'
import { mailedLink } from './mailed-link.ts'
import { siteUrl } from './settings.ts'
import { expect, test } from './test.ts'

const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const shapes: Record<string, { method?: string; headers?: Record<string, string> }> = {
  'an empty Next-Action': { headers: { ...multipart, 'next-action': '' } },
  'a Next-Action of nobody': { headers: { ...multipart, 'next-action': 'x' } },
  'a form': { headers: multipart },
  'a form in capitals': { headers: { 'content-type': 'Multipart/Form-Data; boundary=x' } },
  'a form without boundary': { headers: { 'content-type': 'multipart/form-data' } },
  'a head': { method: 'HEAD' },
  'a head of a form': { method: 'HEAD', headers: { ...multipart, 'next-action': '' } },
  options: { method: 'OPTIONS' },
  'a React request': { headers: { rsc: '1' } },
  'a React request that is a form': { headers: { ...multipart, rsc: '1', 'next-action': '' } },
  'a prefetch': { headers: { rsc: '1', 'next-router-prefetch': '1' } },
  'a post': { method: 'POST' },
  'a posted form with an empty Next-Action': { method: 'POST', headers: { ...multipart, 'next-action': '' } },
  'a posted form without boundary': { method: 'POST', headers: { 'content-type': 'multipart/form-data' } },
  'a put form': { method: 'PUT', headers: { ...multipart, 'next-action': '' } },
  'a page in a rewrite': {
    headers: { ...multipart, 'next-action': '', 'x-middleware-subrequest': 'proxy:proxy:proxy' },
  },
}

test('no request gets a page that a cache may keep without its policy', async () => {
  const paths = [
    '/',
    '/watch/x',
    '/stop/x/ask',
    '/confirm/x/ask',
    '/confirm/outcome/done',
    '/nowhere',
    '/answer',
    '/link/stop/ask',
  ]
  for (const path of paths)
    for (const [name, call] of Object.entries(shapes)) {
      const { status, headers } = await answerTo(`${siteUrl}${path}`, { method: 'GET', ...call })
      const isKept = !/no-store/.test(headers['cache-control'] ?? '') && status < 300
      const policy = `${headers['content-security-policy']}`
      expect(policy.startsWith("default-src 'none'") || !isKept, `${name} to ${path}: ${status}`).toBe(true)
    }
})

const elsewhere: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example.com' },
  { origin: 'https://elsewhere.example.com' },
  { origin: 'null' },
]

test('a page elsewhere that posts a link of an email only brings the visitor to the question', async ({
  lead,
  request,
}) => {
  const question = await confirmationLink(lead)
  const links: [string, Record<string, string>][] = [
    [question, { shown: 'confirmation 2026-11-23' }],
    [await mailedLink(lead, 'stop'), {}],
    [await mailedLink(lead, 'unsubscribe'), {}],
  ]
  for (const [link, form] of links)
    for (const headers of elsewhere) {
      const { pathname } = new URL(link, siteUrl)
      const answer = await request.post(pathname.replace(/ask$/, 'answer'), {
        form,
        headers,
        maxRedirects: 0,
      })
      expect([answer.status(), answer.headers().location]).toEqual([303, pathname])
    }
  expect((await submissions(lead.email)).filter(({ consent, confirms }) => !consent || confirms)).toEqual([])
  expect(await sql('select consent from private.leads where email = $1', [lead.email])).toEqual([
    { consent: 'given' },
  ])
})

test('an address that only takes posts says so, and a link of an email leads to its question', async ({
  request,
}) => {
  const token = crypto.randomUUID()
  for (const path of ['/funnel', '/begun', '/failure'])
    for (const method of ['get', 'put', 'delete'] as const) {
      const answer = await request[method](path)
      expect([answer.status(), answer.headers().allow], `${method} ${path}`).toEqual([405, 'POST'])
    }
  for (const kind of ['confirm', 'stop', 'unsubscribe'])
    for (const path of [`/${kind}/${token}`, `/${kind}/${token}/answer`]) {
      const answer = await request.get(path, { maxRedirects: 0 })
      expect([answer.status(), answer.headers().location]).toEqual([303, `/${kind}/${token}/ask`])
    }
  expect((await request.post(`/stop/${token}`)).status()).toBe(404)
  expect((await request.get('/link/stop/ask')).status()).toBe(404)
})
