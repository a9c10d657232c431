import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** If the address of a receiver is private, the error has this code. */
export const privateAddress = 'EPRIVATE'

export type Resolve = (hostname: string) => Promise<{ address: string }[]>

// Every public IPv6 address is in this range: https://www.iana.org/assignments/ipv6-address-space
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Not of this machine, in private networks or in other special ranges. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false
  return parsed.range() === 'unicast'
}

/** Without the brackets of IPv6. Undefined for a host name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : undefined
}

/**
 * Throws EPRIVATE if the host in the URL has an IP address that is not public. If the host has no IP address, throws
 * the error of node:dns.
 */
export async function requirePublic({ hostname }: URL, resolve: Resolve = resolveAll) {
  const addresses = await resolve(hostname)
  if (!addresses.every(({ address }) => isPublic(address))) {
    throw Object.assign(new Error(), { code: privateAddress })
  }
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })
