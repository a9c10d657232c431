import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * `cookies()` is always empty on the site's routes and link pages. Others keep cookies: a login may need
 * them.
 */
const ownRoutes =
  /^\/(?:(?:_next|answer|begun|call|confirm|failure|funnel|link|stop|unsubscribe|variants|version|watch)(?:[/?]|$)|\?|$)/

/** Characters of the user agent that are read and stored. */
export const maxUserAgent = 300

/**
 * Removes before Next reads it what takes it quadratic time: the cookies of these routes, a query of more
 * than 1,500 characters (campaigns' links are shorter), and the end of a long user agent. 14 KB of keys in a
 * query would cost 300 ms, and 14 KB of hyphens, in which Next looks for '-Google', a second.
 */
export function cutRequests(): void {
  // https://nodejs.org/api/diagnostics_channel.html#built-in-channels
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (ownRoutes.test(request.url ?? '')) delete request.headers.cookie
    request.url = request.url?.replace(/\?.{1501,}$/s, '')
    request.headers['user-agent'] &&= request.headers['user-agent'].slice(0, maxUserAgent)
  })
}
