import path from 'node:path'
import PostalMime from 'postal-mime'
import { replyHtml } from './http/document.ts'
import { isLocalRequest } from './http/is-local-request.ts'
import { replyJson } from './http/json-reply.ts'
import { serve } from './http/serve.ts'
import { renderInbox } from './inbox/inbox-page.ts'
import { handleMailApi } from './inbox/mail-api.ts'
import { openMailbox } from './inbox/mailbox.ts'
import { receiveMail } from './inbox/receive-mail.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const mailbox = await openMailbox(path.join(settings.dataDir, 'mail'))

// No scripts, and links open in a window of their own.
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  `default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'`,
].join('; ')

const server = serve(settings.inboxPort, async (request, response, url) => {
  if (!isLocalRequest(request)) return replyJson(response, 403, { message: 'Only for localhost' })
  if (url.pathname.startsWith('/api/v1/')) return handleMailApi(request, response, url, mailbox)
  const [, id, part] = /^\/mail\/([\w-]+)(\/html)?$/.exec(url.pathname) ?? []
  if (request.method !== 'GET' || !(id || url.pathname === '/')) {
    return replyJson(response, 404, { message: 'Not found' })
  }
  if (!part) {
    return replyHtml(response, await renderInbox(mailbox, id, url.searchParams.get('view') ?? undefined))
  }
  const mail = id && (await mailbox.read(id))
  if (!mail) return replyJson(response, 404, { message: 'Not found' })
  const { html } = await PostalMime.parse(mail)
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': mailPolicy })
    .end(`<!doctype html><base target="_blank">${html ?? ''}`)
})
const smtp = receiveMail(settings.smtpPort, mailbox)

process.once('SIGTERM', () => {
  server.close()
  smtp.close(() => process.exit())
  setTimeout(() => process.exit(), 2_000)
})
