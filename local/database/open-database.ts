import type { Settings } from '../settings.ts'
import type { Database } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { migrate } from './migrate.ts'
import { openServerDatabase } from './server-database.ts'

/** At DATABASE_URL, or the embedded one. Applies missing migrations. */
export async function openDatabase({ databaseUrl, dataDir, migrationsDir }: Settings): Promise<Database> {
  const database = await (databaseUrl ? openServerDatabase(databaseUrl) : openEmbeddedDatabase(dataDir))
  await migrate(database, migrationsDir)
  return database
}
