-- A number is stopped when a text message from it asks for this, or when the operator stops it.

-- Returns the first of the stops in a row that this event repeats: between them, the number said nothing else
-- and nobody else stopped it. If the event repeats nothing, returns its own id.
create function private.first_repeated(event private.number_events) returns bigint
language sql stable
set search_path = ''
as $$
  select min(stop.id)
  from private.number_events stop
  where stop.phone_e164 = event.phone_e164
    and stop.id <= event.id
    and stop.id > coalesce(
      (
        select max(other.id)
        from private.number_events other
        where other.phone_e164 = event.phone_e164
          and other.id < event.id
          and (other.kind, other.said_by) <> (event.kind, event.said_by)
      ),
      0);
$$;

-- Returns true if this start or lift ended a stop, or a withdrawal that counted for the number.
create function private.lifts_something(event private.number_events) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(before.kind = 'stop', false) or exists (
    select
    from private.consent_events withdrawal
    where withdrawal.number = event.phone_e164
      and withdrawal.kind = 'withdrawn'
      and withdrawal.id < event.id
      and withdrawal.id > coalesce(before.id, 0)
      and not exists (
        select
        from private.consent_events later
        where later.lead_id = withdrawal.lead_id
          and later.number = withdrawal.number
          and later.kind = any (private.consents_of('end-a-withdrawal'))
          and later.id between withdrawal.id and event.id
      )
  )
  from (select) one
  left join lateral (
    select *
    from private.number_events earlier
    where earlier.phone_e164 = event.phone_e164 and earlier.id < event.id
    order by earlier.id desc
    limit 1
  ) before on true;
$$;

-- Returns true if a person had given this number (E.164), or had been corrected to it, before the event.
create function private.had_number(person uuid, number text, event bigint) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select
    from private.lead_submissions given
    where given.lead_id = person and given.phone_e164 = number and given.event_id < event
  ) or exists (
    select
    from private.lead_corrections made
    where made.lead_id = person
      and made.field = 'phone'
      and number in (made.new_value, made.old_e164)
      and made.event_id < event
  );
$$;

-- Tells the events of numbers in their order. For a stop, stores a withdrawal for each person who has the
-- number and has agreed to texts, once as long as the same stop is only repeated. For a start or a lift that
-- lifts something, queues a webhook about each person who has the number. Takes at most 500 persons in one
-- call. If a person is locked at that moment, the next sweep goes on from there. Returns true if there may be
-- more.
create function private.tell_number_events() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  event private.number_events;
  first_stop bigint;
  room integer := 500;
  seen integer := 0;
  persons uuid[];
  unlocked uuid[];
  waiting text[] := '{}';
begin
  for event in
    select *
    from private.number_events
    where told_at is null
    order by id
    limit 1000
    for update skip locked
  loop
    seen := seen + 1;
    exit when room <= 0;
    continue when event.phone_e164 = any (waiting);
    if event.kind = 'stop' then
      first_stop := private.first_repeated(event);
      persons := array(
        select id
        from private.leads person
        where phone_e164 = event.phone_e164
          and private.had_number(person.id, event.phone_e164, event.id)
          and consent not in ('withdrawn', 'none')
          and not exists (
            select
            from private.lead_submissions stored
            where stored.lead_id = person.id
              and stored.number_event between first_stop and event.id
          )
        limit room
      );
      unlocked := array(select id from private.leads where id = any (persons) for key share skip locked);
      -- A submission counts as misdated if it is dated more than an hour before an earlier seal. If the stop
      -- is more than half an hour old, the withdrawal is therefore stored with the present time.
      perform private.store_withdrawals(
        unlocked,
        event.said_by,
        '{}',
        case
          when event.happened_at > now() - interval '30 minutes' then event.happened_at
          else clock_timestamp()
        end,
        event.id);
    else
      persons := array(
        select id
        from private.leads person
        where phone_e164 = event.phone_e164
          and private.had_number(person.id, event.phone_e164, event.id)
          and consent not in ('withdrawn', 'none')
          and private.lifts_something(event)
          and private.is_told(person.id)
      );
      unlocked := persons;
      perform private.queue_updates(persons, 'stop_lifted');
    end if;
    if cardinality(unlocked) = cardinality(persons) and cardinality(persons) < room then
      update private.number_events set told_at = clock_timestamp() where id = event.id;
    else
      waiting := waiting || event.phone_e164;
    end if;
    room := room - cardinality(persons);
  end loop;
  return room <= 0 or seen = 1000;
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
  perform private.stop_number(phone, 'desk:' || private.actor());
  return (select count(*) from private.leads where phone_e164 = stop_number.phone);
