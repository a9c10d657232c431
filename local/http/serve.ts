import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { replyJson } from './json-reply.ts'

/** Serves on loopback; a failing request answers 500 and a broken client ends only itself. */
export function serve(
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void,
) {
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    if (!url) return replyJson(response, 400, { message: 'Bad request' })
    try {
      await handle(request, response, url)
    } catch (error) {
      // Its message may hold what the request held.
      const { code, name } = error as NodeJS.ErrnoException
      console.error(`${request.method} ${url.pathname} failed: ${code ?? name}`)
      if (response.headersSent) response.destroy()
      else replyJson(response, 500, { message: 'Internal error' })
    }
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  })
  // Longer than clients keep an idle connection (Deno: 90 seconds), so that none is closed under a new request.
  server.keepAliveTimeout = 120_000
  server.listen(port, '127.0.0.1')
  return server
}
