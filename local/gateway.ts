import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Role } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { callRpc, errorReply, type Reply } from './database/rpc.ts'
import { answerDesk } from './gateway/desk-routes.ts'
import { answerDoctor } from './gateway/doctor-route.ts'
import { createFunctionProxy } from './gateway/function-proxy.ts'
import { parseObject } from './gateway/parse-object.ts'
import { sweep } from './gateway/sweep.ts'
import { readBody } from './http/read-body.ts'
import { replyJson } from './http/reply-json.ts'
import { serve } from './http/serve.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const database = await openDatabase(settings).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const proxyFunction = createFunctionProxy(settings)
const roles = new Map<unknown, Role>([
  ...Object.values(settings.secretKeys).map((key) => [key, 'service_role'] as const),
  [settings.publishableKey, 'anon'],
])

async function handle(request: IncomingMessage, response: ServerResponse, url: URL) {
  const { pathname } = url
  if (pathname.startsWith('/functions/v1/')) return proxyFunction(request, response, url)
  if (pathname === '/doctor/function') return answerDoctor(proxyFunction, settings, request, response, url)
  if (pathname.startsWith('/desk/')) return answerDesk(database, request, response, url)
  const rpc = /^\/rest\/v1\/rpc\/([^/]+)$/.exec(pathname)?.[1]
  if (request.method !== 'POST' || !(rpc || pathname === '/pg/query')) {
    return replyJson(response, 404, { message: 'Not found' })
  }
  const role = roles.get(request.headers.apikey)
  if (!role || !(rpc || role === 'service_role')) {
    return replyJson(response, 401, { message: 'Invalid API key' })
  }
  const values = parseObject(await readBody(request))
  if (!values) return replyJson(response, 400, { code: 'PGRST102', message: 'Empty or invalid json' })
  const { status, body } = rpc ? await callRpc(database, role, rpc, values) : await runQuery(values)
  replyJson(response, status, body)
}

/** Runs SQL as superuser and answers the rows, as POST /pg/query of Supabase's postgres-meta does. */
async function runQuery({ query, parameters }: Record<string, unknown>): Promise<Reply> {
  try {
    const run = database.transaction((sql) => sql(String(query), parameters as unknown[] | undefined))
    return { status: 200, body: await run }
  } catch (error) {
    return errorReply(error, 'service_role')
  }
}

const server = serve(settings.gatewayPort, handle)
const abort = new AbortController()
const sweeping = sweep(database, settings, abort.signal)

process.once('SIGTERM', async () => {
  abort.abort()
  setTimeout(() => server.closeAllConnections(), 3_000).unref()
  await Promise.all([sweeping, new Promise((resolve) => server.close(resolve))])
  await database.close()
  process.exit()
})
