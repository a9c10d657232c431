import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

type App = { fetch: Parameters<typeof serve>[0]['fetch'] }

/**
 * Serves an app on both loopback addresses, so that no other user of this machine can answer at `localhost` in its
 * place. Returns the listening server; the one for IPv6 closes with it. If the port is in use on either address, throws
 * the error of the system.
 */
export async function serveApp(app: App, port: number): Promise<Server> {
  const server = await listen(app, port, '127.0.0.1')
  try {
    const second = await listen(app, port, '::1')
    server.on('close', () => second.close())
  } catch (error) {
    // A machine without IPv6 has no such address, and nobody else can listen there either.
    if (!/^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test((error as NodeJS.ErrnoException).code ?? '')) {
      server.close()
      throw error
    }
  }
  return server
}

function listen({ fetch }: App, port: number, hostname: string): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  // Idle connections stay open longer here than in any client (90 s in Deno), so that no client sends a request on a
  // closed connection.
  const serverOptions = { keepAliveTimeout: 120_000 }
  const server = serve({ fetch, port, hostname, serverOptions }, () => resolve(server)) as Server
  server.on('error', reject)
  return promise
}
