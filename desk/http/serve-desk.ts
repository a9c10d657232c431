import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import type { Desk } from '../open-desk.ts'
import { createApp } from './create-app.ts'

/** Serves the desk on loopback; throws what the system says of the port. */
export function serveDesk(desk: Desk, port: number, place: string): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  const app = createApp(desk, port, place)
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(server)) as Server
  server.on('error', reject)
  return promise
}
