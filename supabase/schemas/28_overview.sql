-- Returns {"failed", "held", "overdue", "delayed", "own"}. "own" is how many general emails other than alerts
-- have failed. Each of the other four is how many persons have messages with that problem, and it stops at
-- 5001.
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
    where status = 'failed' and priority = 'general' and kind <> 'alert'
  ))
  from
    (values
      ('failed', '{failed}'::text[]),
      ('held', '{held}'),
      ('overdue', '{pending,sending}'),
      ('delayed', '{pending,sending}')
    ) sought (problem, statuses),
    lateral (
      select least(count(distinct lead_id), 5001) as persons
      from (
        select lead_id
        from private.outbox_attention stuck
        where stuck.status = any (sought.statuses) and stuck.problem = sought.problem
        limit 20004
      ) few
    ) counted;
$$;

-- Returns what mail servers last answered to those of the newest 20 emails to visitors that are still
-- retried.
create function desk.newest_refusals() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set enable_seqscan = off
as $$
  select coalesce(jsonb_agg(last_error), '[]')
  from (
    select status, last_error
    from private.outbox
    where kind = 'visitor'
      and claimed_at is not null
    order by claimed_at desc
    limit 20
  ) newest
  where status = 'pending'
    and last_error is not null;
$$;

-- Returns {"messages", "cut_at", "rests"}. "messages" contains the oldest 2000 messages that failed and
-- the oldest 2000 whose retries keep failing or whose receiver rests, each with the last answer of the
-- server. "cut_at" is 2000 if there are more than 2000 messages of either kind, and null otherwise. On the
-- web it is 100 instead of 2000. "rests" is what private.resting_receivers returns. If a message
-- is not about a person, its person is null.
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
          'reason', stuck.reason,
          'last_error', coalesce(stuck.last_error, resting.rests #>> array[stuck.kind, 'fault']),
          'has_new_address', (
            select private.has_new_address(message)
            from private.outbox message
            where message.id = stuck.id
          ),
          'person', (
            select jsonb_build_object('id', person.id, 'name', person.name, 'email', person.email)
            from private.leads person
            where person.id = stuck.lead_id
          ))
        order by stuck.queued_at)
        filter (where stuck.place <= most),
      '[]'),
    'cut_at', max(most) filter (where stuck.place > most),
    'rests', (select private.resting_receivers()))
  from
    private.most_rows(2000) most,
    (select private.resting_receivers() as rests) resting,
    (values ('failed', '{failed}'::text[]), ('delayed', '{pending,sending}')) sought (problem, statuses),
    lateral (
      select *, row_number() over (order by message.due_at) as place
      from private.outbox_attention message
      where message.status = any (sought.statuses)
        and (
          message.problem in ('failed', 'resting')
          or message.attempts > 0
          or resting.rests ? message.kind
        )
        and message.kind <> 'alert'
      order by message.due_at
      limit most + 1
    ) stuck;
$$;

-- Returns {day: {event: hits}} for the views and the unlocked videos from `first_day` to the day before
-- `end_day`.
create function private.count_days(first_day date, end_day date) returns jsonb
language sql stable
set search_path = ''
set enable_bitmapscan = on
as $$
  select coalesce(jsonb_object_agg(day, counts), '{}')
  from (
    select day, jsonb_object_agg(event, hits) as counts
    from (
      select day, event, sum(hits) as hits
      from private.funnel_counts
      where day >= first_day and day < end_day and event in ('page_viewed', 'unlocked')
      group by day, event
    ) sums
    group by day
  ) counted;
$$;

-- Returns {day: {event: hits}} for these days, each before the hour `until_hour`.
create function private.count_hours(days date[], until_hour integer) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(day, counts), '{}')
  from (
    select day, jsonb_object_agg(event, hits) as counts
    from (
      select day, event, sum(hits) as hits
      from private.funnel_hours
      where day = any (days) and hour < until_hour
      group by day, event
    ) sums
    group by day
  ) counted;
$$;

-- Returns {"people", "value"} of the persons who were stored from `since` to `until` and were won.
create function private.count_won(since timestamptz, until timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'people', count(*),
    'value', coalesce(sum(outcome_value), 0),
    'currency', private.currency())
  from private.leads
  where outcome = 'won'
    and created_at >= since
    and created_at < until
    and not suspected_bot
    and not preview;
$$;

-- Returns the name under which a lead is counted: its source, or its campaign, medium or content, as
-- `grouped_by` says. '' means that the lead has none.
create function private.group_of(grouped_by text, source text, medium text, content text) returns text
language sql immutable parallel safe
return case grouped_by
  when 'medium' then coalesce(medium, '')
  when 'content' then coalesce(content, '')
  when 'campaign' then case when source like 'campaign:%' then source else '' end
  else source
end;

