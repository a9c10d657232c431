import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { openEmbeddedDatabase } from '../../local/database/embedded-database.ts'
import { migrate } from '../../local/database/migrate.ts'
import type { Settings } from '../../local/settings.ts'

const project = path.join(import.meta.dirname, '../..')

/**
 * Gives a test's stack a migrated database. The database is a copy of one in node_modules/.cache, which is made again
 * when its sources change.
 */
export async function copyDatabase({ dataDir, migrationsDir }: Settings) {
  const database = path.join(project, 'local/database')
  const sources = [path.join(project, 'node_modules/@electric-sql/pglite/package.json')]
  for (const folder of [database, migrationsDir])
    for (const name of (await readdir(folder)).sort()) sources.push(path.join(folder, name))
  const hash = createHash('sha256')
  for (const source of sources) hash.update(await readFile(source))

  const kept = path.join(project, 'node_modules/.cache/databases', hash.digest('hex'))
  if (!existsSync(kept)) {
    const unfinished = `${kept}-${randomUUID()}`
    const made = await openEmbeddedDatabase(unfinished)
    await migrate(made, migrationsDir)
    await made.close()
    // Another process may have made the database in the meantime.
    await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true }))
  }
  // The synchronous copy takes a tenth of the time of the asynchronous one.
  cpSync(kept, dataDir, { recursive: true })
}
