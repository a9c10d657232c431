import { Buffer } from 'node:buffer'
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

/** The types of https://postmarkapp.com/developer/api/bounce-api that tell us something about the mailbox. */
const meanings: Partial<Record<string, (answer: string) => Pick<MailEvent, 'kind' | 'isLost'>>> = {
  HardBounce: (answer) => readBounce(true, answer),
  BadEmailAddress: (answer) => readBounce(true, answer),
  SoftBounce: () => ({ kind: 'bounced softly' }),
  Blocked: () => ({ kind: 'bounced softly' }),
  DnsError: () => ({ kind: 'bounced softly' }),
  Transient: () => ({ kind: 'bounced softly' }),
  SpamComplaint: () => ({ kind: 'complained' }),
  Unsubscribe: () => ({ kind: 'unsubscribed' }),
}

const reportSchema = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']),
  ID: z.number(),
  Type: z.string(),
  MessageID: textSchema,
  Email: textSchema,
  BouncedAt: timeSchema,
  Details: detailSchema,
  Description: detailSchema,
})

/**
 * Returns a function that reads the calls of Postmark about bounces and complaints. Postmark does not sign its calls.
 * The operator therefore puts a password into the address that Postmark calls
 * (https://postmarkapp.com/developer/webhooks/webhooks-overview).
 */
export function createPostmarkReader(password: string): ReadMailEvents {
  return async (headers, body) => {
    const [, credentials = ''] = /^Basic ([\w+/=]+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const [, shown = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? []
    if (!isSameText(shown, password)) return 'forged'
    const report = parseJson(reportSchema, body)
    const meaningOf = report && meanings[report.Type]
    if (!meaningOf) return []
    const { ID, MessageID, Email, BouncedAt, Details, Description } = report
    const meaning = meaningOf(Details || Description || '')
    return [{ id: `${ID}`, ...meaning, mailbox: Email, messageId: MessageID, at: BouncedAt }]
  }
}
