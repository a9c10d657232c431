-- Returns by what the list is sorted in this order of desk.list_leads: 'time', 'name', 'source', 'watched',
-- 'outcome' or 'value'. Only the first three have an index.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.sort_of(sort text) returns text
language sql immutable parallel safe
return case
  when sort in ('newest', 'oldest') then 'time'
  else split_part(sort, '-', 1)
end;

-- Returns the text by which a person is sorted in the list, or null if it is sorted by time alone. Who has
-- not watched or has no value comes first, and of the outcomes open, then lost, then won. This function sets
-- no search_path, because Postgres cannot inline a function that sets one.
create function private.key_of(
  sort_by text,
  name text,
  source text,
  watched_percent smallint,
  outcome text,
  outcome_value numeric
) returns text
language sql immutable parallel safe
return case sort_by
  when 'name' then left(lower(name), 24)
  when 'source' then source
  when 'watched' then lpad(coalesce(watched_percent, 0)::text, 3, '0')
  when 'outcome' then array_position('{open,lost,won}'::text[], outcome)::text
  when 'value' then lpad((coalesce(outcome_value, -1) + 1)::text, 20, '0')
end;

-- The filters of desk.list_leads. A filter is an attribute here, a condition in filter_leads, and, if it has
-- certain values, a line in read_filter. If an attribute is null, it does not restrict the list.
-- `since` is included, and `until` is not. The source 'campaign:' selects the persons without a campaign, and
-- the variant '' selects the persons without a variant. If `calls` is 'none', the list contains only persons
-- who have no note about a call, an answer or a meeting. If `calls` is 'today', it contains only persons whom
-- the operator wants to call again on the day `today` or earlier. `chosen` are the ids of certain persons,
-- and `act` is an act at the desk and selects those to whom it was done.
create type private.list_filter as (
  search text,
  since timestamptz,
  until timestamptz,
  source text,
  variant text,
  mails text,
  kind text,
  number text,
  consent text,
  calls text,
  outcome text,
  booking text,
  watched text,
  mailbox text,
  today date,
  chosen uuid[],
  act uuid
);

-- Takes a value of the filter `mails`. Returns the statuses of the messages that it selects, or null if there
-- is no such value.
create function private.statuses_of(mails text) returns text[]
language sql immutable
set search_path = ''
as $$
  select case
    when mails in ('failed', 'held', 'sent') then array[mails]
    when mails in ('pending', 'overdue') then '{pending,sending}'
  end;
$$;

-- Takes a value of the filter `mails`. Returns the time before which the messages that it selects were due.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.due_before(mails text) returns timestamptz
language sql stable
return case when mails = 'overdue' then private.overdue_before() else 'infinity' end;

-- Reads the filters of desk.list_leads: {"kind": "person", "outcome": "won"}. An empty search is none, and
-- `today` is the current date if it is missing.
-- Raises 22023 if there is no such filter or no such value, and 22007 or 22P02 if a time or an id is
-- malformed.
create function private.read_filter(filters jsonb) returns private.list_filter
language plpgsql stable
set search_path = ''
as $$
declare
  filter private.list_filter := jsonb_populate_record(null::private.list_filter, filters);
  wrong text;
begin
  select format('the list has no filter "%s" with the value "%s"', given.key, left(given.value, 100))
  into wrong
  from jsonb_each_text(jsonb_strip_nulls(filters)) given
  where case given.key
    when 'mails' then private.statuses_of(given.value) is null
    when 'consent' then given.value <> all (private.consents_of('any') || 'may-be-texted'::text)
    when 'kind' then given.value not in ('person', 'bot', 'preview')
    when 'number' then given.value not in ('valid', 'invalid', 'confirmed')
    when 'calls' then given.value not in ('none', 'today')
    when 'outcome' then given.value not in ('open', 'won', 'lost')
    when 'booking' then given.value not in ('pressed', 'booked', 'held', 'cancelled', 'no-show')
    when 'watched' then given.value not in ('none', '25', '50', '75', '100')
    when 'mailbox' then given.value not in ('gets-emails', 'no-more-emails')
    else not to_jsonb(filter) ? given.key
  end
  limit 1;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'invalid_parameter_value';
  end if;
  filter.search := nullif(trim(filter.search), '');
  filter.today := coalesce(filter.today, current_date);
  return filter;
end $$;

