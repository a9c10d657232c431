/** Whether the headers of a post name no other site as its origin than the host that received it. */
export function isFromThisSite(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  // Browsers that are older than the one header send the other.
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return origin === null || URL.parse(origin)?.host === host
}
