import { drive, refuse } from './drive.ts'
import { programs } from './install-tool.ts'
import { readOperatorFile, writeOperatorFile } from './operator-file.ts'

/** The names of the values that nobody but the operator and the two companies may know. */
const secretNames = new Set([
  ...['SUPABASE_ACCESS_TOKEN', 'SUPABASE_SECRET_KEY', 'SUPABASE_DB_URL', 'VERCEL_TOKEN', 'VIDEO_URL'],
  ...['SMTP_PASSWORD', 'SMTP_URL', 'LEADS_WEBHOOK_SECRET', 'LEADS_WEBHOOK_URL', 'TWILIO_AUTH_TOKEN'],
  ...['POSTMARK_WEBHOOK_PASSWORD', 'RESEND_WEBHOOK_SECRET', 'MAILGUN_SIGNING_KEY'],
])
const isSecret = (name: string) => secretNames.has(name)

/** Where and how the steps run. A test gives places of its own. */
export type Place = {
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
}

export type World = ReturnType<typeof openWorld>

/** What the steps share: the answers, what operator.env has, and the programs of the two companies. */
export function openWorld(place: Place) {
  const { folder, env, options = {}, say, timeout = 180_000 } = place
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
  const values: Record<string, string | undefined> = { ...stored, ...env }
  for (const name of Object.keys(values).filter(isSecret)) keep(values[name])

  // A program gets the token of its own company and no other secret.
  const childEnv = (token: string) => {
    const own = Object.entries({
      ...env,
      DO_NOT_TRACK: '1',
      VERCEL_TELEMETRY_DISABLED: '1',
      NO_UPDATE_NOTIFIER: '1',
    })
    return Object.fromEntries(own.filter(([name]) => name === token || !isSecret(name)))
  }
  const run = async (program: string, args: string[], token: string, input?: string) =>
    drive(program, { args, env: childEnv(token), folder, timeout, ...(input !== undefined && { input }) })

  /** Runs the Supabase CLI. Returns what it printed. Throws a doubt if it failed. */
  const supabase = async (args: string[], input?: string): Promise<string> => {
    const all = [...args, '--agent', 'no', ...(options.supabase ?? [])]
    const answer = await run(programs.supabase, all, 'SUPABASE_ACCESS_TOKEN', input)
    if (answer.code !== 0)
      refuse(
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
  const vercel = (args: string[], input?: string) =>
    run(process.execPath, [programs.vercel, ...args, ...(options.vercel ?? [])], 'VERCEL_TOKEN', input)

  return {
    folder,
    env,
    say,
    mask,
    keep,
    supabase,
    vercel,
    pause: place.pause ?? 5_000,
    addressOf: place.addressOf ?? ((ref: string) => `https://${ref}.supabase.co`),
    pushTarget: (ref: string) => place.pushTarget ?? ref,
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
