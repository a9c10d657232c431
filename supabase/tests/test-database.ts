export type Row = Record<string, unknown>

/** Runs one statement with its values, or any number of statements without; returns the rows of the last one. */
export type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

export type TestDatabase = {
  /** Runs with the rights of the superuser. */
  query: Query
  /** Runs one statement in a transaction of its own, with the rights of `role`. */
  queryAs: (role: string, sql: string, values?: unknown[]) => Promise<Row[]>
  /** Runs the work in one transaction, rolls that back, and returns what the work returned. */
  rollBackAfter: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>
  /** The address of the database, or undefined where it runs in this process. */
  url?: string
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}
