import { Agent, request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { listen } from '../harness/listen.ts'
import type { Certificate } from './certificate.ts'

/** Headers that belong to one connection, and `host`, which is set anew (RFC 9110, section 7.6.1). */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'host', 'http2-settings']

export type Front = { url: string; stop(): void }

/**
 * Puts HTTP/2 and TLS in front of a plain HTTP server, as a hosting platform does, because browsers schedule requests
 * over HTTP/1.1 differently. Bodies are passed on as the server compressed them.
 */
export async function startFront(origin: string, certificate: Certificate): Promise<Front> {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true })
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (incoming, outgoing) => {
    const host = incoming.headers[':authority'] ?? incoming.headers.host ?? ''
    const forwarded = { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const headers = { ...withoutHops(incoming.headers), ...forwarded }
    const onward = { hostname, port, path: incoming.url, method: incoming.method, headers, agent }
    const upstream = request(onward, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers))
      answer.pipe(outgoing)
    })
    upstream.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  server.on('sessionError', () => {})
  const stop = () => {
    server.close()
    agent.destroy()
  }
  return { url: `https://localhost:${await listen(server)}/`, stop }
}

function withoutHops<Value>(headers: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !hopByHop.includes(name)),
  )
}
