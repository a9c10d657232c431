/** The longest pause that a receiver can ask for, in seconds: a wrong clock could ask for years. */
const longest = 3600
/** Seconds for an overloaded receiver that does not say how long. */
const usual = 60
const overloaded = [429, 502, 504]
/** Seconds after a redirect: only the operator can set another address. */
const redirected = 24 * 3600

/** No acceptance, even if the receiver took the post, as a script of Google does. */
export const isRedirect = (status: number) => status >= 300 && status < 400

/**
 * Seconds without posts after this answer; 0 after a success. The header `Retry-After` has seconds or a date
 * (RFC 9110, section 10.2.3).
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function pauseAfter({ status, ok, headers }: Response, now = Date.now()): number {
  if (ok) return 0
  if (isRedirect(status)) return redirected
  const said = headers.get('retry-after') ?? ''
  const asked = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - now) / 1000
  if (asked >= 0) return Math.min(asked, longest)
  return overloaded.includes(status) ? usual : 0
}
