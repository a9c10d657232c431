export type Row = Record<string, unknown>
type Query = (statements: string, parameters?: unknown[]) => Promise<Row[]>

/** A secret key acts as the role service_role. The operator acts as lead_desk. */
export type Role = 'service_role' | 'lead_desk'

export type Database = {
  /** Runs a statement as the role, in its own transaction. */
  callAs(role: Role, statement: string, parameters: unknown[]): Promise<Row[]>
  /**
   * Runs the work as the superuser in a transaction. If a query has several statements, it returns the rows of the
   * last one.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
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
