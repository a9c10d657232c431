import { timingSafeEqual } from 'node:crypto'

const encoder = new TextEncoder()

/**
 * Returns whether the caller knows the secret. From the time that the comparison takes, nobody can learn more about
 * the secret than its length.
 */
export function isSameText(shown: string, secret: string): boolean {
  const [a, b] = [encoder.encode(shown), encoder.encode(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
