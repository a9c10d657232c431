-- A number is stopped when a text message from it asks for this, or when the operator stops it.

-- This table contains the text messages that ask neither to stop nor to start again. The sweep puts these
-- messages into a digest and deletes them after 30 days.
create table private.incoming_texts (
  id uuid primary key default gen_random_uuid(),
  -- The sender as the provider reported it. The sender is not always a phone number in E.164.
  sender text not null,
  words text not null,
  received_at timestamptz not null default now(),
  -- The time at which the operator marked this text message as answered in the desk.
  answered_at timestamptz,
  digest_id uuid references private.outbox on delete set null
);

create index incoming_texts_received_at_idx on private.incoming_texts (received_at);
create index incoming_texts_unanswered_idx on private.incoming_texts (received_at)
  where answered_at is null;
create index incoming_texts_digest_idx on private.incoming_texts (digest_id);

-- Takes a text message that came in. If `meaning` is 'stop', the number of the sender is stopped. If
-- `meaning` is 'start', the stop is lifted. If `meaning` is 'other', or if the sender is not a number in
-- E.164, the message is stored for the owner.
-- This function locks no person, so it can store a stop even while somebody else has locked the person. The
-- sweep does the rest of the work later.
create function public.receive_text(sender text, words text, meaning text) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  if meaning = 'other' or coalesce(sender, '') !~ '^\+[1-9][0-9]{1,14}$' then
    insert into private.incoming_texts (sender, words)
    values (left(coalesce(receive_text.sender, ''), 40), left(coalesce(receive_text.words, ''), 500));
  elsif meaning = 'stop' then
    perform private.stop_number(sender, 'text message', words);
  elsif meaning = 'start' then
    update private.stopped_numbers
    set
      lifted_at = clock_timestamp(),
      lifted_by = 'text message',
      is_told = false
    where phone_e164 = sender and lifted_at is null;
  else
    raise exception 'meaning is stop, start or other' using errcode = 'invalid_parameter_value';
  end if;
end $$;

-- Stores a withdrawal for each person whose number was stopped, but for at most max_persons in one call. If a
-- person is locked at that moment, the next sweep stores the withdrawal.
create function private.tell_stops(max_persons integer default 500) returns void
language plpgsql
set search_path = ''
as $$
declare
  stop private.stopped_numbers;
  room integer := max_persons;
  persons uuid[];
  unlocked uuid[];
begin
  for stop in
    select *
    from private.stopped_numbers
    where not is_told and lifted_at is null
    order by stopped_at
    limit 100
    for update skip locked
  loop
    exit when room <= 0;
    persons := array(
      select id
      from private.leads person
      where phone_e164 = stop.phone_e164
        and created_at <= stop.stopped_at
        and consent <> 'withdrawn'
        and not exists (
          select
          from private.lead_submissions told
          where told.lead_id = person.id
            and told.withdrawn_by = stop.stopped_by
            and told.created_at >= stop.stopped_at
        )
      limit room
    );
    unlocked := array(select id from private.leads where id = any (persons) for key share skip locked);
    -- A submission counts as misdated if it is dated more than an hour before an earlier seal. If the stop is
    -- more than half an hour old, the withdrawal is therefore stored with the present time.
    perform private.store_withdrawals(
      unlocked,
      stop.stopped_by,
      '{}',
      case
        when stop.stopped_at > now() - interval '30 minutes' then stop.stopped_at
        else clock_timestamp()
      end);
    update private.stopped_numbers
    set is_told = cardinality(unlocked) = cardinality(persons) and cardinality(persons) < room
    where phone_e164 = stop.phone_e164;
    room := room - cardinality(persons);
  end loop;
end $$;

-- Queues webhooks about the persons whose numbers are no longer stopped. If no webhook about a person was
-- queued before, none is queued now.
create function private.tell_lifts() returns void
language sql
set search_path = ''
as $$
  with lifted as (
    update private.stopped_numbers
    set is_told = true
    where not is_told and lifted_at is not null
    returning phone_e164
  )
  insert into private.outbox (submission_id, lead_id, kind, priority, event)
  select distinct on (person.id) submission.id, person.id, 'webhook', 'webhook_first', 'stop_lifted'
  from lifted
  join private.leads person using (phone_e164)
  join private.outbox earlier on earlier.lead_id = person.id
  join private.lead_submissions submission on submission.id = earlier.submission_id
  where earlier.kind = 'webhook'
    and earlier.event is null
    and earlier.status not in ('held', 'cancelled')
    and submission.consent
  order by person.id, earlier.sequence desc;
