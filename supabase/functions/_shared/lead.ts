import * as z from 'zod/mini'

/**
 * The form's countries (spec 3), in the order of the form. The form sends the code. The region decides how phone
 * numbers are parsed.
 */
export const countries = {
  US: { name: 'United States', region: 'US' },
  UK: { name: 'United Kingdom', region: 'GB' },
  CA: { name: 'Canada', region: 'CA' },
  AU: { name: 'Australia', region: 'AU' },
} as const
export type CountryCode = keyof typeof countries
export const countryCodes = Object.keys(countries) as CountryCode[]

/** `required` is the message for an empty field. Without it the field is optional. */
export type ExtraField = { label: string; max: number; autoComplete?: string; required?: string }

/** Text fields in addition to those of spec 3. To add a field, add one line here (docs/customise.md). */
export const extraFields = {} as const satisfies Record<string, ExtraField>
type ExtraName = keyof typeof extraFields

/** Takes the values of optional fields by name. Returns the values by label. For a removed field, the label is the name. */
export const labelExtra = (extra: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(extra).map(([name, text]) => [
      (extraFields as Record<string, ExtraField>)[name]?.label ?? name,
      text,
    ]),
  )

// Control characters and lone surrogates. Postgres cannot store U+0000. The other characters may break a mail's headers.
const unprintable = /[\p{Cc}\p{Cs}]/u

const line = (max: number, missing?: string) =>
  z.string(missing).check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(missing ? 1 : 0, missing),
    z.maxLength(max, `Please use at most ${max} characters.`),
    z.refine((value) => !unprintable.test(value), 'Please remove the control characters.'),
  )

type ExtraShape = Record<ExtraName, z.ZodMiniOptional<z.ZodMiniString<string>>>
const shapeOf = (check: (field: ExtraField) => z.ZodMiniType) =>
  Object.fromEntries(
    Object.entries<ExtraField>(extraFields).map(([name, field]) => [name, check(field)]),
  ) as ExtraShape

/** The extra fields as the function takes them. All are optional, because an older site that still runs may lack a field. */
export const optionalExtras = shapeOf(({ max }) => z.optional(line(max)))

/** A lead as submitted (spec 3 and 5), trimmed and in NFC. The length limits only prevent abuse. */
// The browser's e-mail rule: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
export const leadSchema = z.object({
  name: line(200, 'Please enter your name.'),
  email: z
    .string('Please enter your email address.')
    .check(
      z.minLength(1, 'Please enter your email address.'),
      z.maxLength(320, 'Please use at most 320 characters.'),
      z.regex(z.regexes.html5Email, 'Please enter a valid email address.'),
    ),
  phone: line(100, 'Please enter your phone number.'),
  countryCode: z.enum(countryCodes, 'Please choose a country.'),
  consent: z.literal(true, 'Please tick the box to continue.'),
  ...shapeOf(({ max, required }) => (required ? line(max, required) : z.optional(line(max)))),
})

export type Lead = z.infer<typeof leadSchema>
export type FieldName = keyof Lead
export const leadFields = Object.keys(leadSchema.shape) as FieldName[]
export type LeadErrors = Partial<Record<FieldName, string>>

/** Returns the first message for each wrong field, which the form shows under the field. Omits issues outside the fields. */
export function leadErrors(error: z.core.$ZodError): LeadErrors {
  const errors: LeadErrors = {}
  for (const { path, message } of error.issues) {
    if (isFieldName(path[0])) errors[path[0]] ??= message
  }
  return errors
}

function isFieldName(key: PropertyKey | undefined): key is FieldName {
  return leadFields.includes(key as FieldName)
}
