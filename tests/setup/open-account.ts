import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import type { Outside } from '../../desk/setup/questions.ts'
import { setUp } from '../../desk/setup/setup.ts'
import type { Step } from '../../desk/setup/step.ts'
import { createOnServer } from '../sql/create-on-server.ts'
import { readProject } from '../sql/open-database.ts'
import { openSupabaseApi, token } from './supabase-api.ts'

const root = path.join(import.meta.dirname, '../..')

/** The answers of an operator, as variables. */
export const answers = {
  SITE_URL: 'training.example.com',
  VIDEO_URL: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  OWNER_EMAIL: 'owner@example.com',
  MAIL_FROM: 'Brand Scalers <training@example.com>',
  SMTP_HOST: 'smtp.example.com',
  SMTP_PORT: '465',
  SMTP_USER: 'user@example.com',
  SMTP_PASSWORD: 'p@ss/w:o%r d"$HOME',
  REGION: 'Frankfurt',
  ...{ SENDER: 'none', TERMS_LINK: 'none', PRIVACY_LINK: 'none' },
  SUPABASE_ACCESS_TOKEN: token,
}

const outside: Outside = {
  nameServers: async (domain) => {
    if (domain === 'example.com') return ['ns.example.com']
    throw Object.assign(new Error(), { code: 'ENOTFOUND' })
  },
  signIn: async () => {},
  timeZone: 'Europe/Berlin',
}

/** A terminal at which nobody sits. */
const nobody = () => {
  const stdin = new PassThrough()
  return { stdin, stdout: new PassThrough(), stderr: new PassThrough() }
}

/** Opens empty accounts, and a clone of the project in a folder of its own. */
export async function openAccount() {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set; give a Postgres server to make a database on')
  const database = await createOnServer(server, [
    await readProject(),
    'create extension if not exists supabase_vault',
  ])
  const api = await openSupabaseApi(database)
  const folder = mkdtempSync(path.join(tmpdir(), 'setup-'))
  cpSync(path.join(root, 'supabase'), path.join(folder, 'supabase'), { recursive: true })
  const profile = path.join(folder, 'profile.yaml')
  api.writeProfile(profile)
  const printed: string[] = []

  return {
    folder,
    database,
    api,
    /** What the runs have printed. */
    printed,
    /** What operator.env has. */
    stored: () => readFileSync(path.join(folder, 'operator.env'), 'utf8'),
    /** Runs npm run setup. Returns the exit code. */
    run: (
      variables: Record<string, string> = answers,
      options: { isPlan?: boolean; steps?: Step[]; timeout?: number } = {},
    ) =>
      setUp(
        {
          folder,
          env: { PATH: process.env.PATH, HOME: folder, ...variables },
          say: (line) => printed.push(line),
          options: { supabase: ['--profile', profile] },
          // The CLI wants TLS of a database on another machine, and names of the vendor for a project.
          pushTarget: `${database.url}?sslmode=disable`,
          addressOf: () => api.url,
          pause: 10,
          timeout: options.timeout ?? 60_000,
        },
        nobody(),
        { isPlan: options.isPlan ?? false, outside, ...(options.steps && { steps: options.steps }) },
      ),
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
