-- Returns what the page's counters say from the day `since` to before the day `until` (the last 90 days where null), of one
-- variant and campaign or of all where null:
--   {"days": [{"day": date, "counts": {event: integer, …}}, …], the days that have any, in their order,
--    "totals": {event: integer, …}, "variants", "campaigns": [text, …], those counted in the period, the most frequent first}
-- There are at most 100 campaigns; '' is none.
create function desk.funnel(
  since date default null, until date default null, variant text default null, campaign text default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '10s' set jit = off as $$
  with counted as materialized (
    select count.day, count.variant, count.campaign, count.event, count.hits from public.funnel_counts count
    where count.day >= coalesce(funnel.since, current_date - 89) and count.day < coalesce(funnel.until, 'infinity')
  ), chosen as (
    select counted.day, counted.event, sum(counted.hits)::bigint as hits from counted
    where counted.variant = coalesce(funnel.variant, counted.variant)
      and counted.campaign = coalesce(funnel.campaign, counted.campaign)
    group by counted.day, counted.event
  ), days as (
    select chosen.day, jsonb_object_agg(chosen.event, chosen.hits) as counts from chosen group by chosen.day
  ), totals as (
    select chosen.event, sum(chosen.hits)::bigint as hits from chosen group by chosen.event
  ), variants as (
    select counted.variant, sum(counted.hits) as hits from counted group by counted.variant
  ), campaigns as (
    select counted.campaign, sum(counted.hits) as hits from counted group by counted.campaign order by 2 desc limit 100
  )
  select jsonb_build_object(
    'days', (select coalesce(jsonb_agg(to_jsonb(days) order by days.day), '[]') from days),
    'totals', (select coalesce(jsonb_object_agg(totals.event, totals.hits), '{}') from totals),
    'variants', (select coalesce(jsonb_agg(variants.variant order by variants.hits desc), '[]') from variants),
    'campaigns', (select coalesce(jsonb_agg(campaigns.campaign order by campaigns.hits desc), '[]') from campaigns));
$$;

-- Returns [{"variant": text, "views", "submitted", "leads": integer}, …] for the same period in the order of their names. Views
-- and submits are the counters of the page, leads the persons whose first submission has the variant, without previews and
-- suspected bots.
create function desk.variants(since date default null, until date default null) returns jsonb
language sql stable security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '30s' set jit = off as $$
  with counted as (
    select count.variant, count.event, sum(count.hits)::bigint as hits from public.funnel_counts count
    where count.day >= coalesce(variants.since, current_date - 89) and count.day < coalesce(variants.until, 'infinity')
      and count.event in ('page_viewed', 'submitted') and count.variant <> ''
    group by count.variant, count.event
  ), stored as (
    select first.variant, count(*) as leads
    from public.leads person
    join public.lead_submissions first on first.lead_id = person.id and first.created_at = person.created_at
    where person.created_at >= coalesce(variants.since, current_date - 89)
      and person.created_at < coalesce(variants.until, 'infinity')
      and first.variant is not null and not first.preview and not first.suspected_bot
    group by first.variant
  ), named as (
    select counted.variant from counted union select stored.variant from stored
  )
  select coalesce(jsonb_agg(jsonb_build_object('variant', named.variant,
    'views', coalesce((select sum(hits) from counted
      where counted.variant = named.variant and counted.event = 'page_viewed'), 0),
    'submitted', coalesce((select sum(hits) from counted
      where counted.variant = named.variant and counted.event = 'submitted'), 0),
    'leads', coalesce((select leads from stored where stored.variant = named.variant), 0)) order by named.variant), '[]')
  from named;
$$;

revoke execute on all functions in schema desk from public;
grant execute on function desk.funnel(date, date, text, text), desk.variants(date, date) to lead_desk;
