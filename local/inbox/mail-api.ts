import type { IncomingMessage, ServerResponse } from 'node:http'
import { replyJson } from '../http/json-reply.ts'
import type { Mailbox } from './mailbox.ts'

/** The part of Mailpit's API that tests need (https://mailpit.axllent.org/docs/api-v1/). */
export async function handleMailApi(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  mailbox: Mailbox,
) {
  const route = `${request.method} ${url.pathname.slice('/api/v1'.length)}`
  if (route === 'GET /messages') {
    const ids = mailbox.ids()
    const start = Number(url.searchParams.get('start')) || 0
    const limit = Number(url.searchParams.get('limit') ?? 50)
    const summaries = await Promise.all(ids.slice(start, start + limit).map(mailbox.summary))
    const messages = summaries.filter((summary) => summary !== undefined)
    return replyJson(response, 200, { total: ids.length, count: messages.length, start, messages })
  }
  if (route === 'DELETE /messages') {
    await mailbox.clear()
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
    return
  }
  const id = /^GET \/message\/([\w-]+)\/raw$/.exec(route)?.[1]
  const mail = id && (await mailbox.read(id))
  if (!mail) return replyJson(response, 404, { Error: 'Not found' })
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  response.end(mail)
}
