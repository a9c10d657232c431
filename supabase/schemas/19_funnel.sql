-- This table counts how many page views reached each step, for each day, variant and campaign. The counts
-- name nobody. The day is the day in the operator's time zone at the moment of counting, so a count stays
-- with its day if the operator chooses another time zone later. Campaigns are folded as in the source of a
-- person (see fold_campaign), so each is one campaign on all pages.
-- The variant 'watch link' has the steps of those who opened the video by a watch link. They viewed no
-- landing page, so their steps stand apart from those of the visits.
-- The events are the same as in lib/funnel/funnel-event.ts.
create table private.funnel_counts (
  day date not null,
  variant text not null default '',
  campaign text not null default '',
  event text not null check (event in (
    'page_viewed', 'play_clicked', 'dialog_opened', 'form_begun', 'field_error', 'submitted', 'unlocked',
    'video_begun', 'video_25', 'video_50', 'video_75', 'video_100')),
  hits bigint not null check (hits > 0),
  primary key (day, variant, campaign, event)
);

-- Counts the same views and unlocked videos by the hour, so that today can be compared with the same part of
-- an earlier day.
create table private.funnel_hours (
  day date not null,
  hour integer not null check (hour between 0 and 23),
  event text not null check (event in ('page_viewed', 'unlocked')),
  hits bigint not null check (hits > 0),
  primary key (day, hour, event)
);

-- The overview uses this index to read the views of up to two years. The hits are not in the index, because
-- otherwise Postgres would have to change the index with each count.
create index funnel_views_idx on private.funnel_counts (day)
  where event in ('page_viewed', 'unlocked');

-- Adds [{variant, campaign, event, hits}] to the counts of today. Each day has at most 20 variants and 200
-- campaigns, and those of leads come first, so that no made-up names keep them out. All other variants are
-- counted as '', and all other campaigns are counted as 'other'.
-- Returns how many hits were added. Raises 23514 if an event is unknown.
create function public.count_funnel_events(counts jsonb) returns bigint
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
  select pg_advisory_xact_lock(hashtextextended('count_funnel_events', 0));

  with clock as (
    select private.day_of(now()) as today, extract(hour from now() at time zone private.time_zone()) as hour
  ), given as (
    select
      coalesce(left(variant, 32), '') as variant,
      coalesce(private.fold_campaign(campaign), '') as campaign,
      event,
      hits
    from jsonb_to_recordset(counts) as one (variant text, campaign text, event text, hits bigint)
  ), named as (
    select variant, campaign, true as is_stored from private.funnel_counts, clock where day = today
    union
    select variant, campaign, false from given
  ), variants as (
    select variant
    from named
    where variant <> ''
    group by variant
    order by bool_or(is_stored) desc, variant
    limit 20
  ), campaigns as (
    select campaign
    from named
    where campaign <> 'other'
    group by campaign
    order by
      exists (select from private.leads where source = 'campaign:' || campaign) desc,
      bool_or(is_stored) desc,
      campaign
    limit 200
  ), kept as (
    select
      coalesce(variants.variant, '') as variant,
      coalesce(campaigns.campaign, 'other') as campaign,
      event,
      sum(hits)::bigint as hits
    from given
    left join variants using (variant)
    left join campaigns using (campaign)
    group by 1, 2, 3
  ), added as (
    insert into private.funnel_counts as counted (day, variant, campaign, event, hits)
    select today, variant, campaign, event, hits
    from kept, clock
    on conflict on constraint funnel_counts_pkey do update set hits = counted.hits + excluded.hits
    returning 1
  ), added_hours as (
    insert into private.funnel_hours as counted (day, hour, event, hits)
    select today, clock.hour, event, sum(hits)
    from kept, clock
    where event in ('page_viewed', 'unlocked')
    group by today, clock.hour, event
    on conflict on constraint funnel_hours_pkey do update set hits = counted.hits + excluded.hits
    returning 1
  )
  select coalesce(sum(hits), 0)::bigint
  from kept;
