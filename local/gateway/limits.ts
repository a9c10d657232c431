import { authSettings } from '../../machine/auth-settings.ts'
import { AuthFault } from './auth-fault.ts'

const minutes = 60

/**
 * [requests in how many seconds, at once] (supabase/auth, internal/conf/configuration.go and
 * internal/api/apilimiter/apilimiter.go).
 */
const limits = {
  otp: [authSettings.rate_limit_otp, 5 * minutes],
  verify: [authSettings.rate_limit_verify, 5 * minutes],
  token: [authSettings.rate_limit_token_refresh, 5 * minutes],
  challenge: [15, minutes],
  factor: [15, minutes],
  email: [authSettings.rate_limit_email_sent, 60 * minutes],
} as const

const burst = 30

/**
 * Counts a request by address and kind, and throws 429 after too many. All members share the address of the
 * desk's server. Emails are counted for all addresses together.
 */
export function createLimits(now = () => Date.now() / 1000) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (kind: keyof typeof limits, address = '') => {
    const key = `${kind} ${address}`
    const [count, seconds] = limits[kind]
    const size = kind === 'email' ? count : burst
    const { tokens, at } = buckets.get(key) ?? { tokens: size, at: now() }
    const left = Math.min(size, tokens + ((now() - at) * count) / seconds)
    if (left < 1) {
      if (kind === 'email') throw AuthFault.tooManyMails('email rate limit exceeded')
      throw new AuthFault(429, 'over_request_rate_limit', 'Request rate limit reached')
    }
    buckets.set(key, { tokens: left - 1, at: now() })
  }
}