-- Returns for each name of group_of what the won leads are worth who were stored from `since` to `until`.
create function private.worth_by(grouped_by text, since timestamptz, until timestamptz)
returns table (name text, value numeric)
language sql stable
set search_path = ''
as $$
  select private.group_of(grouped_by, source, medium, content), sum(outcome_value)
  from private.leads
  where outcome = 'won'
    and created_at >= since
    and created_at < until
    and not suspected_bot
    and not preview
  group by 1;
$$;

-- Returns {"leads", "may_be_texted", "won", "days", "hours", "stored_since", "counted_since", "groups",
-- "group_count"}. "leads" is a list of how many persons were stored between each bound and the next one.
-- "may_be_texted" is how many of the persons who were stored from `since` to `until` may be texted. "won" is
-- {"people", "value"} of those of them who were won. "days" is {day: {event: hits}} for the views and the
-- unlocked videos from day_before to the day before day_until. "hours" has those of the last day of each
-- half, last_before and day_until - 1, before the hour until_hour. last_before is the day before day_since,
-- unless it is given. "stored_since" and "counted_since" are the first days of which the leads and the views
-- are known. "groups" is a list of {name, leads, views, unlocked, value}, sorted by order_by: 'leads',
-- 'views', 'rate' or 'value'. It has at most `most` groups after the first `skip` ones, and "group_count" is
-- how many groups there are. grouped_by is 'source', 'campaign', 'medium' or 'content'. Views are counted by
-- campaign, so only campaigns have views. "value" is what the won leads are worth, and null if none is worth
-- anything. The group '' is that of everybody without a campaign, medium or content. Bots and previews are
-- never counted.
-- Because of the settings below, Postgres uses the same plan whatever the statistics say. Postgres reads the
-- index that contains all columns once, and it keeps the stopped numbers in a hash table.
create function desk.overview(
  bounds timestamptz[],
  since timestamptz,
  until timestamptz,
  day_before date,
  day_since date,
  day_until date,
  until_hour integer default 24,
  grouped_by text default 'source',
  order_by text default 'leads',
  skip integer default 0,
  most integer default 100,
  last_before date default null
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
begin
  return (
    with spans as materialized (
      select
        place,
        first,
        next,
        first >= since and first < until as is_own
      from
        generate_series(1, cardinality(bounds) - 1) place,
        lateral (select bounds[place] as first, bounds[place + 1] as next) bound
    ), stored as (
      select place, is_own, counted.*
      from
        spans,
        lateral (
          select
            private.group_of(grouped_by, source, medium, content) as name,
            count(*) as leads,
            count(*) filter (where judged.may_be_texted) as may_be_texted
          from (
            -- Of the earlier ones, nobody asks who may be texted.
            select source, medium, content, is_own and is_textable as may_be_texted
            from private.lead_states
            where created_at >= first
              and created_at < next
              and not suspected_bot
              and not preview
            -- With "offset 0", Postgres judges here, where it knows of how many persons.
            offset 0
          ) judged
          group by 1
        ) counted
    ), campaigns as (
      select
        case when campaign = '' then '' else 'campaign:' || campaign end as name,
        sum(hits) filter (where event = 'page_viewed') as views,
        sum(hits) filter (where event = 'unlocked') as unlocked
      from private.funnel_counts
      where day >= day_since
        and day < day_until
        and (grouped_by = 'campaign' or grouped_by = 'source' and campaign <> '')
      group by campaign
    ), groups as (
      select
        row_number() over (order by
          case order_by
            when 'views' then views
            when 'rate' then case when unlocked <= views then unlocked / nullif(views, 0) end
            when 'value' then value
            else leads
          end desc nulls last,
          leads desc,
          views desc nulls last,
          name) as place,
        joined.*
      from (
        select
          name,
          coalesce(leads, 0) as leads,
          case when is_counted then coalesce(views, 0) end as views,
          case when is_counted then coalesce(unlocked, 0) end as unlocked,
          value
        from (
          select name, sum(leads) filter (where is_own) as leads
          from stored
          group by name
        ) named
        full join campaigns using (name)
        left join private.worth_by(grouped_by, since, until) won using (name),
        -- Views are counted for each campaign, and for no other source.
        lateral (
          select grouped_by = 'campaign' or grouped_by = 'source' and name like 'campaign:%' as is_counted
        ) known
      ) joined
      where leads > 0 or views > 0
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
      'won', private.count_won(since, until),
      'days', private.count_days(day_before, day_until),
      'hours', private.count_hours(array[coalesce(last_before, day_since - 1), day_until - 1], until_hour),
      'stored_since', (
        select private.day_of(least(settings.created_at, (select min(created_at) from private.leads)))
        from private.lead_settings settings
      ),
      'counted_since', (
        select min(day)
        from private.funnel_counts
      ),
      'group_count', (
        select count(*)
        from groups
      ),
      'groups', (
        select coalesce(jsonb_agg(to_jsonb(groups) - 'place' order by place), '[]')
        from groups
        where place > skip and place <= skip + most
      ))
  );
end $$;
