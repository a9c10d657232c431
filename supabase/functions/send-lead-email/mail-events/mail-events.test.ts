import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { MailEvent, ReadMailEvents } from './mail-event.ts'
import { createMailgunReader } from './mailgun.ts'
import { createPostmarkReader } from './postmark.ts'
import { createResendReader } from './resend.ts'

/** A provider's call: its headers and its body. */
type Call = { headers: Record<string, string>; body: string }

type Provider = {
  read: ReadMailEvents
  /** Calls as the provider's documentation shows them. Each returns a new call about the mailbox at the time. */
  hard: (mailbox: string, at: string) => Call
  soft: (mailbox: string, at: string) => Call
  complaint: (mailbox: string, at: string) => Call
  other: () => Call
  /** The same report by somebody who does not know the secret. */
  forge: (call: Call) => Call
}

const now = Date.parse('2026-11-20T12:00:00.000Z')
const at = '2026-11-20T10:44:55.000Z'
const mailbox = 'ada@example.org'

// https://postmarkapp.com/developer/webhooks/bounce-webhook and …/spam-complaint-webhook
const postmarkPassword = 'a password of 24 letters'
let postmarkId = 42
const postmark = (password: string, record: string, type: string, Email: string, BouncedAt: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}` },
  body: JSON.stringify({
    ...{ RecordType: record, MessageStream: 'outbound', ID: postmarkId++, Type: type, TypeCode: 1 },
    ...{ Name: 'A name', Tag: '', MessageID: '00000000-0000-4000-8000-000000000001', ServerID: 23 },
    ...{ Description: 'What it means', Details: 'smtp;550 no such user', Email, From: 'hello@brand.example' },
    ...{ BouncedAt, DumpAvailable: true, Inactive: true, CanActivate: true, Subject: 'Hello', Metadata: {} },
  }),
})

// https://resend.com/docs/webhooks/emails/bounced, …/complained and …/delivered
const resendSecret = `whsec_${Buffer.from('a key of Resend’s, 24 bytes').toString('base64')}`
function resend(type: string, to: string, created_at: string, bounce?: object, secret = resendSecret): Call {
  const report = { email_id: '56761188-0000-4000-8000-000000000001', from: 'hello@brand.example', to: [to] }
  const data = { ...report, created_at, subject: 'Hello', tags: {}, ...(bounce ? { bounce } : {}) }
  return signResend(`msg_${randomUUID()}`, now, JSON.stringify({ type, created_at, data }), secret)
}
function signResend(id: string, time: number, body: string, secret = resendSecret): Call {
  const timestamp = `${Math.floor(time / 1000)}`
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,AAAA v1,${signature}` }
  return { headers, body }
}

// https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads and …/securing-webhooks
const mailgunKey = '0123456789abcdef0123456789abcdef'
function mailgun(
  event: string,
  severity: string | undefined,
  recipient: string,
  time: string,
  key = mailgunKey,
) {
  const [timestamp, token] = [`${now / 1000}`, randomUUID()]
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  const report = {
    ...{ id: 'G9Bn5sl1TC6nu79C8C0bwg', event, severity, 'log-level': 'error', recipient, tags: [] },
    timestamp: Date.parse(time) / 1000,
    message: {
      headers: { to: recipient, from: 'hello@brand.example', 'message-id': 'a-mail@brand.example' },
    },
    'delivery-status': { code: 605, description: 'Not delivering to previously bounced address' },
  }
  return {
    headers: {},
    body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': report }),
  }
}

const providers: Record<string, Provider> = {
  Postmark: {
    read: createPostmarkReader(postmarkPassword),
    hard: (to, time) => postmark(postmarkPassword, 'Bounce', 'HardBounce', to, time),
    soft: (to, time) => postmark(postmarkPassword, 'Bounce', 'SoftBounce', to, time),
    complaint: (to, time) => postmark(postmarkPassword, 'SpamComplaint', 'SpamComplaint', to, time),
    other: () => postmark(postmarkPassword, 'Bounce', 'AutoResponder', mailbox, at),
    forge: ({ body }) => ({ headers: postmark('guessed', '', '', '', '').headers, body }),
  },
  Resend: {
    read: createResendReader(resendSecret, () => now),
    hard: (to, time) => resend('email.bounced', to, time, { type: 'Permanent', subType: 'General' }),
    soft: (to, time) => resend('email.bounced', to, time, { type: 'Transient', subType: 'MailboxFull' }),
    complaint: (to, time) => resend('email.complained', to, time),
    other: () => resend('email.delivered', mailbox, at),
    forge: ({ headers, body }) => ({ headers, body: body.replace(mailbox, 'eve@example.org') }),
  },
  Mailgun: {
    read: createMailgunReader(mailgunKey, () => now),
    hard: (to, time) => mailgun('failed', 'permanent', to, time),
    soft: (to, time) => mailgun('failed', 'temporary', to, time),
    complaint: (to, time) => mailgun('complained', undefined, to, time),
    other: () => mailgun('delivered', undefined, mailbox, at),
    forge: () => mailgun('failed', 'permanent', mailbox, at, 'guessed'),
  },
}

