import { createHmac } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { timingSafeEqual } from 'hono/utils/buffer'

/**
 * Answers 403 if the host name is not one of this machine (DNS rebinding), or if another site embeds, fetches or posts to a
 * page. Another site may only link to a page.
 */
export function onlyThisMachine(port: number): MiddlewareHandler {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  return async (context, next) => {
    const { host = '', origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': use } = context.req.header()
    // Under the policy no-referrer, the Origin of the desk's own forms is "null".
    const isForeign = origin !== undefined && origin !== `http://${host}` && site !== 'same-origin'
    const isOwn = /^(none|same-origin)$/.test(site) || use === 'document'
    return hosts.includes(host) && isOwn && !isForeign ? next() : context.text('Only for this machine', 403)
  }
}

/**
 * Answers 401 to anybody without the key, such as another user of this machine. The key comes as `Authorization: Bearer`, or as
 * `?key=` in an address, which sets a cookie and redirects to the address without the key. `refuse` makes the 401 from a text.
 */
export function onlyWithKey(
  key: string,
  port: number,
  refuse: (context: Context, text: string) => Response | Promise<Response> = (context, text) =>
    context.text(text, 401),
): MiddlewareHandler {
  // Browsers send a cookie to every port of this machine. So each server's cookie has its own name, and a value that does not
  // reveal the key.
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

/** Answers 403 to a post or a download that another site starts. A typed address may start a download. */
export const onlyFromOwnPages: MiddlewareHandler = async (context, next) => {
  const isRead = ['GET', 'HEAD'].includes(context.req.method)
  const site = context.req.header('sec-fetch-site') ?? (isRead ? 'none' : undefined)
  const own = `http://${context.req.header('host')}`
  const isOwn = site
    ? site === 'same-origin' || (isRead && site === 'none')
    : context.req.header('origin') === own
  return isOwn ? next() : context.text('Only from the desk itself', 403)
}

/** Answers 403 to posts that do not come from the desk's own pages. */
export const onlyOwnPosts: MiddlewareHandler = (context, next) =>
  ['GET', 'HEAD'].includes(context.req.method) ? next() : onlyFromOwnPages(context, next)
