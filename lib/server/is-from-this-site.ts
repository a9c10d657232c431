/**
 * Returns whether a post comes from this site. If the headers name no site, returns true. Older browsers send only
 * the header Origin.
 */
export function isFromThisSite(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null || isOfThisSite(headers, origin)
}

/** A proxy in front may pass on another host or leave out the port, so the host of SITE_URL counts, too. */
export function isOfThisSite(headers: Pick<Headers, 'get'>, address: string): boolean {
  const host = URL.parse(address)?.host
  if (host === undefined) return false
  return (
    host === (headers.get('x-forwarded-host') ?? headers.get('host')) ||
    host === URL.parse(process.env.SITE_URL ?? '')?.host
  )
}
