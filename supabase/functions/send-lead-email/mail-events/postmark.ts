import { Buffer } from 'node:buffer'
import * as z from 'zod/mini'
import { isSameText } from '../same-text.ts'
import { type MailEvent, type ReadMailEvents, textSchema, timeSchema } from './mail-event.ts'
import { parseJson } from './parse-json.ts'

/** The types of https://postmarkapp.com/developer/api/bounce-api that tell us something about the mailbox. */
const kinds: Partial<Record<string, MailEvent['kind']>> = {
  HardBounce: 'bounced hard',
  BadEmailAddress: 'bounced hard',
  SoftBounce: 'bounced softly',
  Transient: 'bounced softly',
  DnsError: 'bounced softly',
  Blocked: 'bounced softly',
  SpamComplaint: 'complained',
}

const reportSchema = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']),
  ID: z.number(),
  Type: z.string(),
  MessageID: textSchema,
  Email: textSchema,
  BouncedAt: timeSchema,
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
    const kind = report && kinds[report.Type]
    if (!kind) return []
    const { ID, MessageID, Email, BouncedAt } = report
    return [{ id: `${ID}`, kind, mailbox: Email, messageId: MessageID, at: BouncedAt }]
  }
}
