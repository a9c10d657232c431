-- Returns the token in the link to the calendar for the person with this token in their link to the video, or
-- null if there is none.
create function public.call_token(token uuid) returns uuid
language sql stable security definer
set search_path = ''
set statement_timeout = '3s'
as $$
  select private.lead_token(submission.id, 'call')
  from private.leads person
  join private.lead_submissions submission on submission.lead_id = person.id
  where private.lead_token(person.secret, 'watch') = call_token.token
    and submission.confirms is null
    and submission.consent
  order by submission.merged desc, submission.created_at desc
  limit 1;
$$;

-- Stores that the link to the calendar was pressed, but at most once a day for a person, and not if the
-- browser asked not to be tracked. Returns {"name", "email"} as they were typed in the submission to which
-- the token belongs, or null if the token is unknown. If somebody else has locked the person for more than a
-- second, nothing is stored.
create function public.press_call(token uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '1s'
set statement_timeout = '3s'
as $$
declare
  stored private.lead_submissions;
begin
  select *
  into stored
  from private.lead_submissions submission
  where private.lead_token(submission.id, 'call') = press_call.token
    and submission.confirms is null
    and submission.consent;
  if not found then
    return null;
  end if;
  begin
    insert into private.booking_events (lead_id, kind, said_by)
    select stored.lead_id, 'pressed', 'link'
    where not stored.preview
      and not private.refuses_tracking(stored.lead_id)
      and private.lock_booking(stored.lead_id)
      and not exists (
        select
        from private.booking_events earlier
        where earlier.lead_id = stored.lead_id
          and earlier.kind = 'pressed'
          and earlier.said_at > now() - interval '1 day'
      );
  exception when lock_not_available then
    null;
  end;
  return jsonb_build_object('name', stored.name, 'email', stored.email);
end $$;

-- Finds the person of a booking: by the token that went to the calendar, else by the booking or the one that
-- it replaces, else by the address. Somebody may book with another address than that of their lead. If a
-- booking has several persons, the address says which one. If it has seats, strangers may be in it, and the
-- token may be that of somebody else, so the address comes first. Returns null if it is none of ours.
create function private.find_booker(token uuid, bookings text[], address text, is_seat boolean)
returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  person uuid;
  known uuid[];
begin
  if is_seat then
    select id
    into person
    from private.leads lead
    where lower(lead.email) = lower(address);
    if found then
      return person;
    end if;
  end if;
  select lead_id
  into person
  from private.lead_submissions submission
  where private.lead_token(submission.id, 'call') = find_booker.token;
  if found or is_seat then
    return person;
  end if;
  known := array(
    select distinct event.lead_id
    from private.booking_events event
    where event.booking = any (bookings)
  );
  if cardinality(known) = 1 then
    return known[1];
  end if;
  return (
    select id
    from private.leads lead
    where lower(lead.email) = lower(address) and (known = '{}' or lead.id = any (known))
  );
end $$;

-- Stores what a calendar ('calendly' or 'cal.com') says about bookings. `statements` is a list of Booking.
-- What is about a stranger is not stored, and what was said before changes nothing. Returns how much was
-- new. Raises 28000 if the key is wrong (see private.check_report_key).
create function public.record_bookings(
  calendar text,
  statements jsonb,
  report_key text default null
) returns integer
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  said record;
  person uuid;
  recorded integer := 0;
begin
  perform private.check_report_key(report_key);
  for said in
    select *
    from jsonb_to_recordset(statements) listed (
      kind text, booking text, replaces text, "replacedBy" text, "startsAt" timestamptz,
      "endsAt" timestamptz, at timestamptz, token uuid, email text, "isSeat" boolean)
    limit 100
  loop
    person := private.find_booker(
      said.token,
      array[said.booking, said.replaces, said."replacedBy"],
      said.email,
      coalesce(said."isSeat", false));
    continue when person is null or not private.lock_booking(person);
    insert into private.booking_events (
      lead_id, kind, booking, replaces, replaced_by, starts_at, ends_at, said_by, said_at)
    values (
      person,
      said.kind,
      said.booking,
      said.replaces,
      said."replacedBy",
      said."startsAt",
      said."endsAt",
      record_bookings.calendar,
      said.at)
    on conflict do nothing;
    if found then
      recorded := recorded + 1;
    end if;
  end loop;
  return recorded;
end $$;

-- Stores what the operator says about the call of a person: 'booked', 'came' (it was held), 'no-show',
-- 'cancelled' or 'none'. It holds until the calendar says something newer. `starts_at` is when the call
-- begins, as far as it is known; a call without it keeps the time that is known.
-- Returns the state that holds then (see private.booking_state), or null if nobody has this id.
-- Raises 23514 if the kind is unknown.
create function desk.say_booking(person uuid, kind text, starts_at timestamptz default null) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  known private.leads;
  start timestamptz;
begin
  if not private.lock_booking(person) then
    return null;
  end if;
  select * into known from private.leads where id = person;
  start := coalesce(say_booking.starts_at, known.booking_starts_at);
  insert into private.booking_events (lead_id, kind, starts_at, ends_at, said_by)
  values (
    person,
    say_booking.kind,
    case when say_booking.kind <> 'none' then start end,
    case say_booking.kind
      when 'came' then least(known.booking_ends_at, now())
      when 'none' then null
      -- How long it takes is not asked.
      else case
        when start is not distinct from known.booking_starts_at then known.booking_ends_at
        else start + interval '30 minutes'
      end
    end,
    'desk:' || private.actor());
  return (
    select coalesce(private.booking_state(booking, booking_ends_at, booking_pressed_at), 'none')
    from private.leads
    where id = person
  );
end $$;

-- Returns {"people", "pressed", "booked", "held", "won"}: how many people signed up from the day `since` to
-- the day before `until`, and how many of them came how far. Whoever booked counts as pressed too, even if
-- they cancelled later. The other arguments are those of desk.reminders.
create function desk.bookings(
  since date default null,
  until date default null,
  variant text default null,
  campaign text default null
) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select jsonb_build_object(
    'people', count(*),
    'pressed', count(*) filter (where booking_pressed_at is not null or booking is not null),
    'booked', count(*) filter (where booking is not null),
    'held', count(*) filter (
      where private.booking_state(booking, booking_ends_at, booking_pressed_at) = 'held'
    ),
    'won', count(*) filter (where outcome = 'won'))
  from private.leads person
  where created_at >= private.start_of(coalesce(since, '-infinity'))
    and created_at < private.start_of(coalesce(until, 'infinity'))
    and not suspected_bot
    and not preview
    and private.came_by(person.variant, person.source, bookings.variant, bookings.campaign);
$$;

-- Returns since when the link to the calendar is pressed and no calendar has said anything, if that is for a
-- week or longer. Else returns null.
create function private.booking_silence() returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(press.said_at)
  from private.booking_events press
  where press.kind = 'pressed'
    and press.said_at > coalesce(
      (
        select max(received_at)
        from private.booking_events
        where booking is not null
      ),
      '-infinity')
  having min(press.said_at) < now() - interval '7 days';
$$;
