import { env } from 'node:process'
import type { PGlite } from '@electric-sql/pglite'
import { addExtensions, extensions } from './add-extensions.ts'
import { createOnServer } from './create-on-server.ts'
import { openSnapshot } from './open-snapshot.ts'
import type { Query, Row, TestDatabase } from './test-database.ts'

// A hosted project has it from the start.
const vault = `
  do $$ begin
    if exists (select from pg_available_extensions where name = 'supabase_vault') then
      create extension if not exists supabase_vault;
    end if;
  end $$`

/**
 * Opens a new database with these statements applied: on the server at TEST_DATABASE_URL, or else in this process with
 * PGlite. Throws what the first wrong one raises.
 */
export async function createDatabase(statements: string[]): Promise<TestDatabase> {
  // biome-ignore lint/style/noProcessEnv: the one setting of these tests
  const serverUrl = env.TEST_DATABASE_URL
  return serverUrl ? createOnServer(serverUrl, [vault, ...statements]) : createInProcess(statements)
}

/** Opens one with stand-ins for pg_cron, pg_net and Vault: in this process where the server has none. */
export async function createProject(statements: string[]): Promise<TestDatabase> {
  const database = await createDatabase(statements)
  const [found] = await database.query(`select from pg_extension where extname = 'supabase_vault'`)
  if (found) return database
  await database.close()
  return createInProcess(statements)
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
