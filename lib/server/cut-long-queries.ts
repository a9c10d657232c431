import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * If the query of a request is longer than 1,500 characters, removes it before Next reads it. Next takes quadratic
 * time to read a query, which is 300 ms for 14 KB of keys. The links of campaigns are never that long.
 */
export function cutLongQueries(): void {
  // https://nodejs.org/api/diagnostics_channel.html#built-in-channels
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.url = request.url?.replace(/\?.{1501,}$/s, '')
  })
}
