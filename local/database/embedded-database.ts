import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import type { Database, Query } from './database.ts'
import { lockFolder } from './lock-folder.ts'

// As in Supabase's postgres-meta: times and binaries stay as Postgres writes them, a count is a number.
const asText = (value: string) => value
const parsers = {
  [types.INT8]: (value: string) => (Number.isSafeInteger(Number(value)) ? Number(value) : value),
  ...Object.fromEntries(
    [types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.BYTEA].map((id) => [id, asText]),
  ),
}

/** Opens the Postgres that runs inside this process. It survives kill -9 of the process, but no power cut. */
export async function openEmbeddedDatabase(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir)
  const folder = path.join(dataDir, 'postgres')
  if (!existsSync(folder)) await createCluster(folder)
  const db = await PGlite.create({ dataDir: folder, parsers })

  // The session stays in the role of nearly every call, which saves three statements each.
  let serviceSession: Promise<unknown> | undefined
  return {
    async callAs(role, statement, parameters) {
      serviceSession ??= db.exec('set role service_role')
      await serviceSession
      if (role === 'service_role')
        return (await db.query<Record<string, unknown>>(statement, parameters)).rows
      return db.transaction(async (tx) => {
        await tx.exec('set local role anon')
        return (await tx.query<Record<string, unknown>>(statement, parameters)).rows
      })
    },
    transaction: (work) =>
      db.transaction(async (tx) => {
        await tx.exec('set local role none')
        const query: Query = async (statements, parameters) => {
          const result = parameters
            ? await tx.query(statements, parameters)
            : (await tx.exec(statements)).at(-1)
          return (result?.rows ?? []) as Record<string, unknown>[]
        }
        return work(query)
      }),
    async close() {
      await db.close()
      await unlock()
    },
  }
}

// Under another name until it is complete: a first start that is interrupted leaves nothing half-made behind.
async function createCluster(folder: string) {
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const db = await PGlite.create({ dataDir: unfinished })
  await db.close()
  await rename(unfinished, folder)
}
