-- How many persons the first submission of each variant brought on a day (UTC), {variant: integer}, without previews and
-- suspected bots. Kept by desk.variants, so that it counts each day once.
create table public.variant_days (
  day date primary key,
  leads jsonb not null
);
alter table public.variant_days enable row level security;

-- Has the days of deleted persons counted anew. It waits for a count that goes on, which may have seen them.
create function public.recount_variant_days() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('variant_days', 0));
  delete from public.variant_days where day in (select (created_at at time zone 'UTC')::date from deleted);
  return null;
end $$;

create trigger leads_variant_days
  after delete on public.leads referencing old table as deleted
  for each statement execute function public.recount_variant_days();

-- Counts the days from `since` to before `until`, as the rows of variant_days; those that brought nobody are missing.
create function desk.count_variant_days(since date, until date) returns setof public.variant_days
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
begin
  return query
  select counted.day, jsonb_object_agg(counted.variant, counted.leads)
  from (
    select person.created_at::date as day, first.variant, count(*) as leads
    from public.leads person
    join public.lead_submissions first on first.lead_id = person.id and first.created_at = person.created_at
    where person.created_at >= since and person.created_at < until
      and first.variant is not null and not first.preview and not first.suspected_bot
    group by 1, 2
  ) counted
  group by counted.day;
end $$;

-- Returns [{"variant": text, "views", "submitted", "leads": integer}, …] of the days from `since` to before `until` (the last 90
-- days where null) in the order of their names. Views and submits are the counters of the page, leads the persons whose
-- first submission has the variant, without previews and suspected bots. A person who is added by hand to a day that was
-- looked at before is not counted until that day is deleted from variant_days.
create function desk.variants(since date default null, until date default null) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '30s' set jit = off as $$
declare
  first_day constant date := coalesce(since, current_date - 89);
  next_day constant date := coalesce(until, 'infinity');
  -- What was begun before midnight may be stored a little later.
  open_day constant date := (now() - interval '1 minute')::date;
  missing date[];
  answer jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('variant_days', 0));
  select array_agg(closed::date order by closed) into missing
  from generate_series(
    greatest(first_day, (select coalesce(min(created_at)::date, open_day) from public.leads)),
    least(next_day, open_day) - 1, '1 day') closed
  where closed::date not in (select day from public.variant_days);
  if missing is not null then
    insert into public.variant_days
    select day, coalesce(counted.leads, '{}')
    from unnest(missing) day
    left join desk.count_variant_days(missing[1], missing[cardinality(missing)] + 1) counted using (day);
  end if;

  with viewed as (
    select variant, coalesce(sum(hits) filter (where event = 'page_viewed'), 0) as views,
      coalesce(sum(hits) filter (where event = 'submitted'), 0) as submitted
    from public.funnel_counts
    where day >= first_day and day < next_day and event in ('page_viewed', 'submitted') and variant <> ''
    group by variant
  ), brought as (
    select key as variant, sum(value::bigint)::bigint as leads
    from (
      select leads from public.variant_days where day >= first_day and day < least(next_day, open_day)
      union all
      select leads from desk.count_variant_days(greatest(first_day, open_day), next_day)
    ) days, jsonb_each_text(leads)
    group by key
  )
  select coalesce(jsonb_agg(jsonb_build_object('variant', variant, 'views', coalesce(views, 0),
    'submitted', coalesce(submitted, 0), 'leads', coalesce(leads, 0)) order by variant), '[]')
  into answer
  from viewed full join brought using (variant);
  return answer;
end $$;
