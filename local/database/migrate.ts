import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './database.ts'

// What a Supabase project has from the start: the roles of the Data API, and the list of applied migrations.
const groundwork = `
  do $$
  declare role text;
  begin
    foreach role in array array['anon', 'authenticated', 'service_role'] loop
      if not exists (select from pg_roles where rolname = role) then
        execute format('create role %I nologin', role);
      end if;
    end loop;
  end $$;
  alter role service_role bypassrls;
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text);
`

/** Applies the migrations of a folder that the database does not have yet, each in a transaction of its own. */
export async function migrate(database: Database, folder: string) {
  const exclusive = `select pg_advisory_xact_lock(hashtextextended('migrate', 0))`
  await database.transaction(async (query) => {
    await query(exclusive)
    await query(groundwork)
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
