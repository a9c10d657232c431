import postgres from 'postgres'
import { startPostgres } from '../../kit/start-postgres.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import { readSchema } from '../../sql/open-database.ts'
import { sampleLead } from '../../sql/sample-lead.ts'
import { figure, tell } from '../harness/figure.ts'
import { installWithCron } from './install-with-cron.ts'

// Lets the real pg_cron run the sweep once, as it does every minute in a hosted project.
const server = await startPostgres(installWithCron)
const sql = postgres(server.url, { max: 1, onnotice: () => {} })
try {
  await sql.unsafe('create extension supabase_vault')
  for (const statements of await readSchema()) await sql.unsafe(statements)
  await sql`select vault.create_secret('https://project.test', 'project_url')`
  const lead = sql.json(sampleLead() as unknown as postgres.JSONValue)
  await sql`select public.accept_lead(gen_random_uuid(), ${lead}, '{}')`
  const runs = () => sql<{ status: string; message: string }[]>`
    select status, return_message as message
    from cron.job_run_details
    join cron.job using (jobid)
    where jobname = 'sweep-outbox' and end_time is not null`
  await waitUntil('pg_cron has run the sweep', 90_000, async () => (await runs()).length > 0)
  const [run] = await runs()
  const calls = await sql`select url from net.http_request_queue`
  const isWanted = ({ url }: postgres.Row) =>
    url === 'https://project.test/functions/v1/send-lead-email/sweep'
  tell('pg_cron runs the sweep', [
    figure(`runs that succeeded (${run?.status}: ${run?.message})`, run?.status === 'succeeded' ? 1 : 0, {
      least: 1,
    }),
    figure('calls of the function in the queue of pg_net', calls.filter(isWanted).length, { least: 1 }),
  ])
} finally {
  await sql.end()
  await server.stop()
}
