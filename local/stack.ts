import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { reportSecretOf, siteSecretOf } from '../machine/desk-key.ts'
import { accepts, createService, type Service, type ServicePlan } from './service.ts'
import { mailSettings, portsOf, type Settings, settingsEnv } from './settings.ts'

/** In the order of stopping: a service may need later ones. */
export const serviceNames = ['next', 'desk', 'function', 'gateway', 'inbox'] as const
export type ServiceName = (typeof serviceNames)[number]

export type Stack = Record<ServiceName, Service> & { stop(): Promise<void> }

type Options = {
  /** Others can be started later by their handles. */
  services?: readonly ServiceName[]
  mode?: 'start' | 'dev'
  /** While the other services start, before the page does. */
  preparePage?: () => Promise<void>
  /** Stops the stack, even while it starts. */
  signal?: AbortSignal
  log?: (line: string) => void
  onDeath?: (service: ServiceName, ending: string) => void
}

/** Waits until it listens. If a port is taken or a service fails, stops the others and throws. */
export async function startStack(settings: Settings, options: Options = {}): Promise<Stack> {
  const { services = serviceNames, mode = 'start', preparePage, signal } = options
  const { log = console.log, onDeath = () => {} } = options
  await assertPortsFree(settings, services)

  const commands = commandsOf(settings, mode)
  const handles = Object.fromEntries(
    serviceNames.map((name) => {
      const plan = { name, ports: portsOf(settings, name).map(({ port }) => port), ...commands[name] }
      return [name, createService(plan, log, (ending) => onDeath(name, ending))]
    }),
  ) as Record<ServiceName, Service>

  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= stopAll())
  async function stopAll() {
    for (const name of serviceNames) await handles[name].stop()
  }
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    const others = services.filter((name) => name !== 'next')
    // Throws only when all have ended: no build may go on after it.
    const results = await Promise.allSettled([
      preparePage?.(),
      ...others.map((name) => handles[name].start()),
    ])
    for (const result of results) if (result.status === 'rejected') throw result.reason
    // The page comes last, so that the function runs at the first lead.
    if (services.includes('next')) await handles.next.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { ...handles, stop }
}

/** Throws an error with the first port that is in use or set twice. */
async function assertPortsFree(settings: Settings, services: readonly string[]) {
  const uses = services.flatMap((service) => portsOf(settings, service))
  for (const [index, { port, purpose, variable }] of uses.entries()) {
    const twin = uses.slice(0, index).find((use) => use.port === port)
    if (twin) {
      throw new Error(`Port ${port} is set for ${twin.purpose} and for ${purpose}; change ${variable}`)
    }
    if (await accepts(port)) {
      throw new Error(`Port ${port} for ${purpose} is already in use; set ${variable} to another port`)
    }
  }
}

type Command = Omit<ServicePlan, 'name' | 'ports'>

function commandsOf(settings: Settings, mode: 'start' | 'dev'): Record<ServiceName, Command> {
  const { pagePort, secretKey } = settings
  // The key opens the leads, so the page does not get it.
  const { DESK_KEY: _, ...env } = settings.env
  const gateway = `http://127.0.0.1:${settings.gatewayPort}`
  const preload = new URL('end-with-parent.ts', import.meta.url).href
  const node = (file: string, ...args: string[]) => ({
    command: process.execPath,
    args: ['--import', preload, resolve(file), ...args],
    env: settingsEnv(settings),
  })
  return {
    next: {
      ...node('node_modules/next/dist/bin/next', mode, '-H', '127.0.0.1', '-p', String(pagePort)),
      env: env.SUPABASE_URL
        ? env
        : {
            SITE_SECRET: siteSecretOf(settings.deskKey),
            ...env,
            SUPABASE_URL: gateway,
            SUPABASE_SECRET_KEY: secretKey,
          },
      stopWithin: 5_000,
      // Next prints these lines once it listens.
      unsaid: /^ *(?:▲|- (?:Local|Network):|✓ (?:Starting|Ready|Running))/,
    },
    desk: { ...node('desk/web/server/run.ts', 'local'), stopWithin: 3_000 },
    function: functionHost(settings, mode, gateway),
    gateway: { ...node('local/gateway.ts'), stopWithin: 6_000 },
    inbox: { ...node('local/inbox.ts'), stopWithin: 3_000 },
  }
}

const resolve = (file: string) => path.join(import.meta.dirname, '..', file)

const systemNames = ['PATH', 'HOME', 'TMPDIR', 'DENO_DIR', 'SYSTEMROOT', 'LOCALAPPDATA', 'USERPROFILE']

const optionalSecrets =
  /^(?:LEADS_WEBHOOK_.*|REPORT_SECRET|TWILIO_AUTH_TOKEN|POSTMARK_WEBHOOK_PASSWORD|RESEND_WEBHOOK_SECRET|MAILGUN_SIGNING_KEY|SES_TOPIC_ARN|CALENDLY_SIGNING_KEY|CALCOM_WEBHOOK_SECRET)$/

function functionHost(settings: Settings, mode: 'start' | 'dev', gateway: string): Command {
  const { env, functionsDir, functionPort, gatewayPort, smtpPort } = settings
  const deno = resolve(`node_modules/deno/deno${process.platform === 'win32' ? '.exe' : ''}`)
  // If npm has run no install scripts, the first use unpacks the binary.
  if (!existsSync(deno)) execFileSync(process.execPath, [resolve('node_modules/deno/bin.cjs'), '--version'])
  const sources = [functionsDir, resolve('site')].join()
  const own = [functionPort, gatewayPort, smtpPort].map((port) => `127.0.0.1:${port}`)
  return {
    command: deno,
    args: [
      ...['run', '--quiet', '--node-modules-dir=manual', '--cached-only', '--no-prompt', '--no-check'],
      // Then the function may connect anywhere: to the mail server, the webhook receiver or the server with
      // Amazon's certificate.
      env.SMTP_URL || env.LEADS_WEBHOOK_URL || env.SES_TOPIC_ARN ? '--allow-net' : `--allow-net=${own}`,
      ...['--allow-env', `--allow-read=${sources}`],
      ...(mode === 'dev' ? [`--watch=${sources}`] : []),
      ...[resolve('local/function-host.ts'), pathToFileURL(`${functionsDir}/`).href, String(functionPort)],
    ],
    // What the hosted runtime sets, and the operator's secrets.
    env: {
      ...Object.fromEntries(systemNames.map((name) => [name, env[name]])),
      NO_COLOR: '1',
      SUPABASE_URL: gateway,
      SUPABASE_SECRET_KEYS: JSON.stringify(settings.secretKeys),
      ...mailSettings(settings),
      OWNER_EMAIL: env.OWNER_EMAIL || 'owner@example.com',
      SITE_URL: env.SITE_URL || `http://127.0.0.1:${settings.pagePort}`,
      REPORT_SECRET: reportSecretOf(settings.deskKey),
      ...Object.fromEntries(Object.entries(env).filter(([name]) => optionalSecrets.test(name))),
    },
    stopWithin: 12_000,
  }
}
