import { once } from 'node:events'
import { createServer } from 'node:net'
import { portsOf, type Settings } from './settings.ts'

/** Throws an error that names the port, its purpose and its variable when a port of these parts is taken. */
export async function assertPortsFree(settings: Settings, parts: readonly string[]) {
  const uses = parts.flatMap((part) => portsOf(settings, part))
  for (const [index, { port, purpose, variable }] of uses.entries()) {
    const twin = uses.slice(0, index).find((use) => use.port === port)
    if (twin) {
      throw new Error(`Port ${port} is set for ${twin.purpose} and for ${purpose}; change ${variable}`)
    }
    if (await isTaken(port)) {
      throw new Error(`Port ${port} for ${purpose} is already in use; set ${variable} to another port`)
    }
  }
}

// Loopback and wildcard, IPv4 and IPv6: some systems let a second server bind next to the first, and a browser that
// asks for localhost may then reach the wrong one.
async function isTaken(port: number) {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    const server = createServer().listen({ port, host, exclusive: true })
    const failure = await once(server, 'listening').catch((error: NodeJS.ErrnoException) => error.code)
    server.close()
    if (failure === 'EADDRINUSE' || failure === 'EACCES') return true
  }
  return false
}
