import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { DeskError, migrate } from '../core/desk-error.ts'
import { failureCode } from '../core/failure-code.ts'
import { type Desk, openDesk } from '../core/open-desk.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import { areMixed, type Target } from './target.ts'

const text = z.nullable(z.string())
const counts = z.object({
  pending: z.number(),
  overdue: z.number(),
  delayed: z.number(),
  failed: z.number(),
  held: z.number(),
  oldest: text,
})

/** Of the SQL function desk.lead_health (supabase/schemas/29_health.sql). */
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
  swept: z.nullable(z.object({ at: text, overdue: z.boolean() })),
  /** Extra or broken indexes, such as a cancelled `reindex concurrently` leaves. */
  invalid_indexes: z.array(z.string()),
  /** Of the sweep, at their last try. */
  failed_steps: z.array(z.string()),
  /** Whose last run failed, except the sweep. Null without pg_cron. */
  failed_jobs: z.nullable(z.array(z.object({ job: z.string(), at: text, error: text }))),
  /** The receiver of webhooks that gets no posts, with its last answer. Without `until`, for ever. */
  resting_receiver: z.nullable(z.object({ fault: z.string(), until: text })),
  /** Since when (a week at least) the link to the calendar is pressed, but the calendar reports nothing. */
  booking_silence: z.optional(text),
  tells_ads: z.optional(z.boolean()),
  access: z.array(z.string()),
  empty: z.array(z.string()),
  settings_lost: z.boolean(),
  secret_changed: z.boolean(),
  migrations: z.nullable(z.array(z.string())),
  jobs: z.nullable(z.array(z.string())),
  last_run: z.nullable(z.object({ at: text, late: z.boolean(), error: text })),
  project_url: text,
})

export type LeadHealth = z.infer<typeof healthSchema>

const answerSchema = z.nullable(z.object({ status: z.nullable(z.number()), error: text }))

/**
 * For the doctor, the database calls the Edge Function, which then sweeps and answers this. Null if no answer
 * came in time.
 */
export type Sweep = z.infer<typeof answerSchema>

/** As its own job does each minute. Undefined if the database cannot call the function. */
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

/** `silent` says why the database did not answer, and what to do. */
export type DatabaseAnswer = { health: LeadHealth; sweep: Sweep | undefined } | { silent: Result[] }

/** Directly or through the local gateway. `patienceMs` must be longer than the timeout of pg_net. */
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

function explain({ isLocal }: Target, error: unknown): Result[] {
  const other = `The database is not of the same version as these sources. → ${migrate}, or update these sources`
  const { code, message } = error instanceof DeskError ? error : new DeskError('version', other)
  const [sentence = '', todo] = message.split(' → ')
  return isLocal || code === 'unset' ? unseen(part, sentence, todo) : judge(part, '', message as Fault)
}
