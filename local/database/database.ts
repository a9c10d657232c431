export type Row = Record<string, unknown>
type Query = (statements: string, parameters?: unknown[]) => Promise<Row[]>

/** The role behind a secret key, and the role of the operator. */
export type Role = 'service_role' | 'lead_desk'

export type Database = {
  /** Runs a statement as the role, in its own transaction. */
  callAs(role: Role, statement: string, parameters: unknown[]): Promise<Row[]>
  /** Runs the work as superuser in a transaction. A query of several statements returns the rows of the last statement. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const asText = (value: string): unknown => value
const asNumber = (value: string): unknown => (Number.isSafeInteger(Number(value)) ? Number(value) : value)

/** Parsers that return the same values as Supabase's postgres-meta. The keys are Postgres type ids. */
export const parsers = {
  ...{ 17: asText, 1082: asText, 1114: asText, 1184: asText }, // bytea, date, timestamp, timestamptz
  20: asNumber, // bigint
}
