import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { explain, folderError, makeFolder } from '../data-folder.ts'
import { checkIntegrity } from './check-integrity.ts'
import { type Database, parsers, type Query, type Row } from './database.ts'
import { DurableFolder, durableParams, syncTree } from './durable-folder.ts'

/**
 * Opens the Postgres that runs inside this process, with its data below `dataDir`. Throws an error that names the folder
 * and the way out when another process uses it, when it cannot be written or when the data in it is damaged.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<Database> {
  await makeFolder(dataDir)
  const unlock = lock(dataDir)
  const folder = path.join(dataDir, 'postgres')
  if (!existsSync(folder)) await createCluster(folder)
  const db = await openCluster(folder)

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
        const query: Query = async (statements, parameters) => {
          const result = parameters
            ? await tx.query(statements, parameters)
            : (await tx.exec(statements)).at(-1)
          return (result?.rows ?? []) as Row[]
        }
        return work(query)
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
    const { errcode } = error as { errcode?: number }
    if (errcode === 5) throw folderError(dataDir, 'is in use by another process; end that one', error)
    throw folderError(dataDir, `may not be written by this user (${(error as Error).message})`, error)
  }
}

// Under another name until it is complete: a first start that is interrupted leaves nothing half-made behind.
async function createCluster(folder: string) {
  const unfinished = `${folder}.unfinished`
  try {
    await rm(unfinished, { recursive: true, force: true })
    const db = await PGlite.create({ fs: new DurableFolder(unfinished) })
    await db.close()
    await syncTree(unfinished)
    await rename(unfinished, folder)
  } catch (error) {
    throw explain(folder, error) ?? error
  }
}

async function openCluster(folder: string) {
  const lines: string[] = []
  try {
    // PGlite takes this file's absence for an empty folder and would overwrite what is there.
    if (!(await readdir(folder)).includes('PG_VERSION')) throw new Error('PG_VERSION is missing')
    const db = await PGlite.create({
      fs: new DurableFolder(folder),
      startParams: durableParams,
      parsers,
      onStderr: (line) => lines.push(line) > 0,
    })
    // Left open, it would keep a timer of Postgres and so this process for ten seconds.
    await checkIntegrity(db).catch((error) => db.close().then(() => Promise.reject(error)))
    return db
  } catch (error) {
    // PGlite's own error tells only that it ended.
    const said = lines.flatMap((line) => /(?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? []).at(-1)
    const cause = said ? new Error(said, { cause: error }) : error
    throw (
      explain(folder, cause) ??
      folderError(
        folder,
        `is damaged (${(cause as Error).message}); put a copy back in its place, or delete it to start afresh`,
        cause,
      )
    )
  }
}
