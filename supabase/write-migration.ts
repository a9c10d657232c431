import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const schemas = new URL('schemas/', import.meta.url)
const migrations = new URL('migrations/', import.meta.url)
const migration = new URL('20261127000000_init.sql', migrations)

/**
 * Returns the SQL of what is there now: all files of supabase/schemas, one after another. Each file needs only what
 * the files before it create.
 */
export function joinSchemas(): string {
  const files = readdirSync(schemas).filter((file) => file.endsWith('.sql'))
  const parts = files.sort().map((file) => readFileSync(new URL(file, schemas), 'utf8').trim())
  return `-- Made of supabase/schemas by npm run format. Edit the files there.\n\n${parts.join('\n\n')}\n`
}

/** Returns the first migration as it stands in the repository. */
export const readFirstMigration = (): string => readFileSync(migration, 'utf8')

/** True until a second migration is added. Then the first one has been applied somewhere, and stays as it is. */
export const isFirstAlone = (): boolean =>
  readdirSync(migrations).filter((file) => file.endsWith('.sql')).length === 1

if (import.meta.main && isFirstAlone()) writeFileSync(migration, joinSchemas())
