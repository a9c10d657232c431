-- This table contains how each step of the sweep went.
create table private.sweep_steps (
  step text primary key,
  -- When the step last ended, and when it ended the time before.
  tried_at timestamptz,
  tried_before timestamptz,
  -- Why the step failed when it was last tried.
  error text,
  -- True if the step left work for the next time.
  has_more boolean not null default false
);

-- Returns true if the time is in the past, but not longer ago than `period`. A time ahead of the clock is not
-- recent: the clock was wrong then.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.is_recent(moment timestamptz, period interval) returns boolean
language sql stable
return coalesce(moment between now() - period and clock_timestamp(), false);

-- Returns the jobs of pg_cron that do the housekeeping, each with its steps. The housekeeping is all the work
-- of a sweep except sending the messages. A step is a function of this schema that takes nothing, and returns
-- true if it left work for the next time. A job does its steps in one transaction, so a step that locks what
-- visitors change has a job of its own. With sweep-outbox there are eight jobs, because Supabase recommends
-- that no more run at once.
create function private.housekeeping_jobs() returns table (jobname text, steps text[])
language sql immutable
set search_path = ''
as $$
  values
    ('sweep-queue', '{delete_rates, delete_acts, expire_messages}'::text[]),
    ('sweep-numbers', '{tell_number_events}'),
    ('sweep-changes', '{tell_changes}'),
    ('sweep-reminders', '{queue_reminders}'),
    ('sweep-seals', '{seal_new}'),
    ('sweep-expired', '{delete_and_log}'),
    (
      'sweep-owner',
      '{
        tell_withdrawals, tell_texts, queue_seal, queue_alerts, queue_overview, close_digests, write_contents
      }');
$$;

-- Returns the steps of the housekeeping in their order.
create function private.housekeeping_steps() returns text[]
language sql immutable
set search_path = ''
as $$
  select array(
    select listed.step
    from private.housekeeping_jobs() with ordinality job (jobname, steps, place),
      unnest(job.steps) with ordinality listed (step, nth)
    order by job.place, listed.nth
  );
$$;

-- Returns the steps that failed when they were last tried, and those that have not ended for ten minutes
-- although another step has ended twice since. The connection of such a step breaks off.
create function private.failing_steps() returns table (step text, error text)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select known.step, coalesce(known.error, 'has not ended since ' || known.tried_at)
  from private.sweep_steps known
  where known.error is not null
    or not private.is_recent(known.tried_at, '10 minutes')
      and known.step = any (private.housekeeping_steps())
      and exists (
        select
        from private.sweep_steps other
        where private.is_recent(other.tried_before, '5 minutes')
          and other.step = any (private.housekeeping_steps())
      );
end $$;

-- Returns true if no step of the sweep has ended for five minutes, or if a general email is overdue and the
-- Edge Function has not been called for five minutes. Before the first sweep, the five minutes are counted
-- from the first lead.
create function private.is_sweep_overdue() returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(
      (select max(tried_at) from private.sweep_steps where tried_at <= clock_timestamp()),
      (select min(created_at) from private.leads),
      'infinity'
    ) < now() - interval '5 minutes'
    or not exists (
      select
      from private.sweep_steps
      where step = 'deliver' and private.is_recent(tried_at, '5 minutes')
    )
    and exists (
      select
      from private.outbox
      where priority = 'general'
        and private.is_waiting(status)
        and due_at < private.overdue_before()
    );
end $$;
