import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'

const agent = new Agent({ keepAlive: true })

/**
 * Passes a request on to the function host at this port, by default below /functions/v1, and streams the answer; 503 with
 * `x-relay-error` when there is none within 150 s.
 */
export async function passToFunction(
  context: Context<{ Bindings: HttpBindings }>,
  port: number,
  path = context.req.url.replace(/^.*?\/functions\/v1/, ''),
) {
  const { incoming, outgoing } = context.env
  const { connection: _, upgrade: __, ...headers } = incoming.headers
  const upstream = request({
    ...{ host: '127.0.0.1', port, agent, headers, method: incoming.method, path },
    // As long as the hosted gateway waits (https://supabase.com/docs/guides/functions/limits).
    timeout: 150_000,
  })
  upstream.on('timeout', () => upstream.destroy())
  // One after the answer has begun ends the answer, too.
  upstream.on('error', () => {})
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
  try {
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage]
    const { connection: _, 'keep-alive': __, ...kept } = answer.headers as Record<string, string>
    return context.newResponse(
      Readable.toWeb(answer) as ReadableStream,
      answer.statusCode as StatusCode,
      kept,
    )
  } catch {
    // By this header supabase-js tells a function that could not be reached from one that answered an error.
    return context.json({ message: 'The function could not be reached' }, 503, { 'x-relay-error': 'true' })
  }
}
