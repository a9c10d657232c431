import postgres from 'postgres'
import { startPostgres } from '../../kit/start-postgres.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import { readSchema } from '../../sql/open-database.ts'
import { sampleLead } from '../../sql/sample-lead.ts'
import { figure, tell } from '../harness/figure.ts'
import { installWithCron } from './install-with-cron.ts'

// Lets the real pg_cron run the jobs of the sweep, as it does every minute in a hosted project.
const server = await startPostgres(installWithCron)
const sql = postgres(server.url, { max: 1, onnotice: () => {} })
try {
  await sql.unsafe('create extension supabase_vault')
  for (const statements of await readSchema()) await sql.unsafe(statements)
  await sql`select vault.create_secret('https://project.test', 'project_url')`
  const lead = sql.json(sampleLead() as unknown as postgres.JSONValue)
  await sql`select public.accept_lead(gen_random_uuid(), ${lead}, '{}')`
  const runs = () => sql<{ jobname: string; status: string; return_message: string }[]>`
    select distinct on (jobname) jobname, status, return_message
    from private.lead_jobs()
    join cron.job using (jobname)
    join cron.job_run_details using (jobid)
    where end_time is not null
    order by jobname, runid desc`
  const [wanted] = await sql`select count(*)::integer from private.lead_jobs() where schedule = '* * * * *'`
  // The jobs of one minute run at once. In the second minute, the call of the function sees what the steps queued.
  const calls = () => sql<{ url: string }[]>`select url from net.http_request_queue`
  await waitUntil('pg_cron has run the sweep', 150_000, async () => {
    return (await runs()).length >= wanted?.count && (await calls()).length > 0
  })
  const failed = (await runs()).filter(({ status }) => status !== 'succeeded')
  const isWanted = ({ url }: { url: string }) =>
    url === 'https://project.test/functions/v1/send-lead-email/sweep'
  const steps = await sql`
    select step
    from unnest(private.housekeeping_steps() || '{call_function}') step
    left join private.sweep_steps done using (step)
    where done.tried_at is null or done.error is not null`
  const unsealed = await sql`select from private.lead_submissions where seal_number is null`
  tell('pg_cron runs the sweep', [
    figure(
      `jobs that failed ${failed.map((run) => `(${run.jobname}: ${run.return_message})`)}`,
      failed.length,
      {
        most: 0,
      },
    ),
    figure(`steps that are not done ${steps.map(({ step }) => step)}`, steps.length, { most: 0 }),
    figure('submissions that are not sealed', unsealed.length, { most: 0 }),
    figure('calls of the function in the queue of pg_net', (await calls()).filter(isWanted).length, {
      least: 1,
    }),
  ])
} finally {
  await sql.end()
  await server.stop()
}