$$;

-- Returns how often each event happened on the page, per day and in total. Also returns the names of all
-- variants and of at most 1000 campaigns, and in "watch_link" the steps of those who opened a watch link.
-- If `since` or `until` is null, the period has no such end.
create function desk.funnel(
  since date default null,
  until date default null,
  variant text default null,
  campaign text default null
) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
as $$
  with counted as materialized (
    select
      count.variant = 'watch link' as is_link,
      count.day,
      count.event,
      count.variant,
      count.campaign,
      sum(count.hits) as hits,
      sum(count.hits) filter (
        where (funnel.variant is null or count.variant = funnel.variant)
          and (funnel.campaign is null or count.campaign = funnel.campaign)
      )::bigint as chosen
    from private.funnel_counts count
    where count.day >= coalesce(funnel.since, '-infinity')
      and count.day < coalesce(funnel.until, 'infinity')
    group by grouping sets (
      (count.variant = 'watch link', count.day, count.event),
      (count.variant, count.campaign)
    )
  ), days as (
    select counted.day, counted.event, counted.chosen
    from counted
    where not counted.is_link and counted.chosen is not null
  ), names as (
    select counted.variant, counted.campaign, counted.hits
    from counted
    where counted.variant <> 'watch link'
  )
  select jsonb_build_object(
    'days', (
      select coalesce(jsonb_agg(to_jsonb(one) order by one.day), '[]')
      from (
        select days.day, jsonb_object_agg(days.event, days.chosen) as counts
        from days
        group by days.day
      ) one
    ),
    'totals', (
      select coalesce(jsonb_object_agg(one.event, one.chosen), '{}')
      from (
        select days.event, sum(days.chosen)::bigint as chosen
        from days
        group by days.event
      ) one
    ),
    'watch_link', (
      select coalesce(jsonb_object_agg(one.event, one.hits), '{}')
      from (
        select counted.event, sum(counted.hits) as hits
        from counted
        where counted.is_link
        group by counted.event
      ) one
    ),
    'variants', (
      select coalesce(jsonb_agg(one.variant order by one.hits desc, one.variant), '[]')
      from (
        select names.variant, sum(names.hits) as hits
        from names
        group by names.variant
      ) one
    ),
    'campaigns', (
      select coalesce(jsonb_agg(one.campaign order by one.hits desc, one.campaign), '[]')
      from (
        select names.campaign, sum(names.hits) as hits
        from names
        group by names.campaign
        order by hits desc, names.campaign
        limit 1000
      ) one
    ));
$$;

-- Returns how many views each variant had, in how many of them the video was unlocked (unlocked), how many
-- leads came, and the first day on which the variant was viewed (first_day).
-- A lead counts for the variant that the person saw first. Bots and previews do not count.
create function desk.variants(since date default null, until date default null) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '30s'
set jit = off
set enable_seqscan = off
as $$
  with viewed as (
    select
      variant,
      coalesce(sum(hits) filter (where event = 'page_viewed'), 0) as views,
      coalesce(sum(hits) filter (where event = 'unlocked'), 0) as unlocked,
      min(day) filter (where event = 'page_viewed') as first_day
    from private.funnel_counts
    where day >= coalesce(since, '-infinity')
      and day < coalesce(until, 'infinity')
      and event in ('page_viewed', 'unlocked')
      and variant not in ('', 'watch link')
    group by variant
  ), stored as (
    select variant, count(*) as leads
    from private.leads
    where created_at >= private.start_of(coalesce(since, '-infinity'))
      and created_at < private.start_of(coalesce(until, 'infinity'))
      and variant is not null
      and not suspected_bot
      and not preview
    group by variant
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'variant', variant,
        'views', coalesce(views, 0),
        'unlocked', coalesce(unlocked, 0),
        'leads', coalesce(leads, 0),
        'first_day', first_day)
      order by variant),
    '[]')
  from viewed
  full join stored using (variant);
$$;
