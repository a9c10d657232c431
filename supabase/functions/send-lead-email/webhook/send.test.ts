import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, afterEach, test } from 'node:test'
import { openReceiver, webhookSecret as secret } from '../../../tests/open-receiver.ts'
import { sampleEmail } from '../../../tests/sample-email.ts'
import type { LeadWebhook } from '../database.ts'
import { createPublicLookup } from './address.ts'
import { createWebhookSend } from './send.ts'

const receiver = await openReceiver()
after(() => receiver.close())
afterEach(() => {
  receiver.posts.length = 0
})

const row: LeadWebhook = {
  ...sampleEmail(),
  kind: 'webhook',
  lead_id: crypto.randomUUID(),
  consent_text: 'I agree – “so be it”.',
  variant: 'b',
  suspected_bot: false,
  applied: true,
}
const send = createWebhookSend({ url: new URL(receiver.url), secret, isPrivate: true }, { timeoutMs: 1000 })
const answerWith = (status: number, headers = {}) =>
  receiver.answer((_request, response) => response.writeHead(status, headers).end('words of the receiver'))

test('a receiver gets the lead, and the public library takes its signature', async () => {
  answerWith(200)
  assert.deepEqual(await send(row), { outcome: 'sent' })
  const [post] = receiver.posts
  assert.ok(post)
  assert.deepEqual(receiver.verify(post), {
    type: 'lead.created',
    timestamp: '2026-11-20T10:44:55.401Z',
    data: {
      submission_id: row.submission_id,
      lead_id: row.lead_id,
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      phone: '(201) 555-0123',
      phone_e164: '+12015550123',
      country: 'US',
      consent: { text: row.consent_text, version: '2026-11', at: '2026-11-20T10:44:55.401Z' },
      campaign: { utm_source: 'newsletter' },
      variant: 'b',
      page: 'https://example.com/',
      referrer: 'https://search.example/',
      suspected_bot: false,
      applied: true,
      updated: false,
    },
  })
  assert.equal(post.headers['webhook-id'], row.id)
  assert.ok(Math.abs(Number(post.headers['webhook-timestamp']) - Date.now() / 1000) < 5)
  assert.equal(post.headers['content-type'], 'application/json')
  assert.throws(() => receiver.verify({ ...post, body: post.body.replace('Ada', 'Eve') }), /signature/i)
})

test('every status has its outcome, and no word of the receiver is kept', async () => {
  for (const [status, outcome, error] of [
    [204, 'sent', undefined],
    [410, 'rejected', 'HTTP 410: the receiver is gone for good'],
    [302, 'failed', 'HTTP 302: redirects are not followed'],
    [308, 'failed', 'HTTP 308: redirects are not followed'],
    [400, 'failed', 'HTTP 400'],
    [404, 'failed', 'HTTP 404'],
    [429, 'failed', 'HTTP 429'],
    [500, 'failed', 'HTTP 500'],
    [503, 'failed', 'HTTP 503'],
  ] as const) {
    answerWith(status, { location: receiver.url })
    const result = await send(row)
    assert.equal(result.outcome, outcome, `${status}`)
    if (result.outcome !== 'sent') assert.deepEqual([result.error, result.codes], [error, `HTTP ${status}`])
  }
  assert.equal(receiver.posts.length, 9)
})

test('an answer without end is not read', async () => {
  const closed = Promise.withResolvers<void>()
  receiver.answer((_request, response) => {
    response.on('close', () => closed.resolve())
    response.writeHead(200)
    const more = () => response.write('x'.repeat(65_536), more)
    more()
  })
  assert.deepEqual(await send(row), { outcome: 'sent' })
  await closed.promise
})

test('a receiver that does not answer in time, breaks off or is down is tried again', async () => {
  receiver.answer(() => undefined)
  const late = { outcome: 'failed', error: 'ETIMEDOUT no answer in time', codes: 'ETIMEDOUT' }
  assert.deepEqual(await send(row), late)
  receiver.answer((request) => request.socket.destroy())
  assert.equal((await send(row)).outcome, 'failed')

  const closed = createServer()
  await once(closed.listen(0, '127.0.0.1'), 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const url = new URL(`http://127.0.0.1:${port}/path-with-a-key`)
  const down = await createWebhookSend({ url, secret, isPrivate: true })(row)
  assert.ok(down.outcome === 'failed' && down.codes === 'ECONNREFUSED')
  assert.doesNotMatch(down.error, /key|Ada|example/)
})

test('a name of this machine is not called, and neither is one of whose addresses a single one is private', async () => {
  const url = new URL(receiver.url)
  const refused = {
    outcome: 'failed',
    error: 'EPRIVATE the address is in a private network',
    codes: 'EPRIVATE',
  }
  url.hostname = 'localhost'
  assert.deepEqual(await createWebhookSend({ url, secret, isPrivate: false })(row), refused)

  url.hostname = 'crm.example'
  const lookup = createPublicLookup(((_name: string, _options: object, callback: Answer) =>
    callback(null, [{ address: '93.184.215.14' }, { address: '127.0.0.1' }])) as never)
  const options = { url, secret, isPrivate: false }
  assert.deepEqual(await createWebhookSend(options, { lookup })(row), refused)
  assert.deepEqual(receiver.posts, [])
})

type Answer = (error: null, addresses: { address: string }[]) => void

test('a post goes to the address that the one lookup of its name gave', async () => {
  answerWith(204)
  const url = new URL(receiver.url)
  url.hostname = 'crm.example'
  let lookups = 0
  const result = await createWebhookSend(
    { url, secret, isPrivate: false },
    {
      lookup: (_name, _options, callback) => {
        lookups += 1
        callback(null, [{ address: '127.0.0.1', family: 4 }])
      },
    },
  )(row)
  const hosts = receiver.posts.map(({ headers }) => headers.host)
  assert.deepEqual([result.outcome, lookups, hosts], ['sent', 1, [url.host]])
})
