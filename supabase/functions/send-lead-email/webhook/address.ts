import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** The code of the error about a private address. */
export const privateAddress = 'EPRIVATE'

export type Resolve = (hostname: string) => Promise<{ address: string }[]>

// All public IPv6 addresses: https://www.iana.org/assignments/ipv6-address-space
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Not of this machine, a private network or another special range. */
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
 * Throws EPRIVATE if the host has an address that is not public, and the error of node:dns if it has none.
 */
export async function requirePublic({ hostname }: URL, resolve: Resolve = resolveAll) {
  const addresses = await resolve(hostname)
  if (!addresses.every(({ address }) => isPublic(address))) {
    throw Object.assign(new Error(), { code: privateAddress })
  }
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })
