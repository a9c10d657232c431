import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { pageVariables } from '../../lib/env-schema.ts'
import { warnIfOpen } from '../../machine/windows-drive.ts'
import { settingNames } from '../../supabase/functions/send-lead-email/settings.ts'
import type { Terminal } from '../cli/terminal.ts'
import { visible } from '../core/describe.ts'
import { ask, type Question } from './ask.ts'
import { programs } from './install-tool.ts'
import { readOperatorFile, writeOperatorFile } from './operator-file.ts'
import { runProgram } from './run-program.ts'
import { SetupError } from './setup-error.ts'
import { throwFailure } from './throw-failure.ts'
import type { SupabaseCommand } from './vendor-calls.ts'

/** What anybody may read of the variables of the page and the function. */
const publicNames = new Set([
  ...['SITE_URL', 'SUPABASE_URL', 'PREVIEW_SUPABASE_URL', 'SENDER', 'TERMS_LINK', 'PRIVACY_LINK', 'PORT'],
  ...['VERCEL', 'VERCEL_ENV', 'VERCEL_PROJECT_PRODUCTION_URL', 'DENO_DEPLOYMENT_ID', 'SB_REGION'],
  ...['MAIL_FROM', 'OWNER_EMAIL', 'MAIL_POSTER_URL', 'SES_TOPIC_ARN'],
])
const logins = [
  ...['SUPABASE_ACCESS_TOKEN', 'VERCEL_TOKEN', 'MAIL_PASSWORD', 'SUPABASE_DB_URL', 'BACKUP_DB_URL'],
  'DESK_TRY_KEY',
]
const secretNames = new Set([...logins, ...pageVariables, ...settingNames]).difference(publicNames)
const isSecret = (name: string) => secretNames.has(name)

/** What a program finds its files, the network, a browser and a keyring by. */
const ofTheMachine =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|LANG|LC_.*|XDG_.*|DISPLAY|WAYLAND_DISPLAY|BROWSER|WSL.*|DBUS_SESSION_BUS_ADDRESS|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|NODE_USE_ENV_PROXY|NODE_USE_SYSTEM_CA|SSL_CERT_.*|(?:SUPABASE|VERCEL)_(?:HOME|NO_KEYRING))$/i

/** The milliseconds that each kind of call may take. Vercel itself ends a build after 45 minutes. */
export const limits = { call: 180_000, push: 6 * 60_000, build: 20 * 60_000 }

/** Where and how the steps run. A test gives an environment of its own. */
export type Environment = {
  /** The folder of the project. */
  folder: string
  env: Record<string, string | undefined>
  say: (line: string) => void
  /** Options that every call of a vendor's program gets, such as the address of another API. */
  options?: { supabase?: string[]; vercel?: string[] }
  /** Where migrations are pushed to, if not to the project of this id. */
  pushTarget?: string
  /** The address of a project. */
  addressOf?: (ref: string) => string
  /** The address of the Management API of Supabase. */
  managementApi?: string
  /** The milliseconds between two looks at something that takes its time. */
  pause?: number
  /** The milliseconds that each call may take, in place of the limit of its kind. */
  timeout?: number
  /** Where questions are asked. Without one, or if nobody sits there, a question without an answer stops the run. */
  terminal?: Terminal
  /** True if nothing may be changed, not even operator.env. */
  isPlan?: boolean
}

type Choice = { id: string; name: string }

export type World = ReturnType<typeof openWorld>

