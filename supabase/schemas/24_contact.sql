-- What the operator says about a person in one press: a note, the day to call again, and the outcome.

-- Stores all of it, or nothing. `kind` is that of the note, or null for none. If sets_day is true, the day to
-- call again becomes `call_on`, and otherwise a call, an answer or a meeting clears a day that has come. If
-- `outcome` is given, it becomes that of the person, with the value of a sale. `known_on` and `known_at` are
-- the day, and the time of the outcome, that the operator saw.
-- Returns {"note", "day", "outcome_at", "before"}: the id of the note, what holds now, and the day, the
-- outcome, its value and its time before. Returns {"crossed": "day"} or {"crossed": "outcome"}, and changes
-- nothing, if this part is to be changed and was changed in the meantime, and null if nobody has this id.
-- Raises 23514 if the kind or the outcome is unknown, if the text is too long, or if a value is negative or
-- belongs to no sale.
create function desk.record_contact(
  person uuid,
  kind text default null,
  words text default '',
  sets_day boolean default false,
  call_on date default null,
  known_on date default null,
  outcome text default null,
  value numeric default null,
  known_at timestamptz default null,
  today date default current_date
) returns jsonb
language plpgsql security definer
set search_path = ''
set timezone = 'UTC'
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  before private.leads;
  after private.leads;
  note uuid;
begin
  select * into before from private.leads where id = person for no key update;
  if not found then
    return null;
  end if;
  if sets_day and before.call_again_on is distinct from known_on then
    return '{"crossed": "day"}';
  end if;
  if record_contact.outcome is not null and before.outcome_at is distinct from known_at then
    return '{"crossed": "outcome"}';
  end if;
  if kind is not null then
    insert into private.lead_notes (lead_id, kind, words)
    values (person, record_contact.kind, btrim(record_contact.words, E' \t\r\n'))
    returning id into note;
  end if;
  update private.leads stored
  set
    call_again_on = case
      when sets_day then call_on
      when record_contact.kind <> 'note' and stored.call_again_on <= today then null
      else stored.call_again_on
    end,
    outcome = coalesce(record_contact.outcome, stored.outcome),
    outcome_value = case
      when record_contact.outcome is null then stored.outcome_value
      else record_contact.value
    end,
    outcome_at = case
      when record_contact.outcome is null then stored.outcome_at
      when record_contact.outcome <> 'open' then now()
    end
  where stored.id = person
  returning * into after;
  return jsonb_build_object(
    'note', note,
    'day', after.call_again_on,
    'outcome_at', after.outcome_at,
    'before', jsonb_build_object(
      'day', before.call_again_on,
      'outcome', before.outcome,
      'value', before.outcome_value,
      'outcome_at', before.outcome_at));
end $$;

-- Takes back what desk.record_contact has stored. `contact` is what it returned.
-- Returns false, and changes nothing, if the note is gone, or if what it had changed is changed again by now.
create function desk.take_back_contact(person uuid, contact jsonb) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  before constant jsonb := contact -> 'before';
  sets_day constant boolean := contact -> 'day' <> before -> 'day';
  sets_outcome constant boolean := contact -> 'outcome_at' <> before -> 'outcome_at';
begin
  perform from private.leads where id = person for no key update;
  if contact ->> 'note' is not null and not exists (
    select
    from private.lead_notes
    where id = (contact ->> 'note')::uuid and lead_id = person
  ) then
    return false;
  end if;
  update private.leads stored
  set
    call_again_on = case
      when sets_day then (before ->> 'day')::date
      else stored.call_again_on
    end,
    outcome = case when sets_outcome then before ->> 'outcome' else stored.outcome end,
    outcome_value = case
      when sets_outcome then (before ->> 'value')::numeric
      else stored.outcome_value
    end,
    outcome_at = case
      when sets_outcome then (before ->> 'outcome_at')::timestamptz
      else stored.outcome_at
    end
  where stored.id = person
    and (not sets_day or stored.call_again_on is not distinct from (contact ->> 'day')::date)
    and (
      not sets_outcome
      or stored.outcome_at is not distinct from (contact ->> 'outcome_at')::timestamptz
    );
  if not found then
    return false;
  end if;
  delete from private.lead_notes where id = (contact ->> 'note')::uuid and kind <> 'act';
  return true;
end $$;
