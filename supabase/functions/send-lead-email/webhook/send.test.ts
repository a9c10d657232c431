import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort, listen } from '../../../../tests/kit/listen.ts'
import { openReceiver, webhookSecret as secret } from '../../../../tests/sql/open-receiver.ts'
import { sampleEmail } from '../../../../tests/sql/sample-email.ts'
import type { LeadWebhook } from '../database.ts'
import { createWebhookSend } from './send.ts'

const row: LeadWebhook = {
  ...sampleEmail(),
  kind: 'webhook',
  lead_id: crypto.randomUUID(),
  consent_text: 'I agree – “so be it”.',
  variant: 'b',
  suspected_bot: false,
  consent: 'given',
  may_be_texted: true,
  may_be_mailed: true,
  withdrawn_by: null,
  event: null,
  sequence: 7,
  watched_percent: null,
  queued_at: '2026-11-20T10:44:55.401+00:00',
  current: true,
}
const sendTo = (url: string, options = {}) =>
  createWebhookSend({ url: new URL(url), secrets: [secret], isPrivate: true }, options).send
const publicAt = (url: string) => ({ url: new URL(url), secrets: [secret], isPrivate: false })

test('a receiver gets the lead, and the public library takes its signature', async () => {
  await using receiver = await openReceiver()
  const begin = Math.floor(Date.now() / 1000)
  const send = sendTo(receiver.url)
  assert.deepEqual(await send(row), { outcome: 'sent' })
  const [post] = receiver.posts
  assert.ok(post)
  assert.deepEqual(receiver.verify(post), {
    type: 'lead.created',
    timestamp: '2026-11-20T10:44:55.401Z',
    data: {
      sequence: 7,
      submission_id: row.submission_id,
      lead_id: row.lead_id,
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      phone: '(201) 555-0123',
      phone_e164: '+12015550123',
      country: 'US',
      may_be_mailed: true,
      consent: {
        ...{ state: 'given', may_be_texted: true, text: row.consent_text, version: '2026-11' },
        at: '2026-11-20T10:44:55.401Z',
      },
      campaign: { utm_source: 'newsletter' },
      variant: 'b',
      page: 'https://example.com/',
      referrer: 'https://search.example/',
      suspected_bot: false,
      current: true,
      came_before: false,
    },
  })
  assert.equal(post.headers['webhook-id'], row.id)
  const timestamp = Number(post.headers['webhook-timestamp'])
  assert.ok(begin <= timestamp && timestamp <= Date.now() / 1000)
  assert.equal(post.headers['content-type'], 'application/json')
  assert.throws(() => receiver.verify({ ...post, body: post.body.replace('Ada', 'Eve') }), /signature/i)
})

test('a receiver is told where a withdrawal came from, and not the login of the operator', async () => {
  await using receiver = await openReceiver()
  await sendTo(receiver.url)({ ...row, withdrawn_by: 'desk:lead_desk_ada' })
  const [post] = receiver.posts
  assert.ok(post)
  const { type, data } = receiver.verify(post) as { type: string; data: { withdrawn_by?: string } }
  assert.deepEqual([type, data.withdrawn_by], ['lead.consent_withdrawn', 'desk'])
  assert.doesNotMatch(post.body, /lead_desk_ada/)
})

test('every status has its outcome, and no word of the receiver is kept', async () => {
  await using receiver = await openReceiver()
  const send = sendTo(receiver.url)
  for (const [status, outcome, error] of [
    [204, 'sent', undefined],
    [410, 'rejected', 'HTTP 410: the receiver is gone for good'],
    [302, 'deferred', 'HTTP 302: it sends posts to another address, which is no acceptance'],
    [308, 'deferred', 'HTTP 308: it sends posts to another address, which is no acceptance'],
    [400, 'deferred', 'HTTP 400: this receiver takes another form of message'],
    [404, 'deferred', 'HTTP 404'],
    [429, 'deferred', 'HTTP 429'],
    [500, 'deferred', 'HTTP 500'],
    [503, 'deferred', 'HTTP 503'],
  ] as const) {
    const headers = { location: receiver.url }
    receiver.answer((_request, response) => response.writeHead(status, headers).end('words of the receiver'))
    const result = await send(row)
    assert.equal(result.outcome, outcome, `${status}`)
    if (result.outcome !== 'sent') assert.deepEqual([result.error, result.codes], [error, `HTTP ${status}`])
  }
  assert.equal(receiver.posts.length, 9)
})

test('an answer without end is not read', async () => {
  const closed = Promise.withResolvers<void>()
  const never = new AbortController().signal
  // The server uses node:net. In Deno, a server of node:http does not notice when the client disconnects.
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('close', () => closed.resolve())
    const more = (error?: Error | null) => error || socket.write(`3e8\r\n${'x'.repeat(1000)}\r\n`, more)
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', more))
  })
  const port = await listen(server)
  assert.deepEqual(await sendTo(`http://127.0.0.1:${port}`, { deadline: () => never })(row), {
    outcome: 'sent',
  })
  await closed.promise
  server.close()
})

const late = { outcome: 'deferred', error: 'ETIMEDOUT no answer in time', codes: 'ETIMEDOUT' }

test('a receiver that does not answer in time is tried again', async () => {
  await using receiver = await openReceiver()
  const clock = new AbortController()
  receiver.answer((_request, response) => {
    clock.abort(new DOMException('', 'TimeoutError'))
    response.writeHead(204).end()
  })
  assert.deepEqual(await sendTo(receiver.url, { deadline: () => clock.signal })(row), late)
})

