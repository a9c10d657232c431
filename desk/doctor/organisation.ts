import { getDomain } from 'tldts'

/**
 * The domain that can be registered: brand.co.uk for mail.brand.co.uk (RFC 7489, section 3.2), by the public
 * suffix list. A public suffix stays as it is.
 */
export const organisationOf = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true }) ?? domain.toLowerCase()

/** Up to its organisation. */
export function withParents(domain: string): string[] {
  const labels = domain.split('.')
  const above = labels.length - organisationOf(domain).split('.').length
  return labels.slice(0, above + 1).map((_, start) => labels.slice(start).join('.'))
}
