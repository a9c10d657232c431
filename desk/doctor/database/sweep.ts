import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import type { LeadHealth } from './lead-health.ts'

const schedule = 'sweep'
const secrets = 'sweep secrets'
const run = 'sweep run'
const answer = 'sweep answer'
const extensions =
  'Turn on pg_cron, pg_net and Vault (dashboard, Database, Extensions), then apply the migrations'

/** Whether the database calls the function each minute while mails are due, and what came of it. */
export function checkSweep({ database, target }: Seen): Result[] {
  if (database.kind !== 'health') {
    const sentence = 'The database did not tell.'
    return [schedule, secrets, run, answer].map((check) => unseen(check, sentence))
  }
  if (target.isLocal) return [ok(schedule, 'The gateway of the local stack sends what is due.')]
  const { health } = database
  return [
    checkJob(health),
    ...checkSecrets(health, target.supabaseUrl ?? ''),
    checkRun(health),
    checkAnswer(health),
  ]
}

function checkJob({ unseen: absent, job }: LeadHealth): Result {
  if (absent.includes('job'))
    return fault(schedule, 'The database has no pg_cron, so nothing calls the sweep.', extensions)
  const todo = `Run in the SQL editor: select cron.schedule('sweep-lead-emails', '* * * * *', 'select public.sweep_lead_emails()')`
  if (!job)
    return fault(schedule, 'The sweep is not scheduled, so mails that failed once wait for ever.', todo)
  return job.active
    ? ok(schedule, 'The sweep is scheduled.')
    : fault(schedule, 'The sweep is switched off in pg_cron, so mails that failed once wait for ever.', todo)
}

const store = (name: string, value: string) =>
  `Run in the SQL editor: select vault.create_secret('${value}', '${name}'); one that is there is changed by vault.update_secret`

function checkSecrets({ unseen: absent, secrets: stored }: LeadHealth, supabaseUrl: string): Result[] {
  if (absent.includes('secrets'))
    return [fault(secrets, 'The database has no Vault for the secrets of the sweep.', extensions)]
  const { project_url: url, sweep_key: key } = stored ?? {}
  const storeUrl = store('project_url', supabaseUrl)
  const storeKey = store('sweep_key', 'sb_secret_…')
  const faults: Result[] = []
  if (!url) faults.push(fault(secrets, 'Vault lacks project_url, so the sweep calls nobody.', storeUrl))
  else if (url.replace(/\/$/, '') !== supabaseUrl) {
    faults.push(fault(secrets, 'project_url in Vault is another address than SUPABASE_URL.', storeUrl))
  }
  if (!key) faults.push(fault(secrets, 'Vault lacks sweep_key, so the function refuses the sweep.', storeKey))
  else if (key === 'other') faults.push(fault(secrets, 'sweep_key in Vault is no secret key.', storeKey))
  return faults.length > 0 ? faults : [ok(secrets, 'Vault holds project_url and sweep_key.')]
}

function checkRun({ last_run: last }: LeadHealth): Result {
  if (!last) return unseen(run, 'The sweep has not run yet.', 'Look again in a minute')
  const at = last.at ?? 'just now'
  const todo = 'Look at cron.job_run_details; restore the project if it was paused'
  if (last.status === 'failed') return fault(run, `The sweep failed at ${at}: ${last.error}.`, todo)
  const isLate = Date.now() - Date.parse(at) > 5 * 60_000
  return isLate
    ? fault(run, `The sweep ran last at ${at}, though it should each minute.`, todo)
    : ok(run, `The sweep ran last at ${at}.`)
}

function checkAnswer({ last_answer: last }: LeadHealth): Result {
  if (!last) return unseen(answer, 'No call was answered lately; the sweep calls only while mails are due.')
  if (last.status === 200) return ok(answer, `The last call was answered at ${last.at}.`)
  if (last.status === 401) {
    return fault(
      answer,
      `The function refused the last call at ${last.at}.`,
      store('sweep_key', 'sb_secret_…'),
    )
  }
  const words = last.status === null ? (last.error ?? 'no answer') : `status ${last.status}`
  return fault(
    answer,
    `The last call failed at ${last.at} (${words}).`,
    'Repair what is said of the function; look at net._http_response',
  )
}