-- Returns the persons that pass `filter` and all other arguments. A null restricts nothing. `search` and
-- `chosen` are not compared: the caller looks them up, and passes `found_ids`, `query` and `chosen_ids`.
-- If `is_read` is true, Postgres does not use the index on the words for `query`.
-- `below` and `above` are positions in the list when it is sorted by sort_by. A position is [text, time, id].
-- This function sets no search_path, because Postgres cannot inline a function that sets one. Inlined, the
-- planner knows each attribute of the filter, and drops the conditions that do not restrict the list.
create function private.filter_leads(
  filter private.list_filter,
  found_ids uuid[] default null,
  query tsquery default null,
  is_read boolean default false,
  chosen_ids uuid[] default null,
  below text[] default null,
  above text[] default null,
  sort_by text default 'time'
) returns setof private.leads
language sql stable
begin atomic
  select person.*
  from private.leads person,
  lateral (
    select private.key_of(
      sort_by, person.name, person.source, person.watched_percent, person.outcome,
      person.outcome_value) as key
  ) sorted
  where (filter.since is null or person.created_at >= filter.since)
    and (filter.until is null or person.created_at < filter.until)
    and (found_ids is null or person.id = any (found_ids))
    and (query is null or is_read or words @@ query)
    and (query is null or not is_read or ts_match_vq(words, query))
    and (chosen_ids is null or person.id = any (chosen_ids))
    -- If we wrote "exists" instead of this subquery, the planner would read all messages.
    and (
      filter.mails is null
      or (
        select true
        from private.outbox message
        where message.lead_id = person.id
          and message.status = any (private.statuses_of(filter.mails))
          and message.due_at < private.due_before(filter.mails)
        limit 1
      )
    )
    and (filter.source is null or filter.source = 'campaign:' or person.source = lower(filter.source))
    and (filter.source is distinct from 'campaign:' or person.source not like 'campaign:%')
    and (filter.variant is null or coalesce(person.variant, '') = filter.variant)
    and (filter.kind is distinct from 'bot' or suspected_bot and person.consent in ('none', 'withdrawn'))
    and (filter.kind is distinct from 'preview' or preview)
    and (filter.kind is distinct from 'person' or not suspected_bot and not preview)
    and (filter.number is distinct from 'valid' or phone_e164 is not null)
    and (filter.number is distinct from 'invalid' or phone_e164 is null)
    and (filter.number is distinct from 'confirmed' or confirmed_at is not null)
    -- The planner can read the index on the consent in the order of the list with "=", but not with "= any".
    and (
      filter.consent is null
      or filter.consent in ('stopped', 'may-be-texted')
      or person.consent = filter.consent
    )
    and (
      filter.consent is distinct from 'may-be-texted'
      or person.consent = any (private.consents_of('may-be-texted'))
    )
    and (
      filter.consent is null
      or (
        select case
          when filter.consent = 'may-be-texted' then known.is_textable
          else known.state = filter.consent
        end
        from private.lead_states known
        where known.id = person.id
      )
    )
    and (
      filter.calls is distinct from 'none'
      or (
        select true
        from private.lead_notes note
        where note.lead_id = person.id and note.kind not in ('note', 'act')
        limit 1
      ) is null
    )
    and (filter.calls is distinct from 'today' or call_again_on <= filter.today)
    and (filter.outcome is null or person.outcome = filter.outcome)
    and (filter.booking is null or person.booking is not null or person.booking_pressed_at is not null)
    and (
      filter.booking is null
      or private.booking_state(person.booking, person.booking_ends_at, person.booking_pressed_at)
        = filter.booking
    )
    and (
      filter.watched is null
      or filter.watched = 'none'
      or watched_percent >= nullif(filter.watched, 'none')::smallint
    )
    -- Those who have not watched a quarter have no share.
    and (filter.watched is distinct from 'none' or watched_percent is null)
    and (
      filter.mailbox is null
      or (filter.mailbox = 'gets-emails') = ((
        select true
        from private.suppressed_mailboxes suppressed
        where suppressed.mailbox_hash = any (person.mailbox_hashes)
        limit 1
      ) is null)
    )
    and (
      below is null
      or sort_by <> 'time'
      or (created_at, person.id) < (below[2]::timestamptz, below[3]::uuid)
    )
    and (
      above is null
      or sort_by <> 'time'
      or (created_at, person.id) > (above[2]::timestamptz, above[3]::uuid)
    )
    and (
      below is null
      or sort_by = 'time'
      or (sorted.key, created_at, person.id) < (below[1], below[2]::timestamptz, below[3]::uuid)
    )
    and (
      above is null
      or sort_by = 'time'
      or (sorted.key, created_at, person.id) > (above[1], above[2]::timestamptz, above[3]::uuid)
    );
