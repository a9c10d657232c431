import { createConnections } from '../../machine/connections.ts'
import { readDeskKey } from '../../machine/desk-key.ts'
import { ports } from '../../machine/ports.ts'
import { connectDatabase, isDatabaseAddress } from './connect-database.ts'
import { DeskError, explainDatabaseError, setAddress } from './desk-error.ts'
import { failureCode } from './failure-code.ts'

type Variables = Record<string, string | undefined>

/** Calls functions of the SQL schema `desk`, the operator's only way to the leads. */
export type Desk = {
  /**
   * Takes named arguments. Throws a DeskError with a remedy. The signal ends the call in the database, too.
   */
  call(name: string, values?: Record<string, unknown>, signal?: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

/** Opens SUPABASE_DB_URL, or the local stack. Throws a DeskError if only SUPABASE_URL is set. */
export function openDesk({ SUPABASE_DB_URL: url, ...variables }: Variables): Desk {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, GATEWAY_PORT } = variables
  if (!url && !SUPABASE_URL && !SUPABASE_SECRET_KEY)
    return openLocal(`http://127.0.0.1:${GATEWAY_PORT || ports.gatewayPort.port}`, readDeskKey(variables))
  if (!url) throw new DeskError('unset', `SUPABASE_DB_URL is not set. → ${setAddress}`)
  if (!isDatabaseAddress(url))
    throw new DeskError(
      'malformed',
      `SUPABASE_DB_URL is not the address of a database; a password in it must be percent-encoded. → ${setAddress}`,
    )
  try {
    return openHosted(url)
  } catch (error) {
    // The file with the authorities' certificates may be unreadable.
    throw explainDatabaseError(error, url, '')
  }
}

function openHosted(url: string): Desk {
  const connections = createConnections(() => connectDatabase(url), 2)
  return {
    async call(name, values = {}, signal) {
      try {
        return await connections.transaction(
          (sql) =>
            runCall(
              (statement, parameters) => cancellable(sql.unsafe(statement, parameters as never[]), signal),
              name,
              values,
            ),
          `begin; ${prepare(name)}`,
        )
      } catch (error) {
        throw explainDatabaseError(error, url, name)
      }
    },
    async close() {
      await connections.close().catch(() => {})
    },
  }
}

/** Throws if the signal came before the query began. */
async function cancellable<Rows>(query: PromiseLike<Rows> & { cancel(): void }, signal?: AbortSignal) {
  signal?.throwIfAborted()
  const cancel = () => query.cancel()
  signal?.addEventListener('abort', cancel)
  try {
    return await query
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

function openLocal(gateway: string, key?: string): Desk {
  return {
    async call(name, values = {}, signal) {
      const timeout = AbortSignal.timeout(120_000)
      const response = await fetch(`${gateway}/desk/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(values),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }).catch((error) => {
        const code = failureCode(error)
        throw new DeskError(code, `The local stack does not answer (${code}). → Start it: npm start`, error)
      })
      if (response.status === 401)
        throw new DeskError(
          'key',
          'The local stack does not accept the key. → Run this as the user and in the folder of npm start, or set DESK_KEY to its key',
        )
      const answer = await response.json()
      if (response.ok) return answer
      const { code = 'unknown', message } = answer as { code?: string; message?: string }
      throw new DeskError(code, `The local stack answered ${response.status}: ${message}`)
    },
    async close() {},
  }
}

/** All statements of one `callDesk` must be in the same transaction. */
type Query = (statement: string, values: unknown[]) => PromiseLike<Record<string, unknown>[]>

/**
 * Sets the role lead_desk and the timeout of the SQL function, which works only before the call. The schema
 * is data: Postgres looks a name up while it plans, still with the role of the login.
 */
function prepare(name: string) {
  if (!/^\w+$/.test(name)) throw new Error(`${name} is not the name of a function`)
  return `select set_config('role', 'lead_desk', true), set_config('statement_timeout', coalesce((
    select split_part(setting, '=', 2) from pg_proc join pg_namespace space on space.oid = pronamespace,
      unnest(proconfig) setting
    where nspname = 'desk' and proname = '${name}' and setting like 'statement_timeout=%'), '10s'), true)`
}

async function runCall(query: Query, name: string, values: Record<string, unknown>) {
  const list = Object.keys(values).map((argument, index) => `${argument} => $${index + 1}`)
  const [row] = await query(`select desk.${name}(${list}) as answer`, Object.values(values))
  return row?.answer ?? null
}

/** Runs with the role lead_desk. Throws the error of the database. */
export async function callDesk(query: Query, name: string, values: Record<string, unknown>) {
  await query(prepare(name), [])
  return runCall(query, name, values)
}

/** A driver can send such a literal without knowing the type. */
export const arrayLiteral = (list: string[] | null) => list && `{${list.join()}}`
