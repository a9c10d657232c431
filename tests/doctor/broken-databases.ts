import { explainDatabaseError } from '../../desk/core/desk-error.ts'
import { openDesk } from '../../desk/core/open-desk.ts'
import { other, project } from './sound-project.ts'
import type { Broken, World } from './world.ts'

const sql = (statements: string) => (world: World) => world.query(statements)
const job = (change: string) => sql(`update cron.job set ${change} where jobname = 'sweep-outbox'`)
const address = (value: string) =>
  sql(`select vault.update_secret((select id from vault.secrets where name = 'project_url'), '${value}')`)
/** Connects to the database at another address. */
const at = (url: string) => (world: World) => {
  world.variables.SUPABASE_DB_URL = url
  world.open = openDesk
}
const failing = (code: string, message: string) => (world: World) => {
  world.open = () => ({
    call: (name) =>
      Promise.reject(
        explainDatabaseError(
          Object.assign(new Error(message), { code }),
          world.variables.SUPABASE_DB_URL ?? '',
          name,
        ),
      ),
    close: async () => {},
  })
}

// biome-ignore format: a table, a line for each
export const brokenDatabases: Broken[] = [
  ['a migration that was not applied', sql(`delete from supabase_migrations.schema_migrations where version = '20261127000000'`), /lacks 1 of \d+ migrations, the first 20261127000000/, 'migrations'],
  ['a migration of a later version', sql(`insert into supabase_migrations.schema_migrations values ('20991231000000')`), /do not know, the last 20991231000000/, 'migrations'],
  ['a function that may not store leads', sql('revoke execute on function accept_lead(uuid, jsonb, jsonb) from service_role'), /service_role may not call public\.accept_lead/, 'access'],
  [
    'a function that may not claim emails',
    sql('revoke execute on function claim_mails(integer, uuid[], uuid) from service_role'),
    /service_role may not call public\.claim_mails/,
    'access',
    'database access',
    'sweep answer',
  ],
  ['a function that may not begin a sweep', sql('revoke execute on function run_housekeeping(text) from service_role'), /may not call public\.run_housekeeping/, 'access'],
  ['a sweep that begins and does nothing', sql(`update sweep_steps set tried_at = now() - interval '6 minutes'`), /^No sweep has done its work since .* what failed once wait/, 'sweep run'],
  ['rows that nothing hides', sql('alter table leads disable row level security'), /leads lacks row level security/, 'access'],
  ['a table that anybody may read', sql('grant select on leads to anon'), /anon may use private\.leads/, 'access'],
  ['a table that the site’s key may read', sql('grant all on lead_submissions to service_role'), /service_role may use private\.lead_submissions/, 'access'],
  ['leads that anybody may store', sql('grant execute on function accept_lead(uuid, jsonb, jsonb) to public'), /public may call public\.accept_lead/, 'access'],
  ['leads that anybody may list', sql('grant execute on function desk.attention() to anon'), /anon may call desk\.attention/, 'access'],
  [
    'a restore into a project with default grants',
    sql(
      'grant all on all tables in schema public to anon, authenticated, service_role; grant all on all functions in schema public to anon, authenticated, service_role',
    ),
    /^The rights are wrong: .*, and \d+ more\.$/,
    'access',
  ],
  ['a desk that may not read its list', sql('revoke execute on function desk.attention() from lead_desk'), /lead_desk may not call desk\.attention/, 'access'],
  ['a restore without the role of the desk', sql('alter role lead_desk rename to other'), /^The database lacks the role lead_desk/, 'migrations'],
  ['a desk that may not use its schema', sql('revoke usage on schema desk from lead_desk'), /^The role lead_desk may not call lead_health/, 'migrations'],
  ['a desk that may not ask for the health', sql('revoke execute on function desk.lead_health() from lead_desk'), /^The role lead_desk may not call lead_health/, 'migrations'],
  ['a role that may not act as the desk', failing('42501', 'permission denied to set role "lead_desk"'), /may not act as lead_desk/, 'migrations'],
  ['a database without lead_health()', sql('drop function desk.lead_health()'), /^The database lacks lead_health\(\)/, 'migrations'],
  ['a database without the desk', sql('drop schema desk cascade'), /^The database lacks lead_health\(\)/, 'migrations'],
  ['a lost row of settings', sql('delete from lead_settings'), /^The table lead_settings has lost its row/, 'settings'],
  [
    'a restore that left the settings out',
    sql(
      `insert into lead_seal_formats values (1, '{}'); insert into lead_seals (number, format, rows_hash, erasures_hash, previous_hash, hash, sealed_at) values (1, 1, '', '', '', '', now() - interval '1 day')`,
    ),
    /^The settings are younger than the evidence/,
    'settings',
  ],
  ['a restore that left the secret out', sql(`select suppress_mailbox('ada@example.org', 'unsubscribed', 'link', now() - interval '1 day')`), /^The secret by which mailboxes are recognised is younger/, 'settings'],
  ['a lost claim key', sql('delete from lead_claim_key'), /^The table lead_claim_key has lost its row/, 'settings', 'sweep answer'],
  ['no pg_cron', sql('drop extension pg_cron cascade'), /has no pg_cron, so nothing calls the sweep/, 'sweep'],
  ['no pg_net', sql('drop extension pg_net cascade'), /which failed \(3F000\)/, 'sweep answer'], ['a pg_net that has stopped', (world) => Object.assign(world, { isNetAlive: false }), /pg_net noted no answer/, 'sweep answer'],
  ['no jobs', sql('delete from cron.job'), /does not run delete-sweep-runs and drop-failed-rebuilds and rebuild-search and .*sweep-outbox/, 'sweep'],
  [
    'no job of the sweep',
    sql(`delete from cron.job where jobname = 'sweep-outbox'`),
    /does not run sweep-outbox/,
    'sweep',
  ],
  ['no job that deletes', sql(`delete from cron.job where jobname = 'delete-sweep-runs'`), /does not run delete-sweep-runs/, 'sweep'],
  ['a job that is switched off', job('active = false'), /does not run sweep-outbox as it should/, 'sweep'],
  ['a job with another command', job(`command = 'select 1'`), /does not run sweep-outbox as it should/, 'sweep'],
  ['a job once a day', job(`schedule = '0 0 * * *'`), /does not run sweep-outbox as it should/, 'sweep'],
  [
    'a sweep that has stopped',
    sql(`update cron.job_run_details set start_time = now() - interval '6 minutes'`),
    /^The sweep has not succeeded for five minutes/,
    'sweep run',
  ],
  [
    'a sweep that fails',
    sql(
      `update cron.job_run_details set start_time = now() - interval '6 minutes', status = 'failed', return_message = E'ERROR: no connection\\nDETAIL: hidden'`,
    ),
    /each minute \(ERROR: no connection\)\.$/,
    'sweep run',
  ],
  ['a step of the sweep that fails', sql(`insert into sweep_steps (step, error) values ('queue_seal', 'hidden') on conflict (step) do update set error = excluded.error`), /^Of the sweep, queue_seal failed when last tried/, 'housekeeping'],
  ['a job that fails', sql(`insert into cron.job_run_details (jobid, status, return_message, start_time) select jobid, 'failed', E'ERROR: no room\\nDETAIL: hidden', now() from cron.job where jobname = 'rebuild-search'`), /^The job rebuild-search failed at .* \(ERROR: no room\)\.$/, 'housekeeping'],
  ['no Vault', sql('drop extension supabase_vault cascade'), /^The database has no Vault/, 'sweep answer'],
  ['no address in Vault', sql('delete from vault.secrets'), /^Vault lacks project_url/, 'sweep answer'],
  [
    'a sweep of another project',
    address(`https://${other}.supabase.co`),
    /failed \(status 401\)\. project_url in Vault is of project z/,
    'sweep answer',
  ],
  ['a sweep of a host that is gone', address('https://old.example'), /project_url in Vault is another address/, 'sweep answer'],
  ['a mistyped address in Vault', address(`https://${project}.supabase.com`), /project_url in Vault is another address/, 'sweep answer'],
  ['a key in place of the address', address('sb_secret_hidden'), /project_url in Vault is another address/, 'sweep answer'],
  ['emails that nobody sends', (world) => world.query(`update outbox set status = 'pending', reason = null, queued_at = now() - interval '1 day', due_at = now() - interval '11 minutes'`), /^6 emails should have gone long ago/, 'waiting emails'],
  ['emails that were tried in vain for an hour', sql(`update outbox set status = 'pending', reason = null, attempts = 3, queued_at = now() - interval '2 hours', due_at = now() + interval '30 minutes'`), /^6 emails should have gone long ago/, 'waiting emails'],
  [
    'a webhook that nobody posts',
    async (world) => {
      await world.query(`update outbox set kind = 'webhook', priority = 'webhook_first', status = 'pending', reason = null, queued_at = now() - interval '1 day',
        due_at = now() - interval '11 minutes' where id = (select id from outbox where kind = 'owner' limit 1)`)
    },
    /^1 webhook should have gone long ago/,
    'waiting emails',
  ],
  ['a receiver of webhooks that is gone', sql(`insert into webhook_receivers values ('a', 'infinity', 'HTTP 410', now())`), /^The webhook's receiver answered 410/, 'waiting emails'],
  ['a receiver of webhooks that redirects', sql(`insert into webhook_receivers values ('a', now() + interval '1 day', 'HTTP 302', now())`), /^The webhook's receiver gets no posts until .*HTTP 302/, 'waiting emails'],
  [
    'a reindex that was cancelled',
    sql(
      `create index leads_words_idx_ccnew on leads (name); update pg_index set indisvalid = false where indexrelid = 'private.leads_words_idx_ccnew'::regclass`,
    ),
    /^The index leads_words_idx_ccnew is invalid/,
    'indexes',
  ],
  [
    'an index that is broken',
    sql(`update pg_index set indisvalid = false where indexrelid = 'private.leads_words_idx'::regclass`),
    /^The index leads_words_idx is invalid/,
    'indexes',
  ],
  [
    'a submission that is not sealed',
    sql(
      `alter table lead_submissions disable trigger lead_submissions_written_once; update lead_submissions set created_at = now() - interval '2 hours'`,
    ),
    /^3 submissions are not sealed/,
    'evidence',
  ],
  [
    'a calendar that says nothing',
    sql(
      `insert into booking_events (lead_id, kind, said_by, said_at) select id, 'pressed', 'link', now() - interval '8 days' from leads`,
    ),
    /^Visitors have pressed the link to the calendar since/,
    'calendar',
  ],
  ['an address of something else', at('https://abc.supabase.co'), /^SUPABASE_DB_URL is not the address/, 'migrations'],
  ['a password that is not encoded', at('postgres://postgres:hid/den#@127.0.0.1:1/postgres'), /^SUPABASE_DB_URL is not the address/, 'migrations'],
  ['a password with a bare %', at('postgres://postgres:hidden%@127.0.0.1:1/postgres'), /^SUPABASE_DB_URL is not the address/, 'migrations'],
  ['a database that is not there', at('postgres://postgres:hidden@127.0.0.1:9/postgres'), /does not answer \(ECONNREFUSED\)/, 'migrations'],
  ['a certificate that is missing', at('postgres://postgres:hidden@0.0.0.0:9/postgres?sslrootcert=none.crt'), /does not prove who it is \(ENOENT\)/, 'migrations'],
  ['a certificate that nobody vouches for', failing('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed'), /does not prove who it is/, 'migrations'],
  ['a wrong password of the database', failing('28P01', 'password authentication failed'), /refuses the login in SUPABASE_DB_URL \(28P01\)/, 'migrations'],
]
