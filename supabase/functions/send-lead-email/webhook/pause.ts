/**
 * A receiver can ask for a pause of at most this many seconds. If there were no limit, a receiver whose clock is
 * wrong could get no webhooks for a very long time.
 */
const longest = 3600
/** The pause in seconds if the receiver answers that it is overloaded but does not say for how long. */
const usual = 60
const overloaded = [429, 502, 504]
/** The pause in seconds if the receiver sends us to another address. Only the operator can set another address. */
const redirected = 24 * 3600

/** A redirect is no acceptance, also where the receiver has taken the post, as a script of Google does. */
export const isRedirect = (status: number) => status >= 300 && status < 400

/**
 * Returns for how many seconds the receiver wants no more posts after this answer. The receiver says so in the header
 * `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). After a success, the pause is 0.
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
