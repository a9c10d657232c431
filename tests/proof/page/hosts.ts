import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createProxyServer } from 'httpxy'
import type { Certificate } from '../../kit/certificate.ts'
import { freePort, listen } from '../../kit/listen.ts'
import { baselinePage } from './baseline/page.ts'
import type { Pictures } from './pictures.ts'

const image = (src: string) => `<img src="${src}" width="1280" height="720" alt="" fetchpriority="high">`

/**
 * `/` shows the largest thumbnail from the video host, as most pages do. `/self` has a poster of its own in two
 * sizes.
 */
const baselines = {
  '/': baselinePage(
    image('https://i.ytimg.com/vi/aqz-KE-bpKQ/maxresdefault.jpg'),
    '<link rel="preconnect" href="https://i.ytimg.com">',
  ),
  '/self': baselinePage(
    `<picture><source media="(max-width:40rem)" srcset="/sddefault.webp">${image('/maxresdefault.webp')}</picture>`,
  ),
}

/**
 * The real page sends this header too. It makes Chromium start a new process, and in Lighthouse this delays the first
 * paint by about 70 ms. Visitors who come from another site get a new process in any case.
 */
const isolation = { 'cross-origin-opener-policy': 'same-origin' }
const foreign = {
  'cache-control': 'public, max-age=7200',
  'timing-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Serves the baseline pages, and answers their forms immediately. It also takes the place of all other hosts, and
 * serves thumbnails and a player.
 */
export async function startHosts(pictures: Pictures): Promise<{ origin: string; stop(): void }> {
  const packed = new Map(
    Object.entries(baselines).map(([path, page]) => [path, gzipSync(page, { level: 9 })]),
  )
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const name = pathname.split('/').pop() ?? ''
    const [page, picture] = [packed.get(pathname), pictures.get(name)]
    const reply = (type: string, body: string | Buffer, headers: object) =>
      answer.writeHead(200, { 'content-type': type, ...headers }).end(body)
    if (request.method === 'POST')
      request.resume().on('end', () => answer.end('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'))
    else if (page) reply('text/html; charset=utf-8', page, { ...isolation, 'content-encoding': 'gzip' })
    else if (picture) reply(name.endsWith('.webp') ? 'image/webp' : 'image/jpeg', picture, foreign)
    else if (name === 'robots.txt') reply('text/plain', 'User-agent: *\nAllow: /\n', foreign)
    else
      reply('text/html', '<!doctype html><html lang="en"><title>Player</title><p>Player</p></html>', foreign)
  })
  return { origin: `http://127.0.0.1:${await listen(server)}`, stop: () => server.close() }
}

/**
 * Puts HTTP/2 and TLS in front of a server, because real hosts have both. With HTTP/1.1, browsers would schedule
 * requests differently.
 */
export async function startFront(origin: string, certificate: Certificate) {
  const port = await freePort()
  const proxy = createProxyServer({ target: origin, xfwd: true, http2: true, ssl: certificate })
  proxy.on('error', (_error, _request, response) => response?.destroy())
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return { port, url: `https://localhost:${port}/`, stop: () => proxy.close() }
}
