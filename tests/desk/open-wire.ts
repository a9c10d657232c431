import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** Serves a PGlite database on a port of this machine, without a password. Transactions run one after another. */
export async function openWire(db: PGlite) {
  let free = Promise.resolve()
  const server = createServer((socket) => {
    let last = Promise.resolve()
    let release: (() => void) | undefined
    socket.on('error', () => {})
    socket.on('close', () => release?.())
    socket.on('data', (messages) => {
      last = last.then(async () => {
        if (!release) {
          const before = free
          free = new Promise((resolve) => {
            release = resolve
          })
          await before
        }
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
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, close: () => server.close() }
}

/** The message ReadyForQuery (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const readyOutsideTransaction = Buffer.from('Z\0\0\0\x05I')
