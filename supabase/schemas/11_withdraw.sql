-- These functions withdraw a person's consent. The person can do so with the link in an email, and the
-- operator can do so at the desk. The file 00_states.sql lists the states of consent.

-- Stores a withdrawal for each of these persons as a submission. Queues the webhooks that report the
-- withdrawals, and the emails that the next sweep puts into a digest. `way` is stored in the column
-- withdrawn_by, and `number_event` in the column of that name. `context` is {user_agent, ip_hash}.
create function private.store_withdrawals(
  persons uuid[],
  way text,
  context jsonb,
  withdrawn_at timestamptz,
  number_event bigint default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  with withdrawal as (
    insert into private.lead_submissions (
      id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent, withdrawn_by,
      number_event, event_id, user_agent, ip_hash, merged, created_at)
    select
      gen_random_uuid(),
      person.id,
      '',
      person.name,
      person.email,
      person.phone,
      person.phone_e164,
      person.country_code,
      false,
      way,
      store_withdrawals.number_event,
      -- What follows from a stop was said when the stop was.
      coalesce(store_withdrawals.number_event, nextval('private.event_ids')),
      context ->> 'user_agent',
      context ->> 'ip_hash',
      false,
      store_withdrawals.withdrawn_at
    from private.leads person
    where person.id = any (persons)
    returning *
  ), noted as (
    insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
    select event_id, lead_id, coalesce(phone_e164, phone), 'withdrawn', way, created_at
    from withdrawal
    where withdrawal.number_event is null
  ), webhook as (
    insert into private.outbox (submission_id, lead_id, kind, priority)
    select withdrawal.id, withdrawal.lead_id, 'webhook', 'webhook_first'
    from withdrawal
    where private.is_told(withdrawal.lead_id)
  )
  insert into private.outbox (submission_id, lead_id, kind, priority, status, reason)
  select withdrawal.id, withdrawal.lead_id, 'owner', 'owner_first', 'cancelled', 'in_digest'
  from withdrawal;
end $$;

-- Puts the withdrawals of which the owner does not know yet into a digest, at most 5000 in one call. Returns
-- true if there may be more.
create function private.tell_withdrawals() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  mails constant uuid[] := array(
    select id
    from private.outbox
    where reason = 'in_digest' and kind = 'owner' and digest_id is null
    limit 5000
    for update skip locked
  );
begin
  if mails <> '{}' then
    perform private.digest_mails(mails);
  end if;
  return cardinality(mails) = 5000;
end $$;

-- Returns true if a person has withdrawn and another withdrawal would change nothing. If the person was asked
-- to confirm in the meantime, another withdrawal does change something: the link in that email stops working.
-- So it does if the number was lifted in the meantime: others with it may not be texted again.
create function private.has_withdrawn(person private.leads) returns boolean
language sql stable
set search_path = ''
as $$
  select person.consent = 'withdrawn' and not exists (
    select
    from private.lead_submissions later
    where later.lead_id = person.id and later.consent and later.event_id > private.last_withdrawal(person.id)
  ) and (
    person.phone_e164 is null
    or exists (
      select
      from private.withdrawn_numbers number
      where number.lead_id = person.id and number.phone_e164 = person.phone_e164
    )
  );
$$;

-- Withdraws a person's consent. Returns true if this call withdrew the consent, false if it had been
-- withdrawn before, and null if there is no such person. `way` and `context` are passed on to
-- store_withdrawals.
create function private.withdraw_consent(person uuid, way text, context jsonb default '{}') returns boolean
language plpgsql
set search_path = ''
as $$
declare
  stored private.leads;
begin
  -- As in confirm_lead, this waits for no step of the sweep.
  select * into stored from private.leads where id = person for no key update;
  if not found then
    return null;
  end if;
  if private.has_withdrawn(stored) then
    return false;
  end if;
  -- With now(), a submission that was stored while this call waited for its lock would seem to be later than
  -- the withdrawal. We therefore use clock_timestamp().
  perform private.lock_number(stored.phone_e164);
  perform private.store_withdrawals(array[person], way, context, clock_timestamp());
  return true;
end $$;

-- Withdraws the consent of the person whose link contains this token. If that person is erased, withdraws the
-- consent of whoever has the same mailbox by now. Returns true if the token is known.
create function public.stop_lead(token uuid, context jsonb default '{}') returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  person constant uuid := (
    select id
    from private.leads
    where private.lead_token(secret, 'stop') = stop_lead.token
  );
  mailbox uuid;
begin
  if person is not null then
    perform private.withdraw_consent(person, 'link', context);
    return true;
  end if;
  select mailbox_hash
  into mailbox
  from private.mailbox_links link
  where link.token_hash = private.lead_token(stop_lead.token, 'stop');
  perform private.withdraw_consent(id, 'link', context)
  from (
    select id
    from private.leads
    where mailbox_hashes @> array[mailbox]
    order by id
  ) later;
  return mailbox is not null;
end $$;

-- Withdraws a person's consent. Returns {"persons": 0 or 1, "withdrawn": 0 or 1}. If the person had withdrawn
-- before, "withdrawn" is 0.
create function desk.withdraw_consent(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  is_new constant boolean := private.withdraw_consent(withdraw_consent.id, 'desk:' || private.actor());
begin
  return jsonb_build_object(
    'persons', (is_new is not null)::integer,
    'withdrawn', coalesce(is_new, false)::integer);
end $$;
