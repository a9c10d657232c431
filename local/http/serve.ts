import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { replyJson } from './reply-json.ts'

/** An error whose message may be shown to the caller, with the HTTP status that fits it. */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Serves on loopback. A request that fails is answered with its HttpError, else with 500; the server goes on. */
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
      const { status, message } = error instanceof HttpError ? error : new HttpError(500, 'Internal error')
      // The message of any other error may contain what the request contained.
      const cause =
        error instanceof HttpError
          ? message
          : ((error as { code?: string }).code ?? `${(error as Error).name}`)
      console.error(`${request.method} ${url.pathname} failed: ${cause}`)
      if (response.headersSent) response.destroy()
      else replyJson(response, status, { message })
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
