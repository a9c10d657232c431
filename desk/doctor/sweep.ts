import { projectOf } from '../core/connect-database.ts'
import { inEditor } from '../core/desk-error.ts'
import type { DatabaseAnswer, Sweep } from './ask-database.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import type { Target } from './target.ts'

const checks = ['sweep', 'sweep run', 'sweep answer']

/** Whether the calls succeed each minute while emails are due. */
export function checkSweep(target: Target, answer: DatabaseAnswer): Result[] {
  if (target.isLocal) return []
  if ('silent' in answer) return unseen(checks, 'The database did not say.')
  const { jobs, last_run: last, project_url: address, swept } = answer.health
  const schedule = inEditor(target, 'select private.schedule_lead_sweep()')
  if (jobs === null)
    return judge(
      'sweep',
      '',
      `The database has no pg_cron, so nothing calls the sweep. → Turn on pg_cron and pg_net (dashboard, Database, Extensions). ${schedule}`,
    )
  return [
    ...judge(
      'sweep',
      'The sweep is scheduled.',
      jobs.length > 0 &&
        `pg_cron does not run ${jobs.join(' and ')} as it should, so emails that failed once may wait for ever. → ${schedule}`,
    ),
    ...(last
      ? judge(
          'sweep run',
          `The sweep last ran at ${last.at ?? 'no time yet'}.`,
          last.late &&
            `The sweep has not succeeded for five minutes, though it should each minute${last.error ? ` (${last.error})` : ''}. → Look at cron.job_run_details; restore the project if it was paused`,
          !last.late &&
            swept?.overdue === true &&
            `No sweep has done its work since ${swept.at ?? 'the first lead'}; summary emails, seals, reminders and what failed once wait. → Fix the faults shown for the function and project_url`,
        )
      : unseen('sweep run', 'The sweep has not run yet.', 'Look again in a minute')),
    ...(answer.sweep === undefined && address
      ? unseen('sweep answer', 'The sweep was not tried.')
      : judge(
          'sweep answer',
          'The database called the function, and that worked.',
          answer.sweep?.status !== 200 && explain(target, address, answer.sweep),
        )),
  ]
}

function explain(target: Target, address: string | null, sweep: Sweep | undefined): Fault {
  const { databaseProject: id, supabaseUrl } = target
  // The database's address has the id, because SUPABASE_URL may be another project's.
  const own = id && `https://${id}.supabase.co`
  const put = (statement: string) =>
    own
      ? inEditor(target, statement)
      : 'Put the address of this very project into Vault (docs/deploy.md, step 4)'
  if (address === null)
    return 'The database has no Vault for the address of the sweep. → Turn on Vault (dashboard, Database, Extensions), and follow docs/deploy.md, step 4'
  if (!address)
    return `Vault lacks project_url, so the sweep calls nobody. → ${put(`select vault.create_secret('${own}', 'project_url')`)}`
  if (!sweep)
    return `The database began a call of the function, and pg_net noted no answer. → ${inEditor(target, 'select net.worker_restart()')}`
  const words = sweep.status === null ? (sweep.error ?? 'no answer') : `status ${sweep.status}`
  const failed = `The database called the function, which failed (${words}).`
  if (![own, supabaseUrl].some((url) => url && URL.parse(url)?.host === URL.parse(address)?.host))
    return `${failed} project_url in Vault is ${projectOf(address) ? `of project ${projectOf(address)}` : 'another address'}. → ${put(`select vault.update_secret((select id from vault.secrets where name = 'project_url'), '${own}')`)}`
  if (sweep.error === '3F000')
    return `${failed} → Turn on pg_net (dashboard, Database, Extensions). ${inEditor(target, 'select private.schedule_lead_sweep()')}`
  return sweep.status === 401 || sweep.status === 404
    ? `${failed} → Deploy the function (docs/deploy.md, step 6)`
    : `${failed} → Fix the faults shown for the function`
}