test('a name whose lookup does not end in time is tried again', async () => {
  const clock = new AbortController()
  const resolve = () => {
    const { promise, reject } = Promise.withResolvers<never>()
    queueMicrotask(() => clock.abort(new DOMException('', 'TimeoutError')))
    setTimeout(() => reject(new Error('it was waited for')))
    return promise
  }
  const send = createWebhookSend(publicAt('https://crm.example'), {
    deadline: () => clock.signal,
    resolve,
  }).send
  assert.deepEqual(await send(row), late)
})

test('a post waits 10 s, less than the lease of a claimed webhook', async () => {
  const asked: number[] = []
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => {
    asked.push(ms)
    return timeout.call(AbortSignal, ms)
  }
  await sendTo(`http://127.0.0.1:${await freePort()}`)(row)
  AbortSignal.timeout = timeout
  assert.deepEqual(asked, [10_000])
})

test('a post without an answer is tried again, and logged without the address', async () => {
  const cutting = createServer((socket) => socket.once('data', () => socket.destroy()))
  const port = await listen(cutting)
  const closed = await freePort()
  for (const [origin, error] of [
    [`http://127.0.0.1:${port}`, 'ENETWORK the connection failed or broke off'],
    [`https://127.0.0.1:${port}`, 'ETLS the certificate or the TLS handshake failed'],
    [`http://127.0.0.1:${closed}`, 'ECONNREFUSED'],
    ['http://nowhere.invalid', 'ENOTFOUND the name has no address'],
  ] as const) {
    const [codes] = error.split(' ')
    // The code tells errors apart by some words in their messages. The path contains these words.
    const send = sendTo(`${origin}/tls-certificate-dns error?key`)
    assert.deepEqual(await send(row), { outcome: 'deferred', error, codes })
  }
  cutting.close()
})

test('a bug in our code is tried again, and logged by its place alone', async () => {
  const result = await sendTo('http://127.0.0.1:1')({ ...row, submitted_at: 'Ada' })
  assert.ok(result.outcome === 'deferred')
  assert.equal(result.error, 'unexpected')
  assert.match(result.codes, /^unexpected RangeError at .*payload\.ts:/)
})

test('a name is not called if one of its addresses is private', async () => {
  await using receiver = await openReceiver()
  const refused = {
    outcome: 'deferred',
    error: 'EPRIVATE the address is in a private network',
    codes: 'EPRIVATE',
  }
  assert.deepEqual(await createWebhookSend(publicAt(receiver.url)).send(row), refused)
  const resolve = async () => [{ address: '93.184.215.14' }, { address: '127.0.0.1' }]
  assert.deepEqual(await createWebhookSend(publicAt(receiver.url), { resolve }).send(row), refused)
  assert.deepEqual(receiver.posts, [])
})

test('a name with only public addresses is called', async () => {
  await using receiver = await openReceiver()
  const asked: string[] = []
  const resolve = async (name: string) => {
    asked.push(name)
    return [{ address: '93.184.215.14' }]
  }
  const { outcome } = await createWebhookSend(publicAt(receiver.url), { resolve }).send(row)
  assert.deepEqual([outcome, receiver.posts.length, asked], ['sent', 1, ['127.0.0.1']])
})

test('while the secret is changed, a receiver with either secret takes the signature', async () => {
  const other = `whsec_${btoa('abcdef0123456789abcdef0123456789')}`
  await using receiver = await openReceiver()
  for (const secrets of [
    [other, secret],
    [secret, other],
  ]) {
    const { send } = createWebhookSend({ url: new URL(receiver.url), secrets, isPrivate: true })
    assert.deepEqual(await send(row), { outcome: 'sent' })
    const post = receiver.posts.pop()
    assert.ok(post)
    assert.equal(String(post.headers['webhook-signature']).split(' ').length, 2)
    assert.equal(receiver.verify(post).type, 'lead.created')
  }
})

test('the result says for how long which receiver rests, without its address', async () => {
  await using receiver = await openReceiver()
  const settings = { url: new URL(receiver.url), secrets: [secret], isPrivate: true }
  const { send, receiver: known } = createWebhookSend(settings)
  receiver.answer((_request, response) => response.writeHead(429, { 'retry-after': '60' }).end())
  const result = await send(row)
  assert.ok(result.outcome === 'deferred')
  assert.deepEqual(result.rest, { receiver: known, seconds: 60 })
  assert.match(known, /^[0-9a-f]{64}$/)
})

test('the country is told in ISO 3166-1', async () => {
  await using receiver = await openReceiver()
  const send = sendTo(receiver.url)
  for (const country_code of ['UK', 'CA'] as const) await send({ ...row, country_code })
  const told = receiver.posts.map((post) => (receiver.verify(post).data as { country: unknown }).country)
  assert.deepEqual(told, ['GB', 'CA'])
})

test('the webhook of an erasure has the id of the person alone', async () => {
  await using receiver = await openReceiver()
  await sendTo(receiver.url)({
    id: crypto.randomUUID(),
    kind: 'webhook',
    attempt: 1,
    submission_id: null,
    event: 'erased',
    lead_id: row.lead_id,
    sequence: 8,
    queued_at: row.queued_at,
  })
  const [post] = receiver.posts
  assert.deepEqual(post && receiver.verify(post), {
    type: 'lead.erased',
    timestamp: '2026-11-20T10:44:55.401Z',
    data: { sequence: 8, lead_id: row.lead_id },
  })
})
