import { Buffer } from 'node:buffer'
import type { Random } from './random.ts'

const fillers = ['x', 'ж', '山', '👩‍🚀', String.raw`\u0000`, String.raw`\ud800`]
const hex = 'a'.repeat(64)
const quoted = (text: string) => `"${text}"`
/** These values are written as JSON, because JSON.stringify could not produce some of them. */
const values = [
  ...String.raw`null true false 0 -1 1.5 1e999 [] {} [[]] {"a":1} {"length":1e9} {"toString":1} {"then":1} {"gclid":[]}
    {"__proto__":{"page":1}} {"utm_source":"\u0000"} "" "\u0020" "\u0000" "\ud800" "a\udfffb\u0000" "\u202e"
    "\r\nX:\u0020y" "%00%ed%a0%80" "__proto__" "toString" "constructor" "javascript:alert(1)" "https://[::1"
    "2026-11"`.split(/\s+/),
  ...[hex, hex.toUpperCase(), `${hex.slice(1)}\\n`, `https://example.com/?${'é'.repeat(900)}`].map(quoted),
  ...fillers.map((filler) => quoted(filler.repeat(600))),
  ...['['.repeat(1_000) + ']'.repeat(1_000), `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`],
]
const members =
  `consentText consentVersion page referrer userAgent ipHash campaign variant suspectedBot timeUnknown preview
  __proto__ constructor toString then`.split(/\s+/)
const headerValues = [
  ...['', ' ', '\t', '1.2.3.4, ', ', 1.2.3.4', '\u00ff\u0080', 'x'.repeat(1_500)],
  ...`, 1.2.3.4, ,,, ::1 ::ffff:1.2.3.4 fe80::1%eth0 [::1]:80 999.999.999.999 unknown __proto__ toString null " http://
    http://% http://[::1 javascript:alert(1) https://a:b@example.com:99999/ //example.com
    https://example.com/?utm_source=%00%ed%a0%80&utm_term=%`.split(/\s+/),
  `https://example.com/?gclid=${'y'.repeat(1_200)}`,
]
const headerNames =
  `x-forwarded-for x-real-ip forwarded via referer user-agent accept-language cookie dnt sec-gpc traceparent
  x-vercel-ip-country x-client-info cf-connecting-ip`.split(/\s+/)
// The id of the consent text is missing: with one that the build does not know, the visitor must agree again.
const fieldNames = ['referrer', 'elapsedMs', 'arrival', 'topic', '__proto__', 'toString', 'then', '']
const fieldValues = [
  ...['', ' ', '0', '-1', '1e999', '__proto__', '$K1', '\0', '\ud800'],
  ...['9'.repeat(40), 'ж'.repeat(1_000)],
]

const some = <T>(random: Random, list: readonly T[]): T[] => list.filter(() => random.below(2) === 0)

/**
 * JSON, in most cases of an object. Always shorter than 13 KB, because the function refuses larger bodies.
 */
export function randomContext(random: Random): string {
  if (random.below(10) === 0) return random.pick(values)
  let left = 13_000
  const entries = some(random, [...members, '']).flatMap((name) => {
    const entry = `${JSON.stringify(name)}:${random.pick(values)}`
    left -= Buffer.byteLength(entry) + 1
    return left > 0 ? [entry] : []
  })
  return `{${entries.join()}}`
}

/** These describe the sender, and do not affect whether the request is accepted. */
export const randomHeaders = (random: Random): Record<string, string> =>
  Object.fromEntries(some(random, headerNames).map((name) => [name, random.pick(headerValues)]))

/** For the hidden fields of the form, and for some that it does not have. */
export const randomFields = (random: Random): Record<string, string> =>
  Object.fromEntries(some(random, fieldNames).map((name) => [name, random.pick(fieldValues)]))
