-- Stores one submission, its person, the two mails it owes and its webhook if context.webhook is true, all or nothing. A
-- preview has no webhook.
--   submission_id  the idempotency key
--   lead           {name, email, phone, phone_e164 | null, country_code, consent}
--   context        LeadContext of functions/_shared/lead-request.ts, in snake_case, and webhook: boolean
-- A known person keeps their data, unless the submission comes from the source that gave it. The id of an erased submission is
-- in the seals for good, so whoever comes again with it gets another one.
-- Returns 'created', 'replayed' (same key, same content) or 'conflict' (same key, other content: nothing changes).
-- Raises PT429 when the source sent too much; lock and statement timeouts as 55P03 and 57014. (A running statement
-- keeps its timeout, so statement_timeout counts where the caller sets it first, as PostgREST does:
-- https://docs.postgrest.org/en/stable/references/transactions.html#function-settings)
create function public.accept_lead(submission_id uuid, lead jsonb, context jsonb default '{}') returns text
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
declare
  -- What the visitor typed; the E.164 form may change with the numbering plans.
  hash constant bytea := sha256(convert_to((accept_lead.lead - 'phone_e164')::text, 'UTF8'));
  is_preview constant boolean := coalesce(context -> 'preview' = 'true', false);
  source constant text := context ->> 'ip_hash';
  sources constant text[] := array_remove(array[source, nullif(context ->> 'network_hash', context ->> 'ip_hash')], null);
  to_mailbox constant text := public.mailbox_key(lead ->> 'email');
  stored_hash bytea;
  stored_id uuid := accept_lead.submission_id;
  limits public.lead_settings;
  busy_after integer;
  hits integer[];
  mailbox_hits integer;
  pair_hits integer;
  source_hits integer;
  day_hits integer;
  person_id uuid;
  is_new_person boolean;
  is_known_source boolean := false;
  is_applied boolean;
  is_late boolean;
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
  if exists (
    select from public.lead_seal_entries where submission_hash = sha256(uuid_send(accept_lead.submission_id))
  ) then
    stored_id := gen_random_uuid();
  end if;

  select * into strict limits from public.lead_settings;
  -- The mailbox is also counted together with the source, so that nobody can have the mails of another person held.
  hits := public.count_lead_rates(
    array[
      'mailbox:' || encode(sha256(convert_to(to_mailbox, 'UTF8')), 'hex'),
      'pair:' || encode(sha256(convert_to(concat_ws(' ', to_mailbox, source), 'UTF8')), 'hex')
    ] || array(select 'ip:' || one from unnest(sources) one) || array(select 'day-ip:' || one from unnest(sources) one));
  mailbox_hits := hits[1];
  pair_hits := hits[2];
  source_hits := coalesce((select max(one) from unnest(hits[3:2 + cardinality(sources)]) one), 0);
  day_hits := coalesce((select max(one) from unnest(hits[3 + cardinality(sources):]) one), 0);
  if day_hits > limits.day_hold_after and (day_hits > limits.day_refuse_after
    or (public.count_lead_rates('{day-crowd}'))[1] > limits.crowd_refuse_after) then
    raise exception 'too many submissions' using errcode = 'PT429';
  end if;
  if source_hits > limits.ip_hold_after or pair_hits > limits.address_hold_after or day_hits > limits.day_hold_after
    or coalesce((context ->> 'suspected_bot')::boolean, false) then
    email_status := 'held';
  end if;

  is_applied := email_status = 'pending' and not is_preview;
  loop
    insert into public.leads (email, name, phone, phone_e164, country_code)
    values (lead ->> 'email', lead ->> 'name', lead ->> 'phone', lead ->> 'phone_e164', lead ->> 'country_code')
    on conflict (lower(email)) do nothing
    returning id into person_id;
    is_new_person := found;
    exit when is_new_person;
    -- Not found where an erasure was first: then the person is new.
    select id into person_id from public.leads where lower(email) = lower(accept_lead.lead ->> 'email') for no key update;
    exit when found;
  end loop;
  if not is_new_person then
    is_known_source := exists (
      select from public.lead_submissions earlier
      where earlier.lead_id = person_id and earlier.applied and earlier.ip_hash = source
        and not earlier.suspected_bot and not earlier.preview);
    -- Whom only a bot or a preview has named so far has no data of their own yet.
    is_applied := is_applied and (is_known_source or not exists (
      select from public.lead_submissions earlier
      where earlier.lead_id = person_id and earlier.applied
        and not earlier.suspected_bot and not earlier.preview));
    if is_applied then
      update public.leads set
        email = lead ->> 'email', name = lead ->> 'name', phone = lead ->> 'phone',
        phone_e164 = lead ->> 'phone_e164', country_code = lead ->> 'country_code', updated_at = now()
      where id = person_id;
    end if;
  end if;

  insert into public.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent,
    consent_text, consent_version, page, referrer, user_agent, ip_hash, campaign, variant, suspected_bot, preview,
    applied, held_until)
  values (
    stored_id, person_id, hash, lead ->> 'name', lead ->> 'email', lead ->> 'phone',
    lead ->> 'phone_e164', lead ->> 'country_code', (lead ->> 'consent')::boolean,
    context ->> 'consent_text', context ->> 'consent_version', context ->> 'page', context ->> 'referrer',
    context ->> 'user_agent', source, coalesce(context -> 'campaign', '{}'), left(context ->> 'variant', 32),
    coalesce((context ->> 'suspected_bot')::boolean, false), is_preview, is_applied,
    case when email_status = 'held' then 'infinity'::timestamptz end);

  visitor_status := email_status;
  if email_status = 'pending' and not is_preview and exists (
    select from public.lead_emails mail
    where mail.mailbox = to_mailbox and mail.kind = 'visitor' and mail.queued_at > now() - interval '24 hours'
      and mail.status in ('pending', 'sending', 'sent')
  ) then
    visitor_status := 'skipped';
  end if;

  -- Of whoever gives no time to judge by, as visitors without scripts, one submission is taken for fresh.
  busy_after := case when context -> 'time_unknown' = 'true' then 1 else limits.busy_after end;
  is_late := source_hits > busy_after or (mailbox_hits > busy_after and not is_known_source);
  insert into public.lead_emails (submission_id, lead_id, kind, status, lane, mailbox)
  values
    (stored_id, person_id, 'visitor', visitor_status,
      case when is_late then 6 else 2 end, case when not is_preview then to_mailbox end),
    (stored_id, person_id, 'owner', email_status, case when is_late then 5 else 1 end, null);
  if context -> 'webhook' = 'true' and not is_preview then
    insert into public.lead_emails (submission_id, lead_id, kind, status, lane)
    values (stored_id, person_id, 'webhook', email_status, 7);
  end if;
  return 'created';
end $$;
