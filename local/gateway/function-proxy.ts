import { existsSync, readdirSync } from 'node:fs'
import { Agent, type IncomingMessage, type ServerResponse, request as startRequest } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { replyJson } from '../http/json-reply.ts'
import type { Settings } from '../settings.ts'

const requestHeaders = [
  'accept',
  'apikey',
  'authorization',
  'content-length',
  'content-type',
  'idempotency-key',
  'user-agent',
  'x-client-info',
]
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer', 'date'])

/** Passes /functions/v1/<name> on to the function host. */
export function createFunctionProxy(settings: Settings) {
  const agent = new Agent({ keepAlive: true })
  const names = readdirSync(settings.functionsDir).filter((name) =>
    existsSync(path.join(settings.functionsDir, name, 'index.ts')),
  )

  return (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const route = url.pathname.slice('/functions/v1'.length)
    const name = route.split('/')[1] ?? ''
    if (!names.includes(name)) {
      return replyJson(response, 404, { code: 'NOT_FOUND', message: 'Requested function was not found' })
    }
    const headers = Object.fromEntries(
      requestHeaders.flatMap((header) => {
        const value = request.headers[header]
        return value === undefined ? [] : [[header, value]]
      }),
    )
    const upstream = startRequest({
      ...{ host: '127.0.0.1', port: settings.functionPort, agent, headers },
      ...{ method: request.method, path: route + url.search },
      // As long as the hosted gateway waits (https://supabase.com/docs/guides/functions/limits).
      timeout: 150_000,
    })
    upstream.on('timeout', () => upstream.destroy())
    upstream.on('error', () => {
      if (response.headersSent) response.destroy()
      // supabase-js tells a function that did not answer from one that answered an error by this header.
      else
        replyJson(
          response,
          503,
          { message: 'The function could not be reached' },
          { 'x-relay-error': 'true' },
        )
    })
    upstream.on('response', (answer) => {
      const kept = Object.entries(answer.headers).filter(([header]) => !hopByHop.has(header))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
      pipeline(answer, response, () => {})
    })
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    request.on('error', () => upstream.destroy())
    request.pipe(upstream)
  }
}
