import path from 'node:path'
import { type Context, Hono } from 'hono'
import { documentHeaders } from '../../../machine/document.ts'
import { onlyFromOwnPages, onlyOwnPosts, onlyThisMachine, onlyWithKey } from '../../../machine/guard.ts'
import type { Desk } from '../../core/open-desk.ts'
import type { Variables } from '../../doctor/target.ts'
import { actOnCall } from '../pages/calls/actions.ts'
import { showCalls } from '../pages/calls/page.ts'
import { eraseLead } from '../pages/erase/actions.ts'
import { confirmErasure } from '../pages/erase/page.ts'
import { exportLeads, showExports } from '../pages/exports/page.ts'
import { showFunnel } from '../pages/funnel/page.ts'
import { listLeads } from '../pages/leads/page.ts'
import { actOnCause, actOnMails } from '../pages/mails/actions.ts'
import { explainHeaders, showMails, showSender } from '../pages/mails/page.ts'
import { sendTestMail } from '../pages/mails/sender.ts'
import { replyError, replyLocked, replyNotFound } from '../pages/message/page.ts'
import { showOverview } from '../pages/overview/page.ts'
import { answerOneText } from '../pages/overview/texts.ts'
import { actions } from '../pages/person/actions.ts'
import { downloadEvidence, downloadStored } from '../pages/person/downloads.ts'
import { showLead } from '../pages/person/page.ts'
import { saveSettings, setKeys } from '../pages/settings/actions.ts'
import { showSettings } from '../pages/settings/page.ts'
import { actOnNumbers } from '../pages/texting/actions.ts'
import { showTexting } from '../pages/texting/page.ts'
import { compareVariants } from '../pages/variants/page.ts'
import type { Interface } from './build-interface.ts'
import { createClock } from './clock.ts'
import { countNew } from './count-new.ts'
import { findPeople } from './find-people.ts'
import type { App } from './page.ts'
import { placeOf } from './place.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

// Pages load the styles, the script and the fonts that buildInterface made.
const headers = documentHeaders(`'self'`, `script-src 'self'; font-src 'self'; connect-src 'self'`)

/** Answers a request. A page and an action are such handlers. */
type Handler = (app: App, context: Context) => Response | Promise<Response>

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
  const own: App = { desk, ui, variables }
  const get = (path: string, handle: Handler) => app.get(path, (context) => handle(own, context))
  const post = (path: string, handle: Handler) => app.post(path, (context) => handle(own, context))
  for (const download of ['/leads.csv', '/leads/:id/stored.json']) app.use(download, onlyFromOwnPages)
  get('/', showOverview)
  get('/people', findPeople)
  get('/new', countNew)
  get('/leads', listLeads)
  get('/calls', showCalls)
  post('/calls', actOnCall)
  get('/exports', showExports)
  get('/leads.csv', exportLeads)
  get('/mails', showMails)
  post('/mails', actOnMails)
  post('/mails/causes', actOnCause)
  post('/mails/headers', explainHeaders)
  // Whoever presses Enter in the address bar asks for these once more.
  get('/mails/headers', showMails)
  get('/mails/sender', showSender)
  post('/mails/sender', showSender)
  post('/mails/test', sendTestMail)
  get('/leads/:id', showLead)
  for (const [name, act] of actions) post(`/leads/:id/${name}`, act)
  post('/leads/:id/evidence.txt', downloadEvidence)
  get('/leads/:id/stored.json', downloadStored)
  get('/leads/:id/erase', confirmErasure)
  post('/leads/:id/erase', eraseLead)
  post('/texts', answerOneText)
  get('/texting', showTexting)
  post('/texting', actOnNumbers)
  get('/settings', showSettings)
  post('/settings', saveSettings)
  post('/settings/keys', setKeys)
  get('/funnel', showFunnel)
  get('/variants', compareVariants)
  app.notFound((context) => replyNotFound(context, ui))
  app.onError((error, context) => replyError(error, context, ui))
  return app
}
