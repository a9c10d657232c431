-- Limits the operator may change at any time, by SQL, without a deploy. "Hold" stores the lead and holds its mails;
-- "refuse" answers 429.
create table public.lead_settings (
  singleton boolean primary key default true check (singleton),
  -- A restore that leaves the settings out leaves those of the new project, which are younger than the seals.
  created_at timestamptz not null default now(),
  -- Submissions of one source in ten minutes, of one pair of mailbox and source in ten minutes, and of one source in a day. A
  -- source is an IPv4 address, an IPv6 /64 or an IPv6 /48.
  ip_hold_after integer not null default 20,
  pair_hold_after integer not null default 5,
  day_hold_after integer not null default 35,
  -- Submissions of one source in a day (UTC); and of all sources that are beyond day_hold_after together. The
  -- largest takes 10.3 KB, so a source writes 5 MB a day at most, and a thousand sources 500 MB.
  day_refuse_after integer not null default 400,
  crowd_refuse_after integer not null default 10000,
  -- Submissions of one source, or of one mailbox, in ten minutes; the mails of what follows go last.
  busy_after integer not null default 3,
  visitor_mails_per_minute integer not null default 60,
  -- Mails about single leads; half of it, and half of the visitors' budget, is for fresh ones alone.
  owner_mails_per_hour integer not null default 100,
  -- Whether the visitor's mail asks to confirm, by a link, what was submitted.
  double_opt_in boolean not null default false,
  -- How long what a visitor left is kept, counted from its seal; null keeps it for ever.
  -- A claim over a message may be brought for four years in the USA (28 USC 1658) and for six in the United Kingdom
  -- (Limitation Act 1980), counted from the message and not from the consent: so a year more. Who sends messages for longer
  -- than a year sets it higher.
  keep_submissions interval default '7 years' check (keep_submissions >= interval '1 day'),
  -- What is held, by bots as a rule, counted from its submission: long enough to be released after a holiday.
  keep_held interval default '30 days' check (keep_held >= interval '1 day'),
  -- The hash of the IP address and the user agent: to look into abuse takes weeks.
  keep_traces interval default '90 days' check (keep_traces >= interval '1 day')
);
insert into public.lead_settings default values;

-- Submissions counted per source and mailbox in a window of ten minutes, or of a day (UTC) where the bucket begins with 'day-'.
create table public.lead_rates (
  bucket text not null,
  ends_at timestamptz not null,
  hits integer not null default 1,
  primary key (ends_at, bucket)
);

-- Counts one more in each bucket that is not null. Returns the counts in the places of the buckets. In PL/pgSQL, as all that each lead calls: that keeps its
-- plans, while a function in SQL is planned anew by each call.
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

-- Returns one text for all spellings of the mailbox that an e-mail address reaches, for counting alone: mails go to the
-- address as typed, and a person is the whole address. Lower case; what follows a plus is dropped everywhere; at Gmail,
-- which ignores dots, these too, and googlemail.com is gmail.com (https://support.google.com/mail/answer/7436150).
-- Two rules go further than is sure: some servers tell upper from lower case or take the plus as a part of the name. Two
-- people there would share their limits, which costs the second one the mail of that day, never the lead. Rules of
-- single providers other than Gmail's are left out, since a wrong one would join strangers.
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

alter table public.lead_settings enable row level security;
alter table public.lead_rates enable row level security;
