-- Stores that the reader of a mailbox confirmed what was submitted under its address, and queues a mail to the owner and,
-- if context.webhook is true, a webhook. What was submitted becomes the person's data, if nothing that was submitted later
-- did.
--   token    of the visitor's mail; it is valid for 30 days from then
--   context  {consent_text, consent_version, user_agent, ip_hash} as in accept_lead, and webhook: boolean
-- Returns whether there is such a token: confirming once more changes nothing. Lock and statement timeouts as 55P03 and 57014.
create function public.confirm_lead(token uuid, context jsonb default '{}') returns boolean
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
declare
  submitted public.lead_submissions;
  is_applied boolean;
  new_id constant uuid := gen_random_uuid();
begin
  -- Of two calls at once the second sees what the first did.
  perform pg_advisory_xact_lock(hashtextextended(confirm_lead.token::text, 0));
  select submission.* into submitted
  from public.lead_emails mail join public.lead_submissions submission on submission.id = mail.submission_id
  where mail.token = confirm_lead.token and mail.claimed_at > now() - interval '30 days';
  if not found then return false; end if;
  if exists (select from public.lead_submissions where confirms = submitted.id) then return true; end if;

  perform from public.leads person where person.id = submitted.lead_id for update;
  if not found then return false; end if;
  is_applied := not exists (
    select from public.lead_submissions later
    where later.lead_id = submitted.lead_id and later.applied and later.created_at > submitted.created_at);
  if is_applied then
    update public.leads person set
      email = submitted.email, name = submitted.name, phone = submitted.phone, phone_e164 = submitted.phone_e164,
      country_code = submitted.country_code, updated_at = now()
    where person.id = submitted.lead_id
      and (person.email, person.name, person.phone, person.country_code)
        <> (submitted.email, submitted.name, submitted.phone, submitted.country_code);
  end if;

  insert into public.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent, consent_text, consent_version,
    user_agent, ip_hash, confirms, applied)
  values (
    new_id, submitted.lead_id, submitted.content_hash, submitted.name, submitted.email, submitted.phone,
    submitted.phone_e164, submitted.country_code, true, context ->> 'consent_text', context ->> 'consent_version',
    context ->> 'user_agent', context ->> 'ip_hash', submitted.id, is_applied);
  insert into public.lead_emails (submission_id, lead_id, kind, lane) values (new_id, submitted.lead_id, 'owner', 1);
  if context -> 'webhook' = 'true' then
    insert into public.lead_emails (submission_id, lead_id, kind, lane) values (new_id, submitted.lead_id, 'webhook', 7);
  end if;
  return true;
end $$;
