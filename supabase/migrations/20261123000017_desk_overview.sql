-- Returns at most 200 campaigns, the latest first: [{"campaign", "latest_at"}]. Looks at 1000, since anybody can make one up.
create function desk.list_campaigns() returns jsonb
language sql stable security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '10s' set jit = off as $$
  with recursive found (name, place) as (
    (select campaign ->> 'utm_campaign', 1 from public.lead_submissions
      where campaign ->> 'utm_campaign' is not null order by 1 limit 1)
    union all
    select (
      select submission.campaign ->> 'utm_campaign' from public.lead_submissions submission
      where submission.campaign ->> 'utm_campaign' > found.name order by 1 limit 1), place + 1
    from found where name is not null and place < 1000
  ), listed as (
    select found.name, (
      select max(created_at) from public.lead_submissions where campaign ->> 'utm_campaign' = found.name) as latest_at
    from found where found.name is not null
    order by latest_at desc limit 200
  )
  select coalesce(jsonb_agg(jsonb_build_object('campaign', name, 'latest_at', latest_at) order by latest_at desc), '[]')
  from listed;
$$;

-- Returns at most 200 variants in alphabetical order: [text].
create function desk.list_variants() returns jsonb
language sql stable security definer
set search_path = '' set statement_timeout = '10s' set jit = off as $$
  with recursive found (name, place) as (
    (select variant, 1 from public.lead_submissions where variant is not null order by 1 limit 1)
    union all
    select (
      select submission.variant from public.lead_submissions submission
      where submission.variant > found.name order by 1 limit 1), place + 1
    from found where name is not null and place < 200
  )
  select coalesce(jsonb_agg(name order by name), '[]') from found where name is not null;
$$;

-- Returns count_attention with webhooks included: {"dead", "held", "overdue", "delayed": integer}.
create function desk.attention() returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '10s' set jit = off as $$
  select jsonb_object_agg(reason, found)
  from (select reason, sum(found) as found from public.count_attention() group by reason) told;
$$;

-- public.lead_health and public.verify_lead_evidence for lead_desk.
create function desk.lead_health() returns jsonb
language sql security definer set search_path = '' set statement_timeout = '10s' as $$
  select public.lead_health();
$$;

create function desk.verify_lead_evidence(mailed_number bigint default null, mailed_hash text default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '15min' as $$
  select public.verify_lead_evidence(mailed_number, mailed_hash);
$$;

-- Starts a sweep, due or not; returns the id for desk.sweep_answer.
create function desk.start_sweep() returns bigint
language sql security definer set search_path = '' as $$
  select public.call_lead_sweep();
$$;

-- Returns how a sweep was answered, {"status", "error"}, or null while it was not.
create function desk.sweep_answer(sweep bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('status', status_code, 'error', left(error_msg, 200))
    from net._http_response where id = sweep);
end $$;
