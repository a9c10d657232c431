import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { limitPage } from './page.ts'

/** Serves the limit page on loopback; its form is answered at once. */
export async function startLimit(): Promise<{ origin: string; stop(): void }> {
  const page = gzipSync(limitPage, { level: 9 })
  const server = createServer((request, answer) => {
    if (request.method === 'POST') {
      request.resume().on('end', () => answer.end('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'))
    } else if (request.url === '/') {
      answer
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
        .end(page)
    } else if (request.url === '/robots.txt') {
      answer.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nAllow: /\n')
    } else {
      answer.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}
