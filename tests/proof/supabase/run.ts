import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import postgres from 'postgres'
import { installTool, programs, tools } from '../../../desk/setup/install-tool.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import { fiveFields } from '../../sql/open-handler.ts'
import { type Figure, figure, noneOf, tell, unmet } from '../harness/figure.ts'

// Starts the containers of a Supabase project with our migrations and our function, and sends one lead through them.
// Here the Data API is PostgREST itself, and the sweep is run by pg_cron, pg_net and Vault themselves.
const project = mkdtempSync(path.join(tmpdir(), 'supabase-'))
installTool(tools.supabase)
for (const name of ['supabase', 'site'])
  cpSync(path.join(import.meta.dirname, '../../..', name), path.join(project, name), { recursive: true })

/** Runs the CLI on the copy of the project. Returns what it printed. */
const supabase = (...words: string[]) =>
  execFileSync(programs.supabase, [...words, '--workdir', project, '--yes'], {
    encoding: 'utf8',
    env: { ...process.env, DO_NOT_TRACK: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const unneeded = ['gotrue', 'realtime', 'storage-api', 'imgproxy', 'mailpit', 'postgres-meta', 'studio']
const excluded = [...unneeded, 'logflare', 'vector', 'supavisor']
try {
  supabase('start', '--exclude', excluded.join(','))
  const { API_URL = '', DB_URL = '', SECRET_KEY = '' } = parseEnv(supabase('status', '--output', 'env'))
  const sql = postgres(DB_URL, { max: 1, onnotice: () => {} })
  try {
    tell('a lead through supabase start', await sendLead(sql, API_URL, SECRET_KEY))
    tell('its sweep', await awaitSweep(sql))
  } finally {
    await sql.end()
  }
} finally {
  supabase('stop', '--no-backup')
  rmSync(project, { recursive: true })
}

/**
 * Sends a lead to the function. Checks that it is stored, that its emails wait, and that nobody else can send
 * one.
 */
async function sendLead(sql: postgres.Sql, origin: string, key: string): Promise<Figure[]> {
  const lead = fiveFields()
  const post = (apikey: string) =>
    fetch(`${origin}/functions/v1/send-lead-email`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(lead),
    })
  const refused = await post('sb_secret_wrong')
  const accepted = await post(key)
  const answer = await accepted.text()
  const mails = await sql`
    select kind
    from private.outbox
    join private.lead_submissions submission on submission.id = submission_id
    where email = ${lead.email}
    order by kind`
  return [
    figure(`status of a lead (${answer})`, accepted.status, { exactly: 201 }),
    figure('status with another key', refused.status, { exactly: 401 }),
    figure('emails that wait for the visitor and the owner', mails.length, { exactly: 2 }),
  ]
}

/** Waits until pg_cron has run the sweep and pg_net has the answer of the function. */
async function awaitSweep(sql: postgres.Sql): Promise<Figure[]> {
  // Inside the network of the containers, the gateway has this address.
  await sql`select vault.create_secret('http://kong:8000', 'project_url')`
  const answers = () => sql`select status_code, error_msg from net._http_response`
  const seconds = await waitUntil(
    'the function has answered a sweep',
    150_000,
    async () => (await answers()).length > 0,
  )
  const [answer] = await answers()
  const [run] = await sql`
    select status
    from cron.job_run_details
    join cron.job using (jobid)
    where jobname = 'sweep-outbox'
    order by start_time desc
    limit 1`
  return [
    figure('seconds until the answer', seconds),
    noneOf(
      'faults',
      unmet({
        'the run of pg_cron succeeded': run?.status === 'succeeded',
        [`the function answered 200, and not ${JSON.stringify(answer)}`]: answer?.status_code === 200,
      }),
    ),
  ]
}
