import { Agent, type IncomingMessage, type ServerResponse, request as startRequest } from 'node:http'
import { pipeline } from 'node:stream'
import { replyJson } from '../http/reply-json.ts'
import type { Settings } from '../settings.ts'

export type FunctionProxy = ReturnType<typeof createFunctionProxy>

/** Passes /functions/v1/<name> on to the function host; 503 with `x-relay-error` when that does not answer. */
export function createFunctionProxy({ functionPort }: Settings) {
  const agent = new Agent({ keepAlive: true })

  return (request: IncomingMessage, response: ServerResponse, { pathname, search }: URL) => {
    const { connection: _, upgrade: __, ...headers } = request.headers
    const upstream = startRequest({
      ...{ host: '127.0.0.1', port: functionPort, agent, headers },
      ...{ method: request.method, path: pathname.slice('/functions/v1'.length) + search },
      // As long as the hosted gateway waits (https://supabase.com/docs/guides/functions/limits).
      timeout: 150_000,
    })
    upstream.on('timeout', () => upstream.destroy())
    upstream.on('error', () => {
      // By this header supabase-js tells a function that could not be reached from one that answered an error.
      if (response.headersSent) response.destroy()
      else
        replyJson(
          response,
          503,
          { message: 'The function could not be reached' },
          { 'x-relay-error': 'true' },
        )
    })
    upstream.on('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...kept } = answer.headers
      response.writeHead(answer.statusCode ?? 502, kept)
      pipeline(answer, response, () => {})
    })
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    request.on('error', () => upstream.destroy())
    request.pipe(upstream)
  }
}
