import { readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { onlyThisMachine, onlyWithKey } from '../machine/guard.ts'
import { serveApp } from '../machine/serve-app.ts'
import { createApp } from './create-app.ts'
import { mailRights, showInbox } from './inbox/inbox-page.ts'
import { openMailbox } from './inbox/mailbox.ts'
import { receiveMail } from './inbox/receive-mail.ts'
import { fontPath } from './inbox/styles.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const mailbox = await openMailbox(path.join(settings.dataDir, 'mail')).catch((error) => {
  console.error(error.message)
  process.exit(1)
})

const font = new URL(
  import.meta.resolve('@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2'),
)

const mailPolicy = `sandbox ${mailRights}; default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'`

const app = createApp()
app.use(onlyThisMachine(settings.inboxPort), onlyWithKey(settings.deskKey, settings.inboxPort))
app.get('/', (context) => showInbox(mailbox, context))
app.get('/mail/:id{[\\w-]+}', (context) => showInbox(mailbox, context))
app.get('/mail/:id{[\\w-]+}/html', async (context) => {
  const { html = '' } = await PostalMime.parse(await mailbox.read(context.req.param('id')))
  context.header('content-security-policy', mailPolicy)
  return context.html(`<!doctype html><base target="_blank">${html}`)
})
app.get(fontPath, async (context) =>
  context.body(await readFile(font), 200, { 'content-type': 'font/woff2' }),
)
// For tests, in the format of Mailpit: https://mailpit.axllent.org/docs/api-v1/
app.get('/api/v1/messages', async (context) => {
  const { total, mails } = await mailbox.newest(Number(context.req.query('limit') ?? 50))
  return context.json({ total, count: mails.length, messages: mails })
})
app.get('/api/v1/message/:id{[\\w-]+}/raw', async (context) => {
  const type = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return context.body(await mailbox.read(context.req.param('id')), 200, type)
})

await serveApp(app, settings.inboxPort)
receiveMail(settings.smtpPort, mailbox)
