import type { MiddlewareHandler } from 'hono'
import { headers } from './reply-page.ts'

/**
 * Answers 403 unless the request is for this server by its own name, since another site could point a host name of its own
 * at this machine (DNS rebinding), and 403 to a post that does not come from a page of this server. Browsers tell that
 * by Sec-Fetch-Site; under the policy no-referrer a form's Origin is "null" (https://fetch.spec.whatwg.org/#origin-header).
 */
export function guard(port: number): MiddlewareHandler {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  return async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    const host = context.req.header('host') ?? ''
    if (!hosts.includes(host)) return context.text('Only for this machine', 403)
    const isRead = ['GET', 'HEAD'].includes(context.req.method)
    const site = context.req.header('sec-fetch-site')
    const isOwn = site ? site === 'same-origin' : context.req.header('origin') === `http://${host}`
    if (!isRead && !isOwn) return context.text('Only from the desk itself', 403)
    return next()
  }
}
