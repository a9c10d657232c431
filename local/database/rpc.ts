import { isServerError } from '../../machine/connections.ts'
import type { Database, Role } from './database.ts'

export type Reply = { status: number; body: unknown }

/**
 * Calls an SQL function and answers in the same way as PostgREST:
 * https://docs.postgrest.org/en/stable/references/api/functions.html
 */
export async function callRpc(
  database: Pick<Database, 'callAs'>,
  role: Role,
  name: string,
  values: Record<string, unknown>,
): Promise<Reply> {
  const names = Object.keys(values)
  const schema = role === 'lead_desk' ? 'desk' : 'public'
  const message = `Could not find the function ${schema}.${name}(${names}) in the schema cache`
  const notFound = { status: 404, body: { code: 'PGRST202', message, details: null, hint: null } }
  if (![name, ...names].every((word) => /^[a-z_]+$/.test(word))) return notFound
  const call = `${schema}.${name}(${names.map((key, index) => `${key} => $${index + 1}`)})`
  // Only the claim functions return rows.
  const isSet = name.startsWith('claim_')
  const statement = isSet
    ? `select coalesce(json_agg(result), '[]') as body from ${call} result`
    : `select to_json(${call}) as body`
  try {
    const [row] = await database.callAs(role, statement, Object.values(values))
    return { status: 200, body: row?.body ?? null }
  } catch (error) {
    // This code means that no function takes these arguments.
    return isServerError(error) && error.code === '42883' ? notFound : errorReply(error)
  }
}

/** Answers a database error in the same way as PostgREST. The status is 503 if the database did not answer. */
export function errorReply(error: unknown): Reply {
  if (!isServerError(error)) {
    const message = 'Database client error. Retrying the connection.'
    return { status: 503, body: { code: 'PGRST001', message, details: null, hint: null } }
  }
  const { code, message, detail = null, hint = null } = error
  const [, raised] = /^PT([45]\d\d)$/.exec(code) ?? []
  const status = Number(raised ?? (code === '42501' ? 403 : 400))
  return { status, body: { code, message, details: detail, hint } }
}