/** What the steps share: the answers, what operator.env has, and the programs of the two companies. */
export function openWorld(environment: Environment) {
  const { folder, env, options = {}, say } = environment
  const file = `${folder}/operator.env`
  const secrets = new Set<string>()
  const keep = (value: string | undefined) => {
    // A shorter text may stand in a sentence by chance.
    if (!value || value.length < 4 || value === 'none') return
    const forms = [encodeURIComponent(value), encodeURI(value), JSON.stringify(value).slice(1, -1)]
    for (const form of [value, ...forms, Buffer.from(value).toString('base64')]) secrets.add(form)
  }
  const mask = (text: string) => {
    const shown = [...secrets]
      .sort((a, b) => b.length - a.length)
      .reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
    return stripVTControlCharacters(shown).split('\n').map(visible).join('\n')
  }
  const stored = readOperatorFile(file)
  const isGiven = ([, value]: [string, unknown]) => value !== ''
  const given = Object.fromEntries(Object.entries(env).filter(isGiven))
  const values: Record<string, string | undefined> = { ...stored, ...given }
  const left: string[] = []
  let isNew = false
  for (const name of Object.keys(values).filter(isSecret)) keep(values[name])

  // A program gets the token of its own company and no other secret.
  const childEnv = (token: string, more = {}) => ({
    ...Object.fromEntries(Object.entries(env).filter(([name]) => ofTheMachine.test(name) || name === token)),
    ...more,
    ...{ DO_NOT_TRACK: '1', VERCEL_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1' },
  })
  const run = (
    program: string,
    args: string[],
    token: string,
    { input = '', more = {}, limit = limits.call }: { input?: string; more?: object; limit?: number },
  ) =>
    runProgram(program, {
      ...{ args, env: childEnv(token, more), folder, input },
      timeout: environment.timeout ?? limit,
    })

  /** Runs a command of the Supabase CLI. Returns what it printed. Throws a SetupError if it failed. */
  const supabase = async (
    command: SupabaseCommand,
    args: string[] = [],
    input?: string,
    limit?: number,
  ): Promise<string> => {
    const all = [...command.split(' '), ...args, '--agent', 'no', ...(options.supabase ?? [])]
    const answer = await run(programs.supabase, all, 'SUPABASE_ACCESS_TOKEN', { input, limit })
    if (answer.code !== 0) throwFailure(`supabase ${command}`, answer, mask)
    return answer.stdout
  }
  /** Runs the Vercel CLI. Returns what it printed and whether it succeeded. */
  const vercel = (args: string[], input?: string, more?: Record<string, string>, limit?: number) =>
    run(process.execPath, [programs.vercel, ...args, ...(options.vercel ?? [])], 'VERCEL_TOKEN', {
      ...{ input, limit },
      // With CI, it refuses at once where it would otherwise wait for a login in a browser that nobody sees.
      more: { CI: '1', ...more },
    })
  /** Lets the operator sign in with a vendor's program, which keeps the login by itself. */
  const signIn = (program: string, ...args: string[]) =>
    spawnSync(program, args, {
      cwd: folder,
      env: childEnv('') as unknown as NodeJS.ProcessEnv,
      stdio: 'inherit',
    })

  const addLeft = (todo: string) => left.includes(todo) || left.push(todo)

  return {
    folder,
    env,
    say,
    /** Makes a text of others safe to print: no secret, and no sign that a terminal obeys. */
    mask,
    keep,
    supabase,
    vercel,
    signIn,
    isAttended: environment.terminal?.stdin.isTTY ?? false,
    /**
     * Returns the id of the one of these that the operator chooses, or of the only one. `wanted` is an id or a name.
     * Throws a SetupError that lists them if `wanted` is not there, or if nobody can be asked.
     */
    choose: async (variable: string, question: string, wanted: string | undefined, all: Choice[]) => {
      const list = all.map(({ id, name }) => (id === name ? id : `${name} (${id})`)).join(', ')
      const find = (typed: string) => all.find(({ id, name }) => [id, name].includes(typed))?.id
      const [only] = all
      if (!wanted && only && all.length === 1) return only.id
      const read = (typed: string) => {
        const found = find(typed)
        if (!found) throw new SetupError(`This is not one of them: ${mask(list)}`)
        return found
      }
      if (wanted && find(wanted)) return read(wanted)
      if (!environment.terminal?.stdin.isTTY) throw new SetupError(`Set ${variable} (${question}): ${list}`)
      return ask(environment.terminal, { variable, question, why: `There are ${mask(list)}.`, read })
    },
    /** Asks what only somebody at the terminal knows. Throws a SetupError if nobody is there. */
    ask: (question: Question) => {
      if (!environment.terminal) throw new SetupError(`Nobody can be asked here (${question.question}).`)
      return ask(environment.terminal, question)
    },
    /** Says what is waited for. */
    wait: (sentence: string) => say(`  …      ${sentence}`),
    /** Keeps what is still to do for the end of the run. */
    left: addLeft,
    /** What is still to do. */
    stillToDo: () => left,
    /** Whether the Supabase project is some minutes old, so that not all of it answers yet. */
    isNew: () => isNew,
    hasNewProject: () => {
      isNew = true
    },
    /** All answers and variables. */
    values: () => ({ ...values }),
    pause: environment.pause ?? 5_000,
    managementApi: environment.managementApi ?? 'https://api.supabase.com',
    addressOf: environment.addressOf ?? ((ref: string) => `https://${ref}.supabase.co`),
    pushTarget: (ref: string) => environment.pushTarget ?? ref,
    /** Returns an answer, a variable or a value of operator.env. */
    get: (name: string) => values[name],
    /** Keeps a value for this run. */
    set: (name: string, value: string) => {
      values[name] = value
      if (isSecret(name)) keep(value)
    },
    /** Keeps values for this run and in operator.env. */
    store: (changes: Record<string, string>) => {
      for (const [name, value] of Object.entries(changes)) {
        values[name] = value
        if (isSecret(name)) keep(value)
      }
      if (environment.isPlan) return
      writeOperatorFile(file, changes)
      const warning = warnIfOpen(file)
      if (warning) addLeft(warning)
    },
  }
}
