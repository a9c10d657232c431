import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { overduePage } from './overdue-page'

/** What Node publishes when a request arrives. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; socket: Socket }

/** As long as Vercel lets it take (app/layout.tsx). */
const limitMs = 20_000

/**
 * Ends a request that was not answered within 20 seconds: by 503, or by closing the connection when the answer has begun.
 * A client that still takes the answer has as long again, as often as it took some of it.
 */
export function limitDuration({ request, response, socket }: Exchange): void {
  let taken = 0
  let timer = setTimeout(check, limitMs)
  response.on('close', () => {
    // The connection serves the next request once this one has been received whole.
    if (request.complete) clearTimeout(timer)
  })

  function check() {
    if (!response.headersSent) return refuse(response)
    const isTaken = socket.bytesWritten - socket.writableLength
    const isClientSlow = response.writableEnded || response.writableNeedDrain
    if (response.writableFinished || !isClientSlow || isTaken === taken) {
      if (!response.writableFinished || !request.complete) socket.destroy()
      return
    }
    taken = isTaken
    timer = setTimeout(check, limitMs)
  }
}

function refuse(response: ServerResponse) {
  // The framework may still try to answer.
  response.on('error', () => {})
  for (const name of response.getHeaderNames())
    if (/^(content-(?!sec)|etag|location)/.test(name)) response.removeHeader(name)
  response.statusCode = 503
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Connection', 'close')
  response.end(overduePage)
}
