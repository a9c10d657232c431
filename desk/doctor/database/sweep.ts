import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import type { LeadHealth } from './lead-health.ts'

const schedule = 'sweep'
const run = 'sweep run'
const answer = 'sweep answer'
const todo = 'run in the SQL editor: select public.schedule_lead_sweep()'
const lateMs = 5 * 60_000

/** Whether the database calls the function each minute while mails are due, and what came of it. */
export function checkSweep({ database, target }: Seen): Result[] {
  if (database.kind !== 'health') {
    return [schedule, run, answer].map((check) => unseen(check, 'The database did not tell.'))
  }
  if (target.isLocal) return [ok(schedule, 'The gateway of the local stack sends what is due.')]
  return [checkJob(database.health), checkRun(database.health), checkAnswer(database.health)]
}

function checkJob({ unseen: absent, job }: LeadHealth): Result {
  if (absent.includes('job')) {
    return fault(
      schedule,
      'The database has no pg_cron, so nothing calls the sweep.',
      `Turn on pg_cron and pg_net (dashboard, Database, Extensions), then ${todo}`,
    )
  }
  if (!job)
    return fault(schedule, 'The sweep is not scheduled, so mails that failed once wait for ever.', todo)
  if (job.active) return ok(schedule, 'The sweep is scheduled.')
  return fault(
    schedule,
    'The sweep is switched off in pg_cron, so mails that failed once wait for ever.',
    todo,
  )
}

function checkRun({ last_run: last }: LeadHealth): Result {
  if (!last?.at) return unseen(run, 'The sweep has not run yet.', 'Look again in a minute')
  const todo = 'Look at cron.job_run_details; restore the project if it was paused'
  if (last.status === 'failed') return fault(run, `The sweep failed at ${last.at}: ${last.error}.`, todo)
  return Date.now() - Date.parse(last.at) > lateMs
    ? fault(run, `The sweep ran last at ${last.at}, though it should each minute.`, todo)
    : ok(run, `The sweep ran last at ${last.at}.`)
}

function checkAnswer({ last_answer: last }: LeadHealth): Result {
  if (!last) return unseen(answer, 'No call was answered lately; the sweep calls only while mails are due.')
  if (last.status === 200) return ok(answer, `The last call was answered at ${last.at}.`)
  if (last.status === 401) {
    const todo = 'Deploy the function from these sources (docs/deploy.md, step 6)'
    return fault(answer, `The function refused the last call at ${last.at}.`, todo)
  }
  const words = last.status === null ? (last.error ?? 'no answer') : `status ${last.status}`
  const todo = 'Repair what is said of the function; look at net._http_response'
  return fault(answer, `The last call failed at ${last.at} (${words}).`, todo)
}
