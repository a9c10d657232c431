import ipaddr from 'ipaddr.js'

/** Of IPv6 with an IPv4 end. */
const maxAddressLength = 45

/**
 * What the rate limits count: the IPv4 address, or the IPv6 /64 (RFC 6177) and /48. Takes addresses
 * (X-Forwarded-For) or nodes (Forwarded, RFC 7239), of which only the last is not forged by a visitor.
 */
export function sourceAddresses(forwardedFor: string | null): string[] {
  const entry = forwardedFor?.split(',').at(-1)?.trim()
  if (!entry) return []
  const address = withoutPort(/(?:^|;)\s*for\s*=\s*([^;]*)/i.exec(entry)?.[1] ?? entry)
  // Whatever a visitor forges, the counts keep no more than an address.
  if (!ipaddr.IPv6.isValid(address)) return [address.slice(0, maxAddressLength)]
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return [parsed.toString()]
  // Shared by all IPv4 addresses (RFC 6052).
  if (parsed.range() === 'rfc6052') return [new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString()]
  const groups = parsed.parts.map((part) => part.toString(16))
  return [4, 3].map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`)
}

/**
 * From `"[2001:db8::1%eth0]:443"` or `203.0.113.4:52341`, without quotes, brackets, zone and port. With its
 * port, each connection would be a source.
 */
function withoutPort(node: string): string {
  const plain = node.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]*)\](?::.*)?$/.exec(plain) ?? []
  const address = bracketed ?? plain.replace(/(\.\d{1,3}|^(?:[\da-f]{1,4}:){7}[\da-f]{1,4}):\d+$/i, '$1')
  return address.replace(/%.*$/, '').trim()
}
