import * as z from 'zod/mini'
import { leadSchema, optionalExtras } from './lead.ts'
import { variantName } from './variant-name.ts'

/**
 * The ids that the networks which sell clicks put into the addresses of their ads, in lower case, and what the desk
 * calls the network. `source_of` in supabase/schemas/02_leads.sql names the same.
 */
export const clickIds = {
  ...{ gclid: 'google', gbraid: 'google', wbraid: 'google', dclid: 'google', msclkid: 'microsoft' },
  ...{ ttclid: 'tiktok', twclid: 'x', li_fat_id: 'linkedin', rdt_cid: 'reddit', sccid: 'snapchat' },
  ...{ epik: 'pinterest', oppref: 'chatgpt', qclid: 'quora', yclid: 'yandex', tblci: 'taboola' },
  ...{ dicbo: 'outbrain', obclid: 'outbrain', irclickid: 'impact', awc: 'awin', cjevent: 'cj' },
  // Facebook, Instagram and Threads write it into every link, also of posts.
  fbclid: 'facebook',
} as const

export const campaignKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  ...(Object.keys(clickIds) as (keyof typeof clickIds)[]),
] as const

// If a piece of evidence is too long, it is cut. Unprintable characters are removed. That way, no visitor is refused
// because of a long referrer.
const text = (max: number) =>
  z.string().check(
    z.overwrite((value) =>
      value
        .replace(/[\p{Cc}\p{Cs}]/gu, '')
        .slice(0, max)
        .toWellFormed(),
    ),
  )

/** If its format is wrong, the lead is stored without it. */
const evidence = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

const hash = evidence(z.string().check(z.regex(/^[0-9a-f]{64}$/)))

/** For all campaign values of a lead together. The link of an ad contains only a few of them. */
export const maxCampaignBytes = 1_500

/**
 * Each value is kept whole or not at all, because half an id of a click names nobody. These ids come before
 * the words (utm_…).
 */
export function boundCampaign(values: Record<string, string | undefined>): Record<string, string> {
  const isWord = ([key]: [string, unknown]) => Number(key.startsWith('utm_'))
  let left = maxCampaignBytes
  const kept = Object.entries(values)
    .toSorted((one, other) => isWord(one) - isWord(other))
    .filter(([, value]) => {
      const bytes = new TextEncoder().encode(value).length
      if (!value || bytes > left) return false
      left -= bytes
      return true
    })
  return Object.fromEntries(kept) as Record<string, string>
}

const campaign = z
  .object(Object.fromEntries(campaignKeys.map((key) => [key, evidence(text(Number.POSITIVE_INFINITY))])))
  .check(z.overwrite(boundCampaign))

const confirmationSchema = z.object({
  consentText: evidence(text(2000)),
  consentVersion: evidence(text(40)),
  userAgent: evidence(text(300)),
  /** The HMAC-SHA-256 of the visitor's IPv4 address or IPv6 /64, written as 64 hex digits. */
  ipHash: hash,
})

const contextSchema = z.extend(confirmationSchema, {
  page: evidence(text(300)),
  referrer: evidence(text(300)),
  campaign: evidence(campaign),
  /**
   * The same kind of hash for the visitor's IPv6 /48. This hash is used only to count submissions and is not stored
   * with the lead.
   */
  networkHash: hash,
  /**
   * True if the honeypot was filled in or the form was sent too fast. The lead is then stored, but its emails
   * are held.
   */
  suspectedBot: evidence(z.boolean()),
  /**
   * True if nobody knows how much time passed from page load to submit. The emails are then not held, but
   * other emails may be sent first.
   */
  timeUnknown: evidence(z.boolean()),
  preview: evidence(z.boolean()),
  /** The person then gets no reminder, and no click on an ad is stored. */
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

/** How a mailbox was unsubscribed. This happens either on the page or with the button of a mail program (RFC 8058). */
const waySchema = z.literal(['link', 'mail program'])
export type Unsubscription = z.infer<typeof waySchema>

export const unsubscribeRequestSchema = z.extend(askRequestSchema, { way: waySchema })

export const confirmRequestSchema = z.extend(askRequestSchema, {
  context: z.extend(confirmationSchema, { consentText: text(2000).check(z.minLength(1)) }),
})
