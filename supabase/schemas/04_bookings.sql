-- What was said about the calls that persons book, by whom and about which booking. Rows are only ever added.
-- A calendar's posts may come in any order, twice or never, so what holds follows from the time at which
-- something was said, and not from the order of the rows.
create table private.booking_events (
  id bigint primary key default nextval('private.event_ids'),
  lead_id uuid not null references private.leads on delete cascade,
  -- The link to the calendar was `pressed`. A call was `booked`, or `moved` to another booking, or
  -- `cancelled`. The person was a `no-show`, or `came` after all. `none` takes back what was said before.
  kind text not null check (kind in ('pressed', 'booked', 'moved', 'cancelled', 'no-show', 'came', 'none')),
  -- The calendar's id of the booking, which is null for what the operator says, and for a press.
  booking text check (char_length(booking) <= 200),
  -- The booking in whose place this one was made, and the one that was made in place of this one.
  replaces text check (char_length(replaces) <= 200),
  replaced_by text check (char_length(replaced_by) <= 200),
  starts_at timestamptz,
  ends_at timestamptz,
  -- 'link', 'calendly', 'cal.com' or 'desk:<database login of the operator>'.
  said_by text not null,
  -- By the clock of the calendar.
  said_at timestamptz not null default clock_timestamp(),
  received_at timestamptz not null default clock_timestamp(),
  check (said_by = 'link' or said_by like 'desk:%' or booking is not null),
  -- A post that comes twice says the same twice.
  unique (lead_id, booking, kind, said_at)
);

create index booking_events_lead_id_idx on private.booking_events (lead_id, kind);
create index booking_events_booking_idx on private.booking_events (booking)
  where booking is not null;
create index booking_events_received_idx on private.booking_events (received_at);

-- The token in the link to the calendar, which follows from the id of the submission after which it is shown.
-- It opens nothing but the calendar: nobody can compute the id, or any other token, from it.
create unique index lead_submissions_call_token_idx
  on private.lead_submissions (private.lead_token(id, 'call'));

-- Returns what holds for a person, from the log alone: when they first pressed the link, and the state of
-- their call (booked, cancelled or no-show, or null) with its time, as far as it is known.
-- What the operator said holds until a calendar says something newer. A booking that was moved is over. A
-- cancelled one counts only if there is no other, and else the last one counts.
create function private.judge_booking(
  person uuid,
  out pressed_at timestamptz,
  out state text,
  out starts_at timestamptz,
  out ends_at timestamptz
)
language plpgsql stable
set search_path = ''
as $$
declare
  own private.booking_events;
begin
  pressed_at := (
    select min(event.said_at)
    from private.booking_events event
    where event.lead_id = person and event.kind = 'pressed'
  );
  select *
  into own
  from private.booking_events event
  where event.lead_id = person and event.said_by like 'desk:%'
  order by event.id desc
  limit 1;
  with said as (
    select *
    from private.booking_events event
    where event.lead_id = person and event.booking is not null
  ), judged as (
    select
      said.booking,
      (array_agg(said.kind order by said.said_at desc, said.kind = 'booked', said.id desc))[1] as kind,
      -- A later post about the same booking may have moved it.
      (array_agg(said.starts_at order by said.said_at desc, said.id desc)
        filter (where said.starts_at is not null))[1] as starts_at,
      (array_agg(said.ends_at order by said.said_at desc, said.id desc)
        filter (where said.ends_at is not null))[1] as ends_at,
      max(said.said_at) as said_at
    from said
    group by said.booking
  ), current as (
    select judged.kind, judged.starts_at, judged.ends_at, judged.said_at
    from judged
    where judged.kind <> 'moved'
      and not exists (
        select
        from said
        where said.replaces = judged.booking and said.booking <> judged.booking
      )
    union all
    -- The post about the new booking is lost, or still to come.
    select 'booked', null, null, said.said_at
    from said
    where said.kind = 'moved'
      and not exists (
        select
        from said other
        where other.booking = said.replaced_by or other.replaces in (said.booking, said.replaced_by)
      )
  )
  select current.kind, current.starts_at, current.ends_at
  into state, starts_at, ends_at
  from current
  where own.id is null or current.said_at > own.said_at
  order by
    current.kind = 'cancelled',
    current.starts_at desc nulls first,
    current.said_at desc
  limit 1;
  if not found then
    state := nullif(own.kind, 'none');
    starts_at := own.starts_at;
    ends_at := own.ends_at;
  end if;
  if state = 'came' then
    state := 'booked';
  end if;
end $$;

-- Returns the state of a person's call: pressed, booked, held, cancelled or no-show, or null. No calendar
-- says that a call was held: it is held if its end has passed and nobody said that the person did not come.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.booking_state(booking text, ends_at timestamptz, pressed_at timestamptz) returns text
language sql stable
return case
  when booking = 'booked' and ends_at <= now() then 'held'
  when booking is not null then booking
  when pressed_at is not null then 'pressed'
end;

-- Copies what holds to private.leads, for each person of whom something was said or deleted.
create function private.copy_booking() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.leads person
  set
    booking_pressed_at = judged.pressed_at,
    booking = judged.state,
    booking_starts_at = judged.starts_at,
    booking_ends_at = judged.ends_at
  from (
    select distinct lead_id
    from changed
  ) said, lateral private.judge_booking(said.lead_id) judged
  where person.id = said.lead_id
    and (person.booking_pressed_at, person.booking, person.booking_starts_at, person.booking_ends_at)
      is distinct from (judged.pressed_at, judged.state, judged.starts_at, judged.ends_at);
  return null;
end $$;

create trigger booking_events_copy_added
  after insert on private.booking_events
  referencing new table as changed
  for each statement execute function private.copy_booking();
create trigger booking_events_copy_deleted
  after delete on private.booking_events
  referencing old table as changed
  for each statement execute function private.copy_booking();

-- Waits for everybody who says something about the call of this person, until the end of the transaction.
-- Returns false if there is no such person.
create function private.lock_booking(person uuid) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  perform from private.leads where id = person for no key update;
  return found;
end $$;
