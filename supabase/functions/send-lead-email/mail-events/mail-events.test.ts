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
  postmarkChange,
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
  const bounce = { type: 'Permanent', diagnosticCode: ['smtp; 550 5.1.1 user unknown'] }
  const data = { email_id: 'an id', to: ['a@example.org', 'b@example.org'], bounce }
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

const suppressed = (reason: string) =>
  mailgun('failed', 'permanent', mailbox, at, mailgunKey, { reason, 'delivery-status': { code: 606 } })

/** What a provider says about the end of an email, and what it means. */
const meanings: [provider: string, call: Call, kind: MailEvent['kind'] | undefined, isLost?: boolean][] = [
  ['Mailgun', mailgun('unsubscribed', undefined, mailbox, at, mailgunKey, {}), 'unsubscribed', false],
  ['Mailgun', suppressed('suppress-unsubscribe'), 'unsubscribed', true],
  ['Postmark', postmarkChange(mailbox, at), 'unsubscribed', false],
  ...(
    [
      // Subscribed again, at Postmark or by the operator.
      { SuppressSending: false, SuppressionReason: null, MessageID: null, Tag: null },
      { SuppressSending: false },
      // What the operator entered there, and what other reports tell in more detail.
      { Origin: 'Customer', MessageID: null },
      { Origin: 'Admin', MessageID: null },
      { SuppressionReason: 'HardBounce' },
      { SuppressionReason: 'SpamComplaint' },
    ] as const
  ).map((changes): [string, Call, undefined] => [
    'Postmark',
    postmarkChange(mailbox, at, changes),
    undefined,
  ]),
  ...(
    [
      ['old', { code: 602, message: 'Too old', description: '' }, 'bounced softly'],
      ['bounce', { code: 552, message: '5.2.2 mailbox full', description: '' }, 'bounced softly'],
      ['bounce', { code: 552, message: '552 5.2.2 mailbox full' }, 'bounced softly'],
      ['bounce', { code: 550, 'enhanced-code': '5.7.1', message: 'Policy' }, 'bounced softly'],
      ['bounce', { code: 550, message: 'No such user here' }, 'bounced softly'],
      ['espblock', { code: 550, message: 'blocked by 5.1.1.9', description: null }, 'bounced softly'],
      ['bounce', { code: 450, message: '450 4.1.1 unknown for now' }, 'bounced softly'],
      ['suppress-bounce', { code: 605, message: '', description: 'Not delivering' }, 'bounced softly'],
      ['suppress-unsubscribe', { code: 606, message: '', description: 'Not delivering' }, 'unsubscribed'],
      ['generic', { code: 606, message: 'Not delivering to unsubscribed address' }, 'unsubscribed'],
      ['suppress-complaint', { code: 607, message: '' }, 'complained'],
      ['bounce', { code: 550, 'enhanced-code': '', message: '550-5.1.1 no such user' }, 'bounced hard'],
      ['bounce', { code: 550, message: '5.1.10 null MX' }, 'bounced hard'],
      ['bounce', { code: 550, 'enhanced-code': '5.1.6', message: 'moved' }, 'bounced hard'],
      ['bounce', { code: 550, 'enhanced-code': '5.1.5', message: 'valid' }, 'bounced softly'],
      ['bounce', { code: 553, 'enhanced-code': '5.1.8', message: '5.1.1 of the sender' }, 'bounced softly'],
    ] as const
  ).map(([reason, status, kind]): [string, Call, MailEvent['kind']] => [
    'Mailgun',
    mailgun('failed', 'permanent', mailbox, at, mailgunKey, { reason, 'delivery-status': status }),
    kind,
  ]),
  [
    'Mailgun',
    mailgun('failed', 'temporary', mailbox, at, mailgunKey, { reason: 'generic' }),
    'bounced softly',
  ],
  ...(
    [
      [['smtp; 550 5.7.1 spam'], 'bounced softly'],
      [['smtp; 552-5.2.2 over quota'], 'bounced softly'],
      ['smtp; 550 5.1.2 no such host', 'bounced hard'],
      [undefined, 'bounced softly'],
    ] as const
  ).map(([diagnosticCode, kind]): [string, Call, MailEvent['kind'], boolean] => [
    'Resend',
    resend('email.bounced', mailbox, at, { type: 'Permanent', subType: 'General', diagnosticCode }),
    kind,
    kind === 'bounced softly',
  ]),
  ...(
    [
      // Out of the office.
      [{ type: 'Transient', subType: 'General', message: 'The mail bounced: 5.1.1.' }, false],
      [{ type: 'Transient', subType: 'General', diagnosticCode: ['smtp; 550 5.7.1 greylisted'] }, true],
      [{ type: 'Transient', subType: 'General', diagnosticCode: ['smtp; 550 5.1.1 try later'] }, true],
      [{ type: 'Transient', subType: 'MailboxFull' }, true],
      [{ type: 'Transient', subType: 'MessageTooLarge' }, true],
      [{ type: 'Transient', subType: 'ContentRejected' }, true],
      [{ type: 'Transient', subType: 'AttachmentRejected' }, true],
      [{ type: 'Undetermined', subType: 'Undetermined' }, true],
      [{ type: 'Permanent', subType: 'OnAccountSuppressionList', message: 'smtp; 550 5.1.1' }, true],
      [{ type: 'Permanent', subType: 'OnTenantSuppressionList', diagnosticCode: ['smtp; 550 5.1.1'] }, true],
      [{}, true],
    ] as const
  ).map(([bounce, isLost]): [string, Call, MailEvent['kind'], boolean] => [
    'Resend',
    resend('email.bounced', mailbox, at, bounce),
    'bounced softly',
    isLost,
  ]),
  ['Resend', resend('email.suppressed', mailbox, at), 'bounced softly', true],
  ['Resend', resend('email.failed', mailbox, at), 'bounced softly', true],
  ['Resend', resend('email.delivery_delayed', mailbox, at), undefined],
  ...(
    [
      ['HardBounce', 'smtp;550 5.7.1 policy', 'bounced softly'],
      ['HardBounce', 'smtp;550 no such user', 'bounced softly'],
      ['HardBounce', 'smtp;550 5.1.3 bad syntax', 'bounced hard'],
      ['BadEmailAddress', '', 'bounced softly'],
      ['Blocked', 'smtp;550 5.1.1 blocked', 'bounced softly'],
      ['SoftBounce', 'smtp;452 4.2.2 over quota', 'bounced softly'],
      ['DMARCPolicy', 'smtp;550 5.7.1 rejected by policy of the domain', 'bounced softly'],
      ['SMTPApiError', 'You tried to send to an inactive recipient, 550 5.1.1', 'bounced softly'],
      ['DnsError', '', 'bounced softly'],
      ['Transient', 'smtp;421 4.4.2 timeout', 'bounced softly'],
      ['ManuallyDeactivated', '', 'bounced softly'],
      // They replied to an email.
      ['Unsubscribe', '', 'unsubscribed'],
      ['SpamNotification', 'delivered as spam', undefined],
      ['Subscribe', '', undefined],
      ['AddressChange', '', undefined],
    ] as const
  ).map(([type, details, kind]): [string, Call, MailEvent['kind'] | undefined, boolean] => [
    'Postmark',
    postmark(postmarkPassword, 'Bounce', type, mailbox, at, details),
    kind,
    kind === 'bounced softly',
  ]),
  [
    'Postmark',
    postmark(postmarkPassword, 'Bounce', 'Transient', mailbox, at, '', 'Message delayed'),
    'bounced softly',
    false,
  ],
]

test('a bounce is hard only if the code of the mail server says that the address is bad', async () => {
  for (const [name, call, kind, isLost] of meanings) {
    const [event] = (await readCall(providers[name] as Provider, call)) as MailEvent[]
    assert.equal(event?.kind, kind, `${name}: ${call.body}`)
    if (isLost !== undefined) assert.equal(event?.isLost ?? false, isLost, `${name}: ${call.body}`)
  }
})
