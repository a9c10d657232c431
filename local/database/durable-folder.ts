import fs from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Start parameters under which PGlite calls fsync; fdatasync, the default on Linux, does nothing in its WebAssembly. */
export const durableParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
]

const hasNoFolderSync = process.platform === 'win32'

/** The file system that Emscripten mounts; it has no fsync of its own, and takes one from here. */
type EmscriptenNodeFs = {
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  realPath(node: unknown): string
}

/** A PGlite data folder whose fsync reaches the disk. */
export class DurableFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args)
    const addFsync = (module: { NODEFS?: EmscriptenNodeFs }) => {
      const nodeFs = module.NODEFS as EmscriptenNodeFs
      nodeFs.stream_ops.fsync = ({ nfd, node }) => {
        const isFolder = nfd === undefined
        if (isFolder && hasNoFolderSync) return 0
        const descriptor = nfd ?? fs.openSync(nodeFs.realPath(node), 'r')
        fs.fsyncSync(descriptor)
        if (isFolder) fs.closeSync(descriptor)
        return 0
      }
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync as never]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** Writes all that is in a folder through to the disk. */
export async function syncTree(folder: string) {
  const names = await readdir(folder, { recursive: true })
  await Promise.all([folder, ...names.map((name) => path.join(folder, name))].map(syncPath))
}

async function syncPath(name: string) {
  const isFolder = (await stat(name)).isDirectory()
  if (isFolder && hasNoFolderSync) return
  // Windows syncs only files that are open for writing.
  const file = await open(name, isFolder ? 'r' : 'r+')
  await file.sync()
  await file.close()
}
