import type { HonoRequest, MiddlewareHandler } from 'hono'
import { onlyThisMachine, onlyWithKey as onlyWithDeskKey } from '../machine/guard.ts'
import { serveApp } from '../machine/serve-app.ts'
import { createApp } from './create-app.ts'
import { openDatabase } from './database/open-database.ts'
import { callRpc, errorReply, type Reply } from './database/rpc.ts'
import { createAuth } from './gateway/auth.ts'
import { bearerOf, callAsToken, readQuery } from './gateway/data-api.ts'
import { passToFunction } from './gateway/function-proxy.ts'
import { readObject } from './gateway/read-object.ts'
import { codeSender } from './gateway/send-code.ts'
import { sweep } from './gateway/sweep.ts'
import { openTokens } from './gateway/tokens.ts'
import { mailSettings, readSettings } from './settings.ts'

const settings = readSettings()
const { deskKey, gatewayPort, functionPort, publishableKey } = settings
const open = <T>(opening: Promise<T>) =>
  opening.catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
const database = await open(openDatabase(settings))
const tokens = await open(openTokens(settings.dataDir))
const keys = Object.values(settings.secretKeys)

const onlyWith =
  (known: string[]): MiddlewareHandler =>
  async (context, next) =>
    known.includes(context.req.header('apikey') ?? '')
      ? next()
      : context.json({ message: 'Invalid API key' }, 401)
const onlyWithSecretKey = onlyWith(keys)
const onlyWithKey = onlyWith([publishableKey, ...keys])

// For this content type, browsers ask first whether another site's page may send it. The gateway does not
// answer, so such a page is shut out.
const onlyJson: MiddlewareHandler = async (context, next) =>
  context.req.header('content-type') === 'application/json' ? next() : context.notFound()

async function reply(answer: Promise<Reply & { headers?: Record<string, string> }>) {
  const { status, body, headers } = await answer
  return Response.json(body, { status, ...(headers && { headers }) })
}

/** With the publishable key, or with a token beside any key. */
const isFromWeb = (req: HonoRequest) => {
  const key = req.header('apikey')
  return key === publishableKey || (keys.includes(key ?? '') && bearerOf(req.header('authorization'), key))
}

const app = createApp()
app.all('/functions/v1/*', (context) => passToFunction(context, functionPort))
app.route(
  '/auth/v1',
  createAuth({
    ...{ database, tokens, publishableKey, secretKeys: keys },
    issuer: `http://127.0.0.1:${gatewayPort}/auth/v1`,
    sendCode: codeSender(mailSettings(settings)),
  }),
)
app.post('/rest/v1/rpc/:name', onlyWithKey, readObject, (context) => {
  const { values } = context.var
  return reply(
    isFromWeb(context.req)
      ? callAsToken(database, tokens, context, values)
      : callRpc(database, 'service_role', context.req.param('name'), values),
  )
})
app.get('/rest/v1/rpc/:name', onlyWithKey, (context) =>
  isFromWeb(context.req)
    ? reply(callAsToken(database, tokens, context, readQuery(context.req.query())))
    : context.notFound(),
)
// SQL as the superuser, as Supabase's postgres-meta.
app.post('/pg/query', onlyWithSecretKey, readObject, ({ var: { values } }) =>
  reply(runQuery(String(values.query), values.parameters as unknown[] | undefined)),
)

// For the desk and the operator's commands.
for (const path of ['/desk/*', '/doctor/*'])
  app.use(path, onlyThisMachine(gatewayPort), onlyWithDeskKey(deskKey, gatewayPort))
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
