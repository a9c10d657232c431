-- Returns the country of a number (E.164). The USA and Canada share their numbers, so a person stays in the
-- one that they chose. If no country of the form has such numbers, returns the country that is known.
create function private.country_of(phone text, known text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when phone like '+44%' then 'UK'
    when phone like '+61%' then 'AU'
    when phone like '+1%' and known not in ('US', 'CA') then 'US'
    else known
  end;
$$;

-- The operator corrects what a person mistyped, for example after a call.

-- Returns true if the record still says what this correction made of it, and nothing was agreed to since.
create function private.can_undo(made private.lead_corrections) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (
    select
    from private.lead_corrections later
    where later.lead_id = made.lead_id and later.field = made.field and later.undone_id is null
      and later.event_id > made.event_id
  ) and made.undone_id is null and exists (
    select
    from private.leads person
    where person.id = made.lead_id
      and case made.field
        when 'email' then person.email = made.new_value
        else person.phone_e164 = made.new_value and not exists (
          select
          from private.consent_events event
          where event.lead_id = made.lead_id
            and event.number = made.new_value
            and event.kind <> 'withdrawn'
            and event.id > made.event_id
        )
      end
  );
$$;

-- After a correction, the emails that are still to be sent belong to the new mailbox and ask about the new
-- number.
create function private.redirect_mails(person uuid) returns void
language sql
set search_path = ''
as $$
  select private.address_mails(array(
    select id
    from private.outbox
    where lead_id = redirect_mails.person
      and kind = 'visitor'
      and status in ('pending', 'held')
  ));
$$;

-- Corrects the address or the number (E.164) of a person. Nobody agreed to texts to a corrected number, so it
-- may be texted only after the person has confirmed it.
-- Returns 'corrected', 'same' if the record says so already, 'changed' if it has another value than `known`,
-- which the operator saw, 'taken' if another person has the address, or null if there is no such person.
-- Raises 22023 unless one of email and phone is given.
create function desk.correct_lead(
  id uuid,
  email text default null,
  phone text default null,
  known text default null
) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  person private.leads;
  made private.lead_corrections;
begin
  if num_nonnulls(correct_lead.email, correct_lead.phone) <> 1 then
    raise exception 'an address or a number' using errcode = 'invalid_parameter_value';
  end if;
  select * into person from private.leads lead where lead.id = correct_lead.id for update;
  if not found then
    return null;
  end if;
  if coalesce(correct_lead.email = person.email, correct_lead.phone = person.phone_e164) then
    return 'same';
  end if;
  if known <> (case when correct_lead.email is null then person.phone else person.email end) then
    return 'changed';
  end if;
  if exists (
    select
    from private.leads other
    where lower(other.email) = lower(correct_lead.email) and other.id <> person.id
  ) then
    return 'taken';
  end if;
  insert into private.lead_corrections (
    lead_id, field, old_value, old_e164, new_value, old_country, new_country)
  values (
    person.id,
    case when correct_lead.email is null then 'phone' else 'email' end,
    case when correct_lead.email is null then person.phone else person.email end,
    case when correct_lead.email is null then person.phone_e164 end,
    coalesce(correct_lead.email, correct_lead.phone),
    case when correct_lead.email is null then person.country_code end,
    case when correct_lead.email is null then private.country_of(correct_lead.phone, person.country_code) end)
  returning * into made;
  update private.leads lead
  set
    email = coalesce(correct_lead.email, lead.email),
    phone = coalesce(correct_lead.phone, lead.phone),
    phone_e164 = coalesce(correct_lead.phone, lead.phone_e164),
    country_code = coalesce(made.new_country, lead.country_code),
    updated_at = now()
  where lead.id = person.id;
  perform private.redirect_mails(person.id);
  return 'corrected';
exception when unique_violation then
  return 'taken';
end $$;

-- After the correction of a number was taken back, what was said meanwhile counts for the number that the
-- person had all along, in the place in which it was said: a withdrawal, and a stop of this number.
create function private.restore_number(made private.lead_corrections) returns void
language plpgsql
set search_path = ''
as $$
declare
  stop private.stopped_numbers;
begin
  if made.old_e164 is null then
    return;
  end if;
  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  select distinct on (lead_id) id, lead_id, made.old_e164, kind, said_by, happened_at
  from private.consent_events
  where lead_id = made.lead_id and kind = 'withdrawn' and id > made.event_id
  order by lead_id, id desc
  on conflict do nothing;
  select *
  into stop
  from private.stopped_numbers
  where phone_e164 = made.old_e164 and id > made.event_id;
  if found and stop.stopped_by <> 'withdrawal' then
    perform private.store_withdrawals(
      array[made.lead_id],
      stop.stopped_by,
      '{}',
      clock_timestamp(),
      stop.id)
    from private.leads person
    where person.id = made.lead_id
      and person.consent not in ('withdrawn', 'none')
      and not exists (
        select
        from private.lead_submissions stored
        where stored.lead_id = person.id and stored.number_event = stop.id
      );
  end if;
end $$;

-- Takes back a correction, as if it had not been made, with the consent that the number had before. Returns
-- false if the record says something else in the meantime, if the person has agreed again since then, or if
-- somebody else has the address now.
create function desk.undo_correction(correction uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  made private.lead_corrections;
begin
  perform
  from private.leads
  where id = (select lead_id from private.lead_corrections stored where stored.id = correction)
  for update;
  select *
  into made
  from private.lead_corrections stored
  where stored.id = correction and private.can_undo(stored);
  if not found then
    return false;
  end if;
  update private.lead_corrections
  set
    undone_id = nextval('private.event_ids'),
    undone_by = private.actor(),
    undone_at = clock_timestamp()
  where id = made.id;
  update private.leads person
  set
    email = case when made.field = 'email' then made.old_value else person.email end,
    phone = case when made.field = 'phone' then made.old_value else person.phone end,
    phone_e164 = case when made.field = 'phone' then made.old_e164 else person.phone_e164 end,
    country_code = coalesce(made.old_country, person.country_code),
    updated_at = now()
  where id = made.lead_id;
  perform private.restore_number(made);
  perform private.redirect_mails(made.lead_id);
  return true;
exception when unique_violation then
  return false;
end $$;
