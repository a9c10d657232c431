import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** How many characters of the user agent are read, and stored with a lead. */
export const maxUserAgent = 300

/** Browsers keep at least 50 for a host: https://www.rfc-editor.org/rfc/rfc6265#section-6.1 */
const maxCookies = 100

/**
 * Removes from each request, before Next reads it, what Next would take quadratic time to read: the end of a long user
 * agent, a query of more than 1,500 characters, because the links of campaigns are never that long, and the cookies, if
 * they are too many. 15 KB of letters, in which Next looks for '-Google', would cost 1.2 s, of keys in a query 0.2 s,
 * and of cookies such as `0=;1=;` 1.4 s in a route. A hundred cookies of the same length cost up to 9 ms.
 */
export function cutRequests(): void {
  // https://nodejs.org/api/diagnostics_channel.html#built-in-channels
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers['user-agent'] &&= request.headers['user-agent'].slice(0, maxUserAgent)
    request.url = request.url?.replace(/\?.{1501,}$/s, '')
    if ((request.headers.cookie?.split(';').length ?? 0) > maxCookies) delete request.headers.cookie
  })
}
