import type { Context } from 'hono'
import type { Database, WebCall } from '../database/database.ts'
import { callRpc, type Reply } from '../database/rpc.ts'
import { parseObject } from './read-object.ts'
import type { Claims, Tokens } from './tokens.ts'

const audience = 'authenticated'

type Fault = { code: string; message: string; details?: string }

// Texts of PostgREST/postgrest, src/library/PostgREST/Error.hs and test/spec/Feature/Query/ErrorSpec.hs.
const decodeFaults: Record<'parts' | 'algorithm' | 'key' | 'claims', Fault> = {
  parts: { code: 'PGRST301', message: 'Expected 3 parts in JWT' },
  algorithm: {
    code: 'PGRST301',
    message: 'Wrong or unsupported encoding algorithm',
    details: "JWT is unsecured but expected 'alg' was not 'none'",
  },
  key: {
    code: 'PGRST301',
    message: 'No suitable key or wrong key type',
    details: 'None of the keys was able to decode the JWT',
  },
  claims: { code: 'PGRST303', message: 'Parsing claims failed' },
}

/**
 * As PostgREST for a token, or as `anon` without one. 401 before any SQL for a token that is forged, expired
 * or for somebody else.
 */
export async function callAsToken(
  database: Database,
  tokens: Tokens,
  { req }: Context,
  values: Record<string, unknown>,
): Promise<Reply & { headers?: Record<string, string> }> {
  const token = bearerOf(req.header('authorization'), req.header('apikey'))
  const read = token === undefined ? { claims: { role: 'anon' } } : tokens.read(token)
  const fault = 'fault' in read ? decodeFaults[read.fault] : findFault(read.claims)
  if (fault) {
    const { code, details = null } = fault
    const message =
      fault === decodeFaults.parts ? `${fault.message}; got ${token?.split('.').length}` : fault.message
    const challenge = `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`
    const headers = { 'www-authenticate': challenge }
    return { status: 401, body: { code, message, details, hint: null }, headers }
  }
  const { claims } = read as { claims: Claims }
  const name = req.param('name') ?? ''
  const call: WebCall = {
    role: typeof claims.role === 'string' ? claims.role : 'anon',
    claims,
    called: name,
    method: req.method,
    path: new URL(req.url).pathname.replace('/rest/v1', ''),
    headers: req.header(),
  }
  return callRpc(database, call, name, values)
}

/** Of a GET: texts, which PostgREST casts. Here only objects need it. */
export function readQuery(query: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, (/^\{/.test(text) && parseObject(text)) || text]),
  )
}

/** A hosted project's gateway takes a key there for no token. */
export function bearerOf(authorization = '', key = ''): string | undefined {
  const [, bearer] = /^bearer +(.+)$/i.exec(authorization) ?? []
  return bearer === key ? undefined : bearer
}

/** Times and audience (PostgREST/postgrest, src/library/PostgREST/Auth/Jwt.hs). */
function findFault({ exp, nbf, iat, aud }: Claims): Fault | undefined {
  const now = Math.floor(Date.now() / 1000)
  const skew = 30
  const fault = (message: string) => ({ code: 'PGRST303', message })
  for (const [name, value] of Object.entries({ exp, nbf, iat }))
    if (value !== undefined && value !== null && typeof value !== 'number')
      return fault(`The JWT '${name}' claim must be a number`)
  if (typeof exp === 'number' && exp < now - skew) return fault('JWT expired')
  if (typeof nbf === 'number' && nbf > now + skew) return fault('JWT not yet valid')
  if (typeof iat === 'number' && iat > now + skew) return fault('JWT issued at future')
  const audiences = aud === undefined || aud === null ? [] : [aud].flat()
  if (audiences.length > 0 && !audiences.includes(audience)) return fault('JWT not in audience')
  return undefined
}
