import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** From E.164, such as “+44 20 7946 0000”. */
export const tellPhone = (number: string) =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number

export const tellSender = (sender: string) => (sender ? tellPhone(sender) : 'An unknown sender')
