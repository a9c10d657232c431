import { randomBytes } from 'node:crypto'
import path from 'node:path'

/** Environment variables by name. */
export type Env = Record<string, string | undefined>

const project = path.join(import.meta.dirname, '..')

/** What the local stack is started with. */
export type Settings = ReturnType<typeof readSettings>

/** Reads the settings of the local stack; a key that is not given is a new random one. */
export function readSettings(env: Env = process.env) {
  return {
    env,
    dataDir: path.resolve(env.LOCAL_DATA_DIR || '.local'),
    functionsDir: path.resolve(env.LOCAL_FUNCTIONS_DIR || path.join(project, 'supabase/functions')),
    migrationsDir: path.join(project, 'supabase/migrations'),
    databaseUrl: env.DATABASE_URL || undefined,
    pagePort: readPort(env, 'PORT', 3000),
    gatewayPort: readPort(env, 'GATEWAY_PORT', 54321),
    inboxPort: readPort(env, 'INBOX_PORT', 54324),
    smtpPort: readPort(env, 'SMTP_PORT', 54325),
    functionPort: readPort(env, 'FUNCTION_PORT', 54326),
    secretKey: env.LOCAL_SECRET_KEY || randomKey('sb_secret'),
    publishableKey: env.LOCAL_PUBLISHABLE_KEY || randomKey('sb_publishable'),
    sweepSeconds: Number(env.SWEEP_SECONDS) || 10,
  }
}

/** The environment in which a part reads the same settings again. */
export function settingsEnv(settings: Settings): Env {
  return {
    ...settings.env,
    LOCAL_DATA_DIR: settings.dataDir,
    LOCAL_FUNCTIONS_DIR: settings.functionsDir,
    PORT: String(settings.pagePort),
    GATEWAY_PORT: String(settings.gatewayPort),
    INBOX_PORT: String(settings.inboxPort),
    SMTP_PORT: String(settings.smtpPort),
    FUNCTION_PORT: String(settings.functionPort),
    LOCAL_SECRET_KEY: settings.secretKey,
    LOCAL_PUBLISHABLE_KEY: settings.publishableKey,
  }
}

function readPort(env: Env, name: string, fallback: number) {
  const port = Number(env[name] || fallback)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`${name} is '${env[name]}', which is not a port (1 to 65535)`)
  }
  return port
}

const randomKey = (prefix: string) => `${prefix}_${randomBytes(24).toString('base64url')}`
