import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { overduePage } from './overdue-page.ts'

/** What Node publishes when a request arrives. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; socket: Socket }

/**
 * Ends a request that has no answer after so many milliseconds: by 503, or by closing the connection when the answer has
 * begun. While a client takes an answer slowly, it has as long again for each part.
 */
export function limitDuration({ request, response, socket }: Exchange, limitMs: number): void {
  let taken = 0
  let timer = setTimeout(check, limitMs)
  response.on('close', () => {
    // Else the client still sends, although it has its answer.
    if (request.complete) clearTimeout(timer)
  })

  function check() {
    if (!response.headersSent) return answerOverdue(response)
    if (response.writableFinished && request.complete) return
    const takenNow = socket.bytesWritten - socket.writableLength
    const isClientSlow = response.writableEnded || response.writableNeedDrain
    if (response.writableFinished || !isClientSlow || takenNow === taken) {
      socket.destroy()
      return
    }
    taken = takenNow
    timer = setTimeout(check, limitMs)
  }
}

function answerOverdue(response: ServerResponse) {
  // The framework may still try to write its own.
  response.on('error', () => {})
  for (const name of ['Content-Length', 'Content-Encoding', 'ETag']) response.removeHeader(name)
  response.statusCode = 503
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Connection', 'close')
  response.end(overduePage)
}
