import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createPart, type Part, type PartPlan } from '../../local/part.ts'
import { readSettings, type Settings } from '../../local/settings.ts'
import { type PartName, startStack } from '../../local/stack.ts'
import { openHttpGate } from './breakpoint.ts'
import type { Engine } from './engine.ts'
import { createTcpFaultProxy } from './proxy.ts'
import { readMails } from './read-mails.ts'

type Options = {
  engine: Engine
  folder: string
  /** The first of ten free ports. */
  port: number
  parts: ChainPart[]
}

/** A part of the stack, or a faster mail server in the place of its inbox. */
export type ChainPart = PartName | 'mailServer'
export type Chain = Awaited<ReturnType<typeof startChain>>

/**
 * The real chain, with something to break it in each hop: a gate before the gateway as Next sees it, a gate before
 * it as the function sees it, and a proxy before the mail server.
 */
export async function startChain({ engine, folder, port, parts }: Options) {
  const databaseUrl = await engine.freshDatabase()
  const names = ['PORT', 'GATEWAY_PORT', 'INBOX_PORT', 'SMTP_PORT', 'FUNCTION_PORT']
  const settings = readSettings({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LOCAL_DATA_DIR: path.join(folder, 'chain'),
    // As often as the fastest sweep: what waits for one is not what is measured.
    SWEEP_SECONDS: '1',
    ...Object.fromEntries(names.map((name, index) => [name, String(port + index)])),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  await rm(settings.dataDir, { recursive: true, force: true })

  const actionGate = await openHttpGate(port + 5, settings.gatewayPort)
  const databaseGate = await openHttpGate(port + 6, settings.gatewayPort)
  const mailProxy = createTcpFaultProxy(port + 7)
  mailProxy.pointTo(settings.smtpPort)
  await mailProxy.break('none')

  const { secretKey } = settings
  const next = { SUPABASE_URL: `http://127.0.0.1:${actionGate.port}`, SUPABASE_SECRET_KEY: secretKey }
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}` }
  const ownSettings: Record<PartName, Settings> = {
    next: { ...settings, env: { ...settings.env, ...next } },
    function: { ...settings, gatewayPort: databaseGate.port, env: { ...settings.env, ...mail } },
    gateway: settings,
    inbox: settings,
  }
  const log = (line: string) => appendFileSync(path.join(folder, 'chain.log'), `${line}\n`)
  const mailFolder = path.join(settings.dataDir, 'mail')
  // The experiments end parts with SIGKILL; any other end is the part's own failure.
  const deaths: string[] = []
  const noteDeath = (name: ChainPart, ending: string) => {
    if (ending !== 'SIGKILL') deaths.push(`${name} ended by itself (${ending})`)
  }
  const handles: [ChainPart, Part][] = []
  async function stop() {
    await Promise.all(handles.map(([, part]) => part.stop()))
    await Promise.all([actionGate.close(), databaseGate.close(), mailProxy.close()])
    await rm(settings.dataDir, { recursive: true, force: true })
  }
  async function startPart(name: ChainPart) {
    if (name !== 'mailServer') {
      const stack = await startStack(ownSettings[name], { parts: [name], log, onDeath: noteDeath })
      return handles.push([name, stack[name]])
    }
    const server = createPart(mailServer(settings, mailFolder), log, (ending) => noteDeath(name, ending))
    handles.push([name, server])
    return server.start()
  }
  const started = await Promise.allSettled(parts.map(startPart))
  const failure = started.find((result) => result.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }

  const gatewayUrl = `http://127.0.0.1:${settings.gatewayPort}`
  return {
    settings,
    databaseUrl,
    actionGate,
    databaseGate,
    mailProxy,
    ...(Object.fromEntries(handles) as Record<ChainPart, Part>),
    pageUrl: `http://127.0.0.1:${settings.pagePort}/`,
    gatewayUrl,
    functionUrl: `${gatewayUrl}/functions/v1/send-lead-email`,
    mails: () => readMails(mailFolder),

    /** Runs SQL as superuser. */
    async query<Row>(query: string, parameters: unknown[] = []): Promise<Row[]> {
      const response = await fetch(`${gatewayUrl}/pg/query`, {
        method: 'POST',
        headers: { apikey: secretKey },
        body: JSON.stringify(parameters.length ? { query, parameters } : { query }),
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return response.json() as Promise<Row[]>
    },

    deaths,
    stop,
  }
}

const mailServer = ({ env, smtpPort }: Settings, folder: string): PartPlan => ({
  name: 'mail',
  command: process.execPath,
  args: [
    ...['--import', new URL('../../local/end-with-parent.ts', import.meta.url).href],
    ...[path.join(import.meta.dirname, 'mail-server.ts'), String(smtpPort), folder],
  ],
  env,
  ports: [smtpPort],
  stopWithin: 3_000,
})
