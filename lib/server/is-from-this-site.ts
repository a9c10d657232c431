/** Whether the headers of a post name a page of the host that received it as its origin. */
export function isFromThisSite(headers: Pick<Headers, 'get'>): boolean {
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return URL.parse(headers.get('origin') ?? '')?.host === host
}
