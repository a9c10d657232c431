/** The tests name tables and functions without their schema. The product does not rely on this. */
export const searchPath = 'private, public'

export type Row = Record<string, unknown>

/** Runs one statement with its values, or several statements without values. Returns the rows of the last statement. */
export type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

export type TestDatabase = {
  /** Runs SQL with the rights of the superuser. */
  query: Query
  /** Runs one statement with the rights of `role`, in its own transaction. */
  queryAs: (role: string, sql: string, values?: unknown[]) => Promise<Row[]>
  /** Runs the work in one transaction and rolls the transaction back. Returns what the work returned. */
  rollBackAfter: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>
  /** The address of the database. It is undefined if the database runs in this process. */
  url?: string
  /** The notices of the database so far. */
  notices: string[]
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}
