-- Returns a person as JSON. The result contains the columns of leads, the first campaign and referrer, some
-- counts, the latest note, the messages of the latest submission, `is_doubtful`, and `ad_faults`, which says
-- of each ad platform why it is not told about the visit, or null (see ad_fault).
create function private.describe_lead(person private.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(person) - '{secret,words,number_fault,former,mailbox_hashes}'::text[] || history.facts
    || jsonb_build_object(
    'consent', history.state,
    'booking', private.booking_state(person.booking, person.booking_ends_at, person.booking_pressed_at),
    'currency', private.currency(),
    'refuses_mails', private.refuse_mail(person.email, 'queued') is not null,
    'mails', coalesce(
      jsonb_agg(
        private.describe_message(message)
        order by array_position(array['visitor', 'owner', 'webhook'], message.kind)
      ) filter (where message.submission_id = history.latest and message.event is null),
      '[]'),
    'failed', count(*) filter (where message.status = 'failed'),
    'held', count(*) filter (where message.status = 'held'),
    'text_fault', private.text_fault(person.id),
    'is_doubtful', private.is_doubtful(person),
    'ad_faults', jsonb_build_object(
      'google-ads', private.ad_fault(
        'google-ads', history.state, history.is_private, history.facts -> 'campaign'),
      'microsoft-ads', private.ad_fault(
        'microsoft-ads', history.state, history.is_private, history.facts -> 'campaign')),
    'noted', (
      select jsonb_build_object('kind', kind, 'created_at', created_at)
      from private.lead_notes
      where lead_id = person.id and kind <> 'act'
      order by created_at desc
      limit 1
    ))
  from (
    select
      (array_agg(id order by created_at desc))[1] as latest,
      coalesce(
        (select to_jsonb(visit) from private.first_visit(person.id) visit),
        '{"campaign": null, "referrer": null}') || jsonb_build_object(
        'submissions', count(*),
        'changes', count(*) filter (
          where not merged
            and not preview
            and (name, phone, country_code) <> (person.name, person.phone, person.country_code)
        ),
        'latest_at', max(created_at)) as facts,
      private.consent_state(person)::text as state,
      private.refuses_tracking(person.id) as is_private
    from private.lead_submissions
    where lead_id = person.id and confirms is null and consent
  ) history
  left join private.outbox message on message.lead_id = person.id
  group by history.latest, history.facts, history.state, history.is_private;
$$;

-- Returns {"leads", "newer", "older"}. "leads" contains the result of describe_lead for each person. "newer"
-- and "older" are the cursors for the pages before and after this one, or null if there is no such page. If
-- is_back is true, the caller passes `persons` in reverse order. is_first and is_last say that the page is
-- at that end of the list.
create function private.describe_page(
  persons private.leads[],
  most integer,
  sort_by text,
  is_first boolean,
  is_last boolean,
  is_back boolean
) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'leads', coalesce(jsonb_agg(private.describe_lead(person) order by place), '[]'),
    'newer', case
      when case when is_back then cardinality(persons) > most else not is_first end
        then (array_agg(key order by place))[1]
    end,
    'older', case
      when not is_last and (is_back or cardinality(persons) > most)
        then (array_agg(key order by place desc))[1]
    end)
  from (
    select
      case when is_back then -place else place end as place,
      person,
      concat_ws(
        '_',
        to_jsonb((person).created_at) #>> '{}',
        (person).id,
        private.key_of(
          sort_by, (person).name, (person).source, (person).watched_percent, (person).outcome,
          (person).outcome_value)) as key
    from (
      select place, persons[place] as person
      from generate_subscripts(persons[:most], 1) place
    ) numbered
  ) placed;
$$;