end;

-- Returns the ids of the persons whose number is stopped, or whose number another person withdrew. If there
-- are more than max_leads of them, returns null.
create function private.find_stopped(max_leads integer) returns uuid[]
language sql stable
set search_path = ''
-- What was said later is read once, and not once for each number.
set enable_hashjoin = on
set enable_nestloop = off
as $$
  select case when count(*) <= max_leads then coalesce(array_agg(id), '{}') end
  from (
    -- Because of "offset 0", the planner looks up the persons of each number, and not the other way round.
    select distinct person.id
    from private.untextable_numbers number,
      lateral (
        select id
        from private.leads
        where phone_e164 = number.phone_e164
          and (number.is_stopped or consent = any (private.consents_of('may-be-texted')))
        offset 0
      ) person
    limit max_leads + 1
  ) stopped;
$$;

-- Returns the ids of the persons whose mailbox is suppressed. If there are more than max_leads of them,
-- returns null.
create function private.find_suppressed(max_leads integer) returns uuid[]
language sql stable
set search_path = ''
set enable_bitmapscan = on
as $$
  select case when count(*) <= max_leads then coalesce(array_agg(id), '{}') end
  from (
    select distinct person.id
    from private.suppressed_mailboxes suppressed,
      lateral (
        select id
        from private.leads
        where mailbox_hashes @> array[suppressed.mailbox_hash]
        offset 0
      ) person
    limit max_leads + 1
  ) refusing;
$$;

-- Returns the ids of the persons whom the operator wants to call again on this day or earlier. If there are
-- more than max_leads of them, returns null.
create function private.find_to_call(call_by date, max_leads integer) returns uuid[]
language sql stable
set search_path = ''
as $$
  select case when count(*) <= max_leads then coalesce(array_agg(id), '{}') end
  from (
    select id
    from private.leads
    where call_again_on <= call_by
    limit max_leads + 1
  ) due;
$$;

-- Looks up the persons of those filters that usually select only a few: certain persons, persons with unsent
-- messages, with a stopped number, with a suppressed mailbox, or to be called again. `chosen_ids` are these
-- persons. They are null if there is no such filter, or if the filter selects more than `few`. `filter` is
-- what filter_leads must still compare. `chosen_count` is how many persons have such messages or numbers, if
-- they are looked up.
create function private.choose_leads(
  inout filter private.list_filter,
  few integer,
  out chosen_ids uuid[],
  out chosen_count integer
)
language plpgsql stable
set search_path = ''
as $$
declare
  statuses constant text[] := private.statuses_of(filter.mails);
  due_before constant timestamptz := private.due_before(filter.mails);
  -- A submission usually has an email to the person and one to the owner.
  most_messages constant integer := 2 * few;
  messages integer;
begin
  chosen_ids := filter.chosen;
  filter.chosen := null;
  if filter.act is not null then
    chosen_ids := array(
      select listed.id
      from private.desk_acts
      cross join lateral unnest(persons) listed (id)
      where desk_acts.id = filter.act and (chosen_ids is null or listed.id = any (chosen_ids))
    );
    filter.act := null;
  end if;
  if chosen_ids is null and filter.mails <> 'sent' then
    select coalesce(array_agg(distinct lead_id), '{}'), count(*)
    into chosen_ids, messages
    from (
      select lead_id
      from private.outbox
      where status = any (statuses) and due_at < due_before and lead_id is not null
      limit most_messages
    ) read;
    chosen_count := cardinality(chosen_ids);
    if chosen_count > few or messages = most_messages then
      chosen_ids := null;
      chosen_count := null;
    else
      filter.mails := null;
    end if;
  end if;
  if chosen_ids is null and filter.consent = 'stopped' then
    chosen_ids := private.find_stopped(few);
    if chosen_ids is not null then
      chosen_count := cardinality(chosen_ids);
      filter.consent := null;
    end if;
  end if;
  chosen_ids := coalesce(
    chosen_ids,
    case when filter.calls = 'today' then private.find_to_call(filter.today, few) end,
    case when filter.mailbox = 'no-more-emails' then private.find_suppressed(few) end);
end $$;
