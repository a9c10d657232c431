import { createSign, randomUUID } from 'node:crypto'
import { signedText } from '../../supabase/functions/send-lead-email/mail-events/sns.ts'
import { throwAwayCertificate } from '../kit/certificate.ts'
import { at, type Call, mailbox, type Provider } from './mail-reports.ts'

export const topic = 'arn:aws:sns:eu-central-1:123456789012:mails'
export const certificateUrl =
  'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'
export const amazon = throwAwayCertificate('rsa')
export const stranger = throwAwayCertificate('rsa')

export type Message = Parameters<typeof signedText>[0]

/**
 * Returns the body that SNS sends with a call: https://docs.aws.amazon.com/sns/latest/dg/http-notification-json.html
 */
export function messageOf(changes: Partial<Message>, key = amazon.key): string {
  const message: Message = {
    ...{ Type: 'Notification', MessageId: randomUUID(), TopicArn: topic, Message: '{}' },
    ...{ Timestamp: at, SignatureVersion: '2', SigningCertURL: certificateUrl },
    ...changes,
  }
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
  const Signature = createSign(algorithm).update(signedText(message)).sign(key, 'base64')
  return JSON.stringify({
    ...message,
    Signature,
    UnsubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?x',
  })
}

// https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
export const mail = {
  ...{ timestamp: at, source: 'hello@brand.example', messageId: '00000137-ses', destination: [mailbox] },
  ...{ headersTruncated: false, headers: [] },
}
export const bounceOf = (bounceType: string, ...mailboxes: string[]) => ({
  notificationType: 'Bounce',
  bounce: {
    ...{ bounceType, bounceSubType: 'General', timestamp: at, feedbackId: 'an id' },
    bouncedRecipients: mailboxes.map((emailAddress) => ({
      emailAddress,
      ...(bounceType !== 'Transient' && { action: 'failed', status: '5.1.1' }),
    })),
  },
  mail,
})
export const complaintOf = (complaintFeedbackType: string | null) => ({
  notificationType: 'Complaint',
  complaint: {
    ...{ complainedRecipients: [{ emailAddress: mailbox }], timestamp: at, feedbackId: 'an id' },
    complaintFeedbackType,
  },
  mail: { ...mail, commonHeaders: { messageId: '<a-mail@brand.example>', subject: 'Hello' } },
})
export const subscriptionOf = (unsubscribeAll: boolean, to: string, timestamp: string) => ({
  eventType: 'Subscription',
  mail: { ...mail, destination: [to] },
  subscription: {
    ...{ contactList: 'ours', timestamp, source: 'UnsubscribeHeader' },
    newTopicPreferences: { unsubscribeAll, topicSubscriptionStatus: [] },
    oldTopicPreferences: { unsubscribeAll: !unsubscribeAll, topicSubscriptionStatus: [] },
  },
})
export const notify = (report: object, changes: Partial<Message> = {}, key?: string) =>
  messageOf({ Message: JSON.stringify(report), ...changes }, key)

const call = (body: string): Call => ({ headers: { 'content-type': 'text/plain; charset=UTF-8' }, body })
const bounce = (type: string, to: string, timestamp: string) => {
  const report = bounceOf(type, to)
  return call(notify({ ...report, bounce: { ...report.bounce, timestamp } }))
}

/** Amazon SES, as the function is called. The function must be able to fetch the certificate of `amazon`. */
export const ses: Omit<Provider, 'read'> = {
  hard: (to, time) => bounce('Permanent', to, time),
  soft: (to, time) => bounce('Transient', to, time),
  complaint: (to, time) => {
    const { complaint, ...report } = complaintOf(null)
    const complainedRecipients = [{ emailAddress: to }]
    return call(notify({ ...report, complaint: { ...complaint, complainedRecipients, timestamp: time } }))
  },
  unsubscription: (to, time) => call(notify(subscriptionOf(true, to, time))),
  other: () => call(notify({ notificationType: 'Delivery', mail, delivery: {} })),
  forge: ({ headers, body }) => ({ headers, body: body.replace(mailbox, 'eve@example.org') }),
}
