import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { type Context, Hono } from 'hono'
import { authSettings } from '../../machine/auth-settings.ts'
import type { Database } from '../database/database.ts'
import { AuthFault } from './auth-fault.ts'
import * as store from './auth-store.ts'
import { bearerOf } from './data-api.ts'
import { createLimits } from './limits.ts'
import { parseObject } from './read-object.ts'
import type { Tokens } from './tokens.ts'
import { isTotpCode, newTotpSecret } from './totp.ts'

type Options = {
  database: Database
  tokens: Tokens
  /** Auth's address, the issuer of its tokens. */
  issuer: string
  publishableKey: string
  secretKeys: string[]
  /** Throws if the mail server does not take it. */
  sendCode: (email: string, code: string, kind: store.CodeKind) => Promise<void>
}

/** The caller of a path that needs a session. */
type Caller = { user: store.User; sessionId: string; aal: string }

/**
 * Answers as Supabase Auth for the desk on the web: sign-in by code, refresh, TOTP and sign-out, and what a
 * stranger or the secret key could try. From supabase/auth (commit bc32168e), internal/api and the files in
 * comments. Without QR codes, links, other ways to sign in and the audit log.
 */
export function createAuth({ database, tokens, issuer, publishableKey, secretKeys, sendCode }: Options) {
  const app = new Hono()
  const limit = createLimits()
  const run = <T>(work: (query: store.Query) => Promise<T>) => store.asAuth(database, work)

  app.notFound((context) => context.text('404 page not found', 404))
  app.onError((error, context) => {
    const fault = error instanceof AuthFault ? error : new AuthFault(500, undefined, 'Unexpected failure')
    if (error !== fault)
      console.error(`auth: ${context.req.path}: ${(error as { code?: string }).code ?? error.name}`)
    if (fault.code) context.header('x-sb-error-code', fault.code)
    return context.json(fault.bodyFor(context.req.header('x-supabase-api-version')), fault.status)
  })

  app.get('/.well-known/jwks.json', (context) => context.json(tokens.jwks))
  app.use(async (context, next) => {
    const key = context.req.header('apikey') ?? ''
    return key === publishableKey || secretKeys.includes(key)
      ? next()
      : context.json({ message: 'Invalid API key' }, 401)
  })

  app.post('/otp', async (context) => {
    limit('otp', ipOf(context))
    const body = await readBody(context)
    const email = readEmail(body.email)
    const user = await run((query) => store.findUser(query, { email }))
    if (!user && body.create_user === false)
      throw new AuthFault(422, 'otp_disabled', 'Signups not allowed for otp')
    // An unconfirmed address signs up, with a password that nobody knows (magic_link.go).
    if (user?.email_confirmed_at) await send(email, 'recovery')
    else await signUp(email, randomBytes(33).toString('base64'), body.data, ipOf(context))
    return context.json({})
  })

  app.post('/signup', async (context) => {
    limit('otp', ipOf(context))
    const body = await readBody(context)
    if (!body.email)
      throw new AuthFault(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    const email = readEmail(body.email)
    const password = readPassword(body.password)
    await signUp(email, password, body.data, ipOf(context))
    return context.json(await run((query) => store.findUser(query, { email })))
  })

  /** Does not change an existing user: anybody could have asked (signup.go). */
  async function signUp(email: string, password: string, data: unknown, ip: string) {
    const user = await run((query) => store.findUser(query, { email }))
    if (user?.email_confirmed_at) return
    if (!user) {
      await run((query) => store.askHook(query, email, ip))
      const isObject = typeof data === 'object' && data !== null
      const added = { email, password: hashPassword(password), ...(isObject ? { data } : {}) }
      await run((query) => store.addUser(query, added))
    }
    await send(email, 'confirmation')
  }

  async function send(email: string, kind: store.CodeKind) {
    limit('email')
    const code = await run((query) => store.newCode(query, email, kind))
    try {
      await sendCode(email, code, kind)
    } catch {
      await run((query) => store.dropCode(query, email, kind))
      throw new AuthFault(500, undefined, `Error sending ${kind === 'recovery' ? 'magic link' : kind} email`)
    }
  }

  app.post('/verify', async (context) => {
    limit('verify', ipOf(context))
    const { type, email, token, token_hash: hash } = await readBody(context)
    if (!token === !hash) throw AuthFault.invalid('Verify requires either a token or a token hash')
    if (hash && email) throw AuthFault.invalid('Only the token_hash and type should be provided')
    const kinds = codeKinds[String(type)]
    if (!kinds) throw AuthFault.invalid('Unsupported verification type')
    const session = await run(async (query) => {
      const address = hash ? undefined : readEmail(email)
      const digest = address === undefined ? String(hash) : store.hashCode(address, String(token))
      const userId = await store.spendCode(query, digest, kinds, address)
      return (
        userId &&
        answerWith(query, userId, await store.startSession(query, userId, 'otp', visitorOf(context)))
      )
    })
    const message = hash ? 'Email link is invalid or has expired' : 'Token has expired or is invalid'
    if (!session) throw new AuthFault(403, 'otp_expired', message)
    return context.json(session)
  })

  app.post('/token', async (context) => {
    limit('token', ipOf(context))
    const grant = context.req.query('grant_type')
    if (grant === 'refresh_token') return context.json(await refresh(context))
    if (grant === 'password') return context.json(await signInWithPassword(context))
    throw new AuthFault(400, 'invalid_credentials', 'unsupported_grant_type')
  })

  async function refresh(context: Context) {
    const { refresh_token: token } = await readBody(context)
    const answer = await run(async (query) => {
      const next = await store.refresh(query, String(token ?? ''), visitorOf(context))
      return next instanceof AuthFault ? next : answerWith(query, next.userId, next)
    })
    if (answer instanceof AuthFault) throw answer
    return answer
  }

  async function signInWithPassword(context: Context) {
    const { email, password } = await readBody(context)
    return run(async (query) => {
      const user = typeof email === 'string' && (await store.findUser(query, { email }))
      const stored = user && (await store.findPassword(query, user.id))
      if (!user || !stored || !isPassword(String(password), stored))
        throw new AuthFault(400, 'invalid_credentials', 'Invalid login credentials')
      if (!user.email_confirmed_at) throw new AuthFault(400, 'email_not_confirmed', 'Email not confirmed')
      return answerWith(
        query,
        user.id,
        await store.startSession(query, user.id, 'password', visitorOf(context)),
      )
    })
  }

  /** internal/tokens/service.go AccessTokenResponse and GenerateAccessToken */
  async function answerWith(query: store.Query, userId: string, { sessionId, refreshToken }: store.Session) {
    const user = (await store.findUser(query, { id: userId })) as store.User
    const amr = await store.listMethods(query, sessionId)
    const now = Math.floor(Date.now() / 1000)
    const exp = now + authSettings.jwt_exp
    const token = tokens.sign({
      ...{ iss: issuer, sub: user.id, aud: user.aud, exp, iat: now, email: user.email, phone: '' },
      ...{ app_metadata: user.app_metadata, user_metadata: user.user_metadata, role: user.role },
      aal: amr.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1',
      ...{ amr, session_id: sessionId, is_anonymous: false },
    })
    return {
      ...{ access_token: token, token_type: 'bearer', expires_in: authSettings.jwt_exp, expires_at: exp },
      ...{ refresh_token: refreshToken, user },
    }
  }

  /** internal/api/auth.go requireAuthentication */
  async function readCaller({ req }: Context, query: store.Query): Promise<Caller> {
    const token = bearerOf(req.header('authorization'))
    if (!token) throw new AuthFault(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    const bad = (why: string) => new AuthFault(403, 'bad_jwt', why)
    const read = tokens.read(token)
    if ('fault' in read) throw bad('invalid JWT: unable to parse or verify signature, signature is invalid')
    const { exp, sub, session_id: session } = read.claims
    if (typeof exp === 'number' && exp <= Date.now() / 1000)
      throw bad(
        'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
      )
    if (!isUuid(sub)) throw bad('invalid claim: missing sub claim')
    const user = await store.findUser(query, { id: sub })
    if (!user) throw new AuthFault(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    const found = isUuid(session) ? await store.findSession(query, session) : undefined
    if (!isUuid(session) || !found)
      throw new AuthFault(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    return { user, sessionId: session, aal: found.aal }
  }

  app.get('/user', async (context) => {
    const { user } = await run((query) => readCaller(context, query))
    return context.json(user)
  })

  app.put('/user', async (context) => {
    const { password, data } = await readBody(context)
    const user = await run(async (query) => {
      const { user, sessionId, aal } = await readCaller(context, query)
      const hasFactor = user.factors?.some(({ status }) => status === 'verified')
      if (password && hasFactor && aal !== 'aal2') {
        const message = 'AAL2 session is required to update email or password when MFA is enabled.'
        throw new AuthFault(401, 'insufficient_aal', message)
      }
      if (password) await store.setPassword(query, user.id, hashPassword(readPassword(password)), sessionId)
      if (data) await store.addData(query, user.id, data)
      return store.findUser(query, { id: user.id })
    })
    return context.json(user)
  })

  app.post('/logout', async (context) => {
    const scope = context.req.query('scope') || 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others')
      throw AuthFault.invalid(`Unsupported logout scope "${scope}"`)
    await run(async (query) => {
      const { user, sessionId } = await readCaller(context, query)
      await store.endSessions(query, user.id, sessionId, scope)
    })
    return context.body(null, 204)
  })

  app.post('/factors', async (context) => {
    const { factor_type: type, friendly_name: name = '', issuer: given } = await readBody(context)
    if (type !== 'totp') throw AuthFault.invalid('factor_type needs to be totp, phone, or webauthn')
    const secret = newTotpSecret()
    const { id, email } = await run(async (query) => {
      const { user, aal } = await readCaller(context, query)
      await store.removeExpiredFactors(query)
      const { factors = [] } = (await store.findUser(query, { id: user.id })) ?? {}
      if (factors.some(({ friendly_name: taken = '' }) => taken === name)) {
        const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`
        throw new AuthFault(422, 'mfa_factor_name_conflict', message)
      }
      if (factors.length >= 10) {
        const message = 'Maximum number of verified factors reached, unenroll to continue'
        throw new AuthFault(422, 'too_many_enrolled_mfa_factors', message)
      }
      if (factors.some(({ status }) => status === 'verified') && aal !== 'aal2')
        throw new AuthFault(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
      return { id: await store.addFactor(query, user.id, String(name), secret), email: user.email }
    })
    const by = typeof given === 'string' && given ? given : new URL(issuer).host
    const parameters = new URLSearchParams({
      algorithm: 'SHA1',
      digits: '6',
      issuer: by,
      period: '30',
      secret,
    })
    const uri = `otpauth://totp/${encodeURIComponent(by)}:${encodeURIComponent(email)}?${parameters}`
    const totp = { qr_code: noPicture, secret, uri }
    return context.json({ id, type: 'totp', friendly_name: name, totp })
  })

  app.post('/factors/:id/challenge', async (context) => {
    limit('challenge', ipOf(context))
    const challenge = await run(async (query) => {
      const { user } = await readCaller(context, query)
      const factor = await readFactor(query, user.id, context.req.param('id'))
      return store.addChallenge(query, factor.id, ipOf(context))
    })
    return context.json({ type: 'totp', ...challenge })
  })

  app.post('/factors/:id/verify', async (context) => {
    limit('factor', ipOf(context))
    const { challenge_id: challengeId, code } = await readBody(context)
    const answer = await run(async (query) => {
      const { user, sessionId } = await readCaller(context, query)
      const factor = await readFactor(query, user.id, context.req.param('id'))
      if (!code) throw AuthFault.invalid('Code needs to be non-empty')
      const fault = await store.checkChallenge(query, factor.id, String(challengeId), ipOf(context))
      if (fault) return fault
      if (!isTotpCode(factor.secret, String(code)))
        throw new AuthFault(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
      const session = await store.verifyFactor(query, user.id, sessionId, factor.id, String(challengeId))
      return answerWith(query, user.id, session)
    })
    if (answer instanceof AuthFault) throw answer
    return context.json(answer)
  })

  app.delete('/factors/:id', async (context) => {
    const id = await run(async (query) => {
      const { user, aal } = await readCaller(context, query)
      const factor = await readFactor(query, user.id, context.req.param('id'))
      if (factor.status === 'verified' && aal !== 'aal2')
        throw new AuthFault(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      await store.removeFactor(query, factor.id)
      return factor.id
    })
    return context.json({ id })
  })

  // A hosted project's gateway gives a secret key the role service_role, Auth's admin (admin.go).
  app.use('/admin/*', async (context, next) => {
    if (!secretKeys.includes(context.req.header('apikey') ?? ''))
      throw new AuthFault(403, 'not_admin', 'User not allowed')
    return next()
  })

  app.get('/admin/users', async (context) =>
    context.json({ users: await run(store.listUsers), aud: 'authenticated' }),
  )

  // Does not ask the hook.
  app.post('/admin/users', async (context) => {
    const { id, password, email_confirm: isConfirmed, user_metadata: data, ...body } = await readBody(context)
    const email = readEmail(body.email)
    const added = {
      ...{ email, password: hashPassword(password ? String(password) : randomBytes(33).toString('base64')) },
      ...(isUuid(id) ? { id } : {}),
      ...{ isConfirmed: isConfirmed === true, data: (data ?? {}) as object },
    }
    const user = await run(async (query) => {
      if (await store.findUser(query, { email })) {
        const message = 'A user with this email address has already been registered'
        throw new AuthFault(422, 'email_exists', message)
      }
      await store.addUser(query, added)
      return store.findUser(query, { email })
    })
    return context.json(user)
  })

  app.get('/admin/users/:user', async (context) =>
    context.json(await run((query) => readUser(query, context))),
  )

  app.put('/admin/users/:user', async (context) => {
    const { password, user_metadata: data } = await readBody(context)
    const user = await run(async (query) => {
      const { id } = await readUser(query, context)
      if (password) await store.setPassword(query, id, hashPassword(String(password)))
      if (data) await store.addData(query, id, data)
      return store.findUser(query, { id })
    })
    return context.json(user)
  })

  app.delete('/admin/users/:user', async (context) => {
    await run(async (query) => store.removeUser(query, (await readUser(query, context)).id))
    return context.json({})
  })

  app.get('/admin/users/:user/factors', async (context) =>
    context.json((await run((query) => readUser(query, context))).factors ?? []),
  )

  app.delete('/admin/users/:user/factors/:id', async (context) => {
    const id = await run(async (query) => {
      const factor = await readFactor(query, (await readUser(query, context)).id, context.req.param('id'))
      await store.removeFactor(query, factor.id)
      return factor.id
    })
    return context.json({ id })
  })

  // Gives the secret key a code that was never emailed, and with it a session (mail.go adminGenerateLink).
  app.post('/admin/generate_link', async (context) => {
    const body = await readBody(context)
    const email = readEmail(body.email)
    if (body.type !== 'magiclink') throw AuthFault.invalid('Unsupported verification type')
    const answer = await run(async (query) => {
      const user = await store.findUser(query, { email })
      if (!user) throw new AuthFault(404, 'user_not_found', 'User with this email not found')
      const code = await store.newCode(query, email, 'recovery')
      const hash = store.hashCode(email, code)
      const link = `${issuer}/verify?token=${hash}&type=magiclink`
      return {
        ...user,
        action_link: link,
        email_otp: code,
        hashed_token: hash,
        verification_type: 'magiclink',
      }
    })
    return context.json(answer)
  })

  return app
}

/** In place of the QR code, for which Auth has a library. */
const noPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200"><text x="100" y="100" text-anchor="middle" font-size="14">Type the key into the app</text></svg>'

/** By type of verification, in this order (internal/api/verify.go verifyUserAndToken). */
const codeKinds: Record<string, store.CodeKind[]> = {
  email: ['confirmation', 'recovery'],
  signup: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
}

async function readBody({ req }: Context): Promise<Record<string, unknown>> {
  const body = parseObject(await req.text())
  if (!body) throw new AuthFault(400, 'bad_json', 'Could not parse request body as JSON')
  return body
}

/** internal/api/mail.go validateEmail */
function readEmail(value: unknown): string {
  if (typeof value !== 'string' || !value) throw AuthFault.invalid('An email address is required')
  if (value.length > 255) throw AuthFault.invalid('An email address is too long')
  const isAddress = /^[^\s@<>"]+@[^\s@<>"]+$/.test(value)
  if (!isAddress) throw AuthFault.invalid('Unable to validate email address: invalid format')
  return value.toLowerCase()
}

function readPassword(value: unknown): string {
  if (typeof value === 'string' && value.length >= 6) return value
  throw new AuthFault(422, 'weak_password', 'Password should be at least 6 characters.')
}

async function readUser(query: store.Query, { req }: Context): Promise<store.User> {
  const id = req.param('user')
  if (!isUuid(id)) throw new AuthFault(404, 'validation_failed', 'user_id must be an UUID')
  const user = await store.findUser(query, { id })
  if (!user) throw new AuthFault(404, 'user_not_found', 'User not found')
  return user
}

async function readFactor(query: store.Query, userId: string, id: string): Promise<store.Factor> {
  if (!isUuid(id)) throw new AuthFault(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = await store.findFactor(query, userId, id)
  if (!factor) throw new AuthFault(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)

/** As Auth logs it: the first in X-Forwarded-For (internal/utilities/request.go). */
function ipOf({ req }: Context): string {
  const [first = ''] = (req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return isIP(first) ? first : '127.0.0.1'
}

const visitorOf = (context: Context): store.Visitor => ({
  ip: ipOf(context),
  userAgent: context.req.header('user-agent'),
})

// Node has no bcrypt, which Auth uses.
function hashPassword(password: string, salt = randomBytes(16).toString('hex')): string {
  return `${salt}:${scryptSync(password, salt, 32).toString('hex')}`
}

function isPassword(password: string, stored: string): boolean {
  const [salt = ''] = stored.split(':')
  return timingSafeEqual(Buffer.from(hashPassword(password, salt)), Buffer.from(stored))
}
