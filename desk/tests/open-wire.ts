import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** Serves a PGlite on a port of this machine, as a server without a password for one client at a time. */
export async function openWire(db: PGlite) {
  const server = createServer((socket) => {
    let last = Promise.resolve()
    socket.on('error', () => {})
    socket.on('data', (messages) => {
      last = last.then(async () => {
        const answer = await db.execProtocolRaw(messages)
        if (socket.writable) socket.write(answer)
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, close: () => server.close() }
}
