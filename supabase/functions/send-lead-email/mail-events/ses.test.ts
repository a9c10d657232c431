import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { at, mailbox } from '../../../../tests/sql/mail-reports.ts'
import {
  amazon,
  bounceOf,
  certificateUrl,
  complaintOf,
  mail,
  messageOf,
  notify,
  stranger,
  subscriptionOf,
  topic,
} from '../../../../tests/sql/sns-messages.ts'
import type { MailEvent } from './mail-event.ts'
import { createSesReader } from './ses.ts'

/** With the Amazon addresses that the reader has fetched. */
function openReader() {
  const fetched: string[] = []
  const read = createSesReader(topic, async (url) => {
    fetched.push(url.href)
    return url.href.endsWith('.pem') ? amazon.cert : 'confirmed'
  })
  return { fetched, read: (body: string) => read(new Headers(), body) }
}

test('bounces and complaints are read, in both versions of the signature, and the certificate is fetched once', async () => {
  const { read, fetched } = openReader()
  for (const SignatureVersion of ['1', '2'] as const) {
    for (const [report, kind, messageId] of [
      [bounceOf('Permanent', mailbox), 'bounced hard', '00000137-ses'],
      [bounceOf('Transient', mailbox), 'bounced softly', '00000137-ses'],
      [complaintOf(null), 'complained', 'a-mail@brand.example'],
    ] as const) {
      const MessageId = randomUUID()
      const body = notify(report, { SignatureVersion, MessageId, Subject: 'Amazon SES Email Event' })
      const events = [{ id: MessageId, kind, mailbox, messageId, at }]
      assert.deepEqual(await read(body), events)
      assert.deepEqual(await read(body), events)
    }
  }
  assert.deepEqual(fetched, [certificateUrl])
})

test('a certificate that Amazon does not have is asked for once a minute, and one at a time', async () => {
  const { now } = Date
  const asked: string[] = []
  const held = Promise.withResolvers<void>()
  const reader = createSesReader(topic, async (url) => {
    asked.push(url.href)
    if (url.href === certificateUrl) return amazon.cert
    await held.promise
    return undefined
  })
  const named = (name: string) =>
    reader(
      new Headers(),
      notify(bounceOf('Permanent', mailbox), {
        SigningCertURL: certificateUrl.replace(/-[\da-f]+\.pem/, `-${name}.pem`),
      }),
    )
  const first = [named('aa'), named('aa')]
  await assert.rejects(async () => named('bb'), /another certificate is being fetched/)
  held.resolve()
  assert.deepEqual(await Promise.all(first), ['forged', 'forged'])
  for (let post = 0; post < 100; post += 1) assert.equal(await named('aa'), 'forged')
  assert.equal(asked.length, 1)
  Date.now = () => now() + 60_000
  assert.equal(await named('aa').finally(() => Object.assign(Date, { now })), 'forged')
  assert.equal(asked.length, 2)
  assert.equal(
    ((await reader(new Headers(), notify(bounceOf('Permanent', mailbox)))) as MailEvent[]).length,
    1,
  )
})

