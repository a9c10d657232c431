import { Agent, request } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './certificate.ts'

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'host',
  'http2-settings',
])

export type Front = { url: string; stop(): void }

/**
 * HTTP/2 and TLS in front of a plain server, as a host would have it: browsers schedule HTTP/1.1 differently. Bodies
 * go through as the server compressed them.
 */
export async function startFront(origin: string, certificate: Certificate): Promise<Front> {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true })
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (incoming, outgoing) => {
    const host = incoming.headers[':authority'] ?? incoming.headers.host ?? ''
    const forwarded = { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const headers = { ...withoutHops(incoming.headers), ...forwarded }
    const onward = { hostname, port, path: incoming.url, method: incoming.method, headers, agent }
    const asked = request(onward, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers))
      answer.pipe(outgoing)
    })
    asked.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  })
  server.on('sessionError', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const stop = () => {
    server.close()
    agent.destroy()
  }
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/`, stop }
}

function withoutHops<Value>(headers: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !hopByHop.has(name)),
  )
}
