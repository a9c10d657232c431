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
 * The types of https://postmarkapp.com/developer/api/bounce-api after which the email does not arrive:
 * Postmark tries no more (https://postmarkapp.com/support/article/1159-how-to-fix-soft-bounces), or has not
 * tried at all, because the address is on its own list (SMTPApiError).
 */
const lost = new Set([
  ...['HardBounce', 'BadEmailAddress', 'SoftBounce', 'DnsError', 'Blocked', 'DMARCPolicy', 'SMTPApiError'],
  ...['Transient', 'VirusNotification', 'ManuallyDeactivated', 'Unknown'],
])
/** Only after these types the answer is one of the mail server about the address. */
const aboutAddress = new Set(['HardBounce', 'BadEmailAddress'])

function meaningOf(
  type: string,
  name: string,
  answer: string,
): Pick<MailEvent, 'kind' | 'isLost'> | undefined {
  if (type === 'SpamComplaint') return { kind: 'complained' }
  // They replied to an email that had arrived.
  if (type === 'Unsubscribe') return { kind: 'unsubscribed' }
  if (!lost.has(type)) return undefined
  // A server that delays an email may still deliver it. Postmark reports this with the same type as
  // 'Undeliverable'.
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
 * https://postmarkapp.com/developer/webhooks/subscription-change-webhook. Only what the receiver did is read: bounces
 * and complaints have reports of their own, and what the operator enters at Postmark is not the receiver's word.
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
 * Returns a function that reads the calls of Postmark about bounces, complaints and unsubscriptions. Postmark does not
 * sign its calls. The operator therefore puts a password into the address that Postmark calls
 * (https://postmarkapp.com/developer/webhooks/webhooks-overview).
 */
export function createPostmarkReader(password: string): ReadMailEvents {
  return async (headers, body) => {
    const [, credentials = ''] = /^Basic ([\w+/=]+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const [, shown = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? []
    if (!isSameText(shown, password)) return 'forged'
    const unsubscription = parseJson(unsubscriptionSchema, body)
    if (unsubscription) {
      const { MessageID, Recipient, ChangedAt } = unsubscription
      // This report has no id, but its copy has the same body.
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
