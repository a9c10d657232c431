import type { IncomingMessage, ServerResponse } from 'node:http'
import { openEmbeddedDatabase } from './database/embedded-database.ts'
import { migrate } from './database/migrate.ts'
import { openServerDatabase } from './database/server-database.ts'
import { createDataApi } from './gateway/data-api.ts'
import { createFunctionProxy } from './gateway/function-proxy.ts'
import { handleQuery } from './gateway/handle-query.ts'
import { renderLeads } from './gateway/leads-page.ts'
import { createRoleOfKey } from './gateway/role-of-key.ts'
import { sweep } from './gateway/sweep.ts'
import { replyHtml } from './http/document.ts'
import { isLocalRequest } from './http/is-local-request.ts'
import { replyJson } from './http/json-reply.ts'
import { serve } from './http/serve.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const database = await openDatabase()
const dataApi = createDataApi(database)
const proxyFunction = createFunctionProxy(settings)
const roleOfKey = createRoleOfKey(settings)

async function openDatabase() {
  try {
    const opened = settings.databaseUrl
      ? await openServerDatabase(settings.databaseUrl)
      : await openEmbeddedDatabase(settings.dataDir)
    await migrate(opened, settings.migrationsDir)
    return opened
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    console.error(message || `The database of DATABASE_URL does not answer (${code})`)
    process.exit(1)
  }
}

async function handle(request: IncomingMessage, response: ServerResponse, url: URL) {
  const { pathname } = url
  if (pathname.startsWith('/functions/v1/')) return proxyFunction(request, response, url)
  if (pathname === '/' && request.method === 'GET') {
    if (!isLocalRequest(request)) return replyJson(response, 403, { message: 'Only for localhost' })
    return replyHtml(response, await renderLeads(database))
  }
  if (pathname === '/health') {
    const isUp = await database
      .transaction((query) => query('select 1'))
      .then(
        () => true,
        () => false,
      )
    return replyJson(response, isUp ? 200 : 503, { database: isUp })
  }
  const rpc = /^\/rest\/v1\/rpc\/([^/]+)$/.exec(pathname)?.[1]
  const isQuery = pathname === '/pg/query'
  if (request.method !== 'POST' || !(rpc || isQuery))
    return replyJson(response, 404, { message: 'Not found' })

  const key = request.headers.apikey
  if (typeof key !== 'string') {
    return replyJson(response, 401, {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    })
  }
  const role = roleOfKey(key)
  if (!role || (isQuery && role !== 'service_role')) {
    return replyJson(response, 401, {
      message: 'Invalid API key',
      hint: 'Double check your Supabase `anon` or `service_role` API key.',
    })
  }
  if (rpc) return dataApi.handleRpc(request, response, decodeURIComponent(rpc), role)
  await handleQuery(request, response, database)
  dataApi.forgetSchema()
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
