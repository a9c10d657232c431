import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { callDesk } from '../desk/call-desk.ts'
import { onlyThisMachine } from '../desk/http/guard.ts'
import { serveApp } from '../desk/http/serve-app.ts'
import { createApp } from './create-app.ts'
import type { Role } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { callRpc, errorReply, type Reply } from './database/rpc.ts'
import { passToFunction } from './gateway/function-proxy.ts'
import { readObject } from './gateway/read-object.ts'
import { sweep } from './gateway/sweep.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const { gatewayPort, functionPort } = settings
const database = await openDatabase(settings).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const roles = new Map<unknown, Role>([
  ...Object.values(settings.secretKeys).map((key) => [key, 'service_role'] as const),
  [settings.publishableKey, 'anon'],
])

/** Sets `role` to what the caller's key stands for; answers 401 when that may not call. */
const allow = (...allowed: Role[]) =>
  createMiddleware<{ Variables: { role: Role } }>(async (context, next) => {
    const role = roles.get(context.req.header('apikey'))
    if (!role || !allowed.includes(role)) return context.json({ message: 'Invalid API key' }, 401)
    context.set('role', role)
    return next()
  })

// Another site's script cannot send this type without asking first, and is then not answered.
const onlyJson: MiddlewareHandler = async (context, next) =>
  context.req.header('content-type') === 'application/json' ? next() : context.notFound()

const reply = ({ status, body }: Reply) => Response.json(body, { status })

const app = createApp()
app.all('/functions/v1/*', (context) => passToFunction(context, functionPort))
app.post('/rest/v1/rpc/:name', allow('anon', 'service_role'), readObject, async (context) => {
  const { role, values } = context.var
  return reply(await callRpc(database, role, context.req.param('name'), values))
})
app.post('/pg/query', allow('service_role'), readObject, async (context) =>
  reply(await runQuery(context.var.values)),
)

// What the operator's commands ask on this machine, which have no key.
app.use('/desk/*', onlyThisMachine(gatewayPort))
app.use('/doctor/*', onlyThisMachine(gatewayPort))
app.post('/desk/rpc/:name', onlyJson, readObject, async (context) =>
  reply(await askDesk(context.req.param('name'), context.var.values)),
)
app.post('/doctor/function', onlyJson, (context) => {
  context.env.incoming.headers.apikey = settings.secretKey
  return passToFunction(context, functionPort, '/send-lead-email/health')
})

/** Runs SQL as superuser and answers the rows, as POST /pg/query of Supabase's postgres-meta does. */
async function runQuery({ query, parameters }: Record<string, unknown>): Promise<Reply> {
  try {
    const run = database.transaction((sql) => sql(String(query), parameters as unknown[] | undefined))
    return { status: 200, body: await run }
  } catch (error) {
    return errorReply(error, 'service_role')
  }
}

/** Answers the value of a function of the SQL schema desk; 404 when no function or argument can have such a name. */
async function askDesk(name: string, values: Record<string, unknown>): Promise<Reply> {
  try {
    return { status: 200, body: await database.transaction((query) => callDesk(query, name, values)) }
  } catch (error) {
    if (error instanceof TypeError) return { status: 404, body: { message: error.message } }
    return errorReply(error, 'service_role')
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