$$;

-- Puts the new text messages into a digest. Deletes the text messages that are older than 30 days.
create function private.tell_texts() returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from private.incoming_texts where digest_id is null) then
    -- While this lock is held, no worker can claim the digest.
    perform pg_advisory_xact_lock(hashtextextended('claim_mails', 0));
    update private.incoming_texts set digest_id = private.open_digest() where digest_id is null;
  end if;
  delete from private.incoming_texts where received_at < now() - interval '30 days';
end $$;

-- Stops a number (E.164), no matter who has it. Returns how many persons have this number. Raises 23514 if
-- the text is not a phone number.
create function desk.stop_number(phone text) returns integer
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  perform private.stop_number(phone, 'desk:' || session_user);
  return (select count(*) from private.leads where phone_e164 = stop_number.phone);
end $$;

-- Lifts the stop of a number. Returns true if the number was stopped before. Raises 22023 if there is no note
-- that says why the stop is lifted.
create function desk.lift_stop(phone text, note text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  if coalesce(btrim(note), '') = '' then
    raise exception 'a note must say why the stop is lifted' using errcode = 'invalid_parameter_value';
  end if;
  update private.stopped_numbers
  set
    lifted_at = clock_timestamp(),
    lifted_by = 'desk:' || session_user,
    is_told = false,
    note = left(btrim(lift_stop.note), 2000)
  where phone_e164 = lift_stop.phone and lifted_at is null;
  return found;
end $$;

-- Returns {"numbers", "texts"}. These are the newest 1000 rows of stopped_numbers and the newest 1000 rows of
-- incoming_texts.
create function desk.list_stops() returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
as $$
  select jsonb_build_object(
    'numbers', (
      select coalesce(jsonb_agg(to_jsonb(number) - 'is_told' order by stopped_at desc), '[]')
      from (
        select *
        from private.stopped_numbers
        order by stopped_at desc, phone_e164 desc
        limit 1000
      ) number
    ),
    'texts', (
      select coalesce(jsonb_agg(to_jsonb(message) - 'digest_id' order by received_at desc), '[]')
      from (
        select *
        from private.incoming_texts
        order by received_at desc
        limit 1000
      ) message
    ));
$$;

-- Returns {"count", "texts"}. "count" is how many text messages wait for an answer, and it stops at 1001.
-- "texts" is a list of the newest 20 of these messages. "person" in each message is the newest person with
-- this number, or null.
create function desk.unanswered_texts() returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set enable_seqscan = off
as $$
  select jsonb_build_object(
    'count', (
      select count(*)
      from (
        select
        from private.incoming_texts
        where answered_at is null
        limit 1001
      ) few
    ),
    'texts', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', message.id,
            'sender', message.sender,
            'words', message.words,
            'received_at', message.received_at,
            'person', (
              select jsonb_build_object(
                'id', person.id,
                'name', coalesce(nullif(person.name, ''), person.email))
              from private.leads person
              where person.phone_e164 = message.sender
              order by person.created_at desc
              limit 1
            ))
          order by message.received_at desc),
        '[]')
      from (
        select *
        from private.incoming_texts
        where answered_at is null
        order by received_at desc
        limit 20
      ) message
    ));
$$;

-- Marks a text message as answered. If is_stop is true, the number of the sender is stopped as well. Returns
-- true if the message was still waiting for an answer. Raises 23514 if the sender is to be stopped but is not
-- a phone number.
create function desk.answer_text(id uuid, is_stop boolean) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  answered private.incoming_texts;
begin
  update private.incoming_texts message
  set answered_at = now()
  where message.id = answer_text.id and message.answered_at is null
  returning * into answered;
  if not found then
    return false;
  end if;
  if is_stop then
    perform private.stop_number(answered.sender, 'text message', answered.words);
  end if;
  return true;
end $$;
