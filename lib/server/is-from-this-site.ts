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

/** Returns whether an address is on the host to which the request with these headers was sent. */
export function isOfThisSite(headers: Pick<Headers, 'get'>, address: string): boolean {
  return URL.parse(address)?.host === (headers.get('x-forwarded-host') ?? headers.get('host'))
}
