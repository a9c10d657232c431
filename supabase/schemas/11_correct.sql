-- The operator corrects what a person mistyped, for example after a call.

-- Returns true if the record still says what this correction made of it, and nothing was agreed to since.
create function private.can_undo(made private.lead_corrections) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (
    select
    from private.lead_corrections later
    where later.lead_id = made.lead_id and later.field = made.field and later.corrected_at > made.corrected_at
  ) and exists (
    select
    from private.leads person
    where person.id = made.lead_id
      and case made.field
        when 'email' then person.email = made.new_value
        else person.phone_e164 = made.new_value
          and person.asked_at = made.corrected_at
          and person.confirmed_at is null
      end
  );
$$;

-- After a correction, the mails that are still to be sent belong to the new mailbox and ask about the new
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
    lead_id, field, old_value, old_e164, new_value, asked_before, confirmed_before)
  values (
    person.id,
    case when correct_lead.email is null then 'phone' else 'email' end,
    case when correct_lead.email is null then person.phone else person.email end,
    case when correct_lead.email is null then person.phone_e164 end,
    coalesce(correct_lead.email, correct_lead.phone),
    case when correct_lead.email is null then person.asked_at end,
    case when correct_lead.email is null then person.confirmed_at end)
  returning * into made;
  update private.leads lead
  set
    email = coalesce(correct_lead.email, lead.email),
    phone = coalesce(correct_lead.phone, lead.phone),
    phone_e164 = coalesce(correct_lead.phone, lead.phone_e164),
    asked_at = case when made.field = 'phone' then made.corrected_at else lead.asked_at end,
    confirmed_at = case when made.field = 'email' then lead.confirmed_at end,
    updated_at = now()
  where lead.id = person.id;
  perform private.redirect_mails(person.id);
  return 'corrected';
exception when unique_violation then
  return 'taken';
end $$;

-- Takes back a correction, as if it had not been made, with the consent that the number had before. Returns
-- false if the record says something else in the meantime, if the person has agreed anew since then, or if
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
  update private.leads person
  set
    email = case when made.field = 'email' then made.old_value else person.email end,
    phone = case when made.field = 'phone' then made.old_value else person.phone end,
    phone_e164 = case when made.field = 'phone' then made.old_e164 else person.phone_e164 end,
    asked_at = case when made.field = 'phone' then made.asked_before else person.asked_at end,
    confirmed_at = case when made.field = 'phone' then made.confirmed_before else person.confirmed_at end,
    updated_at = now()
  where id = made.lead_id;
  delete from private.lead_corrections where id = made.id;
  perform private.redirect_mails(made.lead_id);
  return true;
exception when unique_violation then
  return false;
end $$;
