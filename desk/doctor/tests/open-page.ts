import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { securityHeaders } from '../../../build/headers.ts'
import type { Certificate } from '../../../proof/page/certificate.ts'

/** What the page answers. */
export type Page = { status: number; headers: Record<string, string>; html: string }

const [style, script] = ['p{color:red}', 'document.title="page"']
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page like the built one: with a style and a script inline, and the headers of a production build. */
function soundPage(siteUrl: string, videoUrl: string): Page {
  const rules = securityHeaders([hash(script)], [hash(style)], videoUrl, false)
  const headers = rules
    .filter(({ source, has }) => source === '/:path*' && !has)
    .flatMap((rule) => rule.headers)
  return {
    status: 200,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    html: `<!doctype html><link rel="canonical" href="${siteUrl}"/><style>${style}</style><script>${script}</script>`,
  }
}

/** Serves a page by https, with http on the same port leading on to that. What it answers may be changed at any time. */
export async function openPage(certificate: Certificate, videoUrl: string) {
  const answer: RequestListener = ({ url }, response) => {
    const { status, headers, html } =
      url?.split('?')[0] === '/' ? served.page : { ...served.page, status: 404, html: '' }
    response.writeHead(status, { ...headers, 'content-type': 'text/html' }).end(html)
  }
  const lead: RequestListener = (request, response) => {
    if (served.httpAnswers) return answer(request, response)
    response.writeHead(308, { location: url }).end()
  }
  const https = createHttpsServer(certificate, answer)
  const http = createHttpServer(lead)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (first) => {
      // A TLS client begins with a handshake record.
      const isTls = first[0] === 22
      socket.pause()
      socket.unshift(first)
      ;(isTls ? https : http).emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  const served = { page: soundPage(url, videoUrl), httpAnswers: false }
  return { url, served, close: () => server.close() }
}
