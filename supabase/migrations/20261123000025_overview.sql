-- Returns {"failed", "held", "overdue", "delayed": how many persons have such messages, at most 1001,
-- "own": failed digests and seals}.
create function desk.attention() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set enable_seqscan = off
as $$
  select jsonb_object_agg(sought.problem, counted.persons) || jsonb_build_object('own', (
    select count(*)
    from private.outbox
    where status = 'failed' and kind in ('digest', 'seal')
  ))
  from
    (values
      ('failed', '{failed}'::text[]),
      ('held', '{held}'),
      ('overdue', '{pending,sending}'),
      ('delayed', '{pending,sending}')
    ) sought (problem, statuses),
    lateral (
      select least(count(distinct lead_id), 1001) as persons
      from (
        select lead_id
        from private.outbox_attention stuck
        where stuck.status = any (sought.statuses) and stuck.problem = sought.problem
        limit 4004
      ) few
    ) counted;
$$;

-- Returns the oldest 2000 failed messages and the oldest 2000 that are tried again in vain, each with the
-- server's last answer. Messages about no person have a null lead_id and name.
create function desk.list_failures() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set enable_seqscan = off
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', stuck.id,
        'kind', stuck.kind,
        'status', stuck.status,
        'last_error', stuck.last_error,
        'lead_id', stuck.lead_id,
        'name', (
          select coalesce(nullif(person.name, ''), person.email)
          from private.leads person
          where person.id = stuck.lead_id
        ))
      order by stuck.queued_at),
    '[]')
  from
    (values ('failed', '{failed}'::text[]), ('delayed', '{pending,sending}')) sought (problem, statuses),
    lateral (
      select *
      from private.outbox_attention message
      where message.status = any (sought.statuses)
        and (message.problem = 'failed' or message.attempts > 0)
        and message.kind <> 'alert'
      order by message.due_at
      limit 2000
    ) stuck;
$$;

-- Returns {"leads": [how many persons were stored between each bound and the next],
-- "may_be_texted": how many of those from `since` to `until`,
-- "views": {day: hits} from day_before,
-- "sources": [{source, leads, views, utc_leads}]: the 100 with the most leads from `since` to `until`, and
-- their views and leads from day_since,
-- "mediums", "contents": [{name, leads}]: the 100 most frequent of the leads from `since` to `until`, '' for
-- those without}.
-- Bots and previews do not count. Views without a campaign have the source ''. Days are in UTC.
-- The settings leave one plan, whatever the statistics say: the period's leads are read once and hashed, and
-- so are the stopped numbers. To sort or look them up one by one takes longer. As pages of a table are dear,
-- an index that contains all columns is read, and not a smaller one and the table.
create function desk.overview(
  bounds timestamptz[],
  since timestamptz,
  until timestamptz,
  day_before date,
  day_since date,
  day_until date
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set plan_cache_mode = force_custom_plan
set work_mem = '32MB'
set seq_page_cost = 4
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_incremental_sort = off
set enable_mergejoin = off
set enable_nestloop = off
as $$
declare
  texted constant text[] := private.consents_of('may-be-texted');
  utc_since constant timestamptz := day_since::timestamp at time zone 'UTC';
  utc_until constant timestamptz := day_until::timestamp at time zone 'UTC';
begin
  return (
    with stored as (
      select
        source,
        medium,
        content,
        count(*) filter (where created_at >= since and created_at < until) as leads,
        count(*) filter (where created_at >= utc_since and created_at < utc_until) as utc_leads,
        count(*) filter (
          where created_at >= since and created_at < until
            and consent = any (texted)
            and (phone_e164 in (select phone_e164 from private.untextable_numbers)) is not true
        ) as may_be_texted
      from private.leads
      where created_at >= least(since, utc_since)
        and created_at < greatest(until, utc_until)
        and not suspected_bot
        and not preview
      group by source, medium, content
    ), viewed as (
      select day, campaign, sum(hits) as hits
      from private.funnel_counts
      where day >= day_before and day < day_until and event = 'page_viewed'
      group by day, campaign
    ), campaigns as (
      select coalesce('campaign:' || private.fold_campaign(campaign), '') as source, sum(hits) as views
      from (
        select campaign, sum(hits) as hits
        from viewed
        where day >= day_since
        group by campaign
      ) named
      group by 1
    ), sources as (
      select source, coalesce(leads, 0) as leads, coalesce(utc_leads, 0) as utc_leads, views
      from (
        select source, sum(leads) as leads, sum(utc_leads) as utc_leads
        from stored
        group by source
      ) named
      full join campaigns using (source)
      order by leads desc, views desc nulls last, source
      limit 100
    ), mediums as (
      select coalesce(medium, '') as name, sum(leads) as leads
      from stored
      group by 1
      having sum(leads) > 0
      order by leads desc, name
      limit 100
    ), contents as (
      select coalesce(content, '') as name, sum(leads) as leads
      from stored
      group by 1
      having sum(leads) > 0
      order by leads desc, name
      limit 100
    )
    select jsonb_build_object(
      'leads', (
        select jsonb_agg(leads order by place)
        from generate_series(1, cardinality(bounds) - 1) place,
          lateral (
            select count(*) as leads
            from private.leads
            where created_at >= bounds[place]
              and created_at < bounds[place + 1]
              and not suspected_bot
              and not preview
          ) counted
      ),
      'may_be_texted', (
        select coalesce(sum(may_be_texted), 0)
        from stored
      ),
      'views', (
        select coalesce(jsonb_object_agg(day, hits), '{}')
        from (
          select day, sum(hits) as hits
          from viewed
          group by day
        ) days
      ),
      'sources', (
        select coalesce(jsonb_agg(to_jsonb(sources) order by leads desc, views desc nulls last, source), '[]')
        from sources
      ),
      'mediums', (
        select coalesce(jsonb_agg(to_jsonb(mediums) order by leads desc, name), '[]')
        from mediums
      ),
      'contents', (
        select coalesce(jsonb_agg(to_jsonb(contents) order by leads desc, name), '[]')
        from contents
      ))
  );
end $$;
