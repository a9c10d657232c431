-- Returns the page's event counts per day and in total. Also returns the names of all variants and of at most 100 campaigns.
-- The default of `since` is 90 days ago.
create function desk.funnel(
  since date default null, until date default null, variant text default null, campaign text default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '10s' set jit = off as $$
  with counted as materialized (
    select count.day, count.event, count.variant, count.campaign, sum(count.hits) as hits,
      sum(count.hits) filter (where count.variant = coalesce(funnel.variant, count.variant)
        and count.campaign = coalesce(funnel.campaign, count.campaign))::bigint as chosen
    from public.funnel_counts count
    where count.day >= coalesce(funnel.since, current_date - 89) and count.day < coalesce(funnel.until, 'infinity')
    group by grouping sets ((count.day, count.event), (count.event), (count.variant), (count.campaign))
  ), days as (
    select counted.day, jsonb_object_agg(counted.event, counted.chosen) as counts from counted
    where counted.day is not null and counted.chosen is not null group by counted.day
  ), campaigns as (
    select counted.campaign, counted.hits from counted where counted.campaign is not null order by counted.hits desc limit 100
  )
  select jsonb_build_object(
    'days', (select coalesce(jsonb_agg(to_jsonb(days) order by days.day), '[]') from days),
    'totals', (select coalesce(jsonb_object_agg(counted.event, counted.chosen), '{}') from counted
      where counted.event is not null and counted.day is null and counted.chosen is not null),
    'variants', (select coalesce(jsonb_agg(counted.variant order by counted.hits desc), '[]') from counted
      where counted.variant is not null),
    'campaigns', (select coalesce(jsonb_agg(campaigns.campaign order by campaigns.hits desc), '[]') from campaigns));
$$;
