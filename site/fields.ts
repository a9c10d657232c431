/**
 * `required` is the message that the visitor sees if the field is empty. If there is no `required`, the field is
 * optional.
 */
export type ExtraField = { label: string; max: number; autoComplete?: string; required?: string }

/** Add a line here to get one more text field in the form, beside those of spec 3 (docs/customise.md). */
export const extraFields = {} as const satisfies Record<string, ExtraField>

/**
 * The countries in the form (spec 3), in the order in which the form lists them. The form sends the code. The region
 * decides how a phone number is parsed.
 */
export const countries = {
  US: { name: 'United States', region: 'US' },
  UK: { name: 'United Kingdom', region: 'GB' },
  CA: { name: 'Canada', region: 'CA' },
  AU: { name: 'Australia', region: 'AU' },
} as const

/** What a visitor sees under a field that is empty or wrong (spec 5). */
export const fieldMessages = {
  name: 'Please enter your name.',
  email: 'Please enter your email address.',
  wrongEmail: 'Please enter a valid email address.',
  phone: 'Please enter your phone number.',
  countryCode: 'Please choose a country.',
  consent: 'Please tick the box to continue.',
  tooLong: (max: number) => `Please use at most ${max} characters.`,
}
