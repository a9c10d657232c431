import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { dataFolder } from '../machine/data-folder.ts'
import { newDeskKey, publishableKeyOf } from '../machine/desk-key.ts'
import { type PortName, ports, readPort } from '../machine/ports.ts'
import { brand } from '../site/brand.ts'

export type Env = Record<string, string | undefined>

const portNames = Object.keys(ports) as PortName[]

const project = path.join(import.meta.dirname, '..')

export type Settings = ReturnType<typeof readSettings>

/** A missing key is random. */
export function readSettings(env: Env = process.env, deskKey = env.DESK_KEY || newDeskKey()) {
  const secretKey = env.LOCAL_SECRET_KEY || `sb_secret_${randomBytes(24).toString('base64url')}`
  return {
    env,
    dataDir: dataFolder(env),
    functionsDir: path.join(project, 'supabase/functions'),
    migrationsDir: path.join(project, 'supabase/migrations'),
    databaseUrl: env.DATABASE_URL || undefined,
    secretKey,
    publishableKey: env.LOCAL_PUBLISHABLE_KEY || publishableKeyOf(deskKey),
    deskKey,
    secretKeys: parseKeys(env.LOCAL_SECRET_KEYS) ?? { default: secretKey },
    sweepSeconds: Number(env.SWEEP_SECONDS) || 10,
    ...(Object.fromEntries(portNames.map((name) => [name, readPort(env, name)])) as Record<PortName, number>),
  }
}

export function settingsEnv(settings: Settings): Env {
  return {
    ...settings.env,
    LOCAL_DATA_DIR: settings.dataDir,
    LOCAL_SECRET_KEY: settings.secretKey,
    LOCAL_PUBLISHABLE_KEY: settings.publishableKey,
    DESK_KEY: settings.deskKey,
    LOCAL_SECRET_KEYS: JSON.stringify(settings.secretKeys),
    ...Object.fromEntries(portNames.map((name) => [ports[name].variable, String(settings[name])])),
  }
}

/** To the local inbox, unless there is an SMTP_URL. */
export const mailSettings = ({ env, smtpPort }: Settings) => ({
  SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`,
  MAIL_FROM: env.MAIL_FROM || `${brand} <training@example.com>`,
})

export const portsOf = (settings: Settings, service: string) =>
  portNames
    .filter((name) => ports[name].service === service)
    .map((name) => ({ ...ports[name], port: settings[name] }))

const parseKeys = (text?: string): Record<string, string> | undefined => text && JSON.parse(text)
