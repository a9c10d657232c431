import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** Why a receiver is not called, in place of the code of a network error. */
export const privateAddress = 'EPRIVATE'

/** Looks a host name up; returns all of its addresses, and fails with the code of node:dns. */
export type Resolve = (hostname: string) => Promise<{ address: string }[]>

/** Whether everybody reaches the IP address: it is not of this machine, a private network or any other special use. */
export const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

/** Returns the IP address that a URL names in place of a host name, without the brackets of IPv6. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : undefined
}

/**
 * Looks up the host of a URL. Fails with the code EPRIVATE when any of its addresses is not public, and with that of node:dns
 * when it has none.
 */
export async function requirePublic({ hostname }: URL, resolve: Resolve = resolveAll) {
  const addresses = await resolve(hostname)
  if (!addresses.every(({ address }) => isPublic(address))) {
    throw Object.assign(new Error(), { code: privateAddress })
  }
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })
