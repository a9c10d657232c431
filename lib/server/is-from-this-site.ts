/** Whether the headers of a post name no other site as its origin than the host that received it. */
export function isFromThisSite(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  // Browsers that are older than the one header send the other.
  const origin = headers.get('origin')
  return origin === null || isOfThisSite(headers, origin)
}

/** Whether an address is one of the host that received the headers. */
export function isOfThisSite(headers: Pick<Headers, 'get'>, address: string): boolean {
  return URL.parse(address)?.host === (headers.get('x-forwarded-host') ?? headers.get('host'))
}
