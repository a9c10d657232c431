-- Returns the columns of leads with the first submission's campaign and variant, counts, and the latest submission and its mails.
create function desk.describe_lead(person public.leads) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(person) || told.submissions || jsonb_build_object(
    'mails', coalesce(jsonb_agg(jsonb_build_object('kind', mail.kind, 'status', mail.status, 'attempts', mail.attempts,
        'last_error', mail.last_error, 'due_at', mail.due_at, 'sent_at', mail.sent_at) order by array_position(array['visitor', 'owner', 'webhook'], mail.kind))
      filter (where mail.submission_id = told.latest), '[]'),
    'dead', count(*) filter (where mail.status = 'dead'),
    'held', count(*) filter (where mail.status = 'held'))
  from (
    select (array_agg(id order by created_at desc))[1] as latest, jsonb_build_object(
      'campaign', (array_agg(campaign) filter (where created_at = person.created_at))[1],
      'variant', (array_agg(variant) filter (where created_at = person.created_at))[1],
      'extra', (array_agg(extra order by applied desc, created_at desc))[1],
      'submissions', count(*),
      'changes', count(*) filter (where not applied and not preview
        and (name, phone, country_code) <> (person.name, person.phone, person.country_code)),
      'latest_at', max(created_at),
      'suspected_bot', (array_agg(suspected_bot order by created_at desc))[1],
      'preview', (array_agg(preview order by created_at desc))[1]) as submissions
    from public.lead_submissions where lead_id = person.id and confirms is null
  ) told
  left join public.outbox mail on mail.lead_id = person.id
  group by told.latest, told.submissions;
$$;

-- Returns the persons that fit what is not null ('' is none). Without search_path it is inlined, so that null is not in the plan.
create function desk.filter_leads(since timestamptz, until timestamptz, found_ids uuid[], query tsquery, mailed_ids uuid[],
  statuses text[], due_before timestamptz, of_campaign text, of_variant text) returns setof public.leads
language sql stable begin atomic
  select person.*
  from public.leads person
  left join public.lead_submissions first on coalesce(of_campaign, of_variant) is not null
    and first.lead_id = person.id and first.created_at = person.created_at
    and first.created_at >= since and first.created_at < until
  where person.created_at >= since and person.created_at < until
    and (found_ids is null or person.id = any (found_ids))
    and (query is null or desk.lead_words(person.name, person.email, person.phone, person.phone_e164) @@ query)
    and (mailed_ids is null or person.id = any (mailed_ids))
    and (statuses is null or exists (select from public.outbox mail
      where mail.lead_id = person.id and mail.status = any (statuses) and mail.due_at < due_before))
    and (coalesce(of_campaign, of_variant) is null or first.id is not null)
    and (of_campaign is null or campaign ->> 'utm_campaign' = of_campaign
      or of_campaign = '' and campaign ->> 'utm_campaign' is null)
    and (of_variant is null or variant = of_variant or of_variant = '' and variant is null);
end;

-- Returns a page, newest first: {"leads": [describe_lead], "newer", "older": where the pages beside it begin, or null}.
create function desk.describe_page(persons public.leads[], has_newer boolean, has_older boolean) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('leads', coalesce(jsonb_agg(desk.describe_lead(person) order by place), '[]'),
    'newer', case when has_newer then min(key) filter (where place = 1) end,
    'older', case when has_older then min(key) filter (where place = places) end)
  from (
    select person, to_jsonb(created_at) #>> '{}' || '_' || id as key,
      row_number() over (order by created_at desc, id desc) as place, count(*) over () as places
    from unnest(persons) person
  ) placed;
$$;

-- Returns describe_page and "count" (null if too slow). Null does not restrict, '' is none; `until` is excluded; max_count bounds the
-- count; before and after are an answer's older and newer. Raises 22023 (mail_state), 22007 or 22P02 (before, after).
create function desk.list_leads(
  search text default null, since timestamptz default null, until timestamptz default null,
  campaign text default null, variant text default null, mail_state text default null,
  before text default null, after text default null, max_rows integer default 50, max_count integer default null)
  returns jsonb
language plpgsql stable security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '10s' set jit = off set plan_cache_mode = force_custom_plan
set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = on as $$
declare
  most constant integer := greatest(least(max_rows, 1000), 1);
  is_backward constant boolean := before is null and after is not null;
  edge constant text[] := string_to_array(coalesce(before, after), '_');
  edge_at constant timestamptz := edge[1];
  edge_id constant uuid := case when edge is not null then coalesce(edge[2], '') end;
  few constant integer := 10000;
  most_counted constant integer := least(max_count, few);
  is_only_searched constant boolean := num_nonnulls(since, until, campaign, variant, mail_state) = 0 and trim(search) <> '';
  query tsquery := desk.search_query(search);
  found_ids uuid[];
  found_count integer;
  statuses text[] := case when mail_state in ('dead', 'held', 'sent') then array[mail_state]
    when mail_state in ('waiting', 'overdue') then '{pending,sending}' end;
  due_before constant timestamptz := case when mail_state = 'overdue' then now() - interval '10 minutes' else 'infinity' end;
  mailed_ids uuid[];
  persons public.leads[];
  has_more boolean;
  total integer;
begin
  if mail_state is not null and statuses is null then
    raise exception 'there is no mail_state %', mail_state using errcode = 'invalid_parameter_value';
  end if;
  since := greatest(since, '-infinity');
  until := least(until, 'infinity');
  if trim(search) <> '' then
    found_ids := case when query is null then '{}' else desk.find_leads(query, few + 1) end;
    found_count := cardinality(found_ids);
  end if;
  if found_count > few then found_ids := null; else query := null; end if;
  if mail_state <> 'sent' then
    mailed_ids := array(select distinct lead_id from public.outbox
      where status = any (statuses) and due_at < due_before and lead_id is not null limit few + 1);
    if cardinality(mailed_ids) > few then mailed_ids := null; else statuses := null; end if;
  end if;
  -- The planner expects one row, because it takes the equal times for a coincidence, and would sort all.
  if coalesce(campaign, variant) is not null and found_ids is null and mailed_ids is null then
    perform set_config('enable_sort', 'off', true);
  end if;

  if is_backward then
    persons := array(
      select person from desk.filter_leads(greatest(since, edge_at), until, found_ids, query, mailed_ids, statuses, due_before,
        campaign, variant) person
      where (person.created_at, person.id) > (edge_at, edge_id)
      order by person.created_at, person.id limit most + 1);
  else
    persons := array(
      select person from desk.filter_leads(since, least(until, edge_at + interval '1 microsecond'), found_ids, query, mailed_ids,
        statuses, due_before, campaign, variant) person
      where edge_at is null or (person.created_at, person.id) < (edge_at, edge_id)
      order by person.created_at desc, person.id desc limit most + 1);
  end if;
  has_more := cardinality(persons) > most;

  if edge is null and not has_more then
    total := cardinality(persons);
  elsif is_only_searched then
    total := found_count;
  elsif max_count is not null and query is null then
    select count(*) into total from (
      select from desk.filter_leads(since, until, found_ids, query, mailed_ids, statuses, due_before, campaign, variant) person
      order by person.created_at desc limit most_counted + 1) counted;
  end if;

  return desk.describe_page(persons[:most], case when is_backward then has_more else edge is not null end,
    is_backward or has_more)
    || jsonb_build_object('count', case when num_nulls(total, max_count) = 0 then least(total, most_counted + 1) end);
end $$;
