import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Takes a folder for this process alone, and answers how to give it back. The lock is a socket that the process listens
 * on, so it ends with the process however that ends; a socket file that nobody answers is a leftover.
 */
export async function lockFolder(folder: string) {
  const address = socketAddress(folder)
  const isFile = !address.startsWith('\\\\')
  if (await answers(address)) throw taken(folder)
  if (isFile) await rm(address, { force: true })

  const server = createServer((socket) => socket.on('error', () => {}).end())
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? taken(folder) : error),
    )
    server.listen(address, resolve)
  })
  if (isFile) {
    // Two that found the same leftover both get here; the socket of the later one is the one in the folder.
    const { ino } = await stat(address)
    await sleep(50)
    if ((await stat(address)).ino !== ino) throw taken(folder)
  }
  return () => new Promise<void>((resolve) => server.close(() => resolve()))
}

const taken = (folder: string) =>
  new Error(`The data folder ${folder} is in use by another process; end that one or set LOCAL_DATA_DIR`)

// A socket's address holds about 100 bytes (unix(7)), and the folder may lie deep.
function socketAddress(folder: string) {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\${createHash('sha256').update(path.resolve(folder).toLowerCase()).digest('hex')}`
  }
  const absolute = path.resolve(folder, 'lock')
  const relative = path.relative(process.cwd(), absolute)
  return relative.length < absolute.length ? relative : absolute
}

const answers = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(address)
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
