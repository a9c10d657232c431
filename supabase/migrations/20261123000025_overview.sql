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
-- "may_be_texted": how many of those since `since` (one of the bounds),
-- "views": {day: hits} from day_before,
-- "sources": [{source, leads, views}]: the 100 with the most leads since `since`,
-- "mediums", "contents": [{name, leads}]: the 100 most frequent of these leads, '' for those without}.
-- Bots and previews do not count. Views without a campaign have the source ''. Days are in UTC.
create function desk.overview(
  bounds timestamptz[],
  since timestamptz,
  day_before date,
  day_since date,
  day_until date
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  texted constant text[] := private.consents_of('may-be-texted');
begin
  return (
    with stored as (
      select place, counted.*
      from generate_series(1, cardinality(bounds) - 1) place,
        lateral (
          select
            source,
            medium,
            content,
            count(*) as leads,
            count(*) filter (where consent = any (texted)) as may_be_texted
          from private.leads
          where created_at >= bounds[place]
            and created_at < bounds[place + 1]
            and not suspected_bot
            and not preview
          group by source, medium, content
        ) counted
    ), viewed as (
      select day, campaign, sum(hits) as hits
      from private.funnel_counts
      where day >= day_before and day < day_until and event = 'page_viewed'
      group by day, campaign
    ), stopped as (
      select count(*) as persons
      from private.leads
      where phone_e164 in (select phone_e164 from private.untextable_numbers)
        and consent = any (texted)
        and created_at >= greatest(since, bounds[1])
        and created_at < bounds[cardinality(bounds)]
        and not suspected_bot
        and not preview
    ), stored_since as (
      select source, medium, content, sum(leads) as leads, sum(may_be_texted) as may_be_texted
      from stored
      where bounds[place] >= since
      group by source, medium, content
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
      select source, coalesce(leads, 0) as leads, views
      from (
        select source, sum(leads) as leads
        from stored_since
        group by source
      ) named
      full join campaigns using (source)
      order by leads desc nulls last, views desc nulls last, source
      limit 100
    ), mediums as (
      select coalesce(medium, '') as name, sum(leads) as leads
      from stored_since
      group by 1
      order by leads desc, name
      limit 100
    ), contents as (
      select coalesce(content, '') as name, sum(leads) as leads
      from stored_since
      group by 1
      order by leads desc, name
      limit 100
    )
    select jsonb_build_object(
      'leads', (
        select jsonb_agg(coalesce(leads, 0) order by place)
        from generate_series(1, cardinality(bounds) - 1) place
        left join (
          select place, sum(leads) as leads
          from stored
          group by place
        ) counted using (place)
      ),
      'may_be_texted', (
        select coalesce(sum(may_be_texted), 0) - (select persons from stopped)
        from stored_since
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
