import { isServerError } from '../../lib/machine/connections.ts'
import type { Database, Role } from './database.ts'

/** An HTTP status, and the value of its JSON body. */
export type Reply = { status: number; body: unknown }

/**
 * Calls one of the product's SQL functions with named arguments, or as lead_desk one of the schema desk, and answers as
 * PostgREST does on POST /rpc/<name> (https://docs.postgrest.org/en/stable/references/api/functions.html).
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
  // Only these return rows.
  const isSet = name.startsWith('claim_')
  const statement = isSet
    ? `select coalesce(json_agg(result), '[]') as body from ${call} result`
    : `select to_json(${call}) as body`
  try {
    const [row] = await database.callAs(role, statement, Object.values(values))
    return { status: 200, body: row?.body ?? null }
  } catch (error) {
    // As Postgres says it of a function that has other arguments.
    return isServerError(error) && error.code === '42883' ? notFound : errorReply(error)
  }
}

/** Puts an error of the database into PostgREST's words: 503 when there was no answer at all. */
export function errorReply(error: unknown): Reply {
  if (!isServerError(error)) {
    const message = 'Database client error. Retrying the connection.'
    return { status: 503, body: { code: 'PGRST001', message, details: null, hint: null } }
  }
  const { code, message, detail = null, hint = null } = error
  return { status: statusOf(code), body: { code, message, details: detail, hint } }
}

function statusOf(code: string) {
  const [, raised] = /^PT([45]\d\d)$/.exec(code) ?? []
  if (raised) return Number(raised)
  return code === '42501' ? 403 : 400
}
