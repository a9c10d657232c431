import { spawn } from 'node:child_process'
import { setServers } from 'node:dns'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Terminal } from '../../desk/cli/terminal.ts'
import { askDatabase } from '../../desk/doctor/ask-database.ts'
import { examine } from '../../desk/doctor/examine.ts'
import type { Result } from '../../desk/doctor/result.ts'
import type { Target } from '../../desk/doctor/target.ts'
import { writeOperatorFile } from '../../desk/setup/operator-file.ts'
import type { PartName } from '../../desk/setup/part-names.ts'
import { setUpPart } from '../../desk/setup/parts.ts'
import type { Outside } from '../../desk/setup/questions.ts'
import { setUp } from '../../desk/setup/setup.ts'
import { runSteps, type Step } from '../../desk/setup/step.ts'
import { rollBack, update } from '../../desk/setup/update.ts'
import { type Environment, openWorld } from '../../desk/setup/world.ts'
import { openNameServer, type Zone } from '../doctor/open-name-server.ts'
import { createOnServer } from '../sql/create-on-server.ts'
import { readProject } from '../sql/open-database.ts'
import { openInbox } from '../sql/open-inbox.ts'
import { workOffNet } from '../sql/work-off-net.ts'
import { openSupabaseApi, organization, token } from './supabase-api.ts'
import { openVercelApi, teamId, vercelToken } from './vercel-api.ts'

type Variables = Record<string, string>
const root = path.join(import.meta.dirname, '../..')

/** The answers of an operator, as variables, but for the mail server. */
export const answers = {
  SITE_URL: 'training.example.com',
  VIDEO_URL: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  OWNER_EMAIL: 'owner@example.com',
  MAIL_FROM: 'Brand Scalers <training@example.com>',
  MAIL_USER: 'user@example.com',
  MAIL_PASSWORD: 'p@ss/w:o%r d"$HOME',
  REGION: 'Frankfurt',
  ...{ SENDER: 'none', TERMS_LINK: 'none', PRIVACY_LINK: 'none' },
  ...{ SUPABASE_ACCESS_TOKEN: token, VERCEL_TOKEN: vercelToken },
  ...{ SUPABASE_ORG: organization, VERCEL_TEAM: 'example' },
}

/** The logins alone, as for every run after the first. */
export const logins = { SUPABASE_ACCESS_TOKEN: token, VERCEL_TOKEN: vercelToken }

export const outside: Outside = {
  nameServers: async (domain) => {
    if (domain === 'example.com') return ['ns.example.com']
    throw Object.assign(new Error(), { code: 'ENOTFOUND' })
  },
  signIn: async () => {},
  timeZone: 'Europe/Berlin',
}

/** The domain of the sender, as its provider wants it. */
const soundZone: Zone = {
  '': [],
  'example.com': ['v=spf1 ip4:192.0.2.0/24 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=quarantine'],
  'resend._domainkey.example.com': ['p=MIGfMA0GCSqGSIb3DQEB'],
}

const openMailServer = () =>
  openInbox({
    ...{ authOptional: false, allowInsecureAuth: true },
    onAuth: ({ username = '', password }, _, callback) =>
      username === answers.MAIL_USER && password === answers.MAIL_PASSWORD
        ? callback(null, { user: username })
        : callback(Object.assign(new Error('refused'), { responseCode: 535 })),
  })

/** Nobody sits there. */
const nobody = () => {
  const stdin = new PassThrough()
  return { stdin, stdout: new PassThrough(), stderr: new PassThrough() }
}

