-- Returns the different values of leads.source and leads.variant as {"sources", "variants"}: 200 of each, in alphabetical order.
create function desk.list_origins() returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '10s' set jit = off as $$
  with recursive found (source, variant, place) as (
    select (select min(source) from public.leads), (select min(variant) from public.leads), 1
    union all
    select (select min(person.source) from public.leads person where person.source > found.source),
      (select min(person.variant) from public.leads person where person.variant > found.variant), place + 1
    from found where num_nonnulls(source, variant) > 0 and place < 200
  )
  select jsonb_build_object('sources', coalesce(jsonb_agg(source order by source) filter (where source is not null), '[]'),
    'variants', coalesce(jsonb_agg(variant order by variant) filter (where variant is not null), '[]'))
  from found;
$$;

-- Returns {"dead", "held", "overdue", "delayed": how many persons have such messages, at most 1001, "own": dead digests and seals}.
create function desk.attention() returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '10s' set jit = off set enable_seqscan = off as $$
  select jsonb_object_agg(why.reason, counted.persons)
    || jsonb_build_object('own', (select count(*) from public.outbox where status = 'dead' and kind in ('digest', 'seal')))
  from (values ('dead', '{dead}'::text[]), ('held', '{held}'), ('overdue', '{pending,sending}'),
      ('delayed', '{pending,sending}')) why (reason, statuses),
    lateral (
      select least(count(distinct lead_id), 1001) as persons from (
        select lead_id from public.outbox_attention seen
        where seen.status = any (why.statuses) and seen.reason = why.reason limit 4004
      ) few) counted;
$$;

-- Returns {"leads": [how many persons were stored between each bound and the next], "standing": how many of those since `since` (one
-- of the bounds) allow text messages, "views": {day: hits} from day_before, "sources": [{source, leads, views}]: the 100 with the most
-- leads since `since`}. Bots and previews do not count. Views without a campaign have the source ''. Days are in UTC.
create function desk.overview(bounds timestamptz[], since timestamptz, day_before date, day_since date, day_until date) returns jsonb
language plpgsql stable security definer
set search_path = '' set statement_timeout = '10s' set jit = off set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  allowed constant text[] := desk.consents_of('stands');
begin
  return (
    with stored as (
      select place, brought.*
      from generate_series(1, cardinality(bounds) - 1) place, lateral (
        select source, count(*) as leads, count(*) filter (where consent = any (allowed)) as standing from public.leads
        where created_at >= bounds[place] and created_at < bounds[place + 1] and not suspected_bot and not preview
        group by source) brought
    ), viewed as (
      select day, campaign, sum(hits) as hits from public.funnel_counts
      where day >= day_before and day < day_until and event = 'page_viewed' group by day, campaign
    ), brought as (
      select source, sum(leads) as leads, sum(standing) as standing from stored where bounds[place] >= since group by source
    ), campaigns as (
      select coalesce('campaign:' || public.fold_campaign(campaign), '') as source, sum(hits) as views
      from (select campaign, sum(hits) as hits from viewed where day >= day_since group by campaign) named group by 1
    ), sources as (
      select source, coalesce(leads, 0) as leads, views from brought full join campaigns using (source)
      order by leads desc nulls last, views desc nulls last, source limit 100
    )
    select jsonb_build_object(
      'leads', (
        select jsonb_agg(coalesce(leads, 0) order by place) from generate_series(1, cardinality(bounds) - 1) place
        left join (select place, sum(leads) as leads from stored group by place) counted using (place)),
      'standing', (select coalesce(sum(standing), 0) from brought),
      'views', (
        select coalesce(jsonb_object_agg(day, hits), '{}')
        from (select day, sum(hits) as hits from viewed group by day) days),
      'sources', (select coalesce(jsonb_agg(to_jsonb(sources) order by leads desc, views desc nulls last, source), '[]') from sources)));
end $$;

-- Returns the answer to a sweep that start_sweep began, as {"status", "error"}. Returns null until there is an answer.
create function desk.sweep_answer(sweep bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('status', status_code, 'error', left(error_msg, 200))
    from net._http_response where id = sweep);
end $$;
