-- Deletes old rate counts, gives up old messages, maintains the evidence and queues the alert. Returns whether any message is due.
create function public.begin_lead_sweep() returns boolean
language sql security definer set search_path = '' as $$
  delete from public.lead_rates where (ends_at, bucket) in (
    select ends_at, bucket from public.lead_rates where ends_at < now() - interval '10 minutes' for update skip locked);
  update public.outbox set status = 'dead', last_error = 'no worker came back'
  where status = 'sending' and due_at <= now() and public.retry_delay(now() - queued_at) is null;
  select public.keep_evidence();
  select public.queue_owner_mail('alert') where exists (
    select from public.outbox_attention where reason = 'delayed' or due_at < now() - interval '10 minutes');
  select coalesce(min(due_at) <= now(), false) from public.outbox where status in ('pending', 'sending');
$$;

-- Calls the Edge Function's sweep. Returns pg_net's request id. Sends no project key, because any login can read pg_net's queue.
create function desk.start_sweep() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  project_url constant text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
begin
  if project_url is null then
    raise exception 'Vault has no secret project_url, so the sweep cannot call the function'
      using hint = 'select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  return net.http_post(
    url := rtrim(project_url, '/') || '/functions/v1/send-lead-email/sweep',
    headers := jsonb_build_object('x-claim-key', (select key from public.lead_claim_key)),
    timeout_milliseconds := 60000);
end $$;

create function public.lead_jobs() returns table (jobname text, schedule text, command text)
language sql immutable set search_path = '' as $function$
  values ('sweep-outbox', '* * * * *', 'select desk.start_sweep() where public.begin_lead_sweep()'),
    -- Without this job the index would keep the words of deleted persons for ever: 600 MB a year at 10,000 bots a day.
    ('rebuild-search', '47 3 * * 0', 'reindex index concurrently public.leads_words_idx'),
    ('forget-sweep-runs', '17 3 * * *', $job$
    delete from cron.job_run_details
    where end_time < now() - interval '7 days'
      and jobid in (select jobid from cron.job where jobname in (select wanted.jobname from public.lead_jobs() wanted))
  $job$);
$function$;

-- Schedules lead_jobs() in place of earlier jobs. If pg_cron, pg_net or Vault is missing, it only raises a notice.
create function public.schedule_lead_sweep() returns void
language plpgsql set search_path = '' as $$
declare
  missing constant text := (
    select string_agg(name, ', ' order by name) from unnest(array['pg_cron', 'pg_net', 'supabase_vault']) name
    where name not in (select available.name from pg_available_extensions available));
begin
  if missing is not null then
    raise notice 'No sweep was scheduled, because this server does not have %. Have something else call POST '
      '/functions/v1/send-lead-email/sweep once a minute with the claim key, or mails that fail are not sent again.', missing;
    return;
  end if;
  create extension if not exists pg_cron with schema pg_catalog;
  create schema if not exists extensions;
  create extension if not exists pg_net with schema extensions;
  perform cron.unschedule(jobname) from cron.job where jobname in (select wanted.jobname from public.lead_jobs() wanted);
  perform cron.schedule(jobname, schedule, command) from public.lead_jobs();
end $$;

select public.schedule_lead_sweep();
