import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Serves a PGlite database on a port of this machine, without a password. Transactions run one after another. `alone`
 * does something between two of them. All that uses the database has to, as it has one session.
 */
export async function openWire(db: PGlite) {
  let free = Promise.resolve()
  /** Waits until nobody uses the database. Returns what lets the next one use it. */
  async function take() {
    const before = free
    const { promise, resolve } = Promise.withResolvers<void>()
    free = promise
    await before
    return resolve
  }
  async function alone<Result>(work: () => Promise<Result>) {
    const give = await take()
    return work().finally(give)
  }
  const server = createServer((socket) => {
    let last = Promise.resolve()
    let release: (() => void) | undefined
    socket.on('error', () => {})
    socket.on('close', () => release?.())
    socket.on('data', (messages) => {
      last = last.then(async () => {
        release ??= await take()
        if (socket.destroyed) return release()
        const answer = Buffer.from(await db.execProtocolRaw(messages))
        if (socket.writable) socket.write(answer)
        if (!answer.subarray(-6).equals(readyOutsideTransaction)) return
        release?.()
        release = undefined
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, alone, close: () => server.close() }
}

/** The message ReadyForQuery (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const readyOutsideTransaction = Buffer.from('Z\0\0\0\x05I')
