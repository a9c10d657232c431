import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { assertPortsFree, portsOf } from './free-ports.ts'
import { createPart, type Part, type PartPlan } from './part.ts'
import { type Env, type Settings, settingsEnv } from './settings.ts'

/** The parts, in the order in which they are stopped: each may still need those behind it. */
const partNames = ['next', 'function', 'gateway', 'inbox'] as const
export type PartName = (typeof partNames)[number]

/** The running stack: a handle for each part, and the end of all of them. */
export type Stack = Record<PartName, Part> & {
  stop(): Promise<void>
  /** Resolves when everything has been stopped. */
  stopped: Promise<void>
}

type Options = {
  /** Which parts to start; the handle of another one starts it with `restart()`. */
  parts?: readonly PartName[]
  mode?: 'start' | 'dev'
  /** Stops the stack, also while it starts. */
  signal?: AbortSignal
  log?: (line: string) => void
  onDeath?: (part: PartName, ending: string) => void
}

/** Starts the stack and waits until each part listens. */
export async function startStack(settings: Settings, options: Options = {}): Promise<Stack> {
  const { parts = partNames, mode = 'start', signal, log = console.log, onDeath = () => {} } = options
  const ports = portsOf(settings)
  await assertPortsFree(parts.flatMap((name) => ports[name]))

  const plans = plan(settings, mode)
  const handles = Object.fromEntries(
    partNames.map((name) => {
      const partPlan = { name, ports: ports[name].map((use) => use.port), ...plans[name] }
      return [name, createPart(partPlan, log, (ending) => onDeath(name, ending))]
    }),
  ) as Record<PartName, Part>

  let stopping: Promise<void> | undefined
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const stop = () => {
    stopping ??= stopInOrder(handles).then(resolve)
    return stopping
  }
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    await Promise.all(parts.map((name) => handles[name].start()))
  } catch (error) {
    await stop()
    throw error
  }
  return { ...handles, stop, stopped }
}

async function stopInOrder(handles: Record<PartName, Part>) {
  for (const name of partNames) await handles[name].stop()
}

type Command = Omit<PartPlan, 'name' | 'ports'>

function plan(settings: Settings, mode: 'start' | 'dev'): Record<PartName, Command> {
  const env = settingsEnv(settings)
  const gateway = `http://127.0.0.1:${settings.gatewayPort}`
  const node = (file: string) => ({
    command: process.execPath,
    args: ['--import', new URL('end-with-parent.ts', import.meta.url).href, file],
  })
  return {
    next: {
      ...withArgs(node(resolve('node_modules/next/dist/bin/next')), mode, '-p', String(settings.pagePort)),
      env: settings.env.SUPABASE_URL
        ? settings.env
        : { ...settings.env, SUPABASE_URL: gateway, SUPABASE_SECRET_KEY: settings.secretKey },
      stopWithin: 5_000,
    },
    function: { ...functionHost(settings), env: functionEnv(settings, gateway), stopWithin: 12_000 },
    gateway: { ...node(resolve('local/gateway.ts')), env, stopWithin: 6_000 },
    inbox: { ...node(resolve('local/inbox.ts')), env, stopWithin: 3_000 },
  }
}

const resolve = (file: string) => path.join(import.meta.dirname, '..', file)

const withArgs = (command: Pick<Command, 'command' | 'args'>, ...args: string[]) => ({
  command: command.command,
  args: [...command.args, ...args],
})

function functionHost(settings: Settings) {
  const deno = resolve(`node_modules/deno/deno${process.platform === 'win32' ? '.exe' : ''}`)
  // Installed without install scripts, the package fetches its binary from its own dependency on first use.
  if (!existsSync(deno)) execFileSync(process.execPath, [resolve('node_modules/deno/bin.cjs'), '--version'])
  return {
    command: deno,
    args: [
      ...['run', '--quiet', '--node-modules-dir=manual', '--cached-only', '--no-prompt', '--no-check'],
      ...[allowNet(settings), '--allow-env', `--allow-read=${settings.functionsDir}`],
      resolve('local/function-host.ts'),
      pathToFileURL(`${settings.functionsDir}/`).href,
      String(settings.functionPort),
    ],
  }
}

// A mail server by name may be at any address.
const allowNet = (settings: Settings) =>
  settings.env.SMTP_URL
    ? '--allow-net'
    : `--allow-net=${[settings.functionPort, settings.gatewayPort, settings.smtpPort].map((port) => `127.0.0.1:${port}`)}`

const systemNames = ['PATH', 'HOME', 'TMPDIR', 'DENO_DIR', 'SYSTEMROOT', 'LOCALAPPDATA', 'USERPROFILE']

// What the hosted runtime provides, and the secrets that the operator sets there.
function functionEnv(settings: Settings, gateway: string): Env {
  const { env } = settings
  return {
    ...Object.fromEntries(systemNames.map((name) => [name, env[name]])),
    NO_COLOR: '1',
    SUPABASE_URL: gateway,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: settings.secretKey }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: settings.publishableKey }),
    SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${settings.smtpPort}`,
    MAIL_FROM: env.MAIL_FROM || 'Brand Scalers <training@example.com>',
    OWNER_EMAIL: env.OWNER_EMAIL || 'owner@example.com',
    SITE_URL: env.SITE_URL || `http://localhost:${settings.pagePort}`,
    ...(env.VIDEO_URL === undefined ? {} : { VIDEO_URL: env.VIDEO_URL }),
  }
}
