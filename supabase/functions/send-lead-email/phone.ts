import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type CountryCode, countries } from '../_shared/lead.ts'

/** Takes a phone number as typed and the chosen country; returns its E.164 form, or null if it is invalid. */
export function toE164(phone: string, countryCode: CountryCode): string | null {
  const number = parsePhoneNumberFromString(phone, countries[countryCode].region)
  return number?.isValid() ? number.number : null
}
