-- Returns a person as the list shows them: the columns of leads and
--   campaign, variant       of the first submission, which is as old as the person; null where it is not kept any longer
--   submissions             how many there are; confirmations are not counted
--   changes                 how many of them gave other data than the record has, and did not change it
--   latest_at               when the latest was made
--   suspected_bot, preview  whether the latest was
--   mails                   those of the latest: [{kind, status, attempts, last_error, due_at, sent_at}, …]
--   dead, held              how many mails of all submissions are
--   confirmed_at            when the person confirmed, by the link in their mail, what the record has
create function desk.describe_lead(person public.leads) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(person) || told.submissions || jsonb_build_object(
    'mails', coalesce(jsonb_agg(jsonb_build_object('kind', mail.kind, 'status', mail.status, 'attempts', mail.attempts,
        'last_error', mail.last_error, 'due_at', mail.due_at, 'sent_at', mail.sent_at) order by array_position(array['visitor', 'owner', 'webhook'], mail.kind))
      filter (where mail.submission_id = told.latest), '[]'),
    'dead', count(*) filter (where mail.status = 'dead'),
    'held', count(*) filter (where mail.status = 'held'),
    'confirmed_at', (
      select max(created_at) from public.lead_submissions where lead_id = person.id and confirms is not null
        and (name, phone, country_code) = (person.name, person.phone, person.country_code)))
  from (
    select (array_agg(id order by created_at desc))[1] as latest, jsonb_build_object(
      'campaign', (array_agg(campaign) filter (where created_at = person.created_at))[1],
      'variant', (array_agg(variant) filter (where created_at = person.created_at))[1],
      'submissions', count(*),
      'changes', count(*) filter (where not applied and not preview
        and (name, phone, country_code) <> (person.name, person.phone, person.country_code)),
      'latest_at', max(created_at),
      'suspected_bot', (array_agg(suspected_bot order by created_at desc))[1],
      'preview', (array_agg(preview order by created_at desc))[1]) as submissions
    from public.lead_submissions where lead_id = person.id and confirms is null
  ) told
  left join public.lead_emails mail on mail.lead_id = person.id
  group by told.latest, told.submissions;
$$;

-- Returns {"leads": [describe_lead, …], "older", "newer": where the next page begins, or null, "count": integer or null}, at most
-- max_rows persons (1000 at most), the newest first. What is null does not restrict:
--   search        words of name and address, or a phone number (search_query)
--   since, until  when the person was stored; until is not included
--   campaign      utm_campaign of the first submission; '' for persons without one. `variant` likewise
--   mail_state    persons with a mail that is 'dead', 'held', 'waiting', 'overdue' (for ten minutes) or 'sent'
--   before        the `older` of another answer; `after` its `newer`
--   max_count     asks for the count of the persons on all pages, which ends one above this (10000 at most). It is null when it
--                 would take too long: for a search with more than 10000, with another restriction
-- Raises 22023 for an unknown mail_state, 22007 or 22P02 for a wrong before or after.
create function desk.list_leads(
  search text default null, since timestamptz default null, until timestamptz default null,
  campaign text default null, variant text default null, mail_state text default null,
  before text default null, after text default null, max_rows integer default 50, max_count integer default null)
  returns jsonb
language plpgsql stable security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '10s' set jit = off
set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = on as $$
declare
  most constant integer := greatest(least(max_rows, 1000), 1);
  is_backward constant boolean := before is null and after is not null;
  edge constant text[] := string_to_array(coalesce(before, after), '_');
  edge_at constant timestamptz := edge[1];
  edge_id constant uuid := case when edge is not null then coalesce(edge[2], '') end;
  query constant tsquery := desk.search_query(search);
  is_waiting constant text := 'status in (''pending'', ''sending'')';
  mail_condition constant text := case
    when mail_state in ('dead', 'held', 'sent') then format('status = %L', mail_state)
    when mail_state = 'waiting' then is_waiting
    when mail_state = 'overdue' then is_waiting || ' and due_at < now() - interval ''10 minutes''' end;
  -- Of more than these, a page is near in the order of time.
  few constant integer := 10000;
  most_counted constant integer := least(max_count, few);
  found_ids uuid[];
  mailed_ids uuid[];
  first_submission text := '';
  period text := concat_ws(' and ', 'true',
    case when since is not null then 'person.created_at >= $5' end,
    case when until is not null then 'person.created_at < $6' end);
  -- The time alone, too, for the index of the first submissions.
  reached text := case when edge is null then 'true'
    else 'person.created_at ' || case when is_backward then '>=' else '<=' end || ' $9' end;
  chosen text;
  persons public.leads[];
  has_more boolean;
  total integer;
  answer jsonb;
