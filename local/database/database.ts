export type Row = Record<string, unknown>
export type Query = (statements: string, parameters?: unknown[]) => Promise<Row[]>

/** The roles that a key of the Data API stands for. */
export type Role = 'anon' | 'service_role'

/** What the gateway asks of a Postgres, be it the embedded one or a server. */
export type Database = {
  /** Runs one statement as the role, in a transaction of its own. */
  callAs(role: Role, statement: string, parameters: unknown[], statementTimeout?: string): Promise<Row[]>
  /** Runs the work as superuser in one transaction; its last statement's rows are what a query answers. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What a server reports with an error (https://www.postgresql.org/docs/current/protocol-error-fields.html). */
export type ServerError = Error & { severity: string; code: string; detail?: string; hint?: string }

/** Whether the database answered with an error, rather than not at all. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error && 'code' in error
