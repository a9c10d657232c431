import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { listen } from '../../../tests/kit/listen.ts'
import type { Pictures } from '../pictures.ts'
import { baselinePage } from './page.ts'

const image = (src: string) => `<img src="${src}" width="1280" height="720" alt="" fetchpriority="high">`

/** With the largest thumbnail of the video's host, as most pages have it; and with its own pictures in two sizes. */
const pages = {
  '/': baselinePage(
    image('https://i.ytimg.com/vi/aqz-KE-bpKQ/maxresdefault.jpg'),
    '<link rel="preconnect" href="https://i.ytimg.com">',
  ),
  '/self': baselinePage(
    `<picture><source media="(max-width:40rem)" srcset="/sddefault.webp">${image('/maxresdefault.webp')}</picture>`,
  ),
}

/**
 * As the page sends it: for that header Chromium goes on in a new process, which moves Lighthouse's first paint by some 70 ms.
 * Who comes by a link from another site gets a new process with or without it.
 */
const isolation = { 'cross-origin-opener-policy': 'same-origin' }

/** Serves the baseline pages on this machine; their form is answered at once. */
export async function startBaseline(pictures: Pictures): Promise<{ origin: string; stop(): void }> {
  const packed = new Map(Object.entries(pages).map(([path, page]) => [path, gzipSync(page, { level: 9 })]))
  const server = createServer((request, answer) => {
    const { method, url = '' } = request
    const [page, picture] = [packed.get(url), pictures.get(url.slice(1))]
    const reply = (status: number, type: string, body: string | Buffer, headers = {}) =>
      answer.writeHead(status, { 'content-type': type, ...headers }).end(body)
    if (method === 'POST') {
      request.resume().on('end', () => answer.end('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'))
    } else if (page)
      reply(200, 'text/html; charset=utf-8', page, { ...isolation, 'content-encoding': 'gzip' })
    else if (picture) reply(200, 'image/webp', picture, { 'cache-control': 'max-age=7200' })
    else if (url === '/robots.txt') reply(200, 'text/plain', 'User-agent: *\nAllow: /\n')
    else reply(404, 'text/plain', 'Not found')
  })
  return { origin: `http://127.0.0.1:${await listen(server)}`, stop: () => server.close() }
}
