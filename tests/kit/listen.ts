import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** On a free port of this machine, which it returns. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

// Linux gives away the ports from 32,768 on. One that is free there may be another server's a moment later, so these
// are below it, and each process begins elsewhere.
const [first, count] = [10_000, 20_000]
let tried = process.pid * 211

/** Ports that no server gets that does not ask for them. */
export async function freePorts(wanted: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < wanted) {
    const port = first + (tried++ % count)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port as number
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
