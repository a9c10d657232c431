-- This table counts how many submissions came from each source and for each mailbox in ten minutes. If the
-- name of a bucket begins with 'minute-', 'hour-' or 'day-', it counts for so long (UTC). The desk on the web
-- counts here, too.
create table private.lead_rates (
  bucket text not null,
  ends_at timestamptz not null,
  hits integer not null default 1,
  primary key (ends_at, bucket)
);

-- Returns the names of the buckets in lead_rates, in the order in which they are locked. A mailbox is limited
-- separately for each source, so that nobody can block the emails to another person.
create function private.rate_buckets(mailbox text, source text, network text default null) returns text[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array[
    'mailbox:' || private.hash_mailbox(mailbox),
    'pair:' || private.hash_mailbox(concat_ws(' ', mailbox, source)),
    'ip:' || source,
    'ip:' || network,
    'day-ip:' || source,
    'day-ip:' || network,
    'source-domain:' || private.hash_mailbox(substring(mailbox from '[^@]*$') || ' ' || source)
  ];
end $$;

-- Adds `added` to each bucket that is not null. Returns the new counts in the same order.
-- The function is written in PL/pgSQL because PL/pgSQL caches the query plan and a function in plain SQL does
-- not.
create function private.count_lead_rates(buckets text[], added integer default 1) returns integer[]
language plpgsql
set search_path = ''
as $$
declare
  counts integer[];
begin
  with counted as (
    insert into private.lead_rates as rate (bucket, ends_at, hits)
    select bucket, date_bin(period, now(), 'epoch') + period, added
    from unnest(count_lead_rates.buckets) bucket,
      lateral (
        select coalesce('1 ' || substring(bucket from '^(minute|hour|day)-'), '10 minutes')::interval
      ) window_of (period)
    where bucket is not null
    on conflict on constraint lead_rates_pkey do update set hits = rate.hits + added
    returning bucket, hits
  )
  select array_agg(hits order by place)
  into counts
  from unnest(count_lead_rates.buckets) with ordinality given (bucket, place)
  left join counted using (bucket);
  return counts;
end $$;

-- Counts a submission and compares the counts with the limits in lead_settings. Raises PT429 if the
-- submission must be refused.
-- `held_for` is the reason why the messages must be held, or null if they need not be held. `is_busy_source`
-- is true if many submissions came from the same source, and `is_busy_mailbox` is true if many had the same
-- mailbox. The emails about such submissions are sent last.
create function private.judge_submission(
  mailbox text,
  context jsonb,
  out held_for private.message_reason,
  out is_busy_source boolean,
  out is_busy_mailbox boolean
)
language plpgsql
set search_path = ''
as $$
declare
  limits private.lead_settings;
  domain constant text := substring(mailbox from '[^@]*$');
  hits constant integer[] := private.count_lead_rates(private.rate_buckets(
    mailbox,
    context ->> 'ip_hash',
    nullif(context ->> 'network_hash', context ->> 'ip_hash')));
  source_hits constant integer := coalesce(hits[3], 0);
  network_hits constant integer := coalesce(hits[4], 0);
  source_day_hits constant integer := coalesce(hits[5], 0);
  network_day_hits constant integer := coalesce(hits[6], 0);
  source_domain_hits integer := 0;
  domain_hits integer[];
  is_untimed constant boolean := coalesce(context -> 'time_unknown' = 'true', false);
  busy_after integer;
begin
  select * into strict limits from private.lead_settings;
  if domain <> all (limits.mailbox_providers) then
    source_domain_hits := coalesce(hits[7], 0);
    -- A source, and a network of sources, counts only with its first submissions of the day. Otherwise one
    -- source could have the emails to all people of a company held. A suspected bot is held anyway.
    domain_hits := private.count_lead_rates(
      array['domain:' || domain, 'day-domain:' || domain],
      (
        source_day_hits <= limits.busy_after
        and network_day_hits <= 10 * limits.busy_after
        and (context ->> 'suspected_bot')::boolean is not true
      )::integer);
  end if;
  if source_day_hits > limits.day_hold_after and (
      source_day_hits > limits.day_refuse_after
      or (private.count_lead_rates('{day-crowd}'))[1] > limits.crowd_refuse_after
    )
    or network_day_hits > 10 * limits.day_refuse_after and source_day_hits > limits.busy_after
  then
    raise exception 'too many submissions' using errcode = 'PT429';
  end if;

  held_for := case
    when (context ->> 'suspected_bot')::boolean then 'suspected_bot'
    when is_untimed and source_hits > limits.untimed_hold_after then 'limit'
    when hits[2] > limits.pair_hold_after then 'limit'
    when source_domain_hits > limits.domain_hold_after then 'limit'
    when greatest(source_hits, network_hits / 10, domain_hits[1]) > limits.ip_hold_after then 'limit'
    when greatest(source_day_hits, network_day_hits / 10, domain_hits[2]) > limits.day_hold_after then 'limit'
  end;
  -- If the form was sent without scripts, nobody knows how long the visitor took to fill it in. From the
  -- second submission of the same source on, the emails are therefore sent last.
  busy_after := case when is_untimed then 1 else limits.busy_after end;
  is_busy_source := greatest(source_hits, network_hits / 10) > busy_after;
  is_busy_mailbox := hits[1] > busy_after;
end $$;
