/** The recipient's address is wrong (RFC 3463, 3.2). 5.1.5 says that it is right. */
export const badAddressCode = /5\.1\.(?:[1-46]|10)/.source
const badAddress = new RegExp(`^${badAddressCode}$`)

/** An enhanced status code, and not part of an IP address or a version. */
const code = /([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.source
const codeAfterReply = new RegExp(`\\b[245]\\d\\d[ -]+[#[(]?${code}`)
const codeAlone = new RegExp(`(?<![\\w.])${code}`)

/** RFC 3463. Undefined if the answer has none. */
export const statusCode = (answer: string): string | undefined =>
  (codeAfterReply.exec(answer) ?? codeAlone.exec(answer))?.[1]

/**
 * Takes a mail server's answer, which may begin with `smtp;` as in RFC 3464. True if the recipient's address
 * is bad, so that no email can ever reach it. Other answers may be about the sender: 5.1.0, 5.1.7, 5.1.8 and
 * 5.7.1 from Postfix, and 550 without a code from Exim.
 */
export function isBadAddress(answer: string): boolean {
  const [, reply = '5'] = /^\s*(?:smtp;\s*)?(\d)\d\d\b/i.exec(answer) ?? []
  return reply === '5' && badAddress.test(statusCode(answer) ?? '')
}
