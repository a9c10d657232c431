/** The longest pause that a receiver can ask for. A wrong clock at the receiver must not end the webhook. */
const longestMs = 3_600_000
/** The pause after an answer that says the receiver is overloaded, but not for how long. */
const usualMs = 60_000
const overloaded = [429, 502, 504]

/**
 * Returns for how many ms the receiver wants no posts after this answer. After 410 for ever. Otherwise `Retry-After`
 * decides, in seconds or as a date (RFC 9110, section 10.2.3). After a success 0.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function restAfter({ status, ok, headers }: Response, now = Date.now()): number {
  if (status === 410) return Number.POSITIVE_INFINITY
  if (ok) return 0
  const said = headers.get('retry-after') ?? ''
  const asked = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now
  if (asked >= 0) return Math.min(asked, longestMs)
  return overloaded.includes(status) ? usualMs : 0
}
