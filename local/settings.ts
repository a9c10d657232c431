import { randomBytes } from 'node:crypto'
import path from 'node:path'

/** Environment variables by name. */
export type Env = Record<string, string | undefined>

/** The ports of the stack by setting: which part listens there, what for, the variable that sets it, and the usual port. */
export const ports = {
  pagePort: { part: 'next', purpose: 'the page', variable: 'PORT', port: 3000 },
  deskPort: { part: 'desk', purpose: 'the desk', variable: 'DESK_PORT', port: 54323 },
  gatewayPort: { part: 'gateway', purpose: 'the Supabase gateway', variable: 'GATEWAY_PORT', port: 54321 },
  inboxPort: { part: 'inbox', purpose: 'the inbox', variable: 'INBOX_PORT', port: 54324 },
  smtpPort: { part: 'inbox', purpose: 'mail (SMTP)', variable: 'SMTP_PORT', port: 54325 },
  functionPort: { part: 'function', purpose: 'the function host', variable: 'FUNCTION_PORT', port: 54326 },
} as const
type PortName = keyof typeof ports
const portNames = Object.keys(ports) as PortName[]

const project = path.join(import.meta.dirname, '..')

/** What the local stack is started with. */
export type Settings = ReturnType<typeof readSettings>

/** Reads the settings of the local stack; a key that is not given is a new random one. */
export function readSettings(env: Env = process.env) {
  const secretKey = env.LOCAL_SECRET_KEY || randomKey('sb_secret')
  return {
    env,
    dataDir: path.resolve(env.LOCAL_DATA_DIR || '.local'),
    functionsDir: path.join(project, 'supabase/functions'),
    migrationsDir: path.join(project, 'supabase/migrations'),
    databaseUrl: env.DATABASE_URL || undefined,
    secretKey,
    /** All secret keys by name, as the platform gives them to a function. */
    secretKeys: parseKeys(env.LOCAL_SECRET_KEYS) ?? { default: secretKey },
    publishableKey: env.LOCAL_PUBLISHABLE_KEY || randomKey('sb_publishable'),
    sweepSeconds: Number(env.SWEEP_SECONDS) || 10,
    ...(Object.fromEntries(portNames.map((name) => [name, readPort(env, name)])) as Record<PortName, number>),
  }
}

/** The environment in which a part reads the same settings again. */
export function settingsEnv(settings: Settings): Env {
  return {
    ...settings.env,
    LOCAL_DATA_DIR: settings.dataDir,
    LOCAL_SECRET_KEY: settings.secretKey,
    LOCAL_SECRET_KEYS: JSON.stringify(settings.secretKeys),
    LOCAL_PUBLISHABLE_KEY: settings.publishableKey,
    ...Object.fromEntries(portNames.map((name) => [ports[name].variable, String(settings[name])])),
  }
}

/** The ports that a part listens on, each with what it is for. */
export const portsOf = (settings: Settings, part: string) =>
  portNames
    .filter((name) => ports[name].part === part)
    .map((name) => ({ ...ports[name], port: settings[name] }))

function readPort(env: Env, name: PortName) {
  const { variable, port: usual } = ports[name]
  const port = Number(env[variable] || usual)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`${variable} is '${env[variable]}', which is not a port (1 to 65535)`)
  }
  return port
}

const parseKeys = (text?: string): Record<string, string> | undefined => text && JSON.parse(text)

const randomKey = (prefix: string) => `${prefix}_${randomBytes(24).toString('base64url')}`
