import ipaddr from 'ipaddr.js'

/**
 * Returns the addresses by which the rate limits count a visitor: the IPv4 address, or the IPv6 /64 (RFC 6177) and
 * /48. Uses only the last entry of the header, because visitors can forge the others.
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
