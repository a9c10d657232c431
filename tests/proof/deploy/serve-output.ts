import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { answerTo } from '../../kit/answer.ts'
import { listen } from '../../kit/listen.ts'

/**
 * Serves the output of `vercel build` in the same way as Vercel. When the server is ready, it sends its URL to the
 * parent process.
 */
const [functions = '', files = ''] = process.argv.slice(2)
const require = createRequire(import.meta.url)
const launcher = (name: string) => require(join(functions, name, '___next_launcher.cjs'))

// Each launcher changes the working directory. The server of the page looks for its files there, so the launcher of
// the page must come last.
const middleware: (request: Request) => Promise<Response> = launcher('_middleware.func')
const serve = (name: string) => {
  const page: (request: IncomingMessage, response: ServerResponse) => Promise<void> = launcher(name)
  return listen(createServer(page))
}
const pagePort = await serve('index.func')
const answerPort = await serve('answer.func')

const front = createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request
  if (url.startsWith('/_next/static/')) {
    response.end(readFileSync(join(files, url)))
    return
  }
  const body = await buffer(request)
  // proxy.ts has several matchers, but only this one applies when the page is posted to.
  const isNativePost = headers['content-type']?.startsWith('multipart/form-data') && !headers['next-action']
  const passed = isNativePost
    ? await throughMiddleware(method, url, headers, body)
    : { origin: `http://127.0.0.1:${pagePort}`, path: url, headers, added: {} }
  const call = { method, headers: passed.headers as Record<string, string>, body }
  const answer = await answerTo(passed.origin + passed.path, call)
  const { 'transfer-encoding': _, ...answered } = answer.headers
  response.writeHead(answer.status || 502, { ...answered, ...passed.added }).end(answer.body)
})
process.send?.(`http://127.0.0.1:${await listen(front)}/`)

/**
 * Runs the middleware for a post. Returns the path to which it rewrites the post, the request headers that it passes
 * on, and the headers that it adds to the answer.
 */
async function throughMiddleware(method: string, url: string, sent: IncomingHttpHeaders, body: Buffer) {
  const headers = new Headers(sent as Record<string, string>)
  const request = new Request(`http://${sent.host}${url}`, { method, headers, body: new Uint8Array(body) })
  const answer = await middleware(request)
  const { pathname: path } = new URL(answer.headers.get('x-middleware-rewrite') ?? '', request.url)
  if (path !== '/answer') throw new Error(`The middleware led the post to ${path}`)
  const names = answer.headers.get('x-middleware-override-headers')?.split(',') ?? []
  return {
    origin: `http://127.0.0.1:${answerPort}`,
    path,
    headers: Object.fromEntries(
      names.map((name) => [name, answer.headers.get(`x-middleware-request-${name}`) ?? '']),
    ),
    added: Object.fromEntries([...answer.headers].filter(([name]) => !name.startsWith('x-middleware-'))),
  }
}
