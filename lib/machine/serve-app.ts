import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

type App = { fetch: Parameters<typeof serve>[0]['fetch'] }

/** Serves an app on loopback and returns its server once it listens; throws what the system says of the port. */
export function serveApp({ fetch }: App, port: number): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  // Longer than clients keep an idle connection (Deno: 90 seconds), so that none is closed under a new request.
  const serverOptions = { keepAliveTimeout: 120_000 }
  const options = { fetch, port, hostname: '127.0.0.1', serverOptions }
  const server = serve(options, () => resolve(server)) as Server
  server.on('error', reject)
  return promise
}
