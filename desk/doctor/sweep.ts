import type { DatabaseAnswer, LeadHealth, Sweep } from './ask-database.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import { inEditor, projectOf, type Target } from './target.ts'

const checks = ['sweep', 'sweep run', 'sweep answer']

/** Whether the database calls the function each minute while mails are due, and whether that works. */
export function checkSweep(target: Target, answer: DatabaseAnswer): Result[] {
  if (target.isLocal) return []
  if (answer.kind !== 'health') return unseen(checks, 'The database did not tell.')
  const { jobs, last_run: last } = answer.health
  const schedule = inEditor(target, 'select public.schedule_lead_sweep()')
  if (jobs === null)
    return judge('sweep', '', [
      'The database has no pg_cron, so nothing calls the sweep.',
      `Turn on pg_cron and pg_net (dashboard, Database, Extensions). ${schedule}`,
    ])
  return [
    ...judge(
      'sweep',
      'The sweep is scheduled.',
      jobs.length > 0 && [
        `pg_cron does not run ${jobs.join(' and ')} as it should, so mails that failed once may wait for ever.`,
        schedule,
      ],
    ),
    ...(last
      ? judge(
          'sweep run',
          `The sweep ran last at ${last.at ?? 'no time yet'}.`,
          last.late && [
            `The sweep has not succeeded for five minutes, though it should each minute${last.error ? ` (${last.error})` : ''}.`,
            'Look at cron.job_run_details; restore the project if it was paused',
          ],
        )
      : unseen('sweep run', 'The sweep has not run yet.', 'Look again in a minute')),
    ...checkAnswer(target, answer.health, answer.sweep),
  ]
}

function checkAnswer(
  target: Target,
  { project_url: address }: LeadHealth,
  sweep: Sweep | undefined,
): Result[] {
  if (address === null)
    return judge('sweep answer', '', [
      'The database has no Vault for the address of the sweep.',
      'Turn on Vault (dashboard, Database, Extensions), and follow docs/deploy.md, step 4',
    ])
  // Never that of another project, whatever SUPABASE_URL says.
  const own = target.databaseProject ? `https://${target.databaseProject}.supabase.co` : target.supabaseUrl
  if (address === '')
    return judge('sweep answer', '', [
      'Vault lacks project_url, so the sweep calls nobody.',
      inEditor(target, `select vault.create_secret('${own}', 'project_url')`),
    ])
  if (sweep === undefined) return unseen('sweep answer', 'The sweep was not tried.')
  if (sweep === null)
    return judge('sweep answer', '', [
      'The database began a call of the function, and pg_net noted no answer.',
      inEditor(target, 'select net.worker_restart()'),
    ])
  const isOwn = [own, target.supabaseUrl].some(
    (url) => url && URL.parse(url)?.host === URL.parse(address)?.host,
  )
  const words = sweep.status === null ? (sweep.error ?? 'no answer') : `status ${sweep.status}`
  const elsewhere = projectOf(address)
    ? ` It called project ${projectOf(address)}.`
    : ' project_url in Vault is another address.'
  const todo: Record<string, string> = {
    401: 'Deploy the function from these sources (docs/deploy.md, step 6)',
    404: 'Deploy the function (docs/deploy.md, step 6)',
    '3F000': `Turn on pg_net (dashboard, Database, Extensions). ${inEditor(target, 'select public.schedule_lead_sweep()')}`,
  }
  const fault: Fault = [
    `The database called the function, which failed (${words}).${isOwn ? '' : elsewhere}`,
    isOwn
      ? (todo[sweep.status ?? sweep.error ?? ''] ?? 'Repair what is said of the function')
      : inEditor(
          target,
          `select vault.update_secret((select id from vault.secrets where name = 'project_url'), '${own}')`,
        ),
  ]
  return judge(
    'sweep answer',
    'The database called the function, and that worked.',
    sweep.status !== 200 && fault,
  )
}
