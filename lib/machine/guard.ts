import type { MiddlewareHandler } from 'hono'

/**
 * Answers 403 unless the request is for the server at this port by a name of this machine, since another site could point
 * a host name of its own here (DNS rebinding) and read the pages; and to another site that embeds a page or fetches it
 * (Sec-Fetch-Site, which every browser sends), since only following a link needs no consent.
 */
export function onlyThisMachine(port: number): MiddlewareHandler {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  return async (context, next) => {
    const { host = '', 'sec-fetch-site': site = 'none', 'sec-fetch-dest': use } = context.req.header()
    const isOwn = hosts.includes(host) && (/^(none|same-origin)$/.test(site) || use === 'document')
    return isOwn ? next() : context.text('Only for this machine', 403)
  }
}

/**
 * Answers 403 to a post that does not come from a page of this server. Browsers tell that by Sec-Fetch-Site; under the
 * policy no-referrer a form's Origin is "null" (https://fetch.spec.whatwg.org/#origin-header).
 */
export const onlyOwnPosts: MiddlewareHandler = async (context, next) => {
  const isRead = ['GET', 'HEAD'].includes(context.req.method)
  const site = context.req.header('sec-fetch-site')
  const own = `http://${context.req.header('host')}`
  const isOwn = site ? site === 'same-origin' : context.req.header('origin') === own
  return isRead || isOwn ? next() : context.text('Only from the desk itself', 403)
}