end $$;

-- Lifts the stop of a number. `known` is the id of the stop that the operator saw. Returns true if the number
-- was stopped before, and false if it was not, or if there is a newer stop. Raises 22023 if there is no note
-- that says why the stop is lifted.
create function desk.lift_stop(phone text, note text, known bigint default null) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  if coalesce(btrim(note), '') = '' then
    raise exception 'a note must say why the stop is lifted' using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_number(lift_stop.phone);
  insert into private.number_events (phone_e164, kind, said_by, words)
  select lift_stop.phone, 'lift', 'desk:' || private.actor(), left(btrim(lift_stop.note), 2000)
  from private.untextable_numbers stop
  where stop.phone_e164 = lift_stop.phone
  having max(stop.id) = coalesce(known, max(stop.id));
  return found;
end $$;

-- Returns {"numbers", "texts"}. "numbers" has the newest 1000 numbers that are or were stopped, each with its
-- last stop, the lift of this stop, and the last note of the operator. A number that a person withdrew, while
-- others have it too, counts as stopped. "texts" has the newest 1000 rows of incoming_texts. On the
-- web it is 100 instead of 1000.
create function desk.list_stops() returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set enable_seqscan = off
as $$
  with withdrawn as materialized (
    select distinct on (number.phone_e164) number.id, number.phone_e164, number.withdrawn_at
    from private.withdrawn_numbers number
    join private.leads other using (phone_e164)
    where other.consent = any (private.consents_of('may-be-texted'))
    order by number.phone_e164, number.id desc
  ), stopped as (
    select stop.*, lift.happened_at as lifted_at, lift.said_by as lifted_by
    from private.number_events stop
    left join lateral (
      select happened_at, said_by
      from private.number_events later
      where later.phone_e164 = stop.phone_e164 and later.id > stop.id
      order by later.id
      limit 1
    ) lift on true
    where stop.kind = 'stop'
      and not exists (
        select
        from private.number_events later
        where later.phone_e164 = stop.phone_e164 and later.id > stop.id and later.kind = 'stop'
      )
      and (lift.happened_at is null or stop.phone_e164 not in (select phone_e164 from withdrawn))
    order by stop.id desc
    limit private.most_rows(1000)
  ), listed as (
    select id, phone_e164, happened_at as stopped_at, said_by as stopped_by, words, lifted_at, lifted_by
    from stopped
    union all
    select id, phone_e164, withdrawn_at, 'withdrawal', null, null, null
    from withdrawn
    where phone_e164 not in (select phone_e164 from stopped)
    order by stopped_at desc, phone_e164 desc
    limit private.most_rows(1000)
  )
  select jsonb_build_object(
    'numbers', (
      select coalesce(
        jsonb_agg(
          to_jsonb(listed) - 'id' || jsonb_build_object(
            -- The newest of all that keeps the number stopped. A lift names it.
            'stop', (
              select max(stop.id)
              from private.untextable_numbers stop
              where stop.phone_e164 = listed.phone_e164
            ),
            'note', (
            select event.words
            from private.number_events event
            where event.phone_e164 = listed.phone_e164 and event.kind = 'lift'
            order by event.id desc
            limit 1
          ))
          order by stopped_at desc, phone_e164 desc),
        '[]')
      from listed
    ),
    'texts', (
      select coalesce(
        jsonb_agg(to_jsonb(message) - 'digest_id' order by received_at desc),
        '[]')
      from (
        select *
        from private.incoming_texts
        order by received_at desc
        limit private.most_rows(1000)
      ) message
    ));
$$;
