import * as z from 'zod/mini'

export const countryCodes = ['US', 'UK', 'CA', 'AU'] as const
export type CountryCode = (typeof countryCodes)[number]

// Control characters and lone surrogates: Postgres cannot store U+0000, and the others may break a mail's headers.
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
 * A lead as it is submitted (spec 3 and 5), with name and phone trimmed and in NFC. The lengths only prevent abuse.
 * The e-mail rule is the browser's: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const leadSchema = z.object({
  name: line('Please enter your name.', 200),
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

/** Returns the first message of each wrong field, to be shown under it. Issues outside the five fields are left out. */
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
