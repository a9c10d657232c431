import * as z from 'zod/mini'
import type { AuthCall } from '../setup/vendor-calls.ts'
import { DeskError, NoAnswer } from './desk-error.ts'
import { failureCode } from './failure-code.ts'
import type { Project } from './open-web.ts'

/** The refresh token works once. */
export type Tokens = { access: string; refresh: string }

/** A second factor to enrol: the address of a picture for an app, and the same secret as a text. */
export type NewFactor = { id: string; picture: string; secret: string }

const sessionSchema = z.pipe(
  z.object({ access_token: z.string(), refresh_token: z.string() }),
  z.transform(
    ({ access_token, refresh_token }): Tokens => ({ access: access_token, refresh: refresh_token }),
  ),
)
const failureSchema = z.object({ code: z.optional(z.string()) })
const idSchema = z.object({ id: z.string() })
const enrolledSchema = z.object({
  id: z.string(),
  totp: z.object({ qr_code: z.string(), secret: z.string() }),
})
const userSchema = z.object({
  factors: z.optional(z.array(z.object({ id: z.string(), status: z.string(), factor_type: z.string() }))),
})

type Request = { token?: string; id?: string; query?: string; body?: object }

const patience = 15_000
/** How many factors of a member a code may belong to. The owner has pinned one of them. */
const mostFactors = 5

/** Supabase Auth, with the publishable key. Throws a NoAnswer if it does not answer. */
export function openAuth({ url, publishableKey }: Project) {
  async function ask<Answer>(
    call: AuthCall,
    schema: z.ZodMiniType<Answer>,
    { token = publishableKey, id = '', query = '', body }: Request,
  ): Promise<{ answer: Answer } | { refused: string }> {
    const [method, path = ''] = call.split(' ')
    const response = await fetch(`${url}/auth/v1${path.replace(':id', id)}${query}`, {
      method,
      headers: {
        apikey: publishableKey,
        ...(token !== publishableKey && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        // With it a refusal names its code as `code`.
        'x-supabase-api-version': '2024-01-01',
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    }).catch(unanswered)
    const text = await response.text().catch(unanswered)
    if (response.ok) return { answer: schema.parse(text && JSON.parse(text)) }
    if (response.status >= 500) return unanswered({ code: `${response.status}` })
    return { refused: failureSchema.safeParse(parsed(text)).data?.code ?? `${response.status}` }
  }

  /** Auth wants the challenge from the same address, so both are one step. */
  async function verifyWith(token: string, id: string, code: string) {
    const challenge = await ask('POST /factors/:id/challenge', idSchema, { token, id, body: {} })
    if ('refused' in challenge) return challenge
    return ask('POST /factors/:id/verify', sessionSchema, {
      token,
      id,
      body: { challenge_id: challenge.answer.id, code },
    })
  }

  return {
    /** Returns why Auth refused, or undefined. */
    async sendCode(email: string): Promise<string | undefined> {
      const sent = await ask('POST /otp', z.unknown(), { body: { email, create_user: true } })
      return 'refused' in sent ? sent.refused : undefined
    },
    /** Undefined for a wrong code. */
    async openSession(email: string, code: string): Promise<Tokens | undefined> {
      const opened = await ask('POST /verify', sessionSchema, { body: { type: 'email', email, token: code } })
      return 'answer' in opened ? opened.answer : undefined
    },
    /** Undefined if the session has ended. */
    async refresh(refresh: string): Promise<Tokens | undefined> {
      const refreshed = await ask('POST /token', sessionSchema, {
        query: '?grant_type=refresh_token',
        body: { refresh_token: refresh },
      })
      if ('answer' in refreshed) return refreshed.answer
      if (isFlood(refreshed.refused)) return unanswered({ code: refreshed.refused })
      return undefined
    },
    /** Returns false if this session had ended; then none ends. */
    async signOut(token: string, scope: 'local' | 'global'): Promise<boolean> {
      const ended = await ask('POST /logout', z.unknown(), { token, query: `?scope=${scope}` })
      if ('refused' in ended && isFlood(ended.refused)) return unanswered({ code: ended.refused })
      return 'answer' in ended
    },
    /** The factor counts once a code of it is verified. Throws a DeskError. */
    async enrol(token: string, issuer: string): Promise<NewFactor> {
      const enrolled = await ask('POST /factors', enrolledSchema, {
        token,
        // Auth refuses a second factor with the same name.
        body: { factor_type: 'totp', friendly_name: new Date().toISOString(), issuer },
      })
      if ('refused' in enrolled)
        throw new DeskError(
          enrolled.refused,
          'Supabase Auth gives no second factor at the moment. Sign in again, or ask the owner to reset yours.',
        )
      const { id, totp } = enrolled.answer
      return { id, picture: pictureOf(totp.qr_code), secret: totp.secret }
    },
    /** Undefined for a wrong code. Without the factor's id, the code may be of any factor of the member. */
    async verifyFactor(token: string, code: string, factor?: string): Promise<Tokens | undefined> {
      const factors = factor ? [factor] : await listFactors(token)
      for (const id of factors.slice(0, mostFactors)) {
        const verified = await verifyWith(token, id, code)
        if ('answer' in verified) return verified.answer
        if (isFlood(verified.refused)) return unanswered({ code: verified.refused })
      }
      return undefined
    },
  }

  async function listFactors(token: string): Promise<string[]> {
    const user = await ask('GET /user', userSchema, { token })
    if ('refused' in user) return []
    return (user.answer.factors ?? [])
      .filter(({ status, factor_type: type }) => status === 'verified' && type === 'totp')
      .map(({ id }) => id)
  }
}

/** Too many calls: this says nothing about the session or the code. */
const isFlood = (refused: string) => /^over_|^429$/.test(refused)

/** Auth sends the SVG itself. */
const pictureOf = (svg: string) => `${pictureStart}${Buffer.from(svg).toString('base64')}`

export const pictureStart = 'data:image/svg+xml;base64,'

export type Auth = ReturnType<typeof openAuth>

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unanswered(cause: unknown): never {
  const code = failureCode(cause)
  throw new NoAnswer(code, `Supabase Auth does not answer (${code}).`, cause)
}
