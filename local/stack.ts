import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { assertPortsFree } from './free-ports.ts'
import { createPart, type Part, type PartPlan } from './part.ts'
import { portsOf, type Settings, settingsEnv } from './settings.ts'

/** The parts, in the order in which they are stopped: a part may still need those that follow. */
export const partNames = ['next', 'desk', 'function', 'gateway', 'inbox'] as const
export type PartName = (typeof partNames)[number]

/** The running stack: a handle for each part, and a way to end them all. */
export type Stack = Record<PartName, Part> & { stop(): Promise<void> }

type Options = {
  /** Which parts to start; any other one can be started by its handle. */
  parts?: readonly PartName[]
  mode?: 'start' | 'dev'
  /** Stops the stack, also while it starts. */
  signal?: AbortSignal
  log?: (line: string) => void
  onDeath?: (part: PartName, ending: string) => void
}

/**
 * Starts the stack and waits until each part listens. Throws an error that names a port which is taken, or the part that
 * did not start, after stopping the others.
 */
export async function startStack(settings: Settings, options: Options = {}): Promise<Stack> {
  const { parts = partNames, mode = 'start', signal, log = console.log, onDeath = () => {} } = options
  await assertPortsFree(settings, parts)

  const commands = commandsOf(settings, mode)
  const handles = Object.fromEntries(
    partNames.map((name) => {
      const plan = { name, ports: portsOf(settings, name).map(({ port }) => port), ...commands[name] }
      return [name, createPart(plan, log, (ending) => onDeath(name, ending))]
    }),
  ) as Record<PartName, Part>

  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= stopAll())
  async function stopAll() {
    for (const name of partNames) await handles[name].stop()
  }
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    await Promise.all(parts.filter((name) => name !== 'next').map((name) => handles[name].start()))
    // The page last, so that whoever it answers finds the function that keeps a lead.
    if (parts.includes('next')) await handles.next.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { ...handles, stop }
}

type Command = Omit<PartPlan, 'name' | 'ports'>

function commandsOf(settings: Settings, mode: 'start' | 'dev'): Record<PartName, Command> {
  const { env, pagePort, secretKey } = settings
  const gateway = `http://127.0.0.1:${settings.gatewayPort}`
  const preload = new URL('end-with-parent.ts', import.meta.url).href
  const node = (file: string, ...args: string[]) => ({
    command: process.execPath,
    args: ['--import', preload, resolve(file), ...args],
    env: settingsEnv(settings),
  })
  return {
    next: {
      ...node('node_modules/next/dist/bin/next', mode, '-H', 'localhost', '-p', String(pagePort)),
      env: env.SUPABASE_URL ? env : { ...env, SUPABASE_URL: gateway, SUPABASE_SECRET_KEY: secretKey },
      stopWithin: 5_000,
    },
    desk: { ...node('desk/web/run.ts', 'local'), stopWithin: 3_000 },
    function: functionHost(settings, mode, gateway),
    gateway: { ...node('local/gateway.ts'), stopWithin: 6_000 },
    inbox: { ...node('local/inbox.ts'), stopWithin: 3_000 },
  }
}

const resolve = (file: string) => path.join(import.meta.dirname, '..', file)

const systemNames = ['PATH', 'HOME', 'TMPDIR', 'DENO_DIR', 'SYSTEMROOT', 'LOCALAPPDATA', 'USERPROFILE']

function functionHost(settings: Settings, mode: 'start' | 'dev', gateway: string): Command {
  const { env, functionsDir, functionPort, gatewayPort, smtpPort } = settings
  const deno = resolve(`node_modules/deno/deno${process.platform === 'win32' ? '.exe' : ''}`)
  // Installed without install scripts, the package fetches its binary from its own dependency on first use.
  if (!existsSync(deno)) execFileSync(process.execPath, [resolve('node_modules/deno/bin.cjs'), '--version'])
  const own = [functionPort, gatewayPort, smtpPort].map((port) => `127.0.0.1:${port}`)
  return {
    command: deno,
    args: [
      ...['run', '--quiet', '--node-modules-dir=manual', '--cached-only', '--no-prompt', '--no-check'],
      // A mail server or a receiver of webhooks that is given by name may be at any address.
      env.SMTP_URL || env.LEADS_WEBHOOK_URL ? '--allow-net' : `--allow-net=${own}`,
      ...[
        '--allow-env',
        `--allow-read=${functionsDir}`,
        ...(mode === 'dev' ? [`--watch=${functionsDir}`] : []),
      ],
      ...[resolve('local/function-host.ts'), pathToFileURL(`${functionsDir}/`).href, String(functionPort)],
    ],
    // What the hosted runtime provides, and the secrets that the operator sets there.
    env: {
      ...Object.fromEntries(systemNames.map((name) => [name, env[name]])),
      NO_COLOR: '1',
      SUPABASE_URL: gateway,
      SUPABASE_SECRET_KEYS: JSON.stringify(settings.secretKeys),
      SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: env.MAIL_FROM || 'Brand Scalers <training@example.com>',
      OWNER_EMAIL: env.OWNER_EMAIL || 'owner@example.com',
      SITE_URL: env.SITE_URL || `http://localhost:${settings.pagePort}`,
      VIDEO_URL: env.VIDEO_URL,
      ...Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('LEADS_WEBHOOK_'))),
    },
    stopWithin: 12_000,
  }
}
