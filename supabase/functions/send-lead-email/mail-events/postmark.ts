import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { isSameText } from '../same-text.ts'
import {
  detailSchema,
  type MailEvent,
  type ReadMailEvents,
  readBounce,
  textSchema,
  timeSchema,
} from './mail-event.ts'
import { parseJson } from './parse-json.ts'

/**
 * Types (https://postmarkapp.com/developer/api/bounce-api) after which the email does not arrive: Postmark
 * has given up (https://postmarkapp.com/support/article/1159-how-to-fix-soft-bounces), or has not tried,
 * because the address is on its own list (SMTPApiError).
 */
const lost = new Set([
  ...['HardBounce', 'BadEmailAddress', 'SoftBounce', 'DnsError', 'Blocked', 'DMARCPolicy', 'SMTPApiError'],
  ...['Transient', 'VirusNotification', 'ManuallyDeactivated', 'Unknown'],
])
/** Only then is the answer the mail server's about the address. */
const aboutAddress = new Set(['HardBounce', 'BadEmailAddress'])

function meaningOf(
  type: string,
  name: string,
  answer: string,
): Pick<MailEvent, 'kind' | 'isLost'> | undefined {
  if (type === 'SpamComplaint') return { kind: 'complained' }
  // A reply to an email that had arrived.
  if (type === 'Unsubscribe') return { kind: 'unsubscribed' }
  if (!lost.has(type)) return undefined
  // A delayed email may still arrive, and has the same type as 'Undeliverable'.
  const hasGivenUp = type !== 'Transient' || !/delayed/i.test(name)
  return readBounce(hasGivenUp, aboutAddress.has(type) ? answer : '')
}

const reportSchema = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']),
  ID: z.number(),
  Type: z.string(),
  Name: detailSchema,
  MessageID: textSchema,
  Email: textSchema,
  BouncedAt: timeSchema,
  Details: detailSchema,
  Description: detailSchema,
})

/**
 * https://postmarkapp.com/developer/webhooks/subscription-change-webhook. Only the receiver's own act counts:
 * bounces and complaints have reports of their own, and an entry of the operator at Postmark is not the
 * receiver's word.
 */
const unsubscriptionSchema = z.object({
  RecordType: z.literal('SubscriptionChange'),
  SuppressSending: z.literal(true),
  SuppressionReason: z.literal('ManualSuppression'),
  Origin: z.literal('Recipient'),
  MessageID: detailSchema,
  Recipient: textSchema,
  ChangedAt: timeSchema,
})

/**
 * Reads Postmark's calls about bounces, complaints and unsubscriptions. They are not signed, so the address
 * that Postmark calls has a password (https://postmarkapp.com/developer/webhooks/webhooks-overview).
 */
export function createPostmarkReader(password: string): ReadMailEvents {
  return async (headers, body) => {
    const [, credentials = ''] = /^Basic ([\w+/=]+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const [, shown = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? []
    if (!isSameText(shown, password)) return 'forged'
    const unsubscription = parseJson(unsubscriptionSchema, body)
    if (unsubscription) {
      const { MessageID, Recipient, ChangedAt } = unsubscription
      // Without an id, but a copy has the same body.
      const id = createHash('sha256').update(body).digest('hex')
      return [{ id, kind: 'unsubscribed', mailbox: Recipient, messageId: MessageID ?? null, at: ChangedAt }]
    }
    const report = parseJson(reportSchema, body)
    if (!report) return []
    const { ID, Type, Name, MessageID, Email, BouncedAt, Details, Description } = report
    const meaning = meaningOf(Type, Name ?? '', Details || Description || '')
    if (!meaning) return []
    return [{ id: `${ID}`, ...meaning, mailbox: Email, messageId: MessageID, at: BouncedAt }]
  }
}
