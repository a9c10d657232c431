import type { MiddlewareHandler } from 'hono'
import { onlyThisMachine, onlyWithKey } from '../machine/guard.ts'
import { serveApp } from '../machine/serve-app.ts'
import { createApp } from './create-app.ts'
import { openDatabase } from './database/open-database.ts'
import { callRpc, errorReply, type Reply } from './database/rpc.ts'
import { passToFunction } from './gateway/function-proxy.ts'
import { readObject } from './gateway/read-object.ts'
import { sweep } from './gateway/sweep.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const { deskKey, gatewayPort, functionPort } = settings
const database = await openDatabase(settings).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const keys = Object.values(settings.secretKeys)

const onlyWithSecretKey: MiddlewareHandler = async (context, next) =>
  keys.includes(context.req.header('apikey') ?? '')
    ? next()
    : context.json({ message: 'Invalid API key' }, 401)

// Before a page of another site may send this content type, the browser sends a preflight. The gateway answers no
// preflight, so such a page is shut out.
const onlyJson: MiddlewareHandler = async (context, next) =>
  context.req.header('content-type') === 'application/json' ? next() : context.notFound()

async function reply(answer: Promise<Reply>) {
  const { status, body } = await answer
  return Response.json(body, { status })
}

const app = createApp()
app.all('/functions/v1/*', (context) => passToFunction(context, functionPort))
app.post('/rest/v1/rpc/:name', onlyWithSecretKey, readObject, ({ req, var: { values } }) =>
  reply(callRpc(database, 'service_role', req.param('name'), values)),
)
// Runs SQL as the superuser, as postgres-meta does at Supabase.
app.post('/pg/query', onlyWithSecretKey, readObject, ({ var: { values } }) =>
  reply(runQuery(String(values.query), values.parameters as unknown[] | undefined)),
)

// The desk and the commands of the operator use these paths.
for (const path of ['/desk/*', '/doctor/*'])
  app.use(path, onlyThisMachine(gatewayPort), onlyWithKey(deskKey, gatewayPort))
app.post('/desk/rpc/:name', onlyJson, readObject, ({ req, var: { values } }) =>
  reply(callRpc(database, 'lead_desk', req.param('name'), values)),
)
app.post('/doctor/function', onlyJson, (context) => {
  const headers = { ...context.req.header(), apikey: settings.secretKey }
  return passToFunction(context, functionPort, '/send-lead-email/health', headers)
})

async function runQuery(statements: string, parameters: unknown[] | undefined): Promise<Reply> {
  try {
    return { status: 200, body: await database.transaction((query) => query(statements, parameters)) }
  } catch (error) {
    return errorReply(error)
  }
}

const server = await serveApp(app, gatewayPort)
const abort = new AbortController()
const sweeping = sweep(database, settings, abort.signal)

process.once('SIGTERM', async () => {
  abort.abort()
  setTimeout(() => server.closeAllConnections(), 3_000).unref()
  await Promise.all([sweeping, new Promise((resolve) => server.close(resolve))])
  await database.close()
  process.exit()
})
