import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CountryCode } from '../_shared/lead.ts'

const regions = { US: 'US', UK: 'GB', CA: 'CA', AU: 'AU' } as const

/** Takes a phone as typed and the chosen country; returns its E.164 form, or null if it is not a valid number. */
export function toE164(phone: string, countryCode: CountryCode): string | null {
  const number = parsePhoneNumberFromString(phone, regions[countryCode])
  return number?.isValid() ? number.number : null
}
