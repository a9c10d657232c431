import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  type Call,
  mailbox,
  mailgun,
  mailgunKey,
  now,
  type Provider,
  postmark,
  postmarkPassword,
  providers,
  resend,
  resendSecret,
  signResend,
} from '../../../../tests/sql/mail-reports.ts'
import type { MailEvent } from './mail-event.ts'
import { createMailgunReader } from './mailgun.ts'
import { createResendReader } from './resend.ts'

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
    const [earlier, later] = [provider.soft(mailbox, at), provider.hard(mailbox, new Date(now).toISOString())]
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
