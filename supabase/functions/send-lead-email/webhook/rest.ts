/**
 * The longest pause, in seconds, that a receiver can ask for. If the receiver's clock is wrong, a longer pause would
 * end the webhooks.
 */
const longest = 3600
/** The pause if the receiver answers that it is overloaded, but not for how long. */
const usual = 60
const overloaded = [429, 502, 504]

/**
 * Returns for how many seconds the receiver wants no posts after this answer. The header `Retry-After` decides, in
 * seconds or as a date (RFC 9110, section 10.2.3). After a success, the pause is 0.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function restAfter({ status, ok, headers }: Response, now = Date.now()): number {
  if (ok) return 0
  const said = headers.get('retry-after') ?? ''
  const asked = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - now) / 1000
  if (asked >= 0) return Math.min(asked, longest)
  return overloaded.includes(status) ? usual : 0
}
