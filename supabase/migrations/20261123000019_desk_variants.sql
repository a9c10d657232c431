-- Returns each variant's views, submits and leads. A lead belongs to its first variant. Omits bots and previews.
create function desk.variants(since date default null, until date default null) returns jsonb
language sql stable security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '30s' set jit = off set enable_seqscan = off as $$
  with viewed as (
    select variant, coalesce(sum(hits) filter (where event = 'page_viewed'), 0) as views,
      coalesce(sum(hits) filter (where event = 'submitted'), 0) as submitted
    from public.funnel_counts
    where day >= coalesce(since, current_date - 89) and day < coalesce(until, 'infinity')
      and event in ('page_viewed', 'submitted') and variant <> ''
    group by variant
  ), brought as (
    select variant, count(*) as leads from public.leads
    where created_at >= coalesce(since, current_date - 89) and created_at < coalesce(until, 'infinity')
      and variant is not null and not suspected_bot and not preview
    group by variant
  )
  select coalesce(jsonb_agg(jsonb_build_object('variant', variant, 'views', coalesce(views, 0),
    'submitted', coalesce(submitted, 0), 'leads', coalesce(leads, 0)) order by variant), '[]')
  from viewed full join brought using (variant);
$$;
