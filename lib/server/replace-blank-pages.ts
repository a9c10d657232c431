import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { errorPage } from './error-page.ts'

/** If a page fails to render, Next.js sends an empty one, which only scripts could fill. */
export function replaceBlankPages(): void {
  // https://nodejs.org/api/diagnostics_channel.html#built-in-channels
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse }
    const { writeHead, end } = response
    const writeOwnHead = (...head: Parameters<typeof writeHead>) => {
      if (response.statusCode === 500 && /^text\/html/.test(`${response.getHeader('content-type')}`)) {
        for (const name of ['content-encoding', 'content-length', 'etag']) response.removeHeader(name)
        response.write = (...args: unknown[]) => {
          callbackOf(args)?.()
          return true
        }
        response.end = (...args: unknown[]) => end.call(response, errorPage, 'utf8', callbackOf(args))
      }
      return writeHead.apply(response, head)
    }
    // Next.js sends the head before the first part of the body.
    response.writeHead = writeOwnHead as typeof writeHead
  })
}

/** `write` and `end` may lack the arguments before the callback. */
const callbackOf = (args: unknown[]) =>
  args.find((one) => typeof one === 'function') as (() => void) | undefined
