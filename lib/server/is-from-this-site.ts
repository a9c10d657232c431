/** Returns whether a post comes from this site. A post that names no site passes. Older browsers send only Origin. */
export function isFromThisSite(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null || isOfThisSite(headers, origin)
}

export function isOfThisSite(headers: Pick<Headers, 'get'>, address: string): boolean {
  return URL.parse(address)?.host === (headers.get('x-forwarded-host') ?? headers.get('host'))
}
