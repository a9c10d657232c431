import * as z from 'zod/mini'
import { countries, type ExtraField, extraFields, fieldMessages } from '../../../site/fields.ts'
import { cleanText } from './clean-text.ts'

export type CountryCode = keyof typeof countries
export const countryCodes = Object.keys(countries) as CountryCode[]

type ExtraName = keyof typeof extraFields

/** From names of fields to their labels. The name of a removed field is its label. */
export const labelExtra = (extra: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(extra).map(([name, text]) => [
      (extraFields as Record<string, ExtraField>)[name]?.label ?? name,
      text,
    ]),
  )

/** Shows nothing, such as a name of U+200B or U+3164 alone. Dictation leaves U+FFFC. */
const unseen = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]*$/u

/** Browsers keep pasted tabs and line ends in a field, where nobody sees them. */
const toLine = (text: string) => (unseen.test(cleanText(text)) ? '' : cleanText(text))

/**
 * Writes the domain in ASCII, as Chromium does with what is typed (UTS 46) and Firefox does not. If that is
 * impossible, returns the address unchanged.
 */
function toAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  if (at === 0 || /^[\0-\x7f]*$/.test(domain) || /[\0-\x20/?#:@\\[\]%]/.test(domain)) return email
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return email
  }
}

/**
 * A text of one line. NFC writes no character with more than 4 others, so a longer text is too long anyway.
 * Sorting thousands of accents on one letter would take quadratic time.
 */
const line = (max: number, missing?: string) =>
  z.string(missing).check(
    z.overwrite(toLine),
    z.trim(),
    z.overwrite((text) => (text.length > 4 * max ? text : text.normalize('NFC'))),
    z.minLength(missing ? 1 : 0, missing),
    z.maxLength(max, fieldMessages.tooLong(max)),
  )

/** `required` is the message for an empty field. Without it, the field is optional. */
export const extraRule = ({ max, required }: ExtraField) =>
  required ? line(max, required) : z.optional(line(max))

type ExtraShape = Record<ExtraName, z.ZodMiniOptional<z.ZodMiniString<string>>>
const shapeOf = (check: (field: ExtraField) => z.ZodMiniType) =>
  Object.fromEntries(
    Object.entries<ExtraField>(extraFields).map(([name, field]) => [name, check(field)]),
  ) as ExtraShape

/** The function takes all extra fields as optional, because an older site may not send one yet. */
export const optionalExtras = shapeOf(({ max }) => z.optional(line(max)))

/** A submitted lead (spec 3 and 5). Texts are trimmed and in NFC. The length limits only prevent abuse. */
// Browsers' rule for an email address: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
export const leadSchema = z.object({
  name: line(200, fieldMessages.name),
  email: z
    .string(fieldMessages.email)
    .check(
      z.overwrite(toAsciiDomain),
      z.minLength(1, fieldMessages.email),
      z.maxLength(320, fieldMessages.tooLong(320)),
      z.regex(z.regexes.html5Email, fieldMessages.wrongEmail),
    ),
  phone: line(100, fieldMessages.phone),
  countryCode: z.enum(countryCodes, fieldMessages.countryCode),
  consent: z.literal(true, fieldMessages.consent),
  ...shapeOf(extraRule),
})

export type Lead = z.infer<typeof leadSchema>
export type FieldName = keyof Lead
export const leadFields = Object.keys(leadSchema.shape) as FieldName[]
export type LeadErrors = Partial<Record<FieldName, string>>

/** The first message of each wrong field. Leaves out errors without a field. */
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
