import { Hono } from 'hono'
import { onlyThisMachine, onlyWithKey, ownPages } from '../../../machine/guard.ts'
import type { Desk } from '../../core/open-desk.ts'
import type { Variables } from '../../doctor/target.ts'
import { replyError, replyLocked, replyNotFound } from '../pages/message/reply.ts'
import { followClock } from './clock.ts'
import { deskHeaders, mountFiles, mountPages } from './mount-pages.ts'
import type { Interface } from './page.ts'
import { placeOf } from './place.ts'

type Options = {
  port: number
  key: string
  ui: Interface
  /** With these the desk reaches the function, which sends test emails and knows the sender's domain. */
  variables?: Variables
}

export function createApp(desk: Desk, { port, key, ui: views, variables = {} }: Options) {
  const ui = { ...views, place: placeOf(variables) }
  const own = { desk, ui, variables }
  const { onlyFromOwnPages, onlyOwnPosts } = ownPages('http')
  const app = new Hono()
  app.use(deskHeaders, onlyThisMachine(port))
  mountFiles(app, ui)
  app.use(
    onlyWithKey(key, port, (context, text) => replyLocked(context, views, text)),
    onlyOwnPosts,
    followClock(desk),
  )
  mountPages(app, ui.pages, { ownOf: () => own, onlyFromOwnPages })
  app.notFound((context) => replyNotFound(context, ui))
  app.onError((error, context) => replyError(error, context, ui))
  return app
}
