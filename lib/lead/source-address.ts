import ipaddr from 'ipaddr.js'

/**
 * What counts as a source of submissions: an IPv4 address, also one mapped into IPv6; of an IPv6 address its /64, which one
 * subscriber has to themselves (RFC 6177), and its /48, which anybody gets for nothing.
 * @param forwardedFor the X-Forwarded-For header. Its last entry was written by the proxy in front of this server; a
 * visitor can forge the others. https://vercel.com/docs/headers/request-headers#x-forwarded-for
 * @returns the narrower one first; none when that entry is missing or empty
 */
export function sourceAddresses(forwardedFor: string | null): string[] {
  const address = forwardedFor?.split(',').at(-1)?.trim()
  if (!address) return []
  if (!ipaddr.IPv6.isValid(address)) return [address]
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return [parsed.toString()]
  const groups = parsed.parts.map((part) => part.toString(16))
  return [4, 3].map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`)
}
