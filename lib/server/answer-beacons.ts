import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { type Funnel, maxBeaconBytes } from '../funnel/open-funnel.ts'

declare global {
  /** Set by app/funnel/route.ts. An import would be another one, since Next bundles the route apart from the guard. */
  var funnel: Funnel | undefined
}

/**
 * Answers a beacon as app/funnel/route.ts does, without the processor time that the framework takes for each. The framework
 * still gets a beacon when no flush is due, since it alone waits for the flush before it ends, and one that comes in parts.
 */
export function answerBeacons(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const handOn = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    if (request.method !== 'POST' || request.url !== '/funnel') {
      handOn()
      return
    }
    // The body that came with the head is read after it.
    setImmediate(() => {
      if (isTaken(request)) response.writeHead(204, { 'Cache-Control': 'no-store' }).end()
      else handOn()
    })
  })
}

function isTaken(request: IncomingMessage): boolean {
  const { funnel } = globalThis
  if (!funnel?.isDue() || !request.complete) return false
  if (request.readableLength > maxBeaconBytes) return true
  const body: Buffer | null = request.read()
  funnel.take({ get: (name) => request.headers[name]?.toString() ?? null }, body?.toString() ?? '')
  return true
}
