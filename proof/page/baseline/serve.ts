import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Pictures } from '../pictures.ts'
import { limitPage } from './page.ts'

const image = (src: string) => `<img src="${src}" width="1280" height="720" alt="" fetchpriority="high">`

/** With the host's largest thumbnail, as most pages have it; and with pictures of its own in two sizes. */
const pages = {
  '/': limitPage(
    image('https://i.ytimg.com/vi/aqz-KE-bpKQ/maxresdefault.jpg'),
    '<link rel="preconnect" href="https://i.ytimg.com">',
  ),
  '/self': limitPage(
    `<picture><source media="(max-width:40rem)" srcset="/sddefault.webp">${image('/maxresdefault.webp')}</picture>`,
  ),
}

/** Serves the limit pages on loopback; their form is answered at once. */
export async function startLimit(pictures: Pictures): Promise<{ origin: string; stop(): void }> {
  const packed = new Map(
    Object.entries(pages).map(([path, page]) => [path, gzipSync(page, { level: 9 })] as const),
  )
  const server = createServer((request, answer) => {
    const page = packed.get(request.url ?? '')
    const picture = pictures.get(request.url?.slice(1) ?? '')
    if (request.method === 'POST') {
      request.resume().on('end', () => answer.end('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'))
    } else if (page) {
      answer
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
        .end(page)
    } else if (picture) {
      answer.writeHead(200, { 'content-type': 'image/webp', 'cache-control': 'max-age=7200' }).end(picture)
    } else if (request.url === '/robots.txt') {
      answer.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nAllow: /\n')
    } else {
      answer.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}
