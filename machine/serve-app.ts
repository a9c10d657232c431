import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

type App = { fetch: Parameters<typeof serve>[0]['fetch'] }

/**
 * On both loopback addresses, so that no other user can answer at `localhost`. Returns the server; that for
 * IPv6 closes with it. If the port is in use, throws the system's error.
 */
export async function serveApp(app: App, port: number): Promise<Server> {
  const server = await listen(app, port, '127.0.0.1')
  try {
    const second = await listen(app, port, '::1')
    server.on('close', () => second.close())
  } catch (error) {
    // Without IPv6, nobody else can listen there either.
    if (!/^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test((error as NodeJS.ErrnoException).code ?? '')) {
      server.close()
      throw error
    }
  }
  return server
}

function listen({ fetch }: App, port: number, hostname: string): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  // Longer than any client's (90 s in Deno), so that none sends on a closed connection.
  const serverOptions = { keepAliveTimeout: 120_000 }
  const server = serve({ fetch, port, hostname, serverOptions }, () => resolve(server)) as Server
  server.on('error', reject)
  return promise
}
