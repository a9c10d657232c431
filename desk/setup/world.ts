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

/** Anybody may read these, of the page and the function. */
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

/** A program finds its files, the network, a browser and a keyring by these. */
const ofTheMachine =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|LANG|LC_.*|XDG_.*|DISPLAY|WAYLAND_DISPLAY|BROWSER|WSL.*|DBUS_SESSION_BUS_ADDRESS|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|NODE_USE_ENV_PROXY|NODE_USE_SYSTEM_CA|SSL_CERT_.*|(?:SUPABASE|VERCEL)_(?:HOME|NO_KEYRING))$/i

/** Milliseconds. Vercel itself ends a build after 45 minutes. */
export const limits = { call: 180_000, push: 6 * 60_000, build: 20 * 60_000 }

/** A test gives one of its own. */
export type Environment = {
  folder: string
  env: Record<string, string | undefined>
  say: (line: string) => void
  /** For every call of a vendor's program, such as the address of another API. */
  options?: { supabase?: string[]; vercel?: string[] }
  /** If not the project of this id. */
  pushTarget?: string
  /** Of a project. */
  addressOf?: (ref: string) => string
  /** Of Supabase. */
  managementApi?: string
  /** Milliseconds between two looks at something that takes its time. */
  pause?: number
  /** Milliseconds, in place of the limit of the kind of call. */
  timeout?: number
  /** Without one, or if nobody sits there, a question without an answer stops the run. */
  terminal?: Terminal
  /** Nothing may be changed, not even operator.env. */
  isPlan?: boolean
}

type Choice = { id: string; name: string }

export type World = ReturnType<typeof openWorld>

/** The answers, what operator.env has, and the programs of the two companies, for all steps. */
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

  /** Returns what the CLI printed. Throws a SetupError if it failed. */
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
  /** Returns what the CLI printed and whether it succeeded. */
  const vercel = (args: string[], input?: string, more?: Record<string, string>, limit?: number) =>
    run(process.execPath, [programs.vercel, ...args, ...(options.vercel ?? [])], 'VERCEL_TOKEN', {
      ...{ input, limit },
      // With CI, it refuses at once where it would otherwise wait for a login in a browser that nobody sees.
      more: { CI: '1', ...more },
    })
  /** The vendor's program keeps the login. */
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
    /** For a text of others: no secret, and no sign that a terminal obeys. */
    mask,
    keep,
    supabase,
    vercel,
    signIn,
    isPlan: environment.isPlan ?? false,
    isAttended: environment.terminal?.stdin.isTTY ?? false,
    /**
     * Returns the id of the one of these that the operator chooses, or of the only one. `wanted` is an id or a name.
     * Throws a SetupError that lists them if `wanted` is not there, or if nobody can be asked, as in a plan.
     */
    choose: async (variable: string, question: string, wanted: string | undefined, all: Choice[]) => {
      const list = all.map(({ id, name }) => (id === name ? id : `${name} (${id})`)).join(', ')
      const lower = (text: string) => text.toLowerCase()
      const find = (typed: string) =>
        (
          all.find(({ id, name }) => [id, name].includes(typed)) ??
          all.find(({ name }) => lower(name) === lower(typed))
        )?.id
      const [only] = all
      if (!wanted && only && all.length === 1) return only.id
      const read = (typed: string) => {
        const found = find(typed)
        if (!found) throw new SetupError(`This is not one of them: ${mask(list)}`)
        return found
      }
      if (wanted && find(wanted)) return read(wanted)
      if (environment.isPlan)
        throw Object.assign(
          new SetupError(`ask for ${lower(question[0] ?? '')}${question.slice(1)}: ${list}`),
          {
            isOpen: true,
          },
        )
      if (!environment.terminal?.stdin.isTTY) throw new SetupError(`Set ${variable} (${question}): ${list}`)
      return ask(environment.terminal, {
        variable,
        question,
        why: `Type a name, or what stands behind it in brackets: ${mask(list)}.`,
        read,
      })
    },
    /** Throws a SetupError if nobody is at the terminal. */
    ask: (question: Question) => {
      if (!environment.terminal) throw new SetupError(`Nobody can be asked here (${question.question}).`)
      return ask(environment.terminal, question)
    },
    wait: (sentence: string) => say(`  …      ${sentence}`),
    left: addLeft,
    stillToDo: () => left,
    /** Some minutes old, so that not all of the Supabase project answers yet. */
    isNew: () => isNew,
    hasNewProject: () => {
      isNew = true
    },
    values: () => ({ ...values }),
    pause: environment.pause ?? 5_000,
    managementApi: environment.managementApi ?? 'https://api.supabase.com',
    addressOf: environment.addressOf ?? ((ref: string) => `https://${ref}.supabase.co`),
    pushTarget: (ref: string) => environment.pushTarget ?? ref,
    get: (name: string) => values[name],
    set: (name: string, value: string) => {
      values[name] = value
      if (isSecret(name)) keep(value)
    },
    /** For this run and in operator.env, which loses what is undefined. */
    store: (changes: Record<string, string | undefined>) => {
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
