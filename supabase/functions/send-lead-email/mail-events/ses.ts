import * as z from 'zod/mini'
import { type MailEvent, type ReadMailEvents, textSchema, timeSchema } from './mail-event.ts'
import { parseJson } from './parse-json.ts'
import { createSnsReader, type FetchText } from './sns.ts'

const recipients = z.array(z.object({ emailAddress: textSchema }))

const reportSchema = z.object({
  mail: z.object({
    messageId: textSchema,
    commonHeaders: z.optional(z.object({ messageId: z.optional(textSchema) })),
  }),
  bounce: z.optional(
    z.object({ bounceType: z.string(), bouncedRecipients: recipients, timestamp: timeSchema }),
  ),
  complaint: z.optional(
    z.object({
      complainedRecipients: recipients,
      timestamp: timeSchema,
      complaintFeedbackType: z.nullish(z.string()),
    }),
  ),
})

/**
 * Returns a function that reads what Amazon SES publishes to an SNS topic. The function also confirms the
 * subscription to the topic. `topic` is an ARN. https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
export function createSesReader(topic: string, fetchText?: FetchText): ReadMailEvents {
  const readMessage = createSnsReader(topic, fetchText)

  return async (_, body) => {
    const message = await readMessage(body)
    if (message === 'forged') return 'forged'
    const report = message.Type === 'Notification' ? parseJson(reportSchema, message.Message) : undefined
    if (!report) return []
    const { mail, bounce, complaint } = report
    const messageId = mail.commonHeaders?.messageId?.replace(/^<|>$/g, '') ?? mail.messageId
    const eventsOf = (kind: MailEvent['kind'], found: z.infer<typeof recipients>, at: string) =>
      found.map(({ emailAddress: mailbox }) => {
        return { id: message.MessageId, kind, mailbox, messageId, at }
      })
    // With this type, Amazon reports that the recipient marked the mail as not spam.
    const isComplaint = complaint && complaint.complaintFeedbackType !== 'not-spam'
    const kind = bounce?.bounceType === 'Permanent' ? 'bounced hard' : 'bounced softly'
    return [
      ...(bounce ? eventsOf(kind, bounce.bouncedRecipients, bounce.timestamp) : []),
      ...(isComplaint ? eventsOf('complained', complaint.complainedRecipients, complaint.timestamp) : []),
    ]
  }
}
