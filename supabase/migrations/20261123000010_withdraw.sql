-- Withdraws these persons' consent. Returns how many had not withdrawn before.
-- way: as withdrawn_by. context: {user_agent, ip_hash}.
create function private.withdraw_consent(persons uuid[], way text, context jsonb default '{}') returns integer
language plpgsql
set search_path = ''
as $$
declare
  person private.leads;
  withdrawal uuid;
  owner_mail uuid;
  withdrawn integer := 0;
begin
  -- Persons are always locked in the order of their ids, so that two withdrawals cannot deadlock.
  for person in select * from private.leads where id = any (persons) order by id for update loop
    continue when private.consent_state(person) = 'withdrawn';
    withdrawn := withdrawn + 1;
    -- now() would be wrong: a submission that was stored while this call waited for its lock must be earlier
    -- than the withdrawal.
    update private.leads
    set withdrawn_at = clock_timestamp()
    where id = person.id
    returning withdrawn_at into person.withdrawn_at;
    insert into private.lead_submissions (
      id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent, withdrawn_by,
      user_agent, ip_hash, merged, created_at)
    values (
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
      context ->> 'user_agent',
      context ->> 'ip_hash',
      false,
      person.withdrawn_at)
    returning id into withdrawal;
    insert into private.outbox (submission_id, lead_id, kind, priority)
    values (withdrawal, person.id, 'owner', 'owner_first')
    returning id into owner_mail;
    -- With this lock, no worker can claim the digest in the meantime.
    perform pg_advisory_xact_lock(hashtextextended('claim_mails', 0));
    perform private.digest_mails(array[owner_mail]);
    insert into private.outbox (submission_id, lead_id, kind, priority)
    select withdrawal, person.id, 'webhook', 'webhook_first'
    where exists (
      select
      from private.outbox earlier
      where earlier.lead_id = person.id and earlier.kind = 'webhook'
    );
  end loop;
  return withdrawn;
end $$;

-- Withdraws the consent of the person whose link has this token. Returns whether the token is known.
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
begin
  perform private.withdraw_consent(array[person], 'link', context);
  return person is not null;
end $$;

-- After a text message from this number (E.164), withdraws the consent of all persons whose stored number it
-- is.
create function public.stop_number(phone text) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
  select private.withdraw_consent(
    array(select id from private.leads where phone_e164 = stop_number.phone),
    'text message');
$$;

-- Withdraws the consent of one person, or of all persons with this number (E.164).
-- Returns {"persons", "withdrawn": integer}.
create function desk.withdraw_consent(id uuid default null, phone text default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  persons constant uuid[] := array(
    select person.id
    from private.leads person
    where person.id = withdraw_consent.id or person.phone_e164 = withdraw_consent.phone
  );
begin
  return jsonb_build_object(
    'persons', cardinality(persons),
    'withdrawn', private.withdraw_consent(persons, 'desk:' || session_user));
end $$;
