/** With this search path, tests can leave out the schema of a table or a function. The product never does. */
export const searchPath = 'private, public'

export type Row = Record<string, unknown>

/** Runs SQL and returns the rows of the last statement. If there are values, the SQL must be a single statement. */
export type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

export type TestDatabase = {
  /** Runs SQL with the rights of the superuser. */
  query: Query
  /** Runs one statement with the rights of `role`, in its own transaction. */
  queryAs: (role: string, sql: string, values?: unknown[]) => Promise<Row[]>
  /** Does the work in a transaction, and then rolls the transaction back. Returns whatever the work returned. */
  rollBackAfter: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>
  /** The URL of the database, or undefined if the database runs in this process. */
  url?: string
  /** All notices that the database has sent so far. */
  notices: string[]
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}
