import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * Removes from each request, before Next reads it, what Next would take quadratic time to read: all cookies, because
 * no page uses them, and a query of more than 1,500 characters, because the links of campaigns are never that long.
 * 14 KB of keys in a query would cost 300 ms. Hosts that call Next in another way get the cookies removed by proxy.ts.
 */
export function cutRequests(): void {
  // https://nodejs.org/api/diagnostics_channel.html#built-in-channels
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    delete request.headers.cookie
    request.url = request.url?.replace(/\?.{1501,}$/s, '')
  })
}
