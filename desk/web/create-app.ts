import { Hono } from 'hono'
import { html } from 'hono/html'
import { documentHeaders } from '../../lib/machine/document.ts'
import { onlyFromOwnPages, onlyOwnPosts, onlyThisMachine, onlyWithKey } from '../../lib/machine/guard.ts'
import { DeskError } from '../core/desk-error.ts'
import type { Desk } from '../core/open-desk.ts'
import { confirmForgetting, forgetLead } from './forget-page.ts'
import { showFunnel } from './funnel-page.ts'
import { exportLeads, listLeads } from './list-page.ts'
import { actOnMails } from './mail-actions.ts'
import { changeNotes } from './notes.ts'
import { showOverview } from './overview-page.ts'
import { showLead, withdraw } from './person-page.ts'
import { replyPage } from './reply-page.ts'
import { styles } from './styles.ts'
import { compareVariants } from './variants-page.ts'

/** Database error codes for a wrong date, id or list position in the page's URL. */
const wrongValue = /^(22|23514)/

const headers = documentHeaders(styles)

/** Returns the Hono app that serves the desk's pages to whoever has the key. */
export function createApp(desk: Desk, port: number, key: string) {
  const app = new Hono()
  app.use((context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    return next()
  })
  app.use(onlyThisMachine(port), onlyWithKey(key, port), onlyOwnPosts)
  app.get('/', (context) => showOverview(desk, context))
  app.get('/leads', (context) => listLeads(desk, context))
  app.get('/leads.csv', onlyFromOwnPages, (context) => exportLeads(desk, context))
  app.post('/mails', (context) => actOnMails(desk, context))
  app.get('/leads/:id', (context) => showLead(desk, context))
  app.post('/leads/:id/withdraw', (context) => withdraw(desk, context))
  app.post('/leads/:id/notes', (context) => changeNotes(desk, context))
  app.get('/leads/:id/forget', (context) => confirmForgetting(desk, context))
  app.post('/leads/:id/forget', (context) => forgetLead(desk, context))
  app.get('/funnel', (context) => showFunnel(desk, context))
  app.get('/variants', (context) => compareVariants(desk, context))
  app.notFound((context) =>
    replyPage(context, {
      title: 'Not found',
      status: 404,
      body: html`<h1>There is nothing here</h1><p><a href="/leads">To the leads</a></p>`,
    }),
  )
  app.onError((error, context) => {
    const [code, message] =
      error instanceof DeskError
        ? [error.code, error.message]
        : [error.name, 'The desk could not make this page.']
    if (code === 'nobody') return context.notFound()
    const isWrongValue = wrongValue.test(code)
    if (!isWrongValue) console.error(`${context.req.method} failed: ${code}`)
    return replyPage(context, {
      title: 'Failed',
      status: isWrongValue ? 400 : 502,
      body: html`<h1>That did not work</h1><p class="notice bad" role="alert">${message}</p>
<p><a href="/leads">To the leads</a></p>`,
    })
  })
  return app
}