-- Returns the first `most` persons of filter_leads in the order of the list, which begins after `edge` and
-- ends at `stop`, if these are not null. The settings of its caller tell the planner how to read.
create function private.read_page(
  filter private.list_filter,
  found_ids uuid[],
  query tsquery,
  is_read boolean,
  chosen_ids uuid[],
  edge text[],
  stop text[],
  is_down boolean,
  sorted_by text,
  most integer
) returns private.leads[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array(
    select person
    from private.filter_leads(
      filter,
      found_ids,
      query,
      is_read,
      chosen_ids,
      below => case when is_down then edge else stop end,
      above => case when is_down then stop else edge end,
      sort_by => sorted_by) person,
    lateral (
      select private.key_of(
        sorted_by, person.name, person.source, person.watched_percent, person.outcome,
        person.outcome_value) as key
    ) sorted
    order by
      case when is_down then sorted.key end desc,
      case when is_down then person.created_at end desc,
      case when is_down then person.id end desc,
      sorted.key,
      person.created_at,
      person.id
    limit most
  );
end $$;

-- Takes the arguments of desk.list_leads. `persons` are the persons on the page, and one more if there is
-- another page. If the cursor is `after`, they are in reverse order. `people` and `count_is` are how many
-- persons match (see private.count_leads), and null if max_count is null. `is_cut` is true if the
-- search leaves out persons (see private.is_cut). `sorted_by` is by what they are sorted (see
-- private.sort_of): an order without an index needs all who pass, so above 5000 the newest come first
-- instead. The options that are changed inside are also set below, so that they have their old values after
-- the call. The functions that are called inside rely on them.
create function private.pick_leads(
  filters jsonb,
  sort text,
  before text,
  after text,
  most integer,
  max_count integer,
  out persons private.leads[],
  out people integer,
  out count_is text,
  out is_cut boolean,
  out sorted_by text
)
language plpgsql stable
set search_path = ''
set timezone = 'UTC'
set jit = off
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = on
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_sort = on
as $$
declare
  is_back constant boolean := before is null and after is not null;
  is_down boolean := is_back <> (sort = 'newest' or sort like '%-down');
  is_indexed constant boolean := private.sort_of(sort) in ('time', 'name', 'source');
  most_sorted constant integer := 5000;
  place constant text[] := regexp_match(nullif(coalesce(before, after), 'end'), '^([^_]*)_?([^_]*)_?(.*)$');
  edge constant text[] := case
    when place is not null then array[place[3], place[1]::timestamptz::text, place[2]::uuid::text]
  end;
  few constant integer := 10000;
  steps constant integer := greatest(few, 8 * most);
  filter private.list_filter := private.read_filter(filters);
  restrictions constant integer := (
    select count(*)
    from jsonb_object_keys(jsonb_strip_nulls(to_jsonb(filter) - 'today'))
  );
  query tsquery;
  is_read boolean;
  found_ids uuid[];
  found_count integer;
  chosen record;
  chosen_ids uuid[];
  passing_ids uuid[];
  most_passing integer;
  is_walked boolean;
  is_counted boolean;
  stop text[];
begin
  sorted_by := private.sort_of(sort);
  if sort not in ('newest', 'oldest')
    and (sort !~ '^[a-z]+(-down)?$' or sorted_by not in ('name', 'source', 'watched', 'outcome', 'value'))
  then
    raise exception 'the list has no order "%"', left(sort, 100) using errcode = 'invalid_parameter_value';
  end if;
  is_cut := private.is_cut(filter.search);
  select * into found_ids, query, found_count from private.look_up(filter.search, few);
  chosen := private.choose_leads(filter, few);
  filter := chosen.filter;
  chosen_ids := chosen.chosen_ids;
  found_count := coalesce(chosen.chosen_count, found_count);
  if query is not null and cardinality(chosen_ids) <= few then
    chosen_ids := private.find_among(query, chosen_ids);
    query := null;
  end if;

  is_counted := restrictions = 1 and query is null;

  -- If few persons pass, they are looked up once, for the page and for the count.
  is_walked := num_nonnulls(query, found_ids, chosen_ids) = 0;
  if query is null
    and (
      not is_indexed
      or is_walked and restrictions > 0 and sorted_by <> 'time'
      or not is_walked and (restrictions > 1 or found_count is null)
    )
  then
    perform set_config('enable_sort', case when is_walked then 'off' else 'on' end, true);
    most_passing := case when is_walked then most_sorted else few end;
    passing_ids := array(
      select id
      from private.filter_leads(filter, found_ids, chosen_ids => chosen_ids)
      order by created_at desc
      limit most_passing + 1
    );
    found_count := cardinality(passing_ids);
    is_counted := found_count <= most_passing;
    if is_counted then
      is_walked := false;
      chosen_ids := passing_ids;
      found_ids := null;
      filter := null;
      perform set_config('enable_sort', 'on', true);
    end if;
  end if;
  if not is_indexed and (query is not null or found_count > most_sorted) then
    sorted_by := 'time';
    is_down := not is_back;
  end if;

  -- If the words are common, the page is usually near, so it is first looked for as far as `stop`. If it is
  -- not full there, all who are found are sorted. In a short period they are found by reading everybody,
  -- because the index on the words would take longer.
  is_read := query is not null and private.is_short(filter.since, filter.until);
  if is_walked or is_read and sorted_by = 'time' then
    -- In the order of the list, Postgres stops when it has enough. The planner would often sort everybody.
    perform set_config('enable_sort', 'off', true);
  elsif query is not null then
    stop := private.end_of_walk(filter.since, filter.until, edge, is_down, sorted_by, steps);
  end if;
  loop
    -- Otherwise the planner might compare everybody in the order of the list.
    if stop is null and num_nonnulls(found_ids, query) > 0 and not (is_read and sorted_by = 'time') then
      perform set_config('enable_indexscan', 'off', true), set_config('enable_bitmapscan', 'on', true);
    end if;
    persons := private.read_page(
      filter, found_ids, query, is_read, chosen_ids, edge, stop, is_down, sorted_by, most + 1);
    exit when stop is null or cardinality(persons) > most;
    stop := null;
  end loop;

  if max_count is null then
    return;
  end if;
  count_is := 'exact';
  if edge is null and cardinality(persons) <= most then
    people := cardinality(persons);
  elsif is_counted and found_count is not null then
    people := found_count;
  else
    select counted.people, counted.count_is
    into people, count_is
    from private.count_leads(filter, found_ids, query, chosen_ids, max_count) counted;
  end if;
end $$;

-- Returns how many persons pass. The first arguments are those of filter_leads. count_is is 'exact', or
-- 'about' if the number is an estimate, rounded to two digits, or 'more than' if only that is known. Both are
-- null if nothing is known.
-- As ids are random, the share of those who pass among the first 2000 ids is taken for that of all, whom
-- Postgres has counted when it last analyzed the table. If max_count is near or below this estimate, those
-- who pass are counted instead, up to max_count. To count 200,000 would take longer than the page itself.
create function private.count_leads(
  filter private.list_filter,
  found_ids uuid[],
  query tsquery,
  chosen_ids uuid[],
  max_count integer,
  out people integer,
  out count_is text
)
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_indexscan = on
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  size constant integer := 2000;
  sample constant uuid[] := array(select id from private.leads order by id limit size);
  passing constant integer := (
    select count(*)
    from private.filter_leads(
      filter,
      found_ids,
      query,
      true,
      case
        when chosen_ids is null then sample
        else array(select unnest(sample) intersect select unnest(chosen_ids))
      end)
  );
  everybody numeric;
  estimate numeric;
begin
  if cardinality(sample) < size then
    people := passing;
    count_is := 'exact';
    return;
  end if;
  everybody := (select reltuples from pg_class where oid = 'private.leads'::regclass);
  if everybody <= 0 then
    everybody := (select count(*) from private.leads);
  end if;
  estimate := case
    when passing >= 20
      then round(everybody * passing / size, 1 - floor(log(everybody * passing / size))::integer)
  end;
  -- Without an index, those with a word or a message cannot be counted in the order of the list.
  if coalesce(estimate, 0) < 2 * max_count
    and num_nonnulls(query, found_ids, chosen_ids) = 0
    and coalesce(filter.mails, 'sent') = 'sent'
  then
    people := (
      select count(*)
      from (
        select
        from private.filter_leads(filter) person
        -- Counting needs no order, but with this order the planner uses the same index as for the page.
        order by person.created_at desc
        limit max_count + 1
      ) counted
    );
    count_is := case when people > max_count then 'more than' else 'exact' end;
    people := least(people, max_count);
  end if;
  if coalesce(count_is, 'more than') = 'more than' and estimate > coalesce(people, 0) then
    people := estimate;
    count_is := 'about';
  end if;
end $$;

-- Returns the position of the person who comes `steps` persons after `edge` in the list of everybody in the
-- period, or null if there are not so many. `edge` is a position too, or null for the beginning of the list.
-- The planner settings of the caller apply.
create function private.end_of_walk(
  since timestamptz,
  until timestamptz,
  edge text[],
  is_down boolean,
  sort_by text,
  steps integer
) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  period private.list_filter;
begin
  period.since := since;
  period.until := until;
  return (
    select array[sorted.key, created_at::text, id::text]
    from private.filter_leads(
      period,
      below => case when is_down then edge end,
      above => case when not is_down then edge end,
      sort_by => sort_by) person,
    lateral (
      select private.key_of(
        sort_by, person.name, person.source, person.watched_percent, person.outcome,
        person.outcome_value) as key
    ) sorted
    order by
      case when is_down then sorted.key end desc,
      case when is_down then created_at end desc,
      case when is_down then id end desc,
      sorted.key,
      created_at,
      id
    offset steps - 1
    limit 1);
end $$;

-- Returns the result of describe_page, and adds "count", "count_is", "is_cut", "is_sorted" and "read_at".
-- "count" is how many persons match if max_count is given, up to which it is exact, and "count_is" says what
-- it is (see private.count_leads). "is_sorted" is false if too many match for this order, and "read_at" is
-- the time of the call.
-- `filters` are the filters of private.list_filter by their names, and say who is listed.
-- To get the next page, pass the cursor "older" of the last answer as `before`. To get the previous page,
-- pass the cursor "newer" as `after`. For the last page, pass 'end' as `after`.
-- Raises 22023 if a filter, its value or the order is unknown, and 22007 or 22P02 if a time, an id or a
-- cursor is malformed.
create function desk.list_leads(
  filters jsonb default '{}',
  sort text default 'newest',
  before text default null,
  after text default null,
  max_rows integer default 50,
  max_count integer default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set jit = off
-- With the default, which is meant for hard disks, the planner may read several pages of the list for one.
set random_page_cost = 1.1
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  most constant integer := greatest(least(max_rows, 1000), 1);
  picked record;
begin
  picked := private.pick_leads(filters, sort, before, after, most, max_count);
  return private.describe_page(
      picked.persons,
      most,
      picked.sorted_by,
      coalesce(before, after) is null,
      before is null and after is not distinct from 'end',
      before is null and after is not null)
    || jsonb_build_object(
      'count', picked.people,
      'count_is', picked.count_is,
      'is_cut', picked.is_cut,
      'is_sorted', picked.sorted_by = private.sort_of(sort),
      'read_at', now());
end $$;

-- Returns the different values of leads.source and leads.variant as {"sources", "variants", "is_cut"}. Both
-- lists are in alphabetical order and contain at most 2000 values. "is_cut" says that there are more sources.
create function desk.list_origins() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
as $$
  with recursive found (source, variant, place) as (
    select
      (select min(source) from private.leads),
      (
        select min(coalesce(variant, ''))
        from private.leads
        where coalesce(variant, '') > ''
      ),
      1
    union all
    select
      (select min(person.source) from private.leads person where person.source > found.source),
      (
        select min(coalesce(person.variant, ''))
        from private.leads person
        where coalesce(person.variant, '') > found.variant
      ),
      place + 1
    from found
    where num_nonnulls(source, variant) > 0 and place < 2000
  )
  select jsonb_build_object(
    'sources', coalesce(jsonb_agg(source order by source) filter (where source is not null), '[]'),
    'variants', coalesce(jsonb_agg(variant order by variant) filter (where variant is not null), '[]'),
    'is_cut', coalesce(max(source) < (select max(person.source) from private.leads person), false))
  from found;
$$;
