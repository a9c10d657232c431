-- Returns by what the list is sorted in this order of desk.list_leads: 'time', 'name' or 'source'.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.sort_of(sort text) returns text
language sql immutable parallel safe
return case
  when sort in ('newest', 'oldest') then 'time'
  else split_part(sort, '-', 1)
end;

-- Returns the text by which the list is sorted, or null if it is sorted by time alone.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.sort_key(sort_by text, name text, source text) returns text
language sql immutable parallel safe
return case sort_by
  when 'name' then left(lower(name), 24)
  when 'source' then source
end;

-- Returns the persons that match all arguments. If an argument is null, everybody matches it. If an argument
-- is '', only persons without a value match it.
-- If `is_read` is true, Postgres does not use the index on the words for `query`.
-- `below` and `above` are positions in the list when it is sorted by sort_by. A position is [text, time, id].
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.filter_leads(
  since timestamptz default null,
  until timestamptz default null,
  found_ids uuid[] default null,
  query tsquery default null,
  is_read boolean default false,
  chosen_ids uuid[] default null,
  statuses text[] default null,
  due_before timestamptz default null,
  of_source text default null,
  of_variant text default null,
  of_kind text default null,
  of_number text default null,
  consents text[] default null,
  is_uncalled boolean default null,
  call_by date default null,
  of_outcome text default null,
  of_watched smallint default null,
  gets_mails boolean default null,
  below text[] default null,
  above text[] default null,
  sort_by text default 'time'
) returns setof private.leads
language sql stable
begin atomic
  select person.*
  from private.leads person
  where (since is null or person.created_at >= since)
    and (until is null or person.created_at < until)
    and (found_ids is null or person.id = any (found_ids))
    and (query is null or is_read or words @@ query)
    and (query is null or not is_read or ts_match_vq(words, query))
    and (chosen_ids is null or person.id = any (chosen_ids))
    -- If we wrote "exists" instead of this subquery, the planner would read all messages.
    and (
      statuses is null
      or (
        select true
        from private.outbox message
        where message.lead_id = person.id and message.status = any (statuses) and message.due_at < due_before
        limit 1
      )
    )
    and (of_source is null or of_source = 'campaign:' or source = lower(of_source))
    and (of_source is distinct from 'campaign:' or source not like 'campaign:%')
    and (of_variant is null or of_variant = '' or variant = of_variant)
    and (of_variant is distinct from '' or variant is null)
    and (of_kind is distinct from 'bot' or suspected_bot and consent in ('none', 'withdrawn'))
    and (of_kind is distinct from 'preview' or preview)
    and (of_kind is distinct from 'person' or not suspected_bot and not preview)
    and (of_number is distinct from 'valid' or phone_e164 is not null)
    and (of_number is distinct from 'invalid' or phone_e164 is null)
    and (of_number is distinct from 'confirmed' or confirmed_at is not null)
    -- With "=" instead of "= any", the planner can read the index on the consent in the order of the list.
    and (consents is null or consents = '{stopped}' or cardinality(consents) = 1 or consent = any (consents))
    and (consents is null or consents = '{stopped}' or cardinality(consents) > 1 or consent = consents[1])
    and (
      consents is null
      or (
        select case
          when consents = private.consents_of('may-be-texted') then known.text_fault is null
          else known.state = any (consents)
        end
        from private.lead_states known
        where known.id = person.id
      )
    )
    and (
      is_uncalled is not true
      or (
        select true
        from private.lead_notes note
        where note.lead_id = person.id and note.kind <> 'note'
        limit 1
      ) is null
    )
    and (call_by is null or call_again_on <= call_by)
    and (of_outcome is null or outcome = of_outcome)
    -- 0 selects those who have not watched a quarter.
    and (of_watched is null or of_watched = 0 or watched_percent >= of_watched)
    and (of_watched is distinct from 0 or watched_percent is null)
    and (
      gets_mails is null
      or gets_mails = ((
        select true
        from private.suppressed_mailboxes suppressed
        where suppressed.mailbox_hash = any (person.mailbox_hashes) and suppressed.lifted_at is null
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
      or (private.sort_key(sort_by, name, source), created_at, person.id)
        < (below[1], below[2]::timestamptz, below[3]::uuid)
    )
    and (
      above is null
      or sort_by = 'time'
      or (private.sort_key(sort_by, name, source), created_at, person.id)
        > (above[1], above[2]::timestamptz, above[3]::uuid)
    );
end;

-- Returns the ids of the persons whose number is stopped, or whose number another person withdrew. If there
-- are more than max_leads of them, returns null.
create function private.find_stopped(max_leads integer) returns uuid[]
language sql stable
set search_path = ''
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
set enable_seqscan = off
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
    where suppressed.lifted_at is null
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

-- Takes a filter that was chosen in the desk. Returns the statuses of the messages that the filter selects,
-- or null if there is no such filter.
create function private.statuses_of(mail_state text) returns text[]
language sql immutable
set search_path = ''
as $$
  select case
    when mail_state in ('failed', 'held', 'sent') then array[mail_state]
    when mail_state in ('pending', 'overdue') then '{pending,sending}'
  end;
$$;

-- Looks up the persons of the filters that usually select only a few: persons with unsent messages, with a
-- stopped number, with a suppressed mailbox, or to be called again. `chosen_ids` are these persons, or
-- `chosen` if it is not null. They are null if there is no such filter, or if the filter selects more than
-- `few`. `statuses` are the statuses for filter_leads, or null if `chosen_ids` are enough. `chosen_count` is
-- how many persons have such messages, but it counts the persons of few + 1 messages at most.
create function private.choose_leads(
  chosen uuid[],
  mail_state text,
  due_before timestamptz,
  consent text,
  calls text,
  mailbox text,
  today date,
  few integer,
  out chosen_ids uuid[],
  out statuses text[],
  out chosen_count integer
)
language plpgsql stable
set search_path = ''
as $$
begin
  statuses := private.statuses_of(mail_state);
  chosen_ids := chosen;
  if chosen is null and mail_state <> 'sent' then
    chosen_ids := array(
      select lead_id
      from private.outbox
      where status = any (statuses) and due_at < due_before and lead_id is not null
      limit few + 1
    );
    chosen_count := (select count(distinct lead_id) from unnest(chosen_ids) lead_id);
    if cardinality(chosen_ids) > few then chosen_ids := null; end if;
  end if;
  if chosen_ids is not null then statuses := null; end if;
  chosen_ids := coalesce(
    chosen_ids,
    case when consent = 'stopped' then private.find_stopped(few) end,
    case when calls = 'today' then private.find_to_call(today, few) end,
    case when mailbox = 'no-more-emails' then private.find_suppressed(few) end);
end $$;
