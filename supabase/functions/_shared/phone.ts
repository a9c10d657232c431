import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type CountryCode, countries } from '../_shared/lead.ts'

/** Takes a typed phone number and the chosen country. Returns the number in E.164, or null if the number is invalid. */
export function toE164(phone: string, countryCode: CountryCode): string | null {
  const number = parsePhoneNumberFromString(phone, countries[countryCode].region)
  return number?.isValid() ? number.number : null
}
