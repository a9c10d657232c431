import * as z from 'zod/mini'
import { brand } from '../../../site/brand.ts'

const mailbox = /^(?:(?<name>[^<>\p{Cc}]*[^<>\s\p{Cc}])?\s*<(?<inner>[^<>\s]+)>|(?<bare>[^<>\s]+))$/u
const email = z.string().check(z.regex(z.regexes.html5Email))

/** An address, or `Name <address>`. Without a name, the brand. */
export const mailFrom = z.pipe(
  z.string().check(z.regex(mailbox, 'must be an address or "Name <address>"')),
  z.transform((value: string, context) => {
    const { name, inner, bare } = value.match(mailbox)?.groups ?? {}
    const address = email.safeParse(inner ?? bare)
    const plain = name === undefined ? brand : unquote(name)
    if (plain === undefined) {
      context.issues.push({
        code: 'custom',
        message: 'must have the name as people read it, without =?…?=, %20 or &amp;',
        input: '',
      })
      return z.NEVER
    }
    if (address.success) return { name: plain || brand, address: address.data }
    context.issues.push({ code: 'custom', message: 'must hold an email address', input: '' })
    return z.NEVER
  }),
)

/**
 * Removes the quotation marks of a mail header, since the email gets its own. Undefined for text copied in a
 * code that people cannot read.
 */
function unquote(name: string): string | undefined {
  let plain = name.replace(/\p{Cf}/gu, '').trim()
  // Unsure people quote twice.
  for (let inner: string | undefined = plain; inner !== undefined; ) {
    const [, start = '', found, end = ''] = quoted.exec(plain) ?? []
    const isInside = [start, end].some((mark) => found?.replace(/\\./g, '').includes(mark))
    inner = isInside ? undefined : found
    plain = inner?.replace(/\\(.)/g, '$1').trim() ?? plain
  }
  return encoded.test(plain) ? undefined : plain
}

/** Quotation marks of any language, also doubled or escaped. */
const quoted =
  /^(?:\\?[\p{Quotation_Mark}`´′])*\\?([\p{Quotation_Mark}`´′])((?:[^\\]|\\.)*?)\\?([\p{Quotation_Mark}`´′])(?:\\?[\p{Quotation_Mark}`´′])*$/u

/**
 * An encoded word (RFC 2047), text of a URL, of HTML or of JSON, UTF-8 read as Latin-1, or the name of the
 * setting.
 */
const encoded =
  /=\?[^?]*\?[bq]\?|^utf-8''|%[\da-f]{2}|&(?:#x?[\da-f]+|[a-z]+);|\\(?:u[\da-f]{4}|n$)|[ÃÂ][\u0080-\u00bf]|^(?:mail_)?from *[:=]/i
