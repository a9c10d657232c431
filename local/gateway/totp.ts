import { createHmac, randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 20 bytes in base 32, for authenticator apps. */
export const newTotpSecret = () => [...randomBytes(32)].map((byte) => letters[byte % 32]).join('')

/** Six digits for a time in seconds (RFC 6238: 30 s, SHA-1). */
export function totpCode(secret: string, seconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)))
  const hash = createHmac('sha1', readBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Of now and one step before and after, as supabase/auth internal/api/mfa.go (Skew 1). */
export const isTotpCode = (secret: string, code: string, now = Date.now() / 1000) =>
  [-30, 0, 30].some((step) => totpCode(secret, now + step) === code.trim())

function readBase32(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