const readCall = ({ read }: Provider, { headers, body }: Call) => read(new Headers(headers), body)

for (const [name, provider] of Object.entries(providers)) {
  test(`${name}: bounces and complaints are read, each with its mailbox and its time`, async () => {
    const expected = { hard: 'bounced hard', soft: 'bounced softly', complaint: 'complained' } as const
    for (const call of ['hard', 'soft', 'complaint'] as const) {
      const events = await readCall(provider, provider[call](mailbox, at))
      assert.notEqual(events, 'forged')
      const [event, ...others] = events as MailEvent[]
      assert.deepEqual([event?.kind, event?.mailbox, event?.at, others], [expected[call], mailbox, at, []])
      assert.ok(event?.id && event.messageId)
    }
    assert.deepEqual(await readCall(provider, provider.other()), [])
  })

  test(`${name}: a call without proof or with a wrong one is forged, whatever it reports`, async () => {
    const call = provider.hard(mailbox, at)
    assert.equal(await readCall(provider, provider.forge(call)), 'forged')
    assert.equal(
      await readCall(provider, {
        headers: {},
        body: JSON.stringify({ ...JSON.parse(call.body), signature: undefined }),
      }),
      'forged',
    )
    for (const body of ['', '{}', 'null', '[]', '<xml/>']) {
      assert.equal(await readCall(provider, { headers: {}, body }), 'forged', body)
    }
  })

  test(`${name}: a copy has the same id, another report another one, and the order does not matter`, async () => {
    const [earlier, later] = [provider.soft(mailbox, at), provider.hard(mailbox, '2026-11-20T11:00:00.000Z')]
    const events = []
    for (const call of [later, earlier, later])
      events.push(...((await readCall(provider, call)) as MailEvent[]))
    assert.deepEqual(events[0], events[2])
    assert.notEqual(events[0]?.id, events[1]?.id)
    assert.ok((events[1]?.at ?? '') < (events[0]?.at ?? ''))
  })
}

test('Resend: an old call is forged, even with a right signature', async () => {
  const { body } = resend('email.complained', mailbox, at)
  const read = createResendReader(resendSecret, () => now)
  for (const time of [now - 301_000, now + 301_000, Number.NaN]) {
    const { headers } = signResend('msg_1', time, body)
    assert.equal(await read(new Headers(headers), body), 'forged', `${time}`)
  }
})

test('Resend: a report about several mailboxes is an event for each', async () => {
  const data = { email_id: 'an id', to: ['a@example.org', 'b@example.org'] }
  const { headers, body } = signResend(
    'msg_2',
    now,
    JSON.stringify({ type: 'email.bounced', created_at: at, data }),
  )
  const events = await createResendReader(resendSecret, () => now)(new Headers(headers), body)
  const found = (events as MailEvent[]).map(({ id, kind, mailbox }) => [id, kind, mailbox])
  assert.deepEqual(found, [
    ['msg_2', 'bounced hard', 'a@example.org'],
    ['msg_2', 'bounced hard', 'b@example.org'],
  ])
})

test('Mailgun: a stolen signature on another report has the id of the stolen call, and ends after a day', async () => {
  const call = mailgun('delivered', undefined, mailbox, at)
  const { signature } = JSON.parse(call.body)
  const body = JSON.stringify({
    ...JSON.parse(mailgun('complained', undefined, 'eve@example.org', at).body),
    signature,
  })
  const events = await createMailgunReader(mailgunKey, () => now)(new Headers(), body)
  assert.equal((events as MailEvent[])[0]?.id, signature.token)
  const aDayLater = createMailgunReader(mailgunKey, () => now + 24 * 3_600_000 + 1000)
  assert.equal(await aDayLater(new Headers(), body), 'forged')
})

test('a report of another shape by the provider itself is no event and no error', async () => {
  const changed = postmark(postmarkPassword, 'Bounce', 'HardBounce', mailbox, 'yesterday')
  assert.deepEqual(await readCall(providers.Postmark as Provider, changed), [])
  assert.deepEqual(await readCall(providers.Resend as Provider, signResend('msg_3', now, 'no JSON')), [])
  const { signature } = JSON.parse(mailgun('failed', 'permanent', mailbox, at).body)
  const body = JSON.stringify({
    signature,
    'event-data': { event: 'failed', recipient: mailbox, timestamp: 1e300 },
  })
  assert.deepEqual(await readCall(providers.Mailgun as Provider, { headers: {}, body }), [])
})
