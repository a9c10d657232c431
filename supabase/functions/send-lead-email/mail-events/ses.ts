import * as z from 'zod/mini'
import { statusCode } from '../bad-address.ts'
import {
  detailSchema,
  type MailEvent,
  type ReadMailEvents,
  readBounce,
  textSchema,
  timeSchema,
} from './mail-event.ts'
import { parseJson } from './parse-json.ts'
import { createSnsReader, type FetchText } from './sns.ts'

const recipients = z.array(
  z.object({ emailAddress: textSchema, status: detailSchema, diagnosticCode: detailSchema }),
)

const reportSchema = z.object({
  mail: z.object({
    messageId: textSchema,
    destination: z.catch(z.array(textSchema), []),
    commonHeaders: z.optional(z.object({ messageId: z.optional(textSchema) })),
  }),
  bounce: z.optional(
    z.object({
      bounceType: z.string(),
      bounceSubType: detailSchema,
      bouncedRecipients: recipients,
      timestamp: timeSchema,
    }),
  ),
  complaint: z.optional(
    z.object({
      complainedRecipients: recipients,
      timestamp: timeSchema,
      complaintFeedbackType: z.nullish(z.string()),
    }),
  ),
  subscription: z.optional(
    z.object({
      timestamp: timeSchema,
      newTopicPreferences: z.object({ unsubscribeAll: z.boolean() }),
    }),
  ),
})

/**
 * Reads what Amazon SES publishes to an SNS topic (an ARN), and confirms the subscription.
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
export function createSesReader(topic: string, fetchText?: FetchText): ReadMailEvents {
  const readMessage = createSnsReader(topic, fetchText)

  return async (_, body) => {
    const message = await readMessage(body)
    if (message === 'forged') return 'forged'
    const report = message.Type === 'Notification' ? parseJson(reportSchema, message.Message) : undefined
    if (!report) return []
    const { mail, bounce, complaint, subscription } = report
    const messageId = mail.commonHeaders?.messageId?.replace(/^<|>$/g, '') ?? mail.messageId
    type Recipient = z.infer<typeof recipients>[number]
    const eventsOf = (
      found: Recipient[],
      at: string,
      meaningOf: (recipient: Recipient) => Pick<MailEvent, 'kind' | 'isLost'>,
    ) =>
      found.map((recipient) => {
        const { emailAddress: mailbox } = recipient
        return { id: message.MessageId, ...meaningOf(recipient), mailbox, messageId, at }
      })
    const meaningOf = ({ diagnosticCode, status }: Recipient) => {
      // Without a code in the answer, Amazon's own field has it.
      const answer = (statusCode(diagnosticCode ?? '') ? diagnosticCode : status) ?? diagnosticCode ?? ''
      return readSesBounce({ type: bounce?.bounceType, subType: bounce?.bounceSubType, answer })
    }
    const isComplaint = complaint && !uncomplaining.has(complaint.complaintFeedbackType ?? '')
    return [
      ...(bounce ? eventsOf(bounce.bouncedRecipients, bounce.timestamp, meaningOf) : []),
      ...(isComplaint
        ? eventsOf(complaint.complainedRecipients, complaint.timestamp, () => ({
            kind: 'complained',
          }))
        : []),
      // Comes with the email in which they unsubscribed, which has one receiver.
      ...(subscription?.newTopicPreferences.unsubscribeAll
        ? eventsOf(
            mail.destination.map((emailAddress) => ({ emailAddress })),
            subscription.timestamp,
            () => ({ kind: 'unsubscribed' }),
          )
        : []),
    ]
  }
}

/**
 * Nobody complained (RFC 5965, RFC 6591, RFC 6430): somebody marked the email as not spam, or a program
 * reports a virus or a failed SPF, DKIM or DMARC.
 */
const uncomplaining = new Set(['not-spam', 'auth-failure', 'virus'])

/**
 * In Amazon's words, which Resend uses, too. Amazon reports a bounce only when it gives up. But automatic
 * replies, such as 'out of the office', are transient bounces as well, without a server's answer. After a
 * transient bounce, even 5.1.1 does not make the address bad.
 */
export function readSesBounce({ type, subType, answer }: SesBounce): Pick<MailEvent, 'kind' | 'isLost'> {
  if (subType === 'UnsubscribedRecipient') return { kind: 'unsubscribed', isLost: true }
  const isTransient = type === 'Transient'
  const isReply = isTransient && !answer && (!subType || subType === 'General')
  return readBounce(!isReply, isTransient || !aboutAddress.has(subType ?? 'General') ? '' : answer)
}

type SesBounce = { type?: string | null | undefined; subType?: string | null | undefined; answer: string }

/**
 * Only then is the answer the mail server's about the address. Otherwise the address is on a list of
 * Amazon's, or Amazon takes it for bad: it then writes 5.1.1 without having asked, even after a spam report.
 */
const aboutAddress = new Set(['General', 'NoEmail', 'Undetermined'])
