import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Takes a number in E.164. Returns it with spaces, as people write it, such as “+44 20 7946 0000”. */
export const tellPhone = (number: string) =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number
