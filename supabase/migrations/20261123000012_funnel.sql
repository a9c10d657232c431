-- How many page views reached each step, by day (UTC), variant and campaign. These sums name nobody.
create table public.funnel_counts (
  day date not null,
  variant text not null default '',
  campaign text not null default '',
  event text not null check (event in ('page_viewed', 'play_clicked', 'dialog_opened', 'form_begun', 'field_error',
    'submitted', 'unlocked', 'video_begun', 'video_25', 'video_50', 'video_75', 'video_100')),
  hits bigint not null check (hits > 0),
  primary key (day, variant, campaign, event)
);

-- Adds [{variant, campaign, event, hits}] to today's sums of at most 20 variants and 200 campaigns. Returns the hits. Raises 23514.
create function public.count_funnel_events(counts jsonb) returns bigint
language sql security definer set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' set statement_timeout = '3s' as $$
  select pg_advisory_xact_lock(hashtextextended('count_funnel_events', 0));

  with given as (
    select coalesce(left(variant, 32), '') as variant, coalesce(left(campaign, 300), '') as campaign, event, hits
    from jsonb_to_recordset(counts) as one (variant text, campaign text, event text, hits bigint)
  ), named as (
    select variant, campaign, true as is_stored from public.funnel_counts where day = current_date
    union
    select variant, campaign, false from given
  ), variants as (
    select variant from named where variant <> ''
    group by variant order by bool_or(is_stored) desc, variant limit 20
  ), campaigns as (
    select campaign from named where campaign <> 'other'
    group by campaign order by bool_or(is_stored) desc, campaign limit 200
  ), kept as (
    select coalesce(variants.variant, '') as variant, coalesce(campaigns.campaign, 'other') as campaign, event,
      sum(hits)::bigint as hits
    from given left join variants using (variant) left join campaigns using (campaign)
    group by 1, 2, 3
  ), added as (
    insert into public.funnel_counts as counted (day, variant, campaign, event, hits)
    select current_date, variant, campaign, event, hits from kept
    on conflict on constraint funnel_counts_pkey do update set hits = counted.hits + excluded.hits
    returning 1
  )
  select coalesce(sum(hits), 0)::bigint from kept;
$$;
