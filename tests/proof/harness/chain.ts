import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { testDistDir } from '../../../build/dist-dir.ts'
import { submissionKey } from '../../../lib/lead/submission-key.ts'
import { type Env, readSettings, type Settings } from '../../../local/settings.ts'
import { type ServiceName, startStack } from '../../../local/stack.ts'
import { siteSecretOf } from '../../../machine/desk-key.ts'
import type { Lead } from '../../../supabase/functions/_shared/lead.ts'
import { createQuery } from '../../kit/query.ts'
import { openMailFolder } from './mail-folder.ts'
import type { Engine } from './postgres.ts'
import { createBreakpoints, createScriptedSmtp, openProxy, type Watch } from './proxy.ts'

/** The processes of the local stack. */
export const services = ['next', 'function', 'gateway', 'inbox'] as const satisfies ServiceName[]
export type Service = (typeof services)[number]
export type Chain = Awaited<ReturnType<typeof startChain>>

/**
 * Starts all real services. In front of the gateway, the mail server and the Postgres server, there are proxies that
 * can fail.
 */
export async function startChain(options: { engine: Engine; folder: string; port: number; env?: Env }) {
  const { engine, folder, port } = options
  const databaseUrl = await engine.freshDatabase()
  const names = ['PORT', 'GATEWAY_PORT', 'INBOX_PORT', 'SMTP_PORT', 'FUNCTION_PORT']
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NEXT_DIST_DIR: testDistDir,
    LOCAL_DATA_DIR: path.join(folder, 'chain'),
    // The sweep runs as often as possible, so that experiments do not have to wait for it.
    SWEEP_SECONDS: '1',
    ...options.env,
    ...Object.fromEntries(names.map((name, index) => [name, String(port + index)])),
  }
  const settings = readSettings(env)
  await using starting = new AsyncDisposableStack()
  starting.defer(() => rm(settings.dataDir, { recursive: true, force: true }))
  const open = async (port: number, server: { host?: string; port: number }, watch?: () => Watch) =>
    starting.use(await openProxy(port, server, watch))
  const breakpoints = createBreakpoints()
  const smtp = createScriptedSmtp()
  const gatewayProxy = await open(port + 5, { port: settings.gatewayPort }, breakpoints.watch)
  const mailProxy = await open(port + 6, { port: settings.smtpPort }, smtp.watch)
  const databaseProxy = databaseUrl ? await open(port + 7, addressOf(databaseUrl)) : undefined

  const log = (line: string) => appendFileSync(path.join(folder, 'chain.log'), `${line}\n`)
  // The experiments kill services with SIGKILL only. If a service ends in any other way, there is something wrong
  // with it.
  const deaths: string[] = []
  const onDeath = (name: string, ending: string) => {
    if (ending !== 'SIGKILL') deaths.push(`${name}: ${ending}`)
    log(`${name} ended: ${ending}`)
  }
  const preload = { NODE_OPTIONS: `--import=${new URL('greet-at-once.ts', import.meta.url)}` }
  const proxied =
    databaseProxy &&
    Object.assign(new URL(`${databaseUrl}`), { host: `127.0.0.1:${databaseProxy.port}` }).href
  const behind = { ...settings, databaseUrl: proxied, env: { ...env, ...preload, DATABASE_URL: proxied } }
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}` }
  const before = { ...settings, gatewayPort: gatewayProxy.port, env: { ...env, ...mail } }
  const start = async (of: Settings, services: Service[]) =>
    starting.adopt(await startStack(of, { services, log, onDeath }), (stack) => stack.stop())
  const { gateway, inbox } = await start(behind, ['gateway', 'inbox'])
  const { next, function: host } = await start(before, ['next', 'function'])
  const running = starting.move()

  const gatewayUrl = `http://127.0.0.1:${settings.gatewayPort}`
  return {
    ...{ settings, databaseUrl, databaseProxy, breakpoints, smtp, mailProxy, deaths },
    ...{ next, function: host, gateway, inbox },
    pageUrl: `http://localhost:${settings.pagePort}/`,
    functionUrl: `${gatewayUrl}/functions/v1/send-lead-email`,
    deriveKeys: [(formId: string, lead: Lead) => submissionKey(formId, lead, siteSecretOf(settings.deskKey))],
    /** Reads the emails that the inbox has received. */
    mails: openMailFolder(path.join(settings.dataDir, 'mail')),
    /** Runs SQL as a superuser. If the database reports an error, it is thrown. */
    query: createQuery(gatewayUrl, settings.secretKey),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const addressOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) || 5432 })
