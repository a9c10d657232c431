import { env } from 'node:process'
import type { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { addExtensions, extensions } from './add-extensions.ts'
import { openSnapshot } from './open-snapshot.ts'

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
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Opens a new, empty database: on the server at TEST_DATABASE_URL, or else in this process with PGlite. */
export const openEmptyDatabase = () => createDatabase([])

/** Likewise with these statements applied. Throws what the first wrong one raises. */
export async function createDatabase(statements: string[]): Promise<TestDatabase> {
  // biome-ignore lint/style/noProcessEnv: the one setting of these tests
  const serverUrl = env.TEST_DATABASE_URL
  if (!serverUrl) return createInProcess(statements)
  const database = await createOnServer(serverUrl)
  for (const statement of statements) await database.query(statement)
  return database
}

/** Opens a PGlite with what the migrations need of pg_cron, pg_net and Vault, and with these statements applied. */
export async function openPGlite(statements: string[]): Promise<PGlite> {
  const db = await openSnapshot([...Object.values(extensions), ...statements], async (db) => {
    await addExtensions(db)
    for (const statement of statements) await db.exec(statement)
  })
  await addExtensions(db)
  return db
}

/** Creates a database in this process, whatever TEST_DATABASE_URL says, with these statements applied. */
export async function createInProcess(statements: string[] = []): Promise<TestDatabase> {
  const db = await openPGlite(statements)
  const queryOn =
    (connection: Pick<PGlite, 'query' | 'exec'>): Query =>
    async (sql, values) => {
      const result = values ? await connection.query<Row>(sql, values) : (await connection.exec(sql)).at(-1)
      return (result?.rows ?? []) as Row[]
    }
  return {
    query: queryOn(db),
    queryAs: (role, sql, values) =>
      db.transaction(async (transaction) => {
        await transaction.exec(`set local role ${role}`)
        return queryOn(transaction)(sql, values)
      }),
    rollBackAfter: (work) =>
      db.transaction(async (transaction) => {
        const result = await work(queryOn(transaction))
        await transaction.rollback()
        return result
      }),
    close: () => db.close(),
    [Symbol.asyncDispose]: () => db.close(),
  }
}

async function createOnServer(serverUrl: string): Promise<TestDatabase> {
  const name = `lead_test_${crypto.randomUUID().slice(0, 8)}`
  const server = postgres(serverUrl, { max: 1, onnotice: () => undefined })
  await server.unsafe(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const sql = postgres(url.href, { max: 40, onnotice: () => undefined })
  const queryOn =
    (connection: Pick<postgres.Sql, 'unsafe'>): Query =>
    async (text, values) => {
      const result = await connection.unsafe<Row[]>(text, values as never[])
      // Several statements are answered with a list of results.
      return [...(Array.isArray(result.at(-1)) ? (result.at(-1) as unknown as Row[]) : result)]
    }
  const close = async () => {
    await sql.end()
    await server.unsafe(`drop database ${name} with (force)`)
    await server.end()
  }
  return {
    query: queryOn(sql),
    queryAs: (role, text, values) =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(`set local role ${role}`)
        return queryOn(transaction)(text, values)
      }) as Promise<Row[]>,
    rollBackAfter: async (work) => {
      const connection = await sql.reserve()
      try {
        await connection.unsafe('begin')
        return await work(queryOn(connection))
      } finally {
        await connection.unsafe('rollback')
        connection.release()
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
