-- A text message from a number can stop the number or lift its stop. The owner answers all others.

-- This table contains the text messages that ask neither to stop nor to start again. The sweep puts these
-- messages into a digest and deletes them after 30 days.
create table private.incoming_texts (
  id uuid primary key default gen_random_uuid(),
  -- The sender as the provider reported it. The sender is not always a phone number in E.164.
  sender text not null,
  words text not null,
  received_at timestamptz not null default now(),
  -- The time at which the operator marked this text message as read at the desk.
  answered_at timestamptz,
  digest_id uuid references private.outbox on delete set null
);

-- The ids that the provider gave the text messages. A message that is delivered again acts once, also after
-- its words are gone. The ids name nobody and are never deleted.
create table private.received_texts (
  message_id text primary key
);

create index incoming_texts_received_at_idx on private.incoming_texts (received_at);
create index incoming_texts_unanswered_idx on private.incoming_texts (received_at)
  where answered_at is null;
create index incoming_texts_digest_idx on private.incoming_texts (digest_id);

create trigger incoming_texts_reopen_digest
  after delete on private.incoming_texts
  for each row
  when (old.digest_id is not null)
  execute function private.reopen_digest();

-- Takes a text message that came in. If `meaning` is 'stop', the number of the sender is stopped. If
-- `meaning` is 'start', the stop is lifted. If `meaning` is 'other', or if the sender is not a number in
-- E.164, the message is stored for the owner. `message_id` is the id that the provider gave the message. A
-- second call with the same id changes nothing. Raises 28000 if `report_key` is wrong.
-- This function locks no person, so it can store a stop even while somebody else has locked the person. The
-- sweep does the rest of the work later.
create function public.receive_text(
  sender text,
  words text,
  meaning text,
  message_id text default null,
  report_key text default null
) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  perform private.check_report_key(receive_text.report_key);
  if message_id is not null then
    insert into private.received_texts (message_id)
    values (receive_text.message_id)
    on conflict on constraint received_texts_pkey do nothing;
    if not found then
      return;
    end if;
  end if;
  if meaning = 'other' or coalesce(sender, '') !~ '^\+[1-9][0-9]{1,14}$' then
    insert into private.incoming_texts (sender, words)
    values (
      left(coalesce(receive_text.sender, ''), 40),
      left(coalesce(receive_text.words, ''), 500));
  elsif meaning = 'stop' then
    perform private.stop_number(sender, 'text message', words);
  elsif meaning = 'start' then
    perform private.lock_number(sender);
    insert into private.number_events (phone_e164, kind, said_by, words)
    values (sender, 'start', 'text message', left(receive_text.words, 160));
  else
    raise exception 'meaning is stop, start or other' using errcode = 'invalid_parameter_value';
  end if;
end $$;

-- Puts the new text messages into a digest. Deletes the text messages that are older than 30 days. One call
-- does at most 5000 of each. Returns true if there may be more.
create function private.tell_texts() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  untold constant uuid[] := array(
    select id
    from private.incoming_texts
    where digest_id is null
    limit 5000
    for update skip locked
  );
  open_digest uuid;
  deleted integer;
begin
  if untold <> '{}' then
    open_digest := private.open_digest();
    update private.incoming_texts
    set digest_id = open_digest
    where id = any (untold);
  end if;
  delete from private.incoming_texts
  where id = any (array(
    select id
    from private.incoming_texts
    where received_at < now() - interval '30 days'
    limit 5000
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return greatest(cardinality(untold), deleted) = 5000;
end $$;

-- Returns {"count", "texts"}. "count" is how many text messages wait for an answer, and it stops at 5001.
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
        limit 5001
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
                'name', person.name,
                'email', person.email)
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

-- Marks a text message as answered. If is_stop is true, the number of the sender is stopped as well, also if
-- the message was answered before. Returns true if the message was still waiting for an answer, false if not,
-- and null if it is gone, and then nothing is done. Raises 23514 if the sender is to be stopped but is not a
-- phone number.
create function desk.answer_text(id uuid, is_stop boolean) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  text_message private.incoming_texts;
begin
  select * into text_message from private.incoming_texts message where message.id = answer_text.id for update;
  if not found then
    return null;
  end if;
  update private.incoming_texts message
  set answered_at = now()
  where message.id = answer_text.id and message.answered_at is null;
  if is_stop then
    perform private.stop_number(text_message.sender, 'text message', text_message.words);
  end if;
  return text_message.answered_at is null;
end $$;

-- Lets a text message wait for an answer again. Returns true if it was answered.
create function desk.reopen_text(id uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  update private.incoming_texts message
  set answered_at = null
  where message.id = reopen_text.id and message.answered_at is not null;
  return found;
end $$;
