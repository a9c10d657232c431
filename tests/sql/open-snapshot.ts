import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'

const packages = new URL('../../node_modules/', import.meta.url)
const folder = new URL('.cache/databases/', packages)

/**
 * Opens a new PGlite that `prepare` has been applied to. The result is kept in node_modules as a snapshot, so that
 * `prepare` does not have to run each time. `sources` are all texts that `prepare` uses. If they or PGlite change, a
 * new snapshot is made. If `prepare` throws an error, so does this function.
 */
export async function openSnapshot(sources: string[], prepare: (db: PGlite) => Promise<unknown>) {
  const engine = await readFile(new URL('@electric-sql/pglite/package.json', packages), 'utf8')
  const hash = createHash('sha256').update(JSON.stringify([engine, ...sources]))
  const file = new URL(`${hash.digest('hex')}.tar.gz`, folder)
  const data = await readFile(file).catch(() => undefined)
  if (data) return PGlite.create({ loadDataDir: new Blob([data], { type: 'application/gzip' }) })

  const db = await PGlite.create()
  await prepare(db)
  const dump = await db.dumpDataDir('gzip')
  // Another process may be making the same snapshot right now. The snapshot therefore gets its name only when it is
  // complete.
  const unfinished = new URL(randomUUID(), folder)
  await mkdir(folder, { recursive: true })
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()))
  await rename(unfinished, file)
  return db
}
