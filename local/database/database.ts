export type Row = Record<string, unknown>
type Query = (statements: string, parameters?: unknown[]) => Promise<Row[]>

/** A secret key acts as the role service_role. The operator acts as lead_desk. */
export type Role = 'service_role' | 'lead_desk'

/** A call of a function of the schema public, with all that PostgREST knows of it. */
export type WebCall = {
  role: string
  claims: Record<string, unknown>
  called: string
  method: string
  path: string
  headers: Record<string, string>
}

export type Database = {
  /** Runs a statement as the role, or as PostgREST for its caller, in its own transaction. */
  callAs(caller: Role | WebCall, statement: string, parameters: unknown[]): Promise<Row[]>
  /**
   * Runs the work as the superuser in a transaction. If a query has several statements, it returns the rows of the
   * last one.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The time limits of the roles: https://supabase.com/docs/guides/database/postgres/timeouts */
const roleTimeouts: Record<string, string> = { anon: '3s' }
const otherTimeout = '8s'

/**
 * Returns what PostgREST runs before it calls a function, as PostgREST/postgrest has it in
 * src/library/PostgREST/Query/PreQuery.hs: the statements first, then the query. A function's own time limit counts
 * instead of the role's (Config.hs, defaultHoistedAllowList). A GET only reads (Plan.hs).
 */
export function prepareWebCall({ role, claims, called, method, path, headers }: WebCall) {
  const isRead = ['GET', 'HEAD'].includes(method)
  return {
    statements: [
      ...(isRead ? ['set transaction read only'] : []),
      // The session is that of authenticator before any setting is made, since it clears the role.
      'set local session authorization authenticator',
    ],
    query: `select
      set_config('search_path', 'public, extensions', true),
      set_config('statement_timeout', coalesce(
        (select split_part(setting, '=', 2) from pg_proc, unnest(proconfig) setting
          where pronamespace = 'public'::regnamespace and proname = $1 and setting like 'statement_timeout=%' limit 1),
        $2), true),
      set_config('role', $3, true),
      set_config('request.jwt.claims', $4, true),
      set_config('request.method', $5, true),
      set_config('request.path', $6, true),
      set_config('request.headers', $7, true)`,
    parameters: [
      called,
      roleTimeouts[role] ?? otherTimeout,
      role,
      JSON.stringify({ ...claims, role }),
      method,
      path,
      JSON.stringify(headers),
    ],
  }
}

const asText = (value: string): unknown => value
const asNumber = (value: string): unknown => (Number.isSafeInteger(Number(value)) ? Number(value) : value)

/**
 * These parsers return values in the same form as postgres-meta, which Supabase uses. Each key is the id of a
 * Postgres type.
 */
export const parsers = {
  ...{ 17: asText, 1082: asText, 1114: asText, 1184: asText }, // bytea, date, timestamp, timestamptz
  20: asNumber, // bigint
}
