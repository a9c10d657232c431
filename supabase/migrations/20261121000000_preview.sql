-- Whether a lead was submitted on a preview of the site. Its mails go to the owner alone, and it changes no person.
alter table public.lead_submissions add column preview boolean not null default false;

-- Stores one submission, its person and the two mails it owes, all or nothing.
--   submission_id  the idempotency key
--   lead           {name, email, phone, phone_e164 | null, country_code, consent}
--   context        LeadContext of functions/_shared/lead-request.ts, in snake_case
-- Returns 'created', 'replayed' (same key, same content) or 'conflict' (same key, other content: nothing changes).
-- Raises PT429 when the source sent too much; lock and statement timeouts as 55P03 and 57014. (A running statement
-- keeps its timeout, so statement_timeout counts where the caller sets it first, as PostgREST does:
-- https://docs.postgrest.org/en/stable/references/transactions.html#function-settings)
create or replace function public.accept_lead(submission_id uuid, lead jsonb, context jsonb default '{}') returns text
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
declare
  -- What the visitor typed; the E.164 form may change with the numbering plans.
  hash constant bytea := sha256(convert_to((accept_lead.lead - 'phone_e164')::text, 'UTF8'));
  is_preview constant boolean := coalesce(context -> 'preview' = 'true', false);
  stored_hash bytea;
  limits public.lead_settings;
  ip_hits integer := 0;
  address_hits integer;
  person_id uuid;
  email_status text := 'pending';
  visitor_status text;
begin
  -- Two calls with one key go one after the other, so that the second sees what the first did.
  perform pg_advisory_xact_lock(hashtextextended(accept_lead.submission_id::text, 0));

  select content_hash into stored_hash
  from public.lead_submissions where id = accept_lead.submission_id;
  if found then
    return case when stored_hash = hash then 'replayed' else 'conflict' end;
  end if;

  select * into strict limits from public.lead_settings;
  if context ->> 'ip_hash' is not null then
    ip_hits := public.count_lead_rate('ip:' || (context ->> 'ip_hash'));
  end if;
  address_hits := public.count_lead_rate(
    'address:' || encode(sha256(convert_to(lower(lead ->> 'email'), 'UTF8')), 'hex'));
  if ip_hits > limits.ip_refuse_after or address_hits > limits.address_refuse_after then
    raise exception 'too many submissions' using errcode = 'PT429';
  end if;
  if ip_hits > limits.ip_hold_after or address_hits > limits.address_hold_after
    or coalesce((context ->> 'suspected_bot')::boolean, false) then
    email_status := 'held';
  end if;

  insert into public.leads as person (email, name, phone, phone_e164, country_code)
  values (lead ->> 'email', lead ->> 'name', lead ->> 'phone', lead ->> 'phone_e164', lead ->> 'country_code')
  on conflict (lower(email)) do update set
    email = excluded.email, name = excluded.name, phone = excluded.phone,
    phone_e164 = excluded.phone_e164, country_code = excluded.country_code, updated_at = now()
    where email_status = 'pending' and not is_preview
  returning id into person_id;
  -- What is held changes nobody: a bot must not overwrite the person whose address it used, and a preview neither.
  if person_id is null then
    select id into strict person_id from public.leads where lower(email) = lower(accept_lead.lead ->> 'email');
  end if;

  insert into public.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent,
    consent_text, consent_version, page, referrer, user_agent, ip_hash, campaign, suspected_bot, preview)
  values (
    accept_lead.submission_id, person_id, hash, lead ->> 'name', lead ->> 'email', lead ->> 'phone',
    lead ->> 'phone_e164', lead ->> 'country_code', (lead ->> 'consent')::boolean,
    context ->> 'consent_text', context ->> 'consent_version', context ->> 'page', context ->> 'referrer',
    context ->> 'user_agent', context ->> 'ip_hash', coalesce(context -> 'campaign', '{}'),
    coalesce((context ->> 'suspected_bot')::boolean, false), is_preview);

  visitor_status := email_status;
  if email_status = 'pending' and not is_preview and exists (
    select from public.lead_emails mail
    join public.lead_submissions submission on submission.id = mail.submission_id and not submission.preview
    where mail.lead_id = person_id and mail.kind = 'visitor' and mail.queued_at > now() - interval '24 hours'
      and mail.status in ('pending', 'sending', 'sent')
  ) then
    visitor_status := 'skipped';
  end if;

  insert into public.lead_emails (submission_id, lead_id, kind, status)
  values
    (accept_lead.submission_id, person_id, 'visitor', visitor_status),
    (accept_lead.submission_id, person_id, 'owner', email_status);
  return 'created';
end $$;
