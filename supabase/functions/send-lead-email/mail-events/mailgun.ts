import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { isSameText } from '../same-text.ts'
import { detailSchema, type MailEvent, type ReadMailEvents, readBounce, textSchema } from './mail-event.ts'
import { parseJson } from './parse-json.ts'

/** Mailgun repeats an unanswered call for up to 8 hours, so ids must be remembered for longer. */
const toleranceMs = 24 * 3_600_000

/** The last second of the year 9999. Later years need more digits in ISO 8601. */
const longestSeconds = 253_402_300_799

const callSchema = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
})

const reportSchema = z.object({
  'event-data': z.object({
    event: z.enum(['failed', 'complained', 'unsubscribed']),
    severity: z.optional(z.string()),
    reason: detailSchema,
    'delivery-status': z.catch(
      z.optional(
        z.object({
          code: z.catch(z.union([z.number(), z.string()]), ''),
          'enhanced-code': detailSchema,
          message: detailSchema,
          description: detailSchema,
        }),
      ),
      undefined,
    ),
    timestamp: z.number().check(z.gte(0), z.lte(longestSeconds)),
    recipient: textSchema,
    message: z.optional(z.object({ headers: z.object({ 'message-id': z.optional(textSchema) }) })),
  }),
})

/**
 * Reads Mailgun's calls about bounces, complaints and unsubscriptions
 * (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads). Mailgun signs a
 * token and not the report, so the token is the event's id: the same token with another report is a copy and
 * changes nothing.
 */
export function createMailgunReader(signingKey: string, now = Date.now): ReadMailEvents {
  return async (_, body) => {
    const call = parseJson(callSchema, body)
    if (!call) return 'forged'
    const { timestamp, token, signature } = call.signature
    const wanted = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex')
    const isFresh = Math.abs(now() - Number(timestamp) * 1000) <= toleranceMs
    if (!isSameText(signature, wanted) || !isFresh) return 'forged'
    const report = parseJson(reportSchema, body)?.['event-data']
    if (!report) return []
    return [
      {
        id: token,
        ...meaningOf(report),
        mailbox: report.recipient,
        messageId: report.message?.headers['message-id'] ?? null,
        at: new Date(report.timestamp * 1000).toISOString(),
      },
    ]
  }
}

/** The codes and reasons of Mailgun's own lists, to which it sends nothing. */
const lists: Partial<Record<string, Meaning>> = {
  606: { kind: 'unsubscribed', isLost: true },
  'suppress-unsubscribe': { kind: 'unsubscribed', isLost: true },
  607: { kind: 'complained' },
  'suppress-complaint': { kind: 'complained' },
}

type Meaning = Pick<MailEvent, 'kind' | 'isLost'>

function meaningOf(report: z.infer<typeof reportSchema>['event-data']): Meaning {
  if (report.event !== 'failed') return { kind: report.event }
  const { code = '', message, description, 'enhanced-code': enhanced } = report['delivery-status'] ?? {}
  const list = lists[report.reason ?? ''] ?? lists[code]
  if (list) return list
  const answer = enhanced || `${message ?? ''} ${description ?? ''}`
  return readBounce(report.severity === 'permanent', `${code} ${answer}`)
}
