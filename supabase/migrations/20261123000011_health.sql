-- What the database can tell of itself, for `npm run doctor`: counts, names and times, never a person or a secret.
-- Only its owner may call it, so no key of the Data API reaches it.
-- Returns {"mails": {"pending", "overdue", "delayed", "dead", "held": integer, "oldest": time or null}, "unseen": [part, …]},
-- and "webhooks" with the same counts, 1001 at most as in count_attention; {"evidence": {"unsealed": integer, "unsealed_since": time or null,
-- "keep_submissions", "keep_traces": how long they are kept, or null}}; and the parts below. A part is null when it has no row; its name is in
-- "unseen" when this database has no such table:
--   "migrations"  the versions that were applied
--   "job"         {"active": boolean}, the sweep's entry in pg_cron
--   "last_run"    {"status": text, "at": time, "error": text or null}, the sweep's last run
--   "secrets"     {"project_url": its address, or "other" when it is none}, if it is set
--   "last_answer" {"status": integer or null, "error": text or null, "at": time}, the last that pg_net noted
create function public.lead_health() returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '5s' as $health$
declare
  parts constant text[] := array[
    ['migrations', $$
      select jsonb_agg(version order by version) from supabase_migrations.schema_migrations $$],
    ['job', $$
      select jsonb_build_object('active', active) from cron.job where jobname = 'sweep-lead-emails' $$],
    -- The first line alone: what follows it may quote a row with the key in it.
    ['last_run', $$
      select jsonb_build_object('status', run.status, 'at', run.start_time,
        'error', case when run.status = 'failed' then left(split_part(run.return_message, chr(10), 1), 200) end)
      from cron.job_run_details run join cron.job using (jobid) where job.jobname = 'sweep-lead-emails'
      order by run.runid desc limit 1 $$],
    ['secrets', $$
      select coalesce(jsonb_object_agg(name, case
        when decrypted_secret ~ '^https?://[[:alnum:].:-]+/?$' then decrypted_secret
        else 'other' end), '{}')
      from vault.decrypted_secrets where name = 'project_url' $$],
    ['last_answer', $$
      select jsonb_build_object('status', status_code, 'error', left(error_msg, 200), 'at', created)
      from net._http_response order by id desc limit 1 $$]];
  part text[];
  sort text;
  answer jsonb;
  unseen jsonb := '[]';
  health jsonb := '{}';
begin
  foreach sort in array array['mails', 'webhooks'] loop
    select jsonb_build_object('oldest', min(queued_at), 'pending', least(count(*), 1001)) into answer
    from public.lead_emails
    where status in ('pending', 'sending') and kind <> 'alert' and (kind = 'webhook') = (sort = 'webhooks');
    select answer || jsonb_object_agg(seen.reason, seen.found) into answer
    from public.count_attention() seen where seen.is_webhook = (sort = 'webhooks');
    health := health || jsonb_build_object(sort, answer);
  end loop;

  select health || jsonb_build_object('evidence', jsonb_build_object(
    'unsealed', (
      select count(*) from public.lead_submissions
      where seal_number is null and held_until is distinct from 'infinity'),
    'unsealed_since', (
      select min(created_at) from public.lead_submissions
      where seal_number is null and held_until is distinct from 'infinity'),
    'keep_submissions', keep_submissions, 'keep_traces', keep_traces))
  into health from public.lead_settings;

  foreach part slice 1 in array parts loop
    answer := null;
    begin
      execute part[2] into answer;
    exception when undefined_table or undefined_column or invalid_schema_name or insufficient_privilege then
      unseen := unseen || to_jsonb(part[1]);
    end;
    health := health || jsonb_build_object(part[1], answer);
  end loop;
  return health || jsonb_build_object('unseen', unseen);
end $health$;
