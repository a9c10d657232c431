import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { assertLocal } from './http/assert-local.ts'
import { replyHtml } from './http/document.ts'
import { replyJson } from './http/reply-json.ts'
import { HttpError, serve } from './http/serve.ts'
import { renderInbox } from './inbox/inbox-page.ts'
import { openMailbox } from './inbox/mailbox.ts'
import { receiveMail } from './inbox/receive-mail.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const mailbox = await openMailbox(path.join(settings.dataDir, 'mail')).catch((error) => {
  console.error(error.message)
  process.exit(1)
})

// Mails run no scripts, and their links open in a new tab.
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  `default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'`,
].join('; ')

async function handle(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL) {
  assertLocal(request)
  if (request.method !== 'GET') throw new HttpError(404, 'Not found')
  // These two are as in Mailpit (https://mailpit.axllent.org/docs/api-v1/), for tests.
  if (pathname === '/api/v1/messages') {
    const { total, mails } = await mailbox.newest(Number(searchParams.get('limit') ?? 50))
    return replyJson(response, 200, { total, count: mails.length, messages: mails })
  }
  const raw = /^\/api\/v1\/message\/([\w-]+)\/raw$/.exec(pathname)?.[1]
  if (raw) {
    const type = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
    const mail = await mailbox.read(raw)
    response.writeHead(200, type).end(mail)
    return
  }
  const [, id, part] = /^\/mail\/([\w-]+)(\/html)?$/.exec(pathname) ?? []
  if (!(id || pathname === '/')) throw new HttpError(404, 'Not found')
  if (!(id && part)) return replyHtml(response, await renderInbox(mailbox, id, searchParams.get('view')))
  const { html } = await PostalMime.parse(await mailbox.read(id))
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': mailPolicy })
    .end(`<!doctype html><base target="_blank">${html ?? ''}`)
}

const server = serve(settings.inboxPort, handle)
const smtp = receiveMail(settings.smtpPort, mailbox)

process.once('SIGTERM', () => {
  server.close()
  smtp.close(() => process.exit())
  setTimeout(() => process.exit(), 2_000)
})
