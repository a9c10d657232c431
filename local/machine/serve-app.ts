import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

type App = { fetch: Parameters<typeof serve>[0]['fetch'] }

/**
 * Serves an app on the loopback address. Returns the listening server. If the port is in use, throws the error of the
 * system.
 */
export function serveApp({ fetch }: App, port: number): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  // Idle connections stay open longer here than in any client (90 s in Deno), so that no client sends a request on a
  // closed connection.
  const serverOptions = { keepAliveTimeout: 120_000 }
  const options = { fetch, port, hostname: '127.0.0.1', serverOptions }
  const server = serve(options, () => resolve(server)) as Server
  server.on('error', reject)
  return promise
}
