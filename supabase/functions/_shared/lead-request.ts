import * as z from 'zod/mini'
import { leadSchema, optionalExtras } from './lead.ts'
import { variantName } from './variant-name.ts'

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

// Evidence that is too long is cut, and unprintable characters are removed. That way, no visitor is refused because of
// a long referrer.
const text = (max: number) =>
  z.string().check(
    z.overwrite((value) =>
      value
        .replace(/[\p{Cc}\p{Cs}]/gu, '')
        .slice(0, max)
        .toWellFormed(),
    ),
  )

/** Makes a piece of evidence optional. If its format is wrong, the lead is stored without it. */
const evidence = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

const hash = evidence(z.string().check(z.regex(/^[0-9a-f]{64}$/)))

/**
 * The limit for all values together. It is only a tenth of what the limits of the single values add up to, because an
 * ad's link has few values.
 */
const maxCampaignBytes = 1_000

const campaign = z.object(Object.fromEntries(campaignKeys.map((key) => [key, evidence(text(300))]))).check(
  z.overwrite((values) => {
    let left = maxCampaignBytes
    const kept = Object.entries(values).filter(([, value]) => {
      left -= new TextEncoder().encode(value).length
      return left >= 0
    })
    return Object.fromEntries(kept)
  }),
)

const confirmationSchema = z.object({
  consentText: evidence(text(2000)),
  consentVersion: evidence(text(40)),
  userAgent: evidence(text(300)),
  /** HMAC-SHA-256 of the visitor's IPv4 address or IPv6 /64, 64 hex digits. */
  ipHash: hash,
})

const contextSchema = z.extend(confirmationSchema, {
  page: evidence(text(300)),
  referrer: evidence(text(300)),
  campaign: evidence(campaign),
  /** The same hash of the visitor's IPv6 /48. It is only used to count submissions and is not stored with the lead. */
  networkHash: hash,
  /** Whether the trap field was filled in or the form was sent too fast. If so, the lead is stored, but its mails are held. */
  suspectedBot: evidence(z.boolean()),
  /** Whether the time from page load to submit is unknown. If so, the mails are not held, but other mails may be sent first. */
  timeUnknown: evidence(z.boolean()),
  preview: evidence(z.boolean()),
  /** Whether the browser asked not to be tracked. Then the person gets no reminder. */
  refusesTracking: evidence(z.boolean()),
  variant: evidence(z.string().check(z.regex(variantName))),
})

export type LeadContext = z.infer<typeof contextSchema>
export type Confirmation = z.infer<typeof confirmationSchema>
export type Traces = Pick<Confirmation, 'userAgent' | 'ipHash'>

export const leadRequestSchema = z.extend(leadSchema, { ...optionalExtras, context: evidence(contextSchema) })

export const askRequestSchema = z.object({ token: z.guid() })

export const watchedRequestSchema = z.extend(askRequestSchema, { percent: z.literal([25, 50, 75, 100]) })

export const stopRequestSchema = z.extend(askRequestSchema, {
  context: z.pick(confirmationSchema, { userAgent: true, ipHash: true }),
})

/** How a mailbox was unsubscribed: by the page, or by the button of a mail program (RFC 8058). */
const waySchema = z.literal(['link', 'mail program'])
export type Unsubscription = z.infer<typeof waySchema>

export const unsubscribeRequestSchema = z.extend(askRequestSchema, { way: waySchema })

export const confirmRequestSchema = z.extend(askRequestSchema, {
  context: z.extend(confirmationSchema, { consentText: text(2000).check(z.minLength(1)) }),
})
