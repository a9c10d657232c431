-- Queues the email with the newest seal, but at most once in seals_every and only if there is something new.
create function private.queue_seal() returns void
language plpgsql
set search_path = ''
as $$
declare
  told constant timestamptz := coalesce(
    (
      select (contents ->> 'at')::timestamptz
      from private.outbox
      where kind = 'seal'
        and status = 'sent'
        and (contents ->> 'at')::timestamptz <= clock_timestamp()
    ),
    '-infinity');
  every constant interval := (select seals_every from private.lead_settings);
begin
  if every is null or exists (
    select
    from private.outbox
    where kind = 'seal' and private.is_recent(queued_at, every)
  ) then
    return;
  end if;
  if exists (select from private.lead_seals where sealed_at > told) or exists (
    select
    from (
      select max(erased_at) from private.erasures
      union all
      select max(happened_at) from private.number_events where kind = 'stop'
      union all
      select max(since) from private.suppressed_mailboxes
      union all
      select max(corrected_at) from private.lead_corrections
    ) removal (latest)
    where latest > told
  ) then
    perform private.queue_owner_mail('seal');
  end if;
end $$;

-- Returns what a seal email says. It lists the removals of the last five weeks. When a backup that is younger
-- than five weeks is restored, the newest seal email is therefore enough.
create function private.describe_seal() returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'at', clock_timestamp(),
    'seal', (
      select number || ':' || encode(hash, 'hex')
      from private.lead_seals
      order by number desc
      limit 1
    ),
    'removals', private.list_removals(now() - interval '35 days', 500));
$$;

-- Deletes expired data and logs what was deleted. Returns true if there may be more.
create function private.delete_and_log() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  deleted constant jsonb := private.delete_expired();
begin
  if deleted - 'has_more' <> '{"submissions": 0, "held": 0, "traces": 0, "persons": 0}' then
    raise log 'Deleted by lead_settings: %', deleted;
  end if;
  return deleted -> 'has_more';
end $$;

