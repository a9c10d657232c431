import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './database.ts'

const project = path.join(import.meta.dirname, 'supabase-project.sql')
// As the Supabase CLI keeps it.
const history = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text);
`

/**
 * Makes the database what a new Supabase project is, then applies the migrations of the folder that it does not have
 * yet, each in a transaction of its own. Throws an error that names the migration that failed.
 */
export async function migrate(database: Database, folder: string) {
  const exclusive = `select pg_advisory_xact_lock(hashtextextended('migrate', 0))`
  await database.transaction(async (query) => {
    await query(exclusive)
    await query(await readFile(project, 'utf8'))
    await query(history)
  })
  const files = (await readdir(folder)).filter((file) => /^\d+_.*\.sql$/.test(file)).sort()
  for (const file of files) {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? []
    const statements = await readFile(path.join(folder, file), 'utf8')
    await database
      .transaction(async (query) => {
        await query(exclusive)
        const [applied] = await query(
          'select from supabase_migrations.schema_migrations where version = $1',
          [version],
        )
        if (applied) return
        await query(statements)
        await query('insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)', [
          version,
          name,
        ])
      })
      .catch((error) => {
        throw new Error(`Migration ${file} failed: ${error.message}`, { cause: error })
      })
  }
}
