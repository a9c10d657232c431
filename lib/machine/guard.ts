import type { MiddlewareHandler } from 'hono'

/** Answers 403 if the host name is not of this machine (DNS rebinding), or if another site embeds or fetches a page. */
export function onlyThisMachine(port: number): MiddlewareHandler {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  return async (context, next) => {
    const { host = '', 'sec-fetch-site': site = 'none', 'sec-fetch-dest': use } = context.req.header()
    const isOwn = hosts.includes(host) && (/^(none|same-origin)$/.test(site) || use === 'document')
    return isOwn ? next() : context.text('Only for this machine', 403)
  }
}

/** Answers 403 to posts of other sites by Sec-Fetch-Site, because under the policy no-referrer a form's Origin is "null". */
export const onlyOwnPosts: MiddlewareHandler = async (context, next) => {
  const isRead = ['GET', 'HEAD'].includes(context.req.method)
  const site = context.req.header('sec-fetch-site')
  const own = `http://${context.req.header('host')}`
  const isOwn = site ? site === 'same-origin' : context.req.header('origin') === own
  return isRead || isOwn ? next() : context.text('Only from the desk itself', 403)
}
