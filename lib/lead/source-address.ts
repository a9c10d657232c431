import { isIPv6 } from 'node:net'

/**
 * What counts as one source of submissions: an IPv4 address, also one mapped into IPv6, or the /64 network of an IPv6
 * address, which one subscriber has to themselves (RFC 6177).
 * @param forwardedFor the X-Forwarded-For header. Its last entry was written by the proxy in front of this server; a
 * visitor can forge the others. https://vercel.com/docs/headers/request-headers#x-forwarded-for
 * @returns undefined when that entry is missing or empty
 */
export function sourceAddress(forwardedFor: string | null): string | undefined {
  const address = forwardedFor?.split(',').at(-1)?.trim()
  if (!address) return undefined
  if (!isIPv6(address)) return address
  const groups = ipv6Groups(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.')
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. The URL parser writes it in one form, with hexadecimal groups alone. */
function ipv6Groups(address: string): number[] {
  const [bare = ''] = address.split('%')
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const parse = (part = '') =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16))
  const [left, right] = [parse(head), parse(tail)]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}
