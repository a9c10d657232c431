import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'

const packages = new URL('../../node_modules/', import.meta.url)
const folder = new URL('.cache/databases/', packages)

/**
 * Opens a new PGlite database in the state that `prepare` gives to an empty one. This state is kept in node_modules. It
 * is used again until PGlite or `sources` change. `sources` are all the texts that `prepare` applies. Throws the error
 * that `prepare` throws.
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
  // Another process may be making the same snapshot. The snapshot therefore gets its name only when it is complete.
  const unfinished = new URL(randomUUID(), folder)
  await mkdir(folder, { recursive: true })
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()))
  await rename(unfinished, file)
  return db
}
