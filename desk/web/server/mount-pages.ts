import path from 'node:path'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { documentHeaders } from '../../../machine/document.ts'
import { countNew } from './count-new.ts'
import { findPeople } from './find-people.ts'
import type { AnyPage, App, Interface } from './page.ts'

export type Own = Pick<App, 'desk' | 'ui' | 'variables'>

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

// Pages load the styles, script and fonts of buildInterface.
const headers = documentHeaders(`'self'`, `script-src 'self'; font-src 'self'; connect-src 'self'`)

// File names contain a hash of the content.
const fileCache = { 'cache-control': 'private, max-age=31536000, immutable' }

/** Of styles, script and fonts. */
export const fileHeaders = { ...headers, ...fileCache }

export const deskHeaders: MiddlewareHandler = (context, next) => {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
  return next()
}

/** Pages for strangers use them, too. */
export const mountFiles = (app: Hono, { files }: Pick<Interface, 'files'>) =>
  app.get('/assets/:file', ({ req, body, notFound }) => {
    const file = files.get(req.path)
    if (!file) return notFound()
    const type = types[path.extname(req.path)] ?? 'application/octet-stream'
    return body(file, 200, { 'content-type': type, ...fileCache })
  })

/** `ownOf` returns what a request works with. `onlyFromOwnPages` keeps downloads from other sites. */
export function mountPages(
  app: Hono,
  pages: Interface['pages'],
  { ownOf, onlyFromOwnPages }: { ownOf: (context: Context) => Own; onlyFromOwnPages: MiddlewareHandler },
) {
  app.get('/people', (context) => findPeople(ownOf(context), context))
  app.get('/new', (context) => countNew(ownOf(context), context))
  for (const page of Object.values(pages)) {
    const answer = (handle: AnyPage['show']) => (context: Context) =>
      handle({ ...ownOf(context), page }, context)
    app.get(page.path, answer(page.show))
    for (const [path, handle] of Object.entries(page.gets ?? {})) app.get(path, answer(handle))
    for (const [path, handle] of Object.entries(page.posts ?? {})) app.post(path, answer(handle))
    for (const [path, handle] of Object.entries(page.downloads ?? {}))
      app.get(path, onlyFromOwnPages, answer(handle))
  }
}
