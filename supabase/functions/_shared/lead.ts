import * as z from 'zod/mini'

export const countryCodes = ['US', 'UK', 'CA', 'AU'] as const
export type CountryCode = (typeof countryCodes)[number]

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

// C0 and C1 controls and lone surrogates: Postgres refuses the first of them, mail headers break on the rest.
const unprintable = /[\p{Cc}\p{Cs}]/u

function line(required: string, max: number) {
  return z.string(required).check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, required),
    z.maxLength(max, `Please use at most ${max} characters.`),
    z.refine((value) => !unprintable.test(value), 'Please remove the control characters.'),
  )
}

/**
 * What a visitor submits (spec 3 and 5), parsed by the form, the server action and the function.
 * Text comes out trimmed and in NFC. E-mail follows the browser's own rule, to the letter:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 * The bounds exist against abuse alone.
 */
export const leadSchema = z.object({
  name: line('Please enter your name.', 500),
  email: z
    .string('Please enter your email address.')
    .check(
      z.minLength(1, 'Please enter your email address.'),
      z.maxLength(320, 'Please use at most 320 characters.'),
      z.regex(z.regexes.html5Email, 'Please enter a valid email address.'),
    ),
  phone: line('Please enter your phone number.', 100),
  countryCode: z.enum(countryCodes, 'Please choose a country.'),
  consent: z.literal(true, 'Please tick the box to continue.'),
})

export type Lead = z.infer<typeof leadSchema>
export type LeadField = keyof Lead
export type LeadErrors = Partial<Record<LeadField, string>>

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

/** The first message of each field, for display under that field. What is wrong elsewhere has no entry. */
export function leadErrors(error: z.core.$ZodError): LeadErrors {
  const errors: LeadErrors = {}
  for (const { path, message } of error.issues) {
    if (isLeadField(path[0])) errors[path[0]] ??= message
  }
  return errors
}

function isLeadField(key: PropertyKey | undefined): key is LeadField {
  return key !== undefined && Object.hasOwn(leadSchema.shape, key)
}
