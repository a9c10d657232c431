-- Seals submissions, queues the seal mail and deletes expired data. An error only raises a warning, so that
-- the sweep still sends the mails.
create function private.seal_and_forget() returns void
language plpgsql
set search_path = ''
as $$
declare
  forgotten jsonb;
begin
  begin
    perform private.seal_submissions();
    if (select mail_seals from private.lead_settings) and (
      exists (
        select
        from private.lead_seals
        where sealed_at > coalesce(
          (select claimed_at from private.outbox where kind = 'seal' and status = 'sent'),
          '-infinity')
      )
      or exists (
        select
        from (
          select max(erased_at) from private.erasures
          union all
          select max(stopped_at) from private.stopped_numbers
          union all
          select max(since) from private.suppressed_mailboxes
        ) removal (latest)
        where latest > coalesce(
          (select claimed_at from private.outbox where kind = 'seal' and status = 'sent'),
          '-infinity')
      )
    ) then
      perform private.queue_owner_mail('seal');
    end if;
  exception when others then
    raise warning 'The submissions could not be sealed: %', sqlerrm;
  end;
  begin
    forgotten := private.forget_expired();
    if forgotten <> '{"submissions": 0, "held": 0, "traces": 0, "persons": 0}' then
      raise log 'Forgotten by lead_settings: %', forgotten;
    end if;
  exception when others then
    raise warning 'What is not to be kept could not be forgotten: %', sqlerrm;
  end;
end $$;

-- Does all the work of a sweep except sending the messages.
create function private.prepare_sweep() returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from private.lead_rates
  where (ends_at, bucket) in (
    select ends_at, bucket
    from private.lead_rates
    where ends_at < now() - interval '10 minutes'
    for update skip locked
  );

  update private.outbox
  set
    status = 'failed',
    reason = 'expired',
    last_error = 'no worker came back'
  where status = 'sending' and due_at <= now() and private.retry_delay(now() - queued_at) is null;

  perform private.tell_stops();
  perform private.tell_lifts();
  perform private.tell_texts();
  perform private.queue_reminders();

  perform private.seal_and_forget();

  perform private.queue_owner_mail('alert')
  where exists (
    select
    from private.outbox_attention
    where (problem = 'delayed' or due_at < now() - interval '10 minutes')
      and (problem <> 'held' or (select private.is_held_alerted()))
  );
end $$;

-- Prepares a sweep. Returns true if at least one message is due.
create function public.begin_sweep() returns boolean
language sql security definer
set search_path = ''
as $$
  update private.lead_claim_key set swept_at = now();

  select private.prepare_sweep();

  select coalesce(min(due_at) <= now(), false)
  from private.outbox
  where status in ('pending', 'sending');
$$;

-- If the sweep is overdue, prepares a sweep, tells the owner and returns a key. With this key, the caller can
-- claim the messages of all leads for five minutes. If the sweep is not overdue, returns null.
create function public.take_overdue_sweep() returns uuid
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '30s'
as $$
declare
  taken uuid;
begin
  if not private.is_sweep_overdue() then
    return null;
  end if;
  -- If two workers come at the same time, the second one waits here for the first one and then sees the new
  -- time.
  update private.lead_claim_key
  set
    ticket = gen_random_uuid(),
    ticket_ends_at = now() + interval '5 minutes'
  where ticket_ends_at < now()
  returning ticket into taken;
  if taken is not null then
    perform private.queue_owner_mail('alert');
    perform private.prepare_sweep();
  end if;
  return taken;
end $$;

-- Calls the Edge Function to run a sweep. Returns the id of the request in pg_net.
-- The request contains no project key, because every database login can read the queue of pg_net.
create function desk.start_sweep() returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  project_url constant text := (
    select decrypted_secret
    from vault.decrypted_secrets
    where name = 'project_url'
  );
begin
  if project_url is null then
    raise exception 'Vault has no secret project_url, so the sweep cannot call the function'
      using hint = 'select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  return net.http_post(
    url := rtrim(project_url, '/') || '/functions/v1/send-lead-email/sweep',
    headers := jsonb_build_object('x-claim-key', (select key from private.lead_claim_key)),
    timeout_milliseconds := 60000);
end $$;

-- Takes the id that start_sweep returned. Returns what the Edge Function answered, as {"status", "error"}, or
-- null as long as there is no answer.
create function desk.sweep_answer(sweep bigint) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('status', status_code, 'error', left(error_msg, 200))
    from net._http_response
    where id = sweep
  );
end $$;

-- Returns the jobs that pg_cron must run.
create function private.lead_jobs() returns table (jobname text, schedule text, command text)
language sql immutable
set search_path = ''
as $function$
  values
    ('sweep-outbox', '* * * * *', 'select desk.start_sweep() where public.begin_sweep()'),
    -- Without this job, the index would keep the words of deleted persons for ever. With 10,000 bots a day,
    -- this would add 600 MB in a year.
    ('rebuild-search', '47 3 * * 0', 'reindex index concurrently private.leads_words_idx'),
    ('forget-sweep-runs', '17 3 * * *', $job$
    delete from cron.job_run_details
    where end_time < now() - interval '7 days'
      and jobid in (
        select jobid
        from cron.job
        where jobname in (select wanted.jobname from private.lead_jobs() wanted)
      )
  $job$);
$function$;

-- Schedules the jobs that lead_jobs() returns and replaces earlier versions of them. If pg_cron, pg_net or
-- Vault is missing, it only raises a notice.
create function private.schedule_lead_sweep() returns void
language plpgsql
set search_path = ''
as $$
declare
  missing constant text := (
    select string_agg(name, ', ' order by name)
    from unnest(array['pg_cron', 'pg_net', 'supabase_vault']) name
    where name not in (select available.name from pg_available_extensions available)
  );
begin
  if missing is not null then
    raise notice 'No sweep was scheduled, because this server does not have %. Have something else call POST '
      '/functions/v1/send-lead-email/sweep once a minute with the claim key, or mails that fail are not sent '
      'again.',
      missing;
    return;
  end if;
  create extension if not exists pg_cron with schema pg_catalog;
  create schema if not exists extensions;
  create extension if not exists pg_net with schema extensions;
  perform cron.unschedule(jobname)
  from cron.job
  where jobname in (select wanted.jobname from private.lead_jobs() wanted);
  perform cron.schedule(jobname, schedule, command)
  from private.lead_jobs();
end $$;

select private.schedule_lead_sweep();
