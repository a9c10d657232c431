import path from 'node:path'
import { type Context, Hono } from 'hono'
import { documentHeaders } from '../../../machine/document.ts'
import { onlyFromOwnPages, onlyOwnPosts, onlyThisMachine, onlyWithKey } from '../../../machine/guard.ts'
import type { Desk } from '../../core/open-desk.ts'
import type { Variables } from '../../doctor/target.ts'
import { replyError, replyLocked, replyNotFound } from '../pages/message/reply.ts'
import { createClock } from './clock.ts'
import { countNew } from './count-new.ts'
import { findPeople } from './find-people.ts'
import type { AnyPage, Interface } from './page.ts'
import { placeOf } from './place.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

// Pages load the styles, the script and the fonts that buildInterface made.
const headers = documentHeaders(`'self'`, `script-src 'self'; font-src 'self'; connect-src 'self'`)

type Options = {
  port: number
  key: string
  ui: Interface
  /**
   * With these variables the desk can reach the function, which sends test mails and knows the domain of the sender.
   */
  variables?: Variables
}

/** Returns the Hono app of the desk. The app serves its pages to anybody who has the key. */
export function createApp(desk: Desk, { port, key, ui: views, variables = {} }: Options) {
  const ui = { ...views, place: placeOf(variables) }
  const app = new Hono()
  app.use((context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    return next()
  })
  app.use(onlyThisMachine(port))
  // These files need no key, because the page that asks for the key uses them too. The files are the same for
  // everybody.
  app.get('/assets/:file', ({ req, body, notFound }) => {
    const file = ui.files.get(req.path)
    if (!file) return notFound()
    const type = types[path.extname(req.path)] ?? 'application/octet-stream'
    // The name of each file contains a hash of its content.
    return body(file, 200, { 'content-type': type, 'cache-control': 'private, max-age=31536000, immutable' })
  })
  app.use(
    onlyWithKey(key, port, (context, text) => replyLocked(context, views, text)),
    onlyOwnPosts,
    createClock(desk),
  )
  const own = { desk, ui, variables }
  app.get('/people', (context) => findPeople(own, context))
  app.get('/new', (context) => countNew(own, context))
  for (const page of Object.values(ui.pages)) {
    const answer = (handle: AnyPage['show']) => (context: Context) => handle({ ...own, page }, context)
    app.get(page.path, answer(page.show))
    for (const [path, handle] of Object.entries(page.gets ?? {})) app.get(path, answer(handle))
    for (const [path, handle] of Object.entries(page.posts ?? {})) app.post(path, answer(handle))
    for (const [path, handle] of Object.entries(page.downloads ?? {}))
      app.get(path, onlyFromOwnPages, answer(handle))
  }
  app.notFound((context) => replyNotFound(context, ui))
  app.onError((error, context) => replyError(error, context, ui))
  return app
}
