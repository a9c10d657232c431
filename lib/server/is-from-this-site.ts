/** Returns whether a post comes from this site, or at least names no other site. Older browsers send only Origin. */
export function isFromThisSite(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null || isOfThisSite(headers, origin)
}

export function isOfThisSite(headers: Pick<Headers, 'get'>, address: string): boolean {
  return URL.parse(address)?.host === (headers.get('x-forwarded-host') ?? headers.get('host'))
}
