import { readdir, readFile } from 'node:fs/promises'
import { createDatabase } from './open-empty-database.ts'
import type { TestDatabase } from './test-database.ts'

const folder = new URL('../../supabase/migrations/', import.meta.url)
const projectFile = new URL('../../local/database/supabase-project.sql', import.meta.url)

/**
 * Opens a new database that is like a Supabase project with our migrations. If a migration fails, it throws the
 * error.
 */
export const openDatabase = async (): Promise<TestDatabase> => createDatabase(await readSchema())

/** Returns the SQL that turns an empty database into a Supabase project with our migrations. */
export const readSchema = async () => [await readProject(), ...(await readMigrations()).map(({ sql }) => sql)]

/** Returns the SQL that turns an empty database into a hosted project before its first migration. */
export const readProject = () => readFile(projectFile, 'utf8')

/** Returns all migrations with their names and SQL, in the order in which they are applied. */
export async function readMigrations(): Promise<{ name: string; sql: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
  )
}
