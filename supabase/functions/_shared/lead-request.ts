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

// Evidence that is too long or unprintable is shortened, so that no visitor is turned away for a long referrer.
const evidence = (max: number) =>
  z.string().check(
    z.overwrite((value) =>
      value
        .replace(/[\p{Cc}\p{Cs}]/gu, '')
        .slice(0, max)
        .toWellFormed(),
    ),
  )

const contextSchema = z.object({
  consentText: z.optional(evidence(2000)),
  consentVersion: z.optional(evidence(40)),
  page: z.optional(evidence(2000)),
  referrer: z.optional(evidence(2000)),
  userAgent: z.optional(evidence(500)),
  /** HMAC-SHA-256 of the visitor's IP address, 64 hex digits. */
  ipHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  campaign: z.optional(z.partialRecord(z.enum(campaignKeys), evidence(300))),
  /** Whether the trap field was filled in or the form was sent too fast. The lead is stored, its mails are held. */
  suspectedBot: z.optional(z.boolean()),
  /** Whether it was submitted on a preview of the site: its mails go to the owner alone. */
  preview: z.catch(z.optional(z.boolean()), undefined),
})

export type LeadContext = z.infer<typeof contextSchema>

/** The body of a call of `send-lead-email`: the five fields of a lead (spec 3) and an optional context. */
export const leadRequestSchema = z.extend(leadSchema, { context: z.optional(contextSchema) })