test('a bounce is hard only if the code of the mail server says that the address is bad', async () => {
  const { read } = openReader()
  for (const [type, recipient, kind, subType, isLost = kind === 'bounced softly'] of [
    ['Permanent', { status: '5.1.1', diagnosticCode: 'smtp; 550 5.7.1 policy' }, 'bounced softly'],
    ['Permanent', { status: '5.0.0', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }, 'bounced hard'],
    ['Permanent', { status: '5.7.1' }, 'bounced softly'],
    ['Permanent', { status: '5.1.10' }, 'bounced hard'],
    ['Permanent', {}, 'bounced softly'],
    ['Permanent', { status: '5.1.1' }, 'bounced softly', 'OnAccountSuppressionList'],
    ['Permanent', { status: '5.1.1' }, 'bounced softly', 'OnTenantSuppressionList'],
    ['Permanent', { diagnosticCode: 'smtp; 550 5.1.1' }, 'bounced softly', 'EmailValidationSuppressed'],
    ['Permanent', { status: '5.1.1' }, 'bounced softly', 'a new one'],
    ['Permanent', { status: '5.1.1' }, 'bounced hard', 'NoEmail'],
    ['Permanent', { status: '5.1.1' }, 'unsubscribed', 'UnsubscribedRecipient', true],
    ['Transient', { status: '4.4.7' }, 'bounced softly'],
    ['Transient', { status: '5.1.1', diagnosticCode: 'smtp; 451 5.1.1 later' }, 'bounced softly'],
    ['Transient', {}, 'bounced softly', 'MailboxFull'],
    ['Transient', {}, 'bounced softly', 'MessageTooLarge'],
    // Out of the office.
    ['Transient', {}, 'bounced softly', 'General', false],
    ['Undetermined', { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' }, 'bounced hard'],
  ] as const) {
    const { bounce, ...report } = bounceOf(type, mailbox)
    const changes = {
      bouncedRecipients: [{ emailAddress: mailbox, ...recipient }],
      ...(subType && { bounceSubType: subType }),
    }
    const events = (await read(notify({ ...report, bounce: { ...bounce, ...changes } }))) as MailEvent[]
    assert.deepEqual(
      [events[0]?.kind, events[0]?.isLost ?? false, type, recipient],
      [kind, isLost, type, recipient],
    )
  }
})

test('who unsubscribed from all is an event; who chose topics or subscribed again is none', async () => {
  const { read } = openReader()
  const MessageId = randomUUID()
  assert.deepEqual(await read(notify(subscriptionOf(true, mailbox, at), { MessageId })), [
    { id: MessageId, kind: 'unsubscribed', mailbox, messageId: '00000137-ses', at },
  ])
  assert.deepEqual(await read(notify(subscriptionOf(false, mailbox, at))), [])
})

test('a report about several mailboxes is an event for each; what nobody complained of, and other reports, are none', async () => {
  const { read } = openReader()
  const events = (await read(notify(bounceOf('Permanent', 'a@example.org', 'b@example.org')))) as MailEvent[]
  assert.deepEqual(
    events.map(({ mailbox }) => mailbox),
    ['a@example.org', 'b@example.org'],
  )
  for (const type of ['not-spam', 'auth-failure', 'virus'])
    assert.deepEqual(await read(notify(complaintOf(type))), [], type)
  assert.deepEqual(await read(notify({ notificationType: 'Delivery', mail, delivery: {} })), [])
  assert.deepEqual(await read(messageOf({ Message: 'Successfully validated SNS topic for Amazon SES' })), [])
})

test('a message that Amazon did not sign is forged, and so is one of another topic', async () => {
  const { read } = openReader()
  const report = bounceOf('Permanent', mailbox)
  const signed = notify(report)
  for (const body of [
    notify(report, {}, stranger.key),
    signed.replace(mailbox, 'eve@example.org'),
    JSON.stringify({ ...JSON.parse(signed), Timestamp: '2026-11-21T10:45:00.000Z' }),
    JSON.stringify({ ...JSON.parse(signed), Signature: '?' }),
    JSON.stringify({ ...JSON.parse(signed), Signature: undefined }),
    notify(report, { TopicArn: 'arn:aws:sns:eu-central-1:999999999999:mails' }),
    ...['', 'null', '{}', JSON.stringify(report)],
  ]) {
    assert.equal(await read(body), 'forged', body)
  }
})

test('nothing is fetched from an address that is not Amazon’s in the region of the topic', async () => {
  const { read, fetched } = openReader()
  const [host, file] = ['sns.eu-central-1.amazonaws.com', 'SimpleNotificationService-0123456789abcdef.pem']
  for (const SigningCertURL of [
    `http://${host}/${file}`,
    `https://sns.us-east-1.amazonaws.com/${file}`,
    `https://evil.example/${host}/${file}`,
    `https://${host}.evil.example/${file}`,
    `https://${host}@evil.example/${file}`,
    `https://user:password@${host}/${file}`,
    `https://${host}:8443/${file}`,
    `https://${host}/other.pem`,
    `https://${host}/a/../x/${file}`,
    `https://${host}/${file}?x`,
    'file:///etc/passwd',
    'no address',
  ]) {
    assert.equal(await read(notify({}, { SigningCertURL })), 'forged', SigningCertURL)
  }
  assert.deepEqual(fetched, [])
})

test('the topic’s subscription is confirmed at Amazon alone, and only if Amazon asks for it', async () => {
  const SubscribeURL = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f'
  const request = { Type: 'SubscriptionConfirmation', Token: '2336412f', SubscribeURL } as const
  const { read, fetched } = openReader()
  assert.deepEqual(await read(messageOf(request)), [])
  assert.deepEqual(fetched, [certificateUrl, SubscribeURL])
  assert.equal(await read(messageOf(request, stranger.key)), 'forged')
  assert.deepEqual(await read(messageOf({ ...request, SubscribeURL: 'https://evil.example/' })), [])
  assert.deepEqual(await read(messageOf({ ...request, Type: 'UnsubscribeConfirmation' })), [])
  assert.deepEqual(fetched, [certificateUrl, SubscribeURL])
})

test('an address without a certificate is a forged one; if Amazon cannot answer, the call fails and may come again', async () => {
  const body = notify(bounceOf('Permanent', mailbox))
  for (const certificate of [undefined, 'no certificate', stranger.cert]) {
    const read = createSesReader(topic, async () => certificate)
    assert.equal(await read(new Headers(), body), 'forged')
  }
  const silent = createSesReader(topic, () => Promise.reject(new Error('no answer')))
  await assert.rejects(silent(new Headers(), body), /no answer/)
})
