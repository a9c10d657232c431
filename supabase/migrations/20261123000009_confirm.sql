-- Returns the submission that the token can confirm.
-- Only nulls after 30 days, a withdrawal, or a newer number from that source.
create function private.find_asked(token uuid) returns private.lead_submissions
language sql stable
set search_path = ''
as $$
  select asked.*
  from private.outbox mail
  join private.lead_submissions asked on asked.id = mail.submission_id
  where mail.token = find_asked.token
    and mail.claimed_at > now() - interval '30 days'
    and (
      asked.ip_hash is null
      or asked.phone_e164 = (
        select latest.phone_e164
        from private.lead_submissions latest
        where latest.lead_id = asked.lead_id
          and latest.ip_hash = asked.ip_hash
          and latest.confirms is null
          and latest.consent
        order by latest.created_at desc
        limit 1
      )
    )
    and not exists (
      select
      from private.leads
      where id = asked.lead_id and withdrawn_at > asked.created_at
    );
$$;

-- Returns the number (E.164) that a token can confirm, or null.
create function public.asked_number(token uuid) returns text
language sql stable security definer
set search_path = ''
set statement_timeout = '3s'
as $$
  select phone_e164
  from private.find_asked(asked_number.token);
$$;

-- Stores a confirmation and queues its messages. Idempotent.
-- Returns false if the token is unknown or consent_text is missing.
create function public.confirm_lead(token uuid, context jsonb default '{}') returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  asked private.lead_submissions;
  new_id constant uuid := gen_random_uuid();
begin
  if coalesce(context ->> 'consent_text', '') = '' then
    return false;
  end if;
  -- The person is locked first. So find_asked sees the changes of another confirmation, correction or
  -- erasure.
  perform
  from private.leads person
  where person.id = (select mail.lead_id from private.outbox mail where mail.token = confirm_lead.token)
  for update;
  asked := private.find_asked(token);
  if asked.id is null then
    return false;
  end if;
  if exists (select from private.lead_submissions where confirms = asked.id) then
    return true;
  end if;

  update private.leads person
  set
    email = asked.email,
    name = asked.name,
    phone = asked.phone,
    phone_e164 = asked.phone_e164,
    country_code = asked.country_code,
    updated_at = now(),
    confirmed_at = now(),
    consented_at = now()
  where person.id = asked.lead_id;
  insert into private.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, extra, consent, consent_text,
    consent_version, user_agent, ip_hash, confirms)
  values (
    new_id,
    asked.lead_id,
    asked.content_hash,
    asked.name,
    asked.email,
    asked.phone,
    asked.phone_e164,
    asked.country_code,
    asked.extra,
    true,
    context ->> 'consent_text',
    context ->> 'consent_version',
    context ->> 'user_agent',
    context ->> 'ip_hash',
    asked.id);
  insert into private.outbox (submission_id, lead_id, kind, priority)
  select new_id, asked.lead_id, message.kind, message.priority::private.message_priority
  from (values ('owner', 'owner_first'), ('webhook', 'webhook_first')) message (kind, priority)
  where message.kind = 'owner' or context -> 'webhook' = 'true';
  return true;
end $$;
