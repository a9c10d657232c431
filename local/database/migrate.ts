import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './database.ts'

const project = new URL('supabase-project.sql', import.meta.url)
// The Supabase CLI's record of applied migrations.
const history = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text);
`

/**
 * Creates what every Supabase project has, and applies missing migrations. Throws if one was edited after it
 * was applied, or is from before version 1.0.
 */
export async function migrate(database: Pick<Database, 'transaction'>, folder: string) {
  const files = (await readdir(folder)).filter((file) => /^\d+_.*\.sql$/.test(file)).sort()
  const exclusive = `select pg_advisory_xact_lock(hashtextextended('migrate', 0))`
  await database.transaction(async (query) => {
    await query(exclusive)
    await query(await readFile(project, 'utf8'))
    await query(history)
    const [old] = await query(
      'select version from supabase_migrations.schema_migrations where version < $1',
      [files[0]?.split('_')[0]],
    )
    if (old)
      throw new Error(`This database was made before version 1.0 (migration ${old.version}). ${startAnew}`)
  })
  for (const file of files) {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? []
    const content = await readFile(path.join(folder, file), 'utf8')
    await database.transaction(async (query) => {
      await query(exclusive)
      const [applied] = await query(
        `select array_to_string(statements, '') as content from supabase_migrations.schema_migrations where version = $1`,
        [version],
      )
      if (applied) return assertSame(file, content, String(applied.content))
      await query(content).catch((error) => {
        throw new Error(`Migration ${file} failed: ${error.message}`, { cause: error })
      })
      await query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
        [version, name, content],
      )
    })
  }
}

function assertSame(file: string, content: string, applied: string) {
  if (bare(applied) === bare(content)) return
  throw new Error(
    `Migration ${file} was edited after this database had applied it. Put the file back as it was and write the ` +
      `change as a new migration. ${startAnew}`,
  )
}

const startAnew =
  'To start with a new database, set LOCAL_DATA_DIR to another folder, or DATABASE_URL to another database'

/** The Supabase CLI stores a statement without its semicolon and outer white space. */
const bare = (sql: string) => sql.replace(/[\s;]+/g, '')
