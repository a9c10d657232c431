import { createConnections, isServerError } from '../../lib/machine/connections.ts'
import { ports } from '../../lib/machine/ports.ts'
import { callDesk } from './call-desk.ts'
import { connectDatabase, isDatabaseAddress, isUntrusted, trustRemedy } from './connect-database.ts'
import { failureCode } from './failure-code.ts'

type Variables = Record<string, string | undefined>

/** The functions of the SQL schema desk. The operator reaches the leads only by these functions. */
export type Desk = {
  /** Calls a function with named arguments. Throws a DeskError that names the variable and the remedy. */
  call(name: string, values?: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

/** `code` comes from the database or the system, or is 'unset' or 'malformed' if the address is wrong. */
export class DeskError extends Error {
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Opens the database at SUPABASE_DB_URL, or the local stack's. Throws a DeskError if only SUPABASE_URL is set. */
export function openDesk({ SUPABASE_DB_URL: url, ...variables }: Variables): Desk {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, GATEWAY_PORT } = variables
  if (!url && !SUPABASE_URL && !SUPABASE_SECRET_KEY)
    return openLocal(`http://127.0.0.1:${GATEWAY_PORT || ports.gatewayPort.port}`)
  if (!url)
    throw new DeskError(
      'unset',
      'SUPABASE_DB_URL is not set. Put the database’s own address into operator.env (dashboard, Connect, session pooler, with the password).',
    )
  if (!isDatabaseAddress(url))
    throw new DeskError(
      'malformed',
      'SUPABASE_DB_URL is no address of a database; a password in it must be percent-encoded.',
    )
  return openHosted(url)
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
        throw explain(error)
      }
    },
    async close() {
      await connections.close().catch(() => {})
    },
  }
}

function explain(error: unknown): DeskError {
  const code = failureCode(error)
  const lacksRole = /role "lead_desk" does not exist/.test((error as Error).message)
  const own = lacksRole || code === '3F000' ? '42883' : code
  return new DeskError(own, lacksRole ? roleRemedy : describe(error as Error, code), error)
}

const roleRemedy =
  'The database lacks the role lead_desk, as after a restore. Run in the SQL editor: select public.secure_leads()'

function describe(error: Error, code: string): string {
  if (code === '42883' || code === '3F000')
    return 'The database lacks a migration. Apply them (docs/deploy.md, step 3).'
  if (code === '42501') return 'The role in SUPABASE_DB_URL may not act as lead_desk. Use postgres.'
  if (isServerError(error) && error.severity === 'ERROR')
    return `The database refused: ${error.message} (${code}).`
  if (isUntrusted(code))
    return `The server at SUPABASE_DB_URL does not prove who it is (${code}). ${trustRemedy}.`
  return `The database at SUPABASE_DB_URL does not answer (${code}).`
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
        const message = 'The local stack does not answer. Start it with npm start.'
        throw new DeskError(failureCode(error), message, error)
      })
      const answer = await response.json()
      if (response.ok) return answer
      const { code = 'unknown', message } = answer as { code?: string; message?: string }
      throw new DeskError(code, `The local stack answered ${response.status}: ${message}`)
    },
    async close() {},
  }
}
