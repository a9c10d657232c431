import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

type App = { fetch: Parameters<typeof serve>[0]['fetch'] }

/**
 * Serves an app on the loopback address. Returns the listening server. Throws the system's error if the port is in use.
 */
export function serveApp({ fetch }: App, port: number): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  // Keeps idle connections longer than clients do (Deno: 90 s), so that no request is sent on a closed connection.
  const serverOptions = { keepAliveTimeout: 120_000 }
  const options = { fetch, port, hostname: '127.0.0.1', serverOptions }
  const server = serve(options, () => resolve(server)) as Server
  server.on('error', reject)
  return promise
}
