/** True if the headers name no site. Older browsers send only Origin. */
export function isFromThisSite(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null || isOfThisSite(headers, origin)
}

/** A proxy in front may change the host or its port, so the host of SITE_URL counts, too. */
export function isOfThisSite(headers: Pick<Headers, 'get'>, address: string): boolean {
  const { host, protocol } = URL.parse(address) ?? {}
  if (host === undefined) return false
  // Several proxies write a list, the nearest to the visitor first.
  const [asked = ''] = (headers.get('x-forwarded-host') ?? headers.get('host') ?? '').split(',')
  return [`${protocol}//${asked.trim()}`, process.env.SITE_URL ?? ''].some(
    (own) => URL.parse(own)?.host === host,
  )
}
