import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expectedPagePolicy } from '../../tests/kit/expected-headers.ts'
import { actionCall, actionId } from '../../tests/kit/post-form.ts'
import { siteUrl } from '../settings.ts'
import { expect, test } from '../test.ts'

const token = crypto.randomUUID()
const manyKeys = Array.from({ length: 3_500 }, (_, key) => key.toString(36))
const cookie = manyKeys
  .map((key) => `${key}=`)
  .join(';')
  .slice(0, 13_000)
const query = manyKeys.join('&').slice(0, 13_000)

type Post = { headers?: Record<string, string>; body?: Uint8Array }

/** Returns the answer, and after how many milliseconds it arrived. */
async function send(agent: Agent, path: string, { headers = {}, body }: Post = {}) {
  const begin = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  const options = { agent, headers, method: body ? 'POST' : 'GET', signal: AbortSignal.timeout(30_000) }
  request(new URL(path, siteUrl), options, resolve).on('error', reject).end(body)
  const answer = await promise
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: await text(answer),
    ms: performance.now() - begin,
  }
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

test('a post that is too long holds up no request after it', async () => {
  const long = new Uint8Array(900_000).fill(97)
  const form = new Response(
    actionCall(await actionId({ pageUrl: siteUrl }), { name: 'x'.repeat(900_000) }, {}).body as FormData,
  )
  const action = {
    body: await form.bytes(),
    headers: {
      'next-action': await actionId({ pageUrl: siteUrl }),
      'content-type': form.headers.get('content-type') ?? '',
    },
  }
  const chunked = { ...action, headers: { ...action.headers, 'transfer-encoding': 'chunked' } }
  const posts: [path: string, post: Post][] = [
    ['/funnel', { body: long }],
    ['/begun', { body: long }],
    [`/confirm/${token}/answer`, { body: long }],
    [`/watch/${token}/watched`, { body: long }],
    [`/stop/${token}/answer`, { body: long }],
    [`/unsubscribe/${token}`, { body: long }],
    [`/unsubscribe/${token}/answer`, { body: long }],
    ['/', action],
    ['/', chunked],
  ]
  for (const [path, post] of posts) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await send(agent, path, post)
    const { status } = await send(agent, '/')
    expect(status, `after a post to ${path}`).toBe(200)
    agent.destroy()
  }
})

test('thousands of cookies or of query keys cost hardly more than none', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const beacon = { body: new TextEncoder().encode('x') }
  const kinds: [what: string, path: string, post: Post, dear: { path?: string; post?: Post }][] = [
    ['beacon with cookies', '/funnel', beacon, { post: { ...beacon, headers: { cookie } } }],
    ['confirmation page with cookies', `/confirm/${token}/ask`, {}, { post: { headers: { cookie } } }],
    ['page with a query', '/', {}, { path: `/?${query}` }],
    [
      'confirmation page with a query',
      `/confirm/${token}/ask`,
      {},
      { path: `/confirm/${token}/ask?${query}` },
    ],
  ]
  for (const [what, path, post, dear] of kinds) {
    const [plain, such]: [number[], number[]] = [[], []]
    for (let round = 0; round < 7; round += 1) {
      plain.push((await send(agent, path, post)).ms)
      such.push((await send(agent, dear.path ?? path, dear.post ?? post)).ms)
    }
    expect(median(such), what).toBeLessThan(5 * median(plain) + 50)
  }
  agent.destroy()
})

test('who brings many cookies gets the same page, and no inner page', async () => {
  const agent = new Agent()
  const [plain, such] = [await send(agent, '/'), await send(agent, '/', { headers: { cookie } })]
  expect(such.body).toBe(plain.body)
  for (const name of ['content-security-policy', 'cache-control'])
    expect(such.headers[name]).toBe(plain.headers[name])
  expect(`${such.headers['content-security-policy']}`.replaceAll(/ 'sha256-[^']+'/g, '')).toBe(
    expectedPagePolicy(),
  )
  for (const path of ['/answer', '/answer.rsc', '/variants/x'])
    expect((await send(agent, path, { headers: { cookie } })).status, path).toBe(404)
  const question = await send(agent, `/confirm/${token}/ask`, { headers: { cookie } })
  expect(question.headers['content-security-policy']).toContain("'nonce-")
})
