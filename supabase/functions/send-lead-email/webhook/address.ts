import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** Why a receiver is not called, in place of the code of a network error. */
export const privateAddress = 'EPRIVATE'

export type Resolve = (hostname: string) => Promise<{ address: string }[]>

/** Whether everybody reaches the IP address: it is not of this machine, a private network or any other special use. */
export const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

/** Returns the IP address that a URL names in place of a host name, without the brackets of IPv6. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : undefined
}

/** Fails with EPRIVATE if any address of the URL's host is not public, or with the code of node:dns if it has none. */
export async function requirePublic({ hostname }: URL, resolve: Resolve = resolveAll) {
  const addresses = await resolve(hostname)
  if (!addresses.every(({ address }) => isPublic(address))) {
    throw Object.assign(new Error(), { code: privateAddress })
  }
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })
