import { createHmac } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { timingSafeEqual } from 'hono/utils/buffer'

/**
 * Answers 403 if the host name does not belong to this machine (DNS rebinding). Also answers 403 if another site
 * embeds a page, fetches it or posts to it. Another site may only link to a page.
 */
export function onlyThisMachine(port: number): MiddlewareHandler {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  return async (context, next) => {
    const { host = '', origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': use } = context.req.header()
    // The desk has the policy no-referrer, so browsers send "null" as the Origin of its own forms.
    const isForeign = origin !== undefined && origin !== `http://${host}` && site !== 'same-origin'
    const isOwn = /^(none|same-origin)$/.test(site) || use === 'document'
    return hosts.includes(host) && isOwn && !isForeign ? next() : context.text('Only for this machine', 403)
  }
}

/**
 * Answers 401 to anybody who does not have the key, such as another user of this machine. The key comes in the header
 * `Authorization: Bearer` or as `?key=` in the address. In the second case, the answer sets a cookie and redirects to
 * the address without the key. `refuse` takes a text and returns the answer 401.
 */
export function onlyWithKey(
  key: string,
  port: number,
  refuse: (context: Context, text: string) => Response | Promise<Response> = (context, text) =>
    context.text(text, 401),
): MiddlewareHandler {
  // Browsers send a cookie to every port of this machine. Each server therefore gives its cookie a name of its own
  // and a value that does not reveal the key.
  const cookie = `desk-${port}`
  const value = createHmac('sha256', key).update(cookie).digest('base64url')
  return async (context, next) => {
    const { req } = context
    const url = new URL(req.url)
    const typed = url.searchParams.get('key')
    if (typed !== null && req.method === 'GET' && (await timingSafeEqual(typed, key))) {
      setCookie(context, cookie, value, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 })
      url.searchParams.delete('key')
      return context.redirect(url.href, 303)
    }
    const isKnown =
      (await timingSafeEqual(getCookie(context, cookie) ?? '', value)) ||
      (await timingSafeEqual(req.header('authorization') ?? '', `Bearer ${key}`))
    if (isKnown) return next()
    context.header('cache-control', 'no-store')
    return refuse(context, 'Open the address with the key, as npm start or npm run desk prints it.')
  }
}

/**
 * Answers 403 if another site starts a post or a download. A download may also start when the user types its address.
 */
export const onlyFromOwnPages: MiddlewareHandler = async (context, next) => {
  const isRead = ['GET', 'HEAD'].includes(context.req.method)
  const site = context.req.header('sec-fetch-site') ?? (isRead ? 'none' : undefined)
  const own = `http://${context.req.header('host')}`
  const isOwn = site
    ? site === 'same-origin' || (isRead && site === 'none')
    : context.req.header('origin') === own
  return isOwn ? next() : context.text('Only from the desk itself', 403)
}

/** Answers 403 to any post that does not come from a page of the desk. */
export const onlyOwnPosts: MiddlewareHandler = (context, next) =>
  ['GET', 'HEAD'].includes(context.req.method) ? next() : onlyFromOwnPages(context, next)
