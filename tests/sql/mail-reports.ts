import { Buffer } from 'node:buffer'
import { createHmac, randomUUID } from 'node:crypto'
import type { ReadMailEvents } from '../../supabase/functions/send-lead-email/mail-events/mail-event.ts'
import { createMailgunReader } from '../../supabase/functions/send-lead-email/mail-events/mailgun.ts'
import { createPostmarkReader } from '../../supabase/functions/send-lead-email/mail-events/postmark.ts'
import { createResendReader } from '../../supabase/functions/send-lead-email/mail-events/resend.ts'

/** The headers and the body of a call from a provider. */
export type Call = { headers: Record<string, string>; body: string }

export type Provider = {
  read: ReadMailEvents
  /**
   * The calls are like those in the documentation of the provider. Each function returns a new call about this
   * mailbox at this time.
   */
  hard: (mailbox: string, at: string) => Call
  /** After this report, the email may still arrive: it is late, or the receiver is out of the office. */
  soft: (mailbox: string, at: string) => Call
  complaint: (mailbox: string, at: string) => Call
  /** Somebody unsubscribed by the provider's own link. Resend has none in the emails of others. */
  unsubscription?: (mailbox: string, at: string) => Call
  other: () => Call
  /** The same report, but from somebody who does not know the secret. */
  forge: (call: Call) => Call
}

/** The time at which the calls are signed. The emails had come back an hour earlier. */
export const now = Math.floor(Date.now() / 1000) * 1000
export const at = new Date(now - 3_600_000).toISOString()
export const mailbox = 'ada@example.org'

// https://postmarkapp.com/developer/webhooks/bounce-webhook and …/spam-complaint-webhook
export const postmarkPassword = 'a_password_of_24_letters'
let postmarkId = 42
export const postmark = (
  password: string,
  record: string,
  type: string,
  Email: string,
  BouncedAt: string,
  Details = 'smtp;550 5.1.1 The email account does not exist.',
  Name = 'A name',
) => ({
  headers: { authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}` },
  body: JSON.stringify({
    ...{ RecordType: record, MessageStream: 'outbound', ID: postmarkId++, Type: type, TypeCode: 1 },
    ...{ Name, Tag: '', MessageID: '00000000-0000-4000-8000-000000000001', ServerID: 23 },
    ...{ Description: 'What it means', Details, Email, From: 'hello@brand.example' },
    ...{ BouncedAt, DumpAvailable: true, Inactive: true, CanActivate: true, Subject: 'Hello', Metadata: {} },
  }),
})

// https://postmarkapp.com/developer/webhooks/subscription-change-webhook
export const postmarkChange = (Recipient: string, ChangedAt: string, changes: object = {}) => ({
  headers: postmark(postmarkPassword, '', '', '', '').headers,
  body: JSON.stringify({
    ...{ RecordType: 'SubscriptionChange', MessageID: '00000000-0000-4000-8000-000000000001', ServerID: 23 },
    ...{ MessageStream: 'outbound', ChangedAt, Recipient, Origin: 'Recipient', SuppressSending: true },
    ...{ SuppressionReason: 'ManualSuppression', Tag: '', Metadata: {}, ...changes },
  }),
})

// https://resend.com/docs/webhooks/emails/bounced, …/complained and …/delivered
export const resendSecret = `whsec_${Buffer.from('a key of Resend’s, 24 bytes').toString('base64')}`
export function resend(
  type: string,
  to: string,
  created_at: string,
  bounce?: object,
  secret = resendSecret,
): Call {
  const report = { email_id: '56761188-0000-4000-8000-000000000001', from: 'hello@brand.example', to: [to] }
  const data = { ...report, created_at, subject: 'Hello', tags: {}, ...(bounce ? { bounce } : {}) }
  return signResend(`msg_${randomUUID()}`, now, JSON.stringify({ type, created_at, data }), secret)
}
export function signResend(id: string, time: number, body: string, secret = resendSecret): Call {
  const timestamp = `${Math.floor(time / 1000)}`
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,AAAA v1,${signature}` }
  return { headers, body }
}

// https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads and …/securing-webhooks
export const mailgunKey = '0123456789abcdef0123456789abcdef'
export function mailgun(
  event: string,
  severity: string | undefined,
  recipient: string,
  time: string,
  key = mailgunKey,
  failure: object = {
    'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: 'No such user', description: '' },
  },
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
    ...failure,
  }
  return {
    headers: {},
    body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': report }),
  }
}

export const providers: Record<string, Provider> = {
  Postmark: {
    read: createPostmarkReader(postmarkPassword),
    hard: (to, time) => postmark(postmarkPassword, 'Bounce', 'HardBounce', to, time),
    soft: (to, time) => postmark(postmarkPassword, 'Bounce', 'Transient', to, time, '', 'Message delayed'),
    complaint: (to, time) => postmark(postmarkPassword, 'SpamComplaint', 'SpamComplaint', to, time),
    unsubscription: postmarkChange,
    other: () => postmark(postmarkPassword, 'Bounce', 'AutoResponder', mailbox, at),
    forge: ({ body }) => ({ headers: postmark('guessed', '', '', '', '').headers, body }),
  },
  Resend: {
    read: createResendReader(resendSecret, () => now),
    hard: (to, time) =>
      resend('email.bounced', to, time, {
        ...{ type: 'Permanent', subType: 'General' },
        ...{ message: 'The mail bounced.', diagnosticCode: ['smtp; 550 5.1.1 user unknown'] },
      }),
    soft: (to, time) => resend('email.bounced', to, time, { type: 'Transient', subType: 'General' }),
    complaint: (to, time) => resend('email.complained', to, time),
    other: () => resend('email.delivered', mailbox, at),
    forge: ({ headers, body }) => ({ headers, body: body.replace(mailbox, 'eve@example.org') }),
  },
  Mailgun: {
    read: createMailgunReader(mailgunKey, () => now),
    hard: (to, time) => mailgun('failed', 'permanent', to, time),
    soft: (to, time) => mailgun('failed', 'temporary', to, time),
    complaint: (to, time) => mailgun('complained', undefined, to, time),
    unsubscription: (to, time) => mailgun('unsubscribed', undefined, to, time, mailgunKey, {}),
    other: () => mailgun('delivered', undefined, mailbox, at),
    forge: () => mailgun('failed', 'permanent', mailbox, at, 'guessed'),
  },
}
