import { isServerError } from '../../machine/connections.ts'
import type { Database, Role, WebCall } from './database.ts'

export type Reply = { status: number; body: unknown }

/** Answers as PostgREST: https://docs.postgrest.org/en/stable/references/api/functions.html */
export async function callRpc(
  database: Pick<Database, 'callAs'>,
  caller: Role | WebCall,
  name: string,
  values: Record<string, unknown>,
): Promise<Reply> {
  const names = Object.keys(values)
  const schema = caller === 'lead_desk' ? 'desk' : 'public'
  const message = `Could not find the function ${schema}.${name}(${names}) in the schema cache`
  const notFound = { status: 404, body: { code: 'PGRST202', message, details: null, hint: null } }
  if (![name, ...names].every((word) => /^[a-z_]+$/.test(word))) return notFound
  const isAnonymous = typeof caller !== 'string' && caller.role === 'anon'
  const call = `${schema}.${name}(${names.map((key, index) => `${key} => $${index + 1}`)})`
  // Only the claim functions return rows.
  const isSet = name.startsWith('claim_')
  const statement = isSet
    ? `select coalesce(json_agg(result), '[]') as body from ${call} result`
    : `select to_json(${call}) as body`
  try {
    const [row] = await database.callAs(caller, statement, Object.values(values))
    return { status: 200, body: row?.body ?? null }
  } catch (error) {
    // No function takes these arguments.
    return isServerError(error) && error.code === '42883' ? notFound : errorReply(error, isAnonymous)
  }
}

/** Of PostgREST/postgrest src/library/PostgREST/Error.hs. The first match counts. */
const statuses: [code: RegExp, status: number][] = [
  [/^(?:08|53(?!400)|57P01)/, 503],
  [/^(?:09|2[5D](?!006)|3[89B]|40|5[3-8]|F0|HV|P0(?!001)|XX)/, 500],
  [/^(?:0L|0P|28|42501)/, 403],
  [/^(?:23503|23505)$/, 409],
  [/^25006$/, 405],
]

/** As PostgREST. 503 if the database did not answer. */
export function errorReply(error: unknown, isAnonymous = false): Reply {
  if (!isServerError(error)) {
    const message = 'Database client error. Retrying the connection.'
    return { status: 503, body: { code: 'PGRST001', message, details: null, hint: null } }
  }
  const { code, message, detail = null, hint = null } = error
  const [, raised] = /^PT([45]\d\d)$/.exec(code) ?? []
  const known = statuses.find(([codes]) => codes.test(code))?.[1] ?? 400
  const status = raised ? Number(raised) : code === '42501' && isAnonymous ? 401 : known
  return { status, body: { code, message, details: detail, hint } }
}
