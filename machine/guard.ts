import type { Context, MiddlewareHandler } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import { timingSafeEqual } from 'hono/utils/buffer'
import { passwordAt } from './desk-key.ts'

/**
 * 403 if the host name is not this machine's (DNS rebinding), or another site embeds, fetches or posts. It
 * may only link to a page.
 */
export function onlyThisMachine(port: number): MiddlewareHandler {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  return async (context, next) => {
    const { host = '', origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': use } = context.req.header()
    // With no-referrer, as at the desk, browsers send "null" as the Origin of its own forms.
    const isForeign = origin !== undefined && origin !== `http://${host}` && site !== 'same-origin'
    const isOwn = /^(none|same-origin)$/.test(site) || use === 'document'
    return hosts.includes(host) && isOwn && !isForeign ? next() : context.text('Only for this machine', 403)
  }
}

/**
 * 401 without the key, such as for another user of this machine. Programs send it as `Authorization: Bearer`.
 * Browsers log in with this port's password (HTTP Basic): unlike a cookie, they send it to no other port.
 * `refuse` takes a text and returns the answer.
 */
export function onlyWithKey(
  key: string,
  port: number,
  refuse: (context: Context, text: string) => Response | Promise<Response> = (context, text) =>
    context.text(text, 401),
): MiddlewareHandler {
  const password = passwordAt(port, key)
  return async (context, next) => {
    const { req } = context
    const isKnown =
      (await timingSafeEqual(auth(req.raw)?.password ?? '', password)) ||
      (await timingSafeEqual(req.header('authorization') ?? '', `Bearer ${key}`))
    if (isKnown) return next()
    context.header('cache-control', 'no-store')
    context.header('www-authenticate', 'Basic realm="Open the whole address that was printed"')
    return refuse(context, 'Open the address with the key, as npm start or npm run desk prints it.')
  }
}

/**
 * `onlyFromOwnPages` answers 403 if another site starts a post or a download; a download may also start by a
 * typed address. `onlyOwnPosts` answers 403 to any post that is not from one of these pages.
 */
export function ownPages(scheme: 'http' | 'https') {
  const onlyFromOwnPages: MiddlewareHandler = async (context, next) => {
    const isRead = ['GET', 'HEAD'].includes(context.req.method)
    const site = context.req.header('sec-fetch-site') ?? (isRead ? 'none' : undefined)
    const own = `${scheme}://${context.req.header('host')}`
    const isOwn = site
      ? site === 'same-origin' || (isRead && site === 'none')
      : context.req.header('origin') === own
    return isOwn ? next() : context.text('Only from the desk itself', 403)
  }
  const onlyOwnPosts: MiddlewareHandler = (context, next) =>
    ['GET', 'HEAD'].includes(context.req.method) ? next() : onlyFromOwnPages(context, next)
  return { onlyFromOwnPages, onlyOwnPosts }
}
