import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why a receiver is not called, in place of the code of a network error. */
export const privateAddress = 'EPRIVATE'

/** Whether everybody reaches the IP address: it is not of this machine, a private network or any other special use. */
export const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

/** Returns the IP address that a URL names in place of a host name, without the brackets of IPv6. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : undefined
}

/**
 * Looks a host name up as node:dns does, and fails with the code EPRIVATE when any of its addresses is not public. The
 * connection goes to what this returns, so that a name that is answered otherwise the next time leads nowhere else.
 */
export function createPublicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, { family }, callback) => {
    resolve(hostname, { family, all: true }, (error, addresses) => {
      const refused = !error && addresses.some(({ address }) => !isPublic(address))
      const fault = refused ? Object.assign(new Error(), { code: privateAddress }) : error
      callback(fault, addresses)
    })
  }
}

const words: Record<string, string> = {
  [privateAddress]: 'must not lead to this machine or into a private network',
  ENOTFOUND: 'names a host that has no address',
}

/** Looks up the host of a URL; returns what is wrong with its addresses, or nothing as long as none is known to be. */
export function lookupFault({ hostname }: URL): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  createPublicLookup()(hostname, {}, (error) => resolve(error?.code && words[error.code]))
  return promise
}
