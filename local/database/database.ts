export type Row = Record<string, unknown>
type Query = (statements: string, parameters?: unknown[]) => Promise<Row[]>

/** service_role has a secret key, and lead_desk is the operator. */
export type Role = 'service_role' | 'lead_desk'

/** What PostgREST knows of a call of the schema public. */
export type WebCall = {
  role: string
  claims: Record<string, unknown>
  called: string
  method: string
  path: string
  headers: Record<string, string>
}

export type Database = {
  /** In its own transaction, as the role, or as PostgREST for its caller. */
  callAs(caller: Role | WebCall, statement: string, parameters: unknown[]): Promise<Row[]>
  /** As the superuser. Of several statements, a query returns the last one's rows. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Time limits: https://supabase.com/docs/guides/database/postgres/timeouts */
const roleTimeouts: Record<string, string> = { anon: '3s' }
const otherTimeout = '8s'

/**
 * What PostgREST runs before a function (PostgREST/postgrest, src/library/PostgREST/Query/PreQuery.hs):
 * statements, then the query. A function's own time limit replaces the role's (Config.hs,
 * defaultHoistedAllowList). A GET only reads (Plan.hs).
 */
export function prepareWebCall({ role, claims, called, method, path, headers }: WebCall) {
  const isRead = ['GET', 'HEAD'].includes(method)
  return {
    statements: [
      ...(isRead ? ['set transaction read only'] : []),
      // Before any setting, since it clears the role.
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

/** Values as in Supabase's postgres-meta, by the id of the Postgres type. */
export const parsers = {
  ...{ 17: asText, 1082: asText, 1114: asText, 1184: asText }, // bytea, date, timestamp, timestamptz
  20: asNumber, // bigint
}
