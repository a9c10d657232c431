import { env } from 'node:process'
import type { PGlite } from '@electric-sql/pglite'
import { addExtensions, extensions } from './add-extensions.ts'
import { createOnServer } from './create-on-server.ts'
import { openSnapshot } from './open-snapshot.ts'
import { type Query, type Row, searchPath, type TestDatabase } from './test-database.ts'

// In a hosted project, Vault is there from the start.
const vault = `
  do $$ begin
    if exists (select from pg_available_extensions where name = 'supabase_vault') then
      create extension if not exists supabase_vault;
    end if;
  end $$`

/**
 * Opens a new database and applies these statements to it. It is on the server at TEST_DATABASE_URL. If this variable
 * is not set, it is a PGlite in this process. If a statement fails, it throws the error.
 */
export async function createDatabase(statements: string[]): Promise<TestDatabase> {
  const serverUrl = env.TEST_DATABASE_URL
  return serverUrl ? createOnServer(serverUrl, [vault, ...statements]) : createInProcess(statements)
}

/**
 * Opens a new database that has pg_cron, pg_net and Vault, or our stand-ins for them. If the server has none of
 * these, the database is in this process.
 */
export async function createProject(statements: string[]): Promise<TestDatabase> {
  const database = await createDatabase(statements)
  const [found] = await database.query(`select from pg_extension where extname = 'supabase_vault'`)
  if (found) return database
  await database.close()
  return createInProcess(statements)
}

/**
 * Opens a PGlite and applies these statements to it. It has those parts of pg_cron, pg_net and Vault that the
 * migrations need.
 */
export async function openPGlite(statements: string[]): Promise<PGlite> {
  const db = await openSnapshot([...Object.values(extensions), ...statements], async (db) => {
    await addExtensions(db)
    for (const statement of statements) await db.exec(statement)
  })
  await addExtensions(db)
  await db.exec(`set search_path = ${searchPath}`)
  return db
}

async function createInProcess(statements: string[]): Promise<TestDatabase> {
  const db = await openPGlite(statements)
  const notices: string[] = []
  const onNotice = ({ message = '' }) => notices.push(message)
  const queryOn =
    (connection: Pick<PGlite, 'query' | 'exec'>): Query =>
    async (sql, values) => {
      const result = values
        ? await connection.query<Row>(sql, values, { onNotice })
        : (await connection.exec(sql, { onNotice })).at(-1)
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
    notices,
    close: () => db.close(),
    [Symbol.asyncDispose]: () => db.close(),
  }
}