-- Deletes the counts of submissions that have ended, at most 100,000 in one call. Returns true if there may
-- be more.
create function private.delete_rates() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from private.lead_rates
  where ctid = any (array(
    select ctid
    from private.lead_rates
    where ends_at < now() - interval '10 minutes'
    limit 100000
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return deleted = 100000;
end $$;

-- Fails the messages from which no worker came back until the time for retries was over, and the events that
-- are too old for an ad platform, at most 5000 in one call. Returns true if there may be more.
create function private.expire_messages() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  expired integer;
begin
  update private.outbox
  set
    status = 'failed',
    reason = 'expired',
    last_error = case
      when kind = 'ad' then coalesce(last_error, 'nobody sent it')
      else 'no worker came back'
    end
  where id = any (array(
    select id
    from private.outbox
    where private.is_waiting(status)
      and (status = 'sending' or kind = 'ad')
      and due_at <= now()
      and queued_at < now() - private.tried_for(kind)
    order by due_at
    limit 5000
    for update skip locked
  ));
  get diagnostics expired = row_count;
  return expired = 5000;
end $$;

-- Returns {problem: how many messages have it}, as count_attention does. Webhooks that failed or wait are one
-- problem, `webhook`.
create function private.describe_problems(for_longer_than interval default null) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(problem, messages), '{}')
  from (
    select 'housekeeping' as problem, (select count(*) from private.failing_steps()) as messages
    union all
    select
      case when is_webhook and problem <> 'held' then 'webhook' else problem end as problem,
      sum(messages) as messages
    from private.count_attention(for_longer_than)
    group by 1
  ) problems
  where messages > 0;
$$;

-- Returns the problems that the owner must hear of. Messages are given ten minutes.
create function private.find_problems() returns text[]
language sql stable
set search_path = ''
as $$
  select array(
    select problem
    from jsonb_object_keys(private.describe_problems('10 minutes')) problem
    where problem <> 'held' or private.is_held_alerted()
  );
$$;

-- When the owner last heard of each problem.
create table private.alerted_problems (
  problem text primary key,
  alerted_at timestamptz not null
);

-- Queues an alert if the owner has not heard of one of these problems for 24 hours. The alert then names all
-- problems.
create function private.alert_about(problems text[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.alerted_problems as known (problem, alerted_at)
  select distinct problem, now()
  from unnest(problems) problem
  order by problem
  on conflict (problem) do update
  set alerted_at = excluded.alerted_at
  where not private.is_recent(known.alerted_at, '24 hours');
  if found then
    perform private.queue_owner_mail('alert');
  end if;
end $$;

-- Tells the owner of problems, each at most once in 24 hours.
create function private.queue_alerts() returns void
language sql
set search_path = ''
as $$
  select private.alert_about(private.find_problems());
$$;

-- Works out what the alert and the seal email say, so that a worker can claim them. An email that may have
-- arrived keeps what it says, because a retry must send exactly the same email.
create function private.write_contents() returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.outbox
  set contents = case kind when 'alert' then private.describe_problems() else private.describe_seal() end
  where kind in ('alert', 'seal') and status = 'pending' and unanswered = 0;
end $$;

-- Returns true if a worker would find a message, or if a step has work left that the function can do.
create function private.is_work_left() returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(min(due_at) <= now(), false)
    from private.outbox
    where private.is_waiting(status)
  ) or exists (
    select
    from private.sweep_steps
    where has_more
  );
end $$;

-- Calls the Edge Function if there is work for it.
create function private.call_function() returns void
language plpgsql
set search_path = ''
as $$
begin
  if private.is_work_left() then
    perform desk.start_sweep();
  end if;
end $$;

-- Does one step, unless another session is doing it, and stores how it went. A step that fails or takes
-- longer than the statement may is undone alone. Returns true if the step left work for the next time.
create function private.run_step(this_step text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  answer text;
  failure text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('step ' || this_step, 0)) then
    return false;
  end if;
  begin
    execute format('select private.%I()', this_step) into answer;
  exception when query_canceled or assert_failure or others then
    failure := left(sqlerrm, 500);
    raise warning 'The step % of the sweep failed: %', this_step, failure;
  end;
  insert into private.sweep_steps as known (step, tried_at, error, has_more)
  values (this_step, clock_timestamp(), failure, coalesce(answer = 'true', false))
  on conflict (step) do update
  set
    tried_at = excluded.tried_at,
    tried_before = known.tried_at,
    error = excluded.error,
    has_more = excluded.has_more;
  return coalesce(answer = 'true', false);
end $$;

-- Does one step of the housekeeping. Each step is called on its own, so that the rows that it locks are
-- free when it ends: nobody who presses a button waits for another step. Without a step, does all of them
-- in one transaction. Returns true if there is work left: of this step, or, without a step, also messages
-- that are due. Raises 22023 if there is no such step.
create function public.run_housekeeping(step text default null) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  if step is not null and step <> all (private.housekeeping_steps() || '{call_function}') then
    raise exception 'no such step' using errcode = 'invalid_parameter_value';
  end if;
  if step is not null then
    return private.run_step(step);
  end if;
  perform private.run_step(name)
  from unnest(private.housekeeping_steps()) with ordinality listed (name, place)
  order by place;
  return private.is_work_left();
end $$;

-- Returns the steps of the housekeeping that did not end within `rest`, or left work. The Edge Function calls
-- this when a sweep begins, so it does no work again that pg_cron has just done.
create function public.due_steps(rest interval default '30 seconds') returns text[]
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  insert into private.sweep_steps (step, tried_at)
  values ('deliver', clock_timestamp())
  on conflict on constraint sweep_steps_pkey do update
  set tried_at = excluded.tried_at;
  return array(
    select name
    from unnest(private.housekeeping_steps()) with ordinality listed (name, place)
    where not exists (
      select
      from private.sweep_steps known
      where known.step = name and not known.has_more and private.is_recent(known.tried_at, rest)
    )
    order by place
  );
end $$;

-- If the sweep is overdue, tells the owner, but at most once in 24 hours. The worker of any lead may claim
-- this alert. Returns true if the sweep is overdue.
create function public.report_overdue_sweep() returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  if not private.is_sweep_overdue() then
    return false;
  end if;
  perform private.alert_about('{sweep}');
  perform private.write_contents();
  update private.outbox
  set contents = contents || '{"sweep": 1}'
  where kind = 'alert' and status = 'pending' and unanswered = 0;
  return true;
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

-- Drops the indexes that `reindex concurrently` leaves behind when it is cancelled. If a table is in use, its
-- index stays until the next time, so that no visitor waits.
create function private.drop_failed_rebuilds() returns void
language plpgsql
set search_path = ''
set lock_timeout = '200ms'
as $$
declare
  failed regclass;
begin
  for failed in
    select indexrelid
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'private'::regnamespace and not indisvalid and relname ~ '_cc(new|old)[0-9]*$'
  loop
    begin
      execute format('drop index %s', failed);
    exception when lock_not_available then
      raise log 'The index % stays until the next time, because its table is in use', failed;
    end;
  end loop;
end $$;

-- Returns the jobs that pg_cron must run: those of the housekeeping, the call of the function, and some that
-- run at night.
create function private.lead_jobs() returns table (jobname text, schedule text, command text)
language sql immutable
set search_path = ''
as $function$
  values
    ('sweep-outbox', '* * * * *', $$select public.run_housekeeping('call_function')$$),
    -- Without this job, the index would keep the words of deleted persons for ever. With 10,000 bots a day,
    -- this would add 600 MB in a year.
    ('rebuild-search', '47 3 * * 0', 'reindex index concurrently private.leads_words_idx'),
    ('drop-failed-rebuilds', '37 3 * * 0', 'select private.drop_failed_rebuilds()'),
    ('delete-sweep-runs', '17 3 * * *', $job$
    delete from cron.job_run_details
    where end_time < now() - interval '7 days'
      and jobid in (
        select jobid
        from cron.job
        where jobname in (select wanted.jobname from private.lead_jobs() wanted)
      )
  $job$)
  union all
  select
    job.jobname,
    '* * * * *',
    format('select public.run_housekeeping(step) from unnest(%L::text[]) step', job.steps)
  from private.housekeeping_jobs() job;
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
      '/functions/v1/send-lead-email/sweep once a minute with the claim key, or emails that fail are not '
      'sent again.',
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
