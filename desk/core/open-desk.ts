import { createConnections } from '../../lib/machine/connections.ts'
import { ports } from '../../lib/machine/ports.ts'
import { callDesk } from './call-desk.ts'
import { connectDatabase, isDatabaseAddress } from './connect-database.ts'
import { DeskError, explainDatabaseError, setAddress } from './desk-error.ts'
import { failureCode } from './failure-code.ts'

type Variables = Record<string, string | undefined>

/** The functions of the SQL schema desk. The operator reaches the leads only by these functions. */
export type Desk = {
  /** Calls a function with named arguments. Throws a DeskError that names the variable and the remedy. */
  call(name: string, values?: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

/** Opens the database at SUPABASE_DB_URL, or the local stack's. Throws a DeskError if only SUPABASE_URL is set. */
export function openDesk({ SUPABASE_DB_URL: url, ...variables }: Variables): Desk {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, GATEWAY_PORT } = variables
  if (!url && !SUPABASE_URL && !SUPABASE_SECRET_KEY)
    return openLocal(`http://127.0.0.1:${GATEWAY_PORT || ports.gatewayPort.port}`)
  if (!url) throw new DeskError('unset', `SUPABASE_DB_URL is not set. → ${setAddress}`)
  if (!isDatabaseAddress(url))
    throw new DeskError(
      'malformed',
      `SUPABASE_DB_URL is no address of a database; a password in it must be percent-encoded. → ${setAddress}`,
    )
  try {
    return openHosted(url)
  } catch (error) {
    // The file of the certificate is missing.
    throw explainDatabaseError(error, url, '')
  }
}

function openHosted(url: string): Desk {
  const connections = createConnections(() => connectDatabase(url), 2)
  return {
    async call(name, values = {}) {
      try {
        return await connections.transaction((sql) =>
          callDesk((statement, parameters) => sql.unsafe(statement, parameters as never[]), name, values),
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

function openLocal(gateway: string): Desk {
  return {
    async call(name, values = {}) {
      const response = await fetch(`${gateway}/desk/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(values),
        signal: AbortSignal.timeout(120_000),
      }).catch((error) => {
        const code = failureCode(error)
        throw new DeskError(code, `The local stack does not answer (${code}). → Start it: npm start`, error)
      })
      const answer = await response.json()
      if (response.ok) return answer
      const { code = 'unknown', message } = answer as { code?: string; message?: string }
      throw new DeskError(code, `The local stack answered ${response.status}: ${message}`)
    },
    async close() {},
  }
}
