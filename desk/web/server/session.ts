import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setCookie, setSignedCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import type { Auth, Tokens } from '../../core/auth.ts'

const day = 24 * 3600
/** How long a sign-in lasts at most. The database ends sessions as well. */
const longest = 7 * day
/** In seconds. A token with less than this to live is exchanged. */
const margin = 60
/**
 * Within these 10 s Auth takes a refresh token again (security_refresh_token_reuse_interval), and gives the
 * same session.
 */
const reuse = 10_000

const jwtSchema = z.object({
  sub: z.string(),
  exp: z.number(),
  aal: z.optional(z.string()),
  amr: z.optional(z.array(z.object({ method: z.string(), timestamp: z.number() }))),
})

/** What a token says. Nothing is decided by it: the database checks the token each time. */
type Claims = { user: string; exp: number; aal: string; signedInAt: number }

/** Undefined for anything else. */
function claimsOf(token: string): Claims | undefined {
  try {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    const { sub: user, exp, aal = 'aal1', amr = [] } = jwtSchema.parse(JSON.parse(text))
    return { user, exp, aal, signedInAt: Math.min(...amr.map(({ timestamp }) => timestamp), exp) }
  } catch {
    return undefined
  }
}

/** '' for anything else. */
export const userOf = (token: string) => claimsOf(token)?.user ?? ''

const seconds = () => Date.now() / 1000

/**
 * Keeps members signed in with a cookie. `open` reads the session of a request and refreshes it if due; two
 * requests at once share one refresh.
 */
export function createSessions(auth: Pick<Auth, 'refresh'>, secret: string, isSecure: boolean) {
  const name = cookieName(isSecure, 'desk')
  // Only a cookie of ours makes this server ask Auth: strangers cannot use up its limits.
  const key = keyFor(secret, 'session')
  const refreshing = new Map<string, Promise<Tokens | undefined>>()

  function refresh(token: string): Promise<Tokens | undefined> {
    const running = refreshing.get(token)
    if (running) return running
    const refreshed = auth.refresh(token)
    refreshing.set(token, refreshed)
    const forget = () => refreshing.delete(token)
    // A tab that asked before it got the new cookie still has the old one.
    refreshed.then(() => setTimeout(forget, reuse).unref(), forget)
    return refreshed
  }

  return {
    /**
     * Returns the session, if any, and whether it was refreshed. Throws a NoAnswer if an ended token cannot
     * be refreshed now.
     */
    async open(context: Context): Promise<{ session?: Tokens | undefined; isNew: boolean }> {
      const signed = await getSignedCookie(context, key, name)
      const [token, access] = (signed || '').split('~')
      const claims = access ? claimsOf(access) : undefined
      if (!token || !access || !claims) return { isNew: false }
      if (claims.signedInAt + longest < seconds()) return { isNew: false }
      const stored = { session: { access, refresh: token }, isNew: false }
      if (claims.exp - margin > seconds()) return stored
      try {
        const session = await refresh(token)
        return { session, isNew: session !== undefined }
      } catch (error) {
        // Good enough for this request; the next one tries again.
        if (claims.exp > seconds()) return stored
        throw error
      }
    },
    async store(context: Context, { access, refresh: token }: Tokens) {
      const { signedInAt = 0 } = claimsOf(access) ?? {}
      const maxAge = Math.max(Math.floor(signedInAt + longest - seconds()), 0)
      await setSignedCookie(context, name, `${token}~${access}`, key, { ...flags(isSecure), maxAge })
    },
    remove: (context: Context) => setCookie(context, name, '', { ...flags(isSecure), maxAge: 0 }),
  }
}

const requestLife = 600

/**
 * Remembers in the browser for which address it asked for a code. Signed with a key made from `secret`; does
 * not say whether the address is a member’s.
 */
export function createCodeRequests(secret: string, isSecure: boolean) {
  const name = cookieName(isSecure, 'desk-code')
  const key = keyFor(secret, 'request for a code')
  const options = { ...flags(isSecure), maxAge: requestLife }
  return {
    store: (context: Context, address: string) =>
      setSignedCookie(context, name, JSON.stringify([address, Math.floor(seconds())]), key, options),
    remove: (context: Context) => setCookie(context, name, '', { ...options, maxAge: 0 }),
    /** Undefined after ten minutes. */
    async read(context: Context): Promise<string | undefined> {
      const signed = await getSignedCookie(context, key, name)
      if (!signed) return undefined
      const [address, askedAt] = requestSchema.parse(JSON.parse(signed))
      return askedAt + requestLife > seconds() ? address : undefined
    },
  }
}

const requestSchema = z.tuple([z.string(), z.number()])

const keyFor = (secret: string, use: string) => createHmac('sha256', secret).update(use).digest('base64url')

/** Browsers send a cookie with this prefix only to its own host over https, which a local desk lacks. */
const cookieName = (isSecure: boolean, name: string) => (isSecure ? `__Host-${name}` : name)

const flags = (isSecure: boolean) =>
  ({ path: '/', httpOnly: true, secure: isSecure, sameSite: 'Lax' }) as const
