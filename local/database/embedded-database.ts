import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { folderError, makeFolder } from '../../machine/data-folder.ts'
import { type Database, parsers, prepareWebCall, type Row } from './database.ts'

/** A kill loses no commit, but a power cut may. Throws a `folderError`. */
export async function openEmbeddedDatabase(dataDir: string): Promise<Database> {
  await makeFolder(dataDir)
  const unlock = lock(dataDir)
  const db = await openCluster(path.join(dataDir, 'postgres'))

  return {
    callAs: (caller, statement, parameters) =>
      db.transaction(async (tx) => {
        if (typeof caller === 'string') await tx.exec(`set local role ${caller}`)
        else {
          const { statements, query, parameters: settings } = prepareWebCall(caller)
          await tx.exec(statements.join(';'))
          await tx.query(query, settings)
        }
        return (await tx.query<Row>(statement, parameters)).rows
      }),
    transaction: (work) =>
      db.transaction((tx) =>
        work(async (statements, parameters) => {
          const result = parameters
            ? await tx.query<Row>(statements, parameters)
            : (await tx.exec(statements)).at(-1)
          return (result?.rows ?? []) as Row[]
        }),
      ),
    async close() {
      await db.close()
      unlock()
    },
  }
}

// PGlite does not lock its folder, so SQLite locks a file in it. The system ends this lock with the process,
// even after kill -9.
function lock(dataDir: string) {
  try {
    const file = new DatabaseSync(path.join(dataDir, 'lock.sqlite'))
    file.exec('begin exclusive')
    return () => file.close()
  } catch (error) {
    const isLocked = (error as { errcode?: number }).errcode === 5
    throw isLocked
      ? folderError(dataDir, 'is in use by another process; stop that process', error)
      : folderError(dataDir, `cannot be written (${(error as Error).message}); fix that`, error)
  }
}

async function openCluster(folder: string) {
  const lines: string[] = []
  const onStderr = (line: string) => lines.push(line) > 0
  try {
    if (!existsSync(folder)) {
      // The folder gets its name once complete, so an interrupted first start leaves no broken data.
      const unfinished = `${folder}.unfinished`
      await rm(unfinished, { recursive: true, force: true })
      await (await PGlite.create(unfinished, { onStderr })).close()
      await rename(unfinished, folder)
    }
    const db = await PGlite.create(folder, { parsers, onStderr })
    // Otherwise the first `set local session authorization` takes the superuser's rights away for good.
    await db.exec('set session authorization postgres')
    return db
  } catch (error) {
    // PGlite's error lacks the reason, which Postgres prints.
    const said = lines.flatMap((line) => /(?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? []).at(-1)
    const fault = `cannot be opened (${said ?? (error as Error).message}); fix that, restore a copy, delete it to start over`
    throw folderError(folder, fault, error)
  }
}
