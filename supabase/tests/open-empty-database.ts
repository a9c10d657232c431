import { env } from 'node:process'
import type { PGlite } from '@electric-sql/pglite'
import { addExtensions, extensions } from './add-extensions.ts'
import { createOnServer } from './create-on-server.ts'
import { openSnapshot } from './open-snapshot.ts'
import type { Query, Row, TestDatabase } from './test-database.ts'

/** Opens a new, empty database: on the server at TEST_DATABASE_URL, or else in this process with PGlite. */
export const openEmptyDatabase = () => createDatabase([])

/** Likewise with these statements applied. Throws what the first wrong one raises. */
export async function createDatabase(statements: string[]): Promise<TestDatabase> {
  // biome-ignore lint/style/noProcessEnv: the one setting of these tests
  const serverUrl = env.TEST_DATABASE_URL
  return serverUrl ? createOnServer(serverUrl, statements) : createInProcess(statements)
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
