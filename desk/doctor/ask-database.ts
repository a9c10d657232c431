import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { isUntrusted, trustRemedy } from '../core/connect-database.ts'
import { failureCode } from '../core/failure-code.ts'
import { type Desk, openDesk } from '../core/open-desk.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import { areMixed, inEditor, type Target } from './target.ts'

const text = z.nullable(z.string())
const counts = z.object({
  pending: z.number(),
  overdue: z.number(),
  delayed: z.number(),
  dead: z.number(),
  held: z.number(),
  oldest: text,
})

/** What the SQL function lead_health() returns. Its migration says what each part means. */
const healthSchema = z.object({
  mails: counts,
  webhooks: counts,
  evidence: z.object({
    unsealed: z.number(),
    unsealed_since: text,
    late: z.boolean(),
    keep_submissions: text,
    keep_traces: text,
  }),
  access: z.array(z.string()),
  empty: z.array(z.string()),
  settings_lost: z.boolean(),
  migrations: z.nullable(z.array(z.string())),
  jobs: z.nullable(z.array(z.string())),
  last_run: z.nullable(z.object({ at: text, late: z.boolean(), error: text })),
  project_url: text,
})

export type LeadHealth = z.infer<typeof healthSchema>

const answerSchema = z.nullable(z.object({ status: z.nullable(z.number()), error: text }))

/** The function's answer to the sweep that the database started for the doctor. Null if no answer came in time. */
export type Sweep = z.infer<typeof answerSchema>

/** Lets the database call the function, as it does each minute. Returns undefined if the database cannot make the call. */
async function runSweep(
  desk: Desk,
  { jobs, project_url: address }: LeadHealth,
  patienceMs: number,
): Promise<Sweep | undefined> {
  if (jobs === null || !address) return undefined
  try {
    const sweep = await desk.call('start_sweep')
    const end = Date.now() + patienceMs
    while (Date.now() < end) {
      const answer = answerSchema.parse(await desk.call('sweep_answer', { sweep }))
      if (answer) return answer
      await sleep(Math.min(500, patienceMs / 10))
    }
    return null
  } catch (error) {
    return { status: null, error: failureCode(error) }
  }
}

/** The database's health and the function's answer to its sweep. If the database did not answer, the reason and a remedy. */
export type DatabaseAnswer = { health: LeadHealth; sweep: Sweep | undefined } | { silent: Result[] }

/** Asks the database for its health, directly or through the local gateway. `patienceMs` exceeds pg_net's own wait. */
export async function askDatabase(
  target: Target,
  open: (variables: Target['variables']) => Desk = openDesk,
  patienceMs = 65_000,
): Promise<DatabaseAnswer> {
  const { SUPABASE_DB_URL: _, ...local } = target.variables
  if (areMixed(target)) return { silent: unseen(part, 'The two projects differ.') }
  try {
    const desk = open(target.isLocal ? local : target.variables)
    try {
      const health = healthSchema.parse(await desk.call('lead_health'))
      return { health, sweep: target.isLocal ? undefined : await runSweep(desk, health, patienceMs) }
    } finally {
      await desk.close()
    }
  } catch (error) {
    return { silent: explain(target, error) }
  }
}

const part = 'migrations'
export const migrate = 'Apply the migrations (docs/deploy.md, step 3)'
const setAddress =
  'Set SUPABASE_DB_URL in operator.env to the address of the database (dashboard, Connect, session pooler), with the password, percent-encoded'

function explain(target: Target, error: unknown): Result[] {
  const code = failureCode(error)
  const { message, cause } = error as Error
  if (target.isLocal)
    return unseen(part, `The database of the local stack did not answer (${code}).`, 'Start it: npm start')
  if (code === 'unset')
    return unseen(part, 'SUPABASE_DB_URL is not set, so the database was not looked at.', setAddress)
  const messages = `${message} ${(cause as Error | undefined)?.message}`
  return judge(part, '', explainHosted(target, code, messages))
}

function explainHosted(target: Target, code: string, messages: string): Fault {
  const secure = inEditor(target, 'select public.secure_leads()')
  if (code === 'malformed')
    return `SUPABASE_DB_URL is no address of a database; a password in it must be percent-encoded. → ${setAddress}`
  if (/role "lead_desk" does not exist/.test(messages))
    return `The database lacks the role lead_desk. → ${secure}`
  if (code === '42883' || code === '3F000')
    return `The database lacks lead_health(), so nothing else in it was looked at. → ${migrate}`
  if (/permission denied to set role/.test(messages))
    return 'The role in SUPABASE_DB_URL may not act as lead_desk. → Set SUPABASE_DB_URL in operator.env to use postgres, or a role that is a member of lead_desk'
  if (code === '42501') return `The role lead_desk may not ask the database for its health. → ${secure}`
  if (/ZodError/.test(code))
    return `The database is of another version than these sources. → ${migrate}, or update these sources`
  if (code.startsWith('28') || code === 'SASL_SIGNATURE_MISMATCH')
    return `The database refuses the login in SUPABASE_DB_URL (${code}). → ${setAddress}`
  if (isUntrusted(code))
    return `The server at SUPABASE_DB_URL does not prove who it is (${code}). → ${trustRemedy}`
  return `The database at SUPABASE_DB_URL does not answer (${code}). → ${setAddress}; db.<ref>.supabase.co has an IPv6 address only`
}
