import { timingSafeEqual } from 'node:crypto'

const encoder = new TextEncoder()

/** Whether a caller knows a secret. The time that the comparison takes reveals nothing about the secret except its length. */
export function isSameText(shown: string, secret: string): boolean {
  const [a, b] = [encoder.encode(shown), encoder.encode(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
