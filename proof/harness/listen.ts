import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Lets a server listen on a free port of this machine and gives the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Gives a port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}
