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

/** A proxy in front may pass on another host, add the port or leave it out, so the host of SITE_URL counts, too. */
export function isOfThisSite(headers: Pick<Headers, 'get'>, address: string): boolean {
  const { host, protocol } = URL.parse(address) ?? {}
  if (host === undefined) return false
  // Several proxies write a list, the first of which is nearest to the visitor.
  const [asked = ''] = (headers.get('x-forwarded-host') ?? headers.get('host') ?? '').split(',')
  return [`${protocol}//${asked.trim()}`, process.env.SITE_URL ?? ''].some(
    (own) => URL.parse(own)?.host === host,
  )
}
