import { spawnSync } from 'node:child_process'
import { programs } from './install-tool.ts'
import { readOperatorFile, writeOperatorFile } from './operator-file.ts'
import { runProgram } from './run-program.ts'
import { throwFailure } from './throw-failure.ts'

/** The names of the values that nobody but the operator and the two companies may know. */
const secretNames = new Set([
  ...[
    'SUPABASE_ACCESS_TOKEN',
    'SUPABASE_SECRET_KEY',
    'SITE_SECRET',
    'SUPABASE_DB_URL',
    'VERCEL_TOKEN',
    'VIDEO_URL',
  ],
  ...['MAIL_PASSWORD', 'SMTP_URL', 'LEADS_WEBHOOK_SECRET', 'LEADS_WEBHOOK_URL', 'TWILIO_AUTH_TOKEN'],
  ...['POSTMARK_WEBHOOK_PASSWORD', 'RESEND_WEBHOOK_SECRET', 'MAILGUN_SIGNING_KEY'],
])
const isSecret = (name: string) => secretNames.has(name)

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
  /** The milliseconds between two looks at something that takes its time. */
  pause?: number
  /** The milliseconds that a call may take. */
  timeout?: number
  /** True if somebody can sign in at this terminal. */
  isAttended?: boolean
}

export type World = ReturnType<typeof openWorld>

/** What the steps share: the answers, what operator.env has, and the programs of the two companies. */
export function openWorld(environment: Environment) {
  const { folder, env, options = {}, say, timeout = 180_000 } = environment
  const file = `${folder}/operator.env`
  const secrets = new Set<string>()
  const keep = (value: string | undefined) => {
    // A shorter text may stand in a sentence by chance.
    if (value && value.length >= 4) for (const form of [value, encodeURIComponent(value)]) secrets.add(form)
  }
  const mask = (text: string) =>
    [...secrets]
      .sort((a, b) => b.length - a.length)
      .reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
  const stored = readOperatorFile(file)
  const isGiven = ([, value]: [string, unknown]) => value !== ''
  const given = Object.fromEntries(Object.entries(env).filter(isGiven))
  const values: Record<string, string | undefined> = { ...stored, ...given }
  const left: string[] = []
  for (const name of Object.keys(values).filter(isSecret)) keep(values[name])

  // A program gets the token of its own company and no other secret.
  const childEnv = (token: string, more = {}) => {
    const own = Object.entries({
      ...env,
      ...more,
      DO_NOT_TRACK: '1',
      VERCEL_TELEMETRY_DISABLED: '1',
      NO_UPDATE_NOTIFIER: '1',
    })
    return Object.fromEntries(own.filter(([name]) => name === token || !isSecret(name)))
  }
  const run = (program: string, args: string[], token: string, input = '', more = {}) =>
    runProgram(program, { args, env: childEnv(token, more), folder, input, timeout })

  /** Runs the Supabase CLI. Returns what it printed. Throws a SetupError if it failed. */
  const supabase = async (args: string[], input?: string): Promise<string> => {
    const all = [...args, '--agent', 'no', ...(options.supabase ?? [])]
    const answer = await run(programs.supabase, all, 'SUPABASE_ACCESS_TOKEN', input)
    if (answer.code !== 0)
      throwFailure(
        `supabase ${args
          .filter((arg) => !arg.includes('='))
          .slice(0, 2)
          .join(' ')}`,
        answer,
        mask,
      )
    return answer.stdout
  }
  /** Runs the Vercel CLI. Returns what it printed and whether it succeeded. */
  const vercel = (args: string[], input?: string, more?: Record<string, string>) =>
    run(process.execPath, [programs.vercel, ...args, ...(options.vercel ?? [])], 'VERCEL_TOKEN', input, more)
  /** Lets the operator sign in with a vendor's program, which keeps the login by itself. */
  const signIn = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, env: env as NodeJS.ProcessEnv, stdio: 'inherit' })

  return {
    folder,
    env,
    say,
    mask,
    keep,
    supabase,
    vercel,
    signIn,
    isAttended: environment.isAttended ?? false,
    /** Keeps what is still to do for the end of the run. */
    left: (todo: string) => left.push(todo),
    /** What is still to do. */
    stillToDo: () => left,
    /** All answers and variables. */
    values: () => ({ ...values }),
    pause: environment.pause ?? 5_000,
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
      writeOperatorFile(file, changes)
    },
  }
}
