import ipaddr from 'ipaddr.js'

/** Of an IPv6 address that ends with an IPv4 one. */
const maxAddressLength = 45

/**
 * Returns the addresses by which the rate limits count a visitor: the IPv4 address, or the IPv6 /64 (RFC 6177) and
 * /48. Takes a list of addresses (X-Forwarded-For) or of nodes (Forwarded, RFC 7239). Uses only the last entry of the
 * header, because visitors can forge the others.
 */
export function sourceAddresses(forwardedFor: string | null): string[] {
  const entry = forwardedFor?.split(',').at(-1)?.trim()
  if (!entry) return []
  const address = withoutPort(/(?:^|;)\s*for\s*=\s*([^;]*)/i.exec(entry)?.[1] ?? entry)
  // Whatever else a visitor forges here, the counts keep no more of it than of an address.
  if (!ipaddr.IPv6.isValid(address)) return [address.slice(0, maxAddressLength)]
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return [parsed.toString()]
  // Everybody with an IPv4 address would share these (RFC 6052).
  if (parsed.range() === 'rfc6052') return [new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString()]
  const groups = parsed.parts.map((part) => part.toString(16))
  return [4, 3].map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`)
}

/**
 * Takes a node such as `"[2001:db8::1%eth0]:443"` or `203.0.113.4:52341`. Returns its address without quotes,
 * brackets, zone and port. With its port, each connection would count as a source of its own.
 */
function withoutPort(node: string): string {
  const plain = node.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]*)\](?::.*)?$/.exec(plain) ?? []
  const address = bracketed ?? plain.replace(/(\.\d{1,3}|^(?:[\da-f]{1,4}:){7}[\da-f]{1,4}):\d+$/i, '$1')
  return address.replace(/%.*$/, '').trim()
}
