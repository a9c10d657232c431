import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** As Node answers without a listener: https://nodejs.org/api/http.html#event-clienterror */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers what cannot be read as a request, which no handler ever sees, with these headers, and closes the connection.
 * Where an answer to an earlier request is under way it only closes it.
 */
export function answerMalformed(
  server: Server,
  headers: Record<string, string>,
  isAnswering: (socket: Socket) => boolean,
): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (!socket.writable || isAnswering(socket)) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? 400
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...lines,
      'Content-Length: 0',
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.destroySoon()
  })
}
