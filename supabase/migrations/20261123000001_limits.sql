-- The operator may change these limits by SQL. Above a "hold" limit, leads are stored, but their mails are held. "Refuse" answers 429.
create table public.lead_settings (
  singleton boolean primary key default true check (singleton),
  created_at timestamptz not null default now(),
  -- ip: per source (IPv4 address, IPv6 /64 or /48) in ten minutes. pair: per mailbox and source in ten minutes. day: per source and day.
  ip_hold_after integer not null default 20,
  pair_hold_after integer not null default 5,
  day_hold_after integer not null default 35,
  -- Limits per day (UTC), so that a source stores at most 5 MB. day: per source. crowd: for all sources above day_hold_after together.
  day_refuse_after integer not null default 400,
  crowd_refuse_after integer not null default 8000,
  busy_after integer not null default 3, -- Submissions of a source or a mailbox in ten minutes. Above this limit, mails are sent last.
  visitor_mails_per_minute integer not null default 60,
  -- New leads have half of each budget. Other visitor mails have a quarter of theirs. Owner mails above the budget go into a digest.
  owner_mails_per_hour integer not null default 100,
  double_opt_in boolean not null default false,
  keep_watched boolean not null default false, -- Whether to store how far a person watches the video. The page says so.
  -- Null means for ever. A claim over a message may be brought for four years in the USA (28 USC 1658) and for six in the UK.
  keep_submissions interval default '7 years' check (keep_submissions >= interval '1 day'),
  keep_held interval default '30 days' check (keep_held >= interval '1 day'),
  keep_traces interval default '90 days' check (keep_traces >= interval '1 day')
);
insert into public.lead_settings default values;

-- Counts submissions by source and mailbox per ten minutes. Buckets that begin with 'day-' count per day (UTC).
create table public.lead_rates (
  bucket text not null,
  ends_at timestamptz not null,
  hits integer not null default 1,
  primary key (ends_at, bucket)
);

-- Adds 1 to each bucket that is not null. Returns the new counts in the same order. PL/pgSQL, unlike SQL, caches the query plan.
create function public.count_lead_rates(buckets text[]) returns integer[]
language plpgsql set search_path = '' as $$
declare
  counts integer[];
begin
  with counted as (
    insert into public.lead_rates as rate (bucket, ends_at)
    select bucket, date_bin(period, now(), 'epoch') + period
    from unnest(count_lead_rates.buckets) bucket,
      lateral (select (case when bucket like 'day-%' then '1 day' else '10 minutes' end)::interval) window_of (period)
    where bucket is not null
    on conflict on constraint lead_rates_pkey do update set hits = rate.hits + 1
    returning bucket, hits
  )
  select array_agg(hits order by place) into counts
  from unnest(count_lead_rates.buckets) with ordinality given (bucket, place) left join counted using (bucket);
  return counts;
end $$;

-- Returns the same key for all spellings of a mailbox: lower case, no +tags, no dots at Gmail. The key is only for counting.
create function public.mailbox_key(email text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  local constant text := regexp_replace(substring(lower(email) from '^(.*)@'), '^([^+]+)\+.*$', '\1');
  domain constant text := substring(lower(email) from '[^@]*$');
begin
  return case
    when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com'
    else local || '@' || domain
  end;
end $$;
