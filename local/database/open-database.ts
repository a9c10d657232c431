import type { Settings } from '../settings.ts'
import type { Database } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { migrate } from './migrate.ts'
import { openServerDatabase } from './server-database.ts'

/**
 * Opens the Postgres server at DATABASE_URL, or else the embedded database in the data folder, and applies the
 * migrations that it lacks. Throws an error that names the variable or the folder, the fault and the way out.
 */
export async function openDatabase({ databaseUrl, dataDir, migrationsDir }: Settings): Promise<Database> {
  const database = await (databaseUrl ? openServerDatabase(databaseUrl) : openEmbeddedDatabase(dataDir))
  await migrate(database, migrationsDir)
  return database
}
