import { timingSafeEqual } from 'node:crypto'

const encoder = new TextEncoder()

/** The time of the comparison shows only the secret's length. */
export function isSameText(shown: string, secret: string): boolean {
  const [a, b] = [encoder.encode(shown), encoder.encode(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
