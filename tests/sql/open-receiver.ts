import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export type Post = { headers: IncomingHttpHeaders; body: string }

/** The secret of a receiver, in the format of Standard Webhooks. */
export const webhookSecret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`

/**
 * Starts a webhook receiver on a port of this machine. By default it takes a free port. It keeps every post. It
 * answers with 204 unless a test sets another answer.
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
    /**
     * Checks the signature of a post with the official library of Standard Webhooks. Returns the data, or throws an
     * error if the signature is wrong.
     */
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