/** Empty ones, with a clone of the project in a folder of its own. */
export async function openAccount() {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set; give a Postgres server to make a database on')
  const database = await createOnServer(server, [
    await readProject(),
    'create extension if not exists supabase_vault',
  ])
  const [api, vercel] = [await openSupabaseApi(database), await openVercelApi()]
  const zone = { ...soundZone }
  const [mail, nameServer] = [await openMailServer(), await openNameServer(zone)]
  setServers([nameServer.server])
  const all: Variables = { ...answers, MAIL_HOST: '127.0.0.1', MAIL_PORT: String(mail.port) }
  const mailLogin = `smtp://user%40example.com:p%40ss%2Fw%3Ao%25r%20d%22%24HOME@127.0.0.1:${mail.port}`
  const folder = mkdtempSync(path.join(tmpdir(), 'setup-'))
  // The Vercel CLI does not deploy a home folder, so this is another one.
  const home = mkdtempSync(path.join(tmpdir(), 'home-'))
  for (const name of ['supabase', 'site'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  for (const name of ['.gitignore', '.vercelignore']) cpSync(path.join(root, name), path.join(folder, name))
  const profile = path.join(folder, 'profile.yaml')
  api.writeProfile(profile)
  const printed: string[] = []
  let found: Result[] = []

  /** Runs the doctor. The addresses of the project and of its database lead to this machine, where pg_net works, too. */
  async function examineHere(target: Target): Promise<Result[]> {
    const address = new URL(target.variables.SUPABASE_DB_URL ?? '')
    Object.assign(address, { username: api.deskLogin, pathname: new URL(database.url ?? '').pathname })
    const variables = { ...target.variables, SUPABASE_DB_URL: address.href }
    let isAsking = true
    const net = (async () => {
      for (; isAsking; await setTimeout(200)) await workOffNet(database.query, fetch)
    })()
    found = await examine({ ...target, supabaseUrl: api.url }, askDatabase({ ...target, variables }))
    isAsking = false
    await net
    return found
  }

  const env = { PATH: process.env.PATH, HOME: home }
  const fixed = {
    folder,
    options: { supabase: ['--profile', profile], vercel: ['--api', vercel.url] },
    // The CLI wants TLS of a database on another machine, and names of the vendor for a project.
    pushTarget: `${database.url}?sslmode=disable`,
    pause: 10,
    managementApi: api.url,
  }
  const environmentFor = (variables: Variables, timeout = 60_000): Environment => ({
    ...{ ...fixed, timeout, env: { ...env, ...variables } },
    say: (line) => printed.push(line),
    addressOf: () => api.url,
  })

  return {
    folder,
    home,
    database,
    api,
    vercel,
    mail,
    mailLogin,
    zone,
    pushTarget: fixed.pushTarget,
    answers: all,
    found: () => found,
    printed,
    stored: () => readFileSync(path.join(folder, 'operator.env'), 'utf8'),
    /** Returns the exit code. */
    run: (variables: Variables = all, isPlan = false, timeout?: number) =>
      setUp(environmentFor(variables, timeout), nobody(), { isPlan, outside, examine: examineHere }),
    /** Somebody sits at the terminal. */
    runAt: (terminal: Terminal, variables: Variables, isPlan = false) =>
      setUp(environmentFor(variables), terminal, { isPlan, outside, examine: examineHere }),
    /** In a process of its own. */
    start: () => {
      const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start-setup.ts')], {
        env: {
          ...{ ...env, ...all },
          STAND_INS: JSON.stringify({ ...fixed, address: api.url, nameServer: nameServer.server }),
        } as unknown as NodeJS.ProcessEnv,
      })
      let log = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          log += chunk
        })
      return { child, printed: () => stripVTControlCharacters(log) }
    },
    store: (values: Variables) => writeOperatorFile(path.join(folder, 'operator.env'), values),
    /** An optional part. Returns the exit code. */
    runPart: (part: PartName, variables: Variables) =>
      setUpPart(environmentFor({ ...logins, ...variables }), nobody(), part),
    /** As if all the steps before had told what they found. Returns whether the step ended well. */
    runStep: (step: Step | Step[], timeout?: number) => {
      const { MAIL_PASSWORD: _, ...rest } = all
      const told = { SITE_URL: 'https://training.example.com', SMTP_URL: mailLogin, REGION: 'eu-central-1' }
      const variables = { ...rest, ...told, SUPABASE_ORG: organization, VERCEL_TEAM: teamId }
      return runSteps(openWorld(environmentFor(variables, timeout)), [step].flat(), false)
    },
    /** Returns the exit code. */
    update: () => update(environmentFor(logins), { examine: async () => [] }),
    /** `npm run update -- --back`. Returns the exit code. */
    rollBack: (commit?: string) => rollBack(environmentFor(logins), commit),
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]()
      await vercel[Symbol.asyncDispose]()
      await mail.close()
      nameServer.close()
      await database.close()
      for (const one of [folder, home]) rmSync(one, { recursive: true })
    },
  }
}

const projectRef = 'abcdefghijklmnopqrst'
/** openProject makes it. */
export const projectUrl = `https://${projectRef}.supabase.co`

/** Setup has made the project, and its address is in operator.env. */
export async function openProject() {
  const account = await openAccount()
  account.api.state.projects.push({
    ...{ ref: projectRef, name: 'training-example-com', region: 'eu-central-1', looks: 2 },
  })
  account.store({ SUPABASE_URL: projectUrl })
  return account
}
