import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export type Post = { headers: IncomingHttpHeaders; body: string }

/** The secret of a receiver, in the form of Standard Webhooks. */
export const webhookSecret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`

/**
 * Starts a receiver of webhooks on a port of this machine, by default a free one. It keeps every post. It answers with
 * 204 until a test sets another answer.
 */
export async function openReceiver(port = 0) {
  const posts: Post[] = []
  let respond: RequestListener = (_request, response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    posts.push({ headers: request.headers, body: await text(request) })
    respond(request, response)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}/leads`,
    port: own,
    posts,
    /** Checks a post's signature with the public library of Standard Webhooks. Returns the posted data or throws. */
    verify: ({ headers, body }: Post) =>
      new Webhook(webhookSecret).verify(body, headers as Record<string, string>) as {
        type: string
        timestamp: string
        data: Record<string, unknown>
      },
    answer(next: RequestListener) {
      respond = next
    },
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
