-- A number is stopped when a text message from it asks for this, or when the operator stops it.

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
