import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * Takes a number in E.164. Returns it with spaces, in the way that people write numbers, such as “+44 20 7946 0000”.
 */
export const tellPhone = (number: string) =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number
