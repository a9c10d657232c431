import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** The error code for a receiver with a private address. */
export const privateAddress = 'EPRIVATE'

export type Resolve = (hostname: string) => Promise<{ address: string }[]>

// Every public IPv6 address is in this range: https://www.iana.org/assignments/ipv6-address-space
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Whether the IP address is public. Addresses of this machine, of private networks and of other special ranges are not public. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false
  return parsed.range() === 'unicast'
}

/** Returns the IP address in a URL, without the brackets of IPv6; undefined if the URL has a host name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : undefined
}

/** Throws EPRIVATE if an IP address of the URL's host is not public. Throws node:dns's error if the host has no IP address. */
export async function requirePublic({ hostname }: URL, resolve: Resolve = resolveAll) {
  const addresses = await resolve(hostname)
  if (!addresses.every(({ address }) => isPublic(address))) {
    throw Object.assign(new Error(), { code: privateAddress })
  }
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })
