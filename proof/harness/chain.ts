import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { testDistDir } from '../../build/dist-dir.ts'
import { submissionKey } from '../../lib/lead/submission-key.ts'
import { type Env, readSettings } from '../../local/settings.ts'
import { type ServiceName, type Stack, startStack } from '../../local/stack.ts'
import type { Lead } from '../../supabase/functions/_shared/lead.ts'
import { createQuery } from '../../tests/kit/query.ts'
import { createBreakpoints } from './breakpoint.ts'
import type { Engine } from './engine.ts'
import { openMailFolder } from './mail-folder.ts'
import { openProxy } from './proxy.ts'
import { createScriptedSmtp } from './smtp-script.ts'

/** The processes of the local stack. */
export const services = ['next', 'function', 'gateway', 'inbox'] as const satisfies ServiceName[]
export type Service = (typeof services)[number]
export type Chain = Awaited<ReturnType<typeof startChain>>

/** Starts all real parts, with proxies that can fail in front of the gateway, the mail server and a Postgres. */
export async function startChain(options: { engine: Engine; folder: string; port: number; env?: Env }) {
  const { engine, folder, port } = options
  const databaseUrl = await engine.freshDatabase()
  const names = ['PORT', 'GATEWAY_PORT', 'INBOX_PORT', 'SMTP_PORT', 'FUNCTION_PORT']
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NEXT_DIST_DIR: testDistDir,
    LOCAL_DATA_DIR: path.join(folder, 'chain'),
    // The fastest sweep, so that the experiments do not wait for it.
    SWEEP_SECONDS: '1',
    ...options.env,
    ...Object.fromEntries(names.map((name, index) => [name, String(port + index)])),
  }
  const settings = readSettings(env)
  await rm(settings.dataDir, { recursive: true, force: true })

  const breakpoints = createBreakpoints()
  const smtp = createScriptedSmtp()
  const gatewayProxy = await openProxy(port + 5, { port: settings.gatewayPort }, breakpoints.watch)
  const mailProxy = await openProxy(port + 6, { port: settings.smtpPort }, smtp.watch)
  const databaseProxy = databaseUrl ? await openProxy(port + 7, addressOf(databaseUrl)) : undefined

  const log = (line: string) => appendFileSync(path.join(folder, 'chain.log'), `${line}\n`)
  // The experiments kill services with SIGKILL; any other end is a fault of the service.
  const deaths: string[] = []
  const onDeath = (name: string, ending: string) =>
    ending !== 'SIGKILL' && deaths.push(`${name} ended by itself (${ending})`)
  const stacks: Stack[] = []
  async function stop() {
    for (const stack of stacks.toReversed()) await stack.stop()
    for (const proxy of [gatewayProxy, mailProxy, databaseProxy]) proxy?.close()
    await rm(settings.dataDir, { recursive: true, force: true })
  }
  const preload = { NODE_OPTIONS: `--import=${new URL('greet-at-once.ts', import.meta.url)}` }
  const proxied =
    databaseProxy &&
    Object.assign(new URL(`${databaseUrl}`), { host: `127.0.0.1:${databaseProxy.port}` }).href
  const behind = { ...settings, databaseUrl: proxied, env: { ...env, ...preload, DATABASE_URL: proxied } }
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}` }
  const before = { ...settings, gatewayPort: gatewayProxy.port, env: { ...env, ...mail } }
  try {
    stacks.push(await startStack(behind, { services: ['gateway', 'inbox'], log, onDeath }))
    stacks.push(await startStack(before, { services: ['next', 'function'], log, onDeath }))
  } catch (error) {
    await stop()
    throw error
  }
  const [{ gateway, inbox }, { next, function: host }] = stacks as [Stack, Stack]

  const gatewayUrl = `http://127.0.0.1:${settings.gatewayPort}`
  return {
    ...{ settings, databaseUrl, databaseProxy, breakpoints, smtp, mailProxy, deaths, stop },
    ...{ next, function: host, gateway, inbox },
    pageUrl: `http://localhost:${settings.pagePort}/`,
    functionUrl: `${gatewayUrl}/functions/v1/send-lead-email`,
    deriveKeys: [(formId: string, lead: Lead) => submissionKey(formId, lead, settings.secretKey)],
    /** Gives the mails that the inbox has received. */
    mails: openMailFolder(path.join(settings.dataDir, 'mail')),
    /** Runs SQL as superuser; throws the database's error. */
    query: createQuery(gatewayUrl, settings.secretKey),
  }
}

const addressOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) || 5432 })
