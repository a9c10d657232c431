import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { isSameText } from '../same-text.ts'
import { detailSchema, type ReadMailEvents, readBounce, textSchema, timeSchema } from './mail-event.ts'
import { parseJson } from './parse-json.ts'
import { readSesBounce } from './ses.ts'

/**
 * How much the clocks of Resend and this machine may differ. A stolen call can be repeated only within this
 * time.
 */
const toleranceMs = 5 * 60_000

const reportSchema = z.object({
  type: z.enum(['email.bounced', 'email.complained', 'email.suppressed', 'email.failed']),
  created_at: timeSchema,
  data: z.object({
    email_id: textSchema,
    to: z.array(textSchema),
    bounce: z.catch(
      z.optional(
        z.object({
          type: detailSchema,
          subType: detailSchema,
          message: detailSchema,
          diagnosticCode: z.catch(z.union([z.array(textSchema), z.nullish(textSchema)]), undefined),
        }),
      ),
      undefined,
    ),
  }),
})

/**
 * Reads Resend's calls about bounces and complaints (https://resend.com/docs/webhooks/emails/bounced). The
 * secret is `whsec_` and base64. Signature: https://docs.svix.com/receiving/verifying-payloads/how-manual
 */
export function createResendReader(secret: string, now = Date.now): ReadMailEvents {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')

  return async (headers, body) => {
    const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
      (name) => headers.get(name) ?? '',
    ) as [string, string, string]
    const wanted = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    // While the secret is being changed, Resend sends two signatures.
    const isSigned = signatures.split(' ').some((shown) => isSameText(shown, wanted))
    if (!isSigned || !(Math.abs(now() - Number(timestamp) * 1000) <= toleranceMs)) return 'forged'
    const report = parseJson(reportSchema, body)
    if (!report) return []
    const { type, created_at, data } = report
    const meaning = meaningOf(type, data.bounce)
    return data.to.map((mailbox) => ({ id, ...meaning, mailbox, messageId: data.email_id, at: created_at }))
  }
}

function meaningOf(type: string, bounce: z.infer<typeof reportSchema>['data']['bounce']) {
  if (type === 'email.complained') return { kind: 'complained' } as const
  // Not sent: the address is on Resend's own list, or something is wrong there.
  if (type !== 'email.bounced') return readBounce(true, '')
  const { type: severity, subType, message, diagnosticCode } = bounce ?? {}
  const answer = [diagnosticCode ?? (severity === 'Transient' ? '' : message) ?? ''].flat().join(' ')
  return readSesBounce({ type: severity, subType, answer })
}
