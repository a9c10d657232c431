export type Row = Record<string, unknown>
type Query = (statements: string, parameters?: unknown[]) => Promise<Row[]>

/** The role of who has a secret key, and that of the operator. */
export type Role = 'service_role' | 'lead_desk'

/** A Postgres, be it the embedded one or a server. */
export type Database = {
  /** Runs one statement as the role, in a transaction of its own. */
  callAs(role: Role, statement: string, parameters: unknown[]): Promise<Row[]>
  /** Runs the work as superuser in one transaction. A query of several statements returns the rows of the last. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const asText = (value: string): unknown => value
const asNumber = (value: string): unknown => (Number.isSafeInteger(Number(value)) ? Number(value) : value)

/** How values are read, by the id of their type: as Supabase's postgres-meta writes them into JSON. */
export const parsers = {
  ...{ 17: asText, 1082: asText, 1114: asText, 1184: asText }, // bytea, date, timestamp, timestamptz
  20: asNumber, // bigint
}
