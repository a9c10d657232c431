import * as z from 'zod/mini'
import { leadSchema } from './lead.ts'

/** Query parameters kept as campaign evidence; everything else in the address is dropped. */
export const campaignKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'ttclid',
  'msclkid',
] as const

// Evidence is cut and cleaned, never refused: nobody is turned away for a long referrer.
const evidence = (max: number) =>
  z.string().check(
    z.overwrite((value) =>
      value
        .replace(/[\p{Cc}\p{Cs}]/gu, '')
        .slice(0, max)
        .toWellFormed(),
    ),
  )

/** How and where a lead was given: the evidence behind a consent. All of it is optional. */
const contextSchema = z.object({
  consentText: z.optional(evidence(2000)),
  consentVersion: z.optional(evidence(40)),
  page: z.optional(evidence(2000)),
  referrer: z.optional(evidence(2000)),
  userAgent: z.optional(evidence(500)),
  /** HMAC-SHA-256 of the visitor's IP address, 64 hex digits. */
  ipHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  campaign: z.optional(z.partialRecord(z.enum(campaignKeys), evidence(300))),
  /** True for a filled trap field or an impossible speed: stored like any lead, mailed to nobody. */
  suspectedBot: z.optional(z.boolean()),
})

export type LeadContext = z.infer<typeof contextSchema>

/** The body of a call to `send-lead-email`: the five fields of the spec and an optional context. */
export const leadRequestSchema = z.extend(leadSchema, { context: z.optional(contextSchema) })
