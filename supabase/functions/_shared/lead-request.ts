import * as z from 'zod/mini'
import { leadSchema, optionalExtras } from './lead.ts'
import { variantName } from './variant-name.ts'

/**
 * The ids of clicks in the addresses of ads, in lower case, with the desk's name of the network. `source_of`
 * in supabase/schemas/02_leads.sql has the same.
 */
export const clickIds = {
  ...{ gclid: 'google', gbraid: 'google', wbraid: 'google', dclid: 'google', msclkid: 'microsoft' },
  ...{ ttclid: 'tiktok', twclid: 'x', li_fat_id: 'linkedin', rdt_cid: 'reddit', sccid: 'snapchat' },
  ...{ epik: 'pinterest', oppref: 'chatgpt', qclid: 'quora', yclid: 'yandex', tblci: 'taboola' },
  ...{ dicbo: 'outbrain', obclid: 'outbrain', irclickid: 'impact', awc: 'awin', cjevent: 'cj' },
  // Facebook, Instagram and Threads write it into every link, even of posts.
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

// Too long evidence is cut and unprintable characters are removed, so that no visitor is refused for a long
// referrer.
const text = (max: number) =>
  z.string().check(
    z.overwrite((value) =>
      value
        .replace(/[\p{Cc}\p{Cs}]/gu, '')
        .slice(0, max)
        .toWellFormed(),
    ),
  )

/** In a wrong format it is left out, and the lead is stored. */
const evidence = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

const hash = evidence(z.string().check(z.regex(/^[0-9a-f]{64}$/)))

/** All campaign values of a lead together. An ad's link has only a few. */
export const maxCampaignBytes = 1_500

/** Each value is kept whole or not at all, because half an id names nobody. Ids come before words (utm_…). */
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
  /** The HMAC-SHA-256 of the visitor's IPv4 address or IPv6 /64, as 64 hex digits. */
  ipHash: hash,
})

const contextSchema = z.extend(confirmationSchema, {
  page: evidence(text(300)),
  referrer: evidence(text(300)),
  campaign: evidence(campaign),
  /** The same of the IPv6 /48. Only counts submissions, and is not stored with the lead. */
  networkHash: hash,
  /**
   * The honeypot was filled in, or the form was sent too fast. The lead is stored, but its emails are held.
   */
  suspectedBot: evidence(z.boolean()),
  /**
   * Unknown how much time passed from page load to submit. The emails are not held, but others may go first.
   */
  timeUnknown: evidence(z.boolean()),
  preview: evidence(z.boolean()),
  /** Then there is no reminder, and no click on an ad is stored. */
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

/** By the page, or by the button of a mail program (RFC 8058). */
const waySchema = z.literal(['link', 'mail program'])
export type Unsubscription = z.infer<typeof waySchema>

export const unsubscribeRequestSchema = z.extend(askRequestSchema, { way: waySchema })

export const confirmRequestSchema = z.extend(askRequestSchema, {
  context: z.extend(confirmationSchema, { consentText: text(2000).check(z.minLength(1)) }),
})
