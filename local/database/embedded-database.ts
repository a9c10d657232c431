import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { folderError, makeFolder } from '../data-folder.ts'
import { type Database, parsers, type Row } from './database.ts'

/**
 * Opens the Postgres that runs inside this process, with its data below `dataDir`. What it has committed outlives the process,
 * and not the machine. Throws an error that names the folder and the way out when another process uses it, or when it
 * cannot be opened.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<Database> {
  await makeFolder(dataDir)
  const unlock = lock(dataDir)
  const db = await openCluster(path.join(dataDir, 'postgres'))

  // The session stays in the role of nearly every call, which saves three statements each.
  let serviceSession: Promise<unknown> | undefined
  return {
    async callAs(role, statement, parameters) {
      serviceSession ??= db.exec('set role service_role')
      await serviceSession
      if (role === 'service_role') return (await db.query<Row>(statement, parameters)).rows
      return db.transaction(async (tx) => {
        await tx.exec(`set local role ${role}`)
        return (await tx.query<Row>(statement, parameters)).rows
      })
    },
    transaction: (work) =>
      db.transaction(async (tx) => {
        await tx.exec('set local role none')
        return work(async (statements, parameters) => {
          const result = parameters
            ? await tx.query<Row>(statements, parameters)
            : (await tx.exec(statements)).at(-1)
          return (result?.rows ?? []) as Row[]
        })
      }),
    async close() {
      await db.close()
      unlock()
    },
  }
}

// SQLite's lock on an empty file: it ends with the process, however that ends.
function lock(dataDir: string) {
  try {
    const file = new DatabaseSync(path.join(dataDir, 'lock.sqlite'))
    file.exec('begin exclusive')
    return () => file.close()
  } catch (error) {
    const isLocked = (error as { errcode?: number }).errcode === 5
    throw isLocked
      ? folderError(dataDir, 'is in use by another process; end that one', error)
      : folderError(dataDir, `cannot be written (${(error as Error).message}); repair that`, error)
  }
}

async function openCluster(folder: string) {
  const lines: string[] = []
  const onStderr = (line: string) => lines.push(line) > 0
  try {
    if (!existsSync(folder)) {
      // Under another name until it is complete: a first start that is interrupted leaves nothing half-made behind.
      const unfinished = `${folder}.unfinished`
      await rm(unfinished, { recursive: true, force: true })
      await (await PGlite.create(unfinished, { onStderr })).close()
      await rename(unfinished, folder)
    }
    return await PGlite.create(folder, { parsers, onStderr })
  } catch (error) {
    // PGlite's own error tells only that it ended.
    const said = lines.flatMap((line) => /(?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? []).at(-1)
    const fault = `cannot be opened (${said ?? (error as Error).message}); repair that, put a copy back, delete it to start afresh`
    throw folderError(folder, fault, error)
  }
}