begin
  if mail_state is not null and mail_condition is null then
    raise exception 'there is no mail_state %', mail_state using errcode = 'invalid_parameter_value';
  end if;
  if query is not null then
    found_ids := desk.find_leads(query, few + 1);
  end if;
  -- Of the mails that are not sent there are few as a rule, and indexes of them alone.
  if mail_state <> 'sent' then
    execute format('select array(select distinct lead_id from public.lead_emails where %s and lead_id is not null limit $1)',
      mail_condition) into mailed_ids using few + 1;
  end if;
  -- It has the person's time, so that its indexes give the persons of a campaign or a variant in their order.
  if campaign is not null or variant is not null then
    first_submission := 'join public.lead_submissions first
      on first.lead_id = person.id and first.created_at = person.created_at';
    period := period || ' and ' || replace(period, 'person.', 'first.');
    reached := reached || ' and ' || replace(reached, 'person.', 'first.');
    -- The planner takes the equal times for a coincidence and expects one row, which is soon sorted.
    perform set_config('enable_sort',
      case when least(cardinality(found_ids), cardinality(mailed_ids)) <= few then 'on' else 'off' end, true);
  end if;
  chosen := format('from public.leads person %s where %s', first_submission, concat_ws(' and ', period,
    case
      when query is null and trim(search) <> '' then 'false'
      when cardinality(found_ids) > few
        then 'desk.lead_words(person.name, person.email, person.phone, person.phone_e164) @@ $1'
      when query is not null then 'person.id = any ($2)' end,
    case when campaign = '' then 'first.campaign ->> ''utm_campaign'' is null'
      when campaign <> '' then 'first.campaign ->> ''utm_campaign'' = $3' end,
    case when variant = '' then 'first.variant is null' when variant <> '' then 'first.variant = $4' end,
    case when cardinality(mailed_ids) <= few then 'person.id = any ($7)'
      else 'person.id in (select lead_id from public.lead_emails where ' || mail_condition || ')' end));

  execute format('select array(select person %s and %s order by person.created_at %s limit $8)',
    chosen,
    concat_ws(' and ', reached,
      case when edge is not null
        then '(person.created_at, person.id) ' || case when is_backward then '>' else '<' end || ' ($9, $10)' end),
    case when is_backward then 'asc, person.id asc' else 'desc, person.id desc' end)
  into persons
  using query, found_ids, campaign, variant, since, until, mailed_ids, most + 1, edge_at, edge_id;
  has_more := cardinality(persons) > most;

  if max_count is null then
    total := null;
  elsif edge is null and not has_more then
    total := cardinality(persons);
  elsif query is not null and num_nonnulls(since, until, campaign, variant, mail_state) = 0 then
    total := cardinality(found_ids);
  elsif coalesce(cardinality(found_ids), 0) <= few then
    -- In the same order, so that it is read by the same indexes.
    execute format('select count(*) from (select %s order by person.created_at desc limit $8) counted', chosen)
    into total
    using query, found_ids, campaign, variant, since, until, mailed_ids, most_counted + 1;
  end if;

  select jsonb_build_object('leads', coalesce(jsonb_agg(desk.describe_lead(person) order by place), '[]'),
    'newer', case when is_backward and has_more or not is_backward and edge is not null
      then min(key) filter (where place = 1) end,
    'older', case when is_backward or has_more then min(key) filter (where place = places) end,
    'count', case when total is not null then least(total, most_counted + 1) end)
  into answer
  from (
    select person, to_jsonb(created_at) #>> '{}' || '_' || id as key,
      row_number() over (order by created_at desc, id desc) as place, count(*) over () as places
    from unnest(persons[:most]) person
  ) placed;
  return answer;
end $$;
