-- Returns {"failed", "held", "overdue", "delayed", "own"}. "own" is how many digests, seal mails and notices
-- have failed. Each of the other four is how many persons have messages with that problem, and it stops at
-- 1001.
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
    where status = 'failed' and kind in ('digest', 'seal', 'notice')
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

-- Returns {"messages", "cut_at"}. "messages" contains the oldest 2000 messages that failed and the oldest
-- 2000 whose retries keep failing, each with the last answer of the server. "cut_at" is 2000 if there are
-- more than 2000 messages of either kind, and null otherwise.
-- If a message is not about a person, its lead_id and name are null.
create function desk.list_failures() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set enable_seqscan = off
as $$
  select jsonb_build_object(
    'messages', coalesce(
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
        order by stuck.queued_at)
        filter (where stuck.place <= 2000),
      '[]'),
    'cut_at', case when max(stuck.place) > 2000 then 2000 end)
  from
    (values ('failed', '{failed}'::text[]), ('delayed', '{pending,sending}')) sought (problem, statuses),
    lateral (
      select *, row_number() over (order by message.due_at) as place
      from private.outbox_attention message
      where message.status = any (sought.statuses)
        and (message.problem = 'failed' or message.attempts > 0)
        and message.kind <> 'alert'
      order by message.due_at
      limit 2001
    ) stuck;
$$;

-- Returns {"leads", "may_be_texted", "views", "groups"}.
-- "leads" is a list of how many persons were stored between each bound and the next one. "may_be_texted" is
-- how many of the persons who were stored from `since` to `until` may be texted.
-- "views" is {day: hits} for the days from day_before on.
-- "groups" is a list of {name, leads, views, utc_leads}. The groups are the 100 sources with the most leads
-- from `since` to `until`. The views and utc_leads of a source are counted from day_since on.
-- The bounds must contain `since`, `until` and every midnight (UTC) from day_before to day_until.
-- If grouped_by is 'medium' or 'content', the groups are the media or the contents instead of the sources.
-- These groups have no views, and leads without a medium or content are in the group ''. Views without a
-- campaign are counted for the source ''. Bots and previews are never counted.
-- Because of the settings below, Postgres uses the same plan whatever the statistics say. Postgres reads the
-- index that contains all columns once, and it keeps the stopped numbers in a hash table.
create function desk.overview(
  bounds timestamptz[],
  since timestamptz,
  until timestamptz,
  day_before date,
  day_since date,
  day_until date,
  grouped_by text default 'source'
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set plan_cache_mode = force_custom_plan
set work_mem = '32MB'
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  texted constant text[] := private.consents_of('may-be-texted');
  utc_since constant timestamptz := day_since::timestamp at time zone 'UTC';
  utc_until constant timestamptz := day_until::timestamp at time zone 'UTC';
begin
  return (
    with spans as materialized (
      select
        place,
        first,
        next,
        first >= since and first < until as is_own,
        first >= utc_since and first < utc_until as is_utc
      from
        generate_series(1, cardinality(bounds) - 1) place,
        lateral (select bounds[place] as first, bounds[place + 1] as next) bound
    ), stored as (
      select place, is_own, is_utc, counted.*
      from
        spans,
        lateral (
          select
            case grouped_by
              when 'medium' then coalesce(medium, '')
              when 'content' then coalesce(content, '')
              else source
            end as name,
            count(*) as leads,
            count(*) filter (
              where is_own
                and consent = any (texted)
                and (phone_e164 in (select phone_e164 from private.untextable_numbers)) is not true
            ) as may_be_texted
          from private.leads
          where created_at >= first
            and created_at < next
            and not suspected_bot
            and not preview
          group by 1
        ) counted
    ), viewed as (
      select day, campaign, hits
      from private.funnel_counts
      where day >= day_before and day < day_until and event = 'page_viewed'
    ), campaigns as (
      select coalesce('campaign:' || private.fold_campaign(campaign), '') as name, sum(hits) as views
      from (
        select campaign, sum(hits) as hits
        from viewed
        where day >= day_since and grouped_by = 'source'
        group by campaign
      ) named
      group by 1
    ), groups as (
      select name, coalesce(leads, 0) as leads, coalesce(utc_leads, 0) as utc_leads, views
      from (
        select name, sum(leads) filter (where is_own) as leads, sum(leads) filter (where is_utc) as utc_leads
        from stored
        group by name
      ) named
      full join campaigns using (name)
      where leads > 0 or views > 0
      order by leads desc, views desc nulls last, name
      limit 100
    )
    select jsonb_build_object(
      'leads', (
        select jsonb_agg(coalesce(leads, 0) order by place)
        from spans
        left join (
          select place, sum(leads) as leads
          from stored
          group by place
        ) counted using (place)
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
      'groups', (
        select coalesce(jsonb_agg(to_jsonb(groups) order by leads desc, views desc nulls last, name), '[]')
        from groups
      ))
  );
end $$;
