-- Returns bucket names for lead_rates in lock order. A mailbox is limited per source, so that nobody can block another's mails.
create function public.rate_buckets(mailbox text, source text, network text default null) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array['mailbox:' || encode(sha256(convert_to(mailbox, 'UTF8')), 'hex'),
    'pair:' || encode(sha256(convert_to(concat_ws(' ', mailbox, source), 'UTF8')), 'hex'),
    'ip:' || source, 'ip:' || network, 'day-ip:' || source, 'day-ip:' || network];
end $$;

-- Counts a submission and applies lead_settings. Returns whether to hold the mails or to send them last. Raises PT429 to refuse.
create function public.judge_submission(
  mailbox text, context jsonb, out is_held boolean, out is_busy_source boolean, out is_busy_mailbox boolean)
language plpgsql set search_path = '' as $$
declare
  hits constant integer[] := public.count_lead_rates(public.rate_buckets(
    mailbox, context ->> 'ip_hash', nullif(context ->> 'network_hash', context ->> 'ip_hash')));
  source_hits constant integer := coalesce(greatest(hits[3], hits[4]), 0);
  day_hits constant integer := coalesce(greatest(hits[5], hits[6]), 0);
  limits public.lead_settings;
  busy_after integer;
begin
  select * into strict limits from public.lead_settings;
  if day_hits > limits.day_hold_after and (day_hits > limits.day_refuse_after
    or (public.count_lead_rates('{day-crowd}'))[1] > limits.crowd_refuse_after) then
    raise exception 'too many submissions' using errcode = 'PT429';
  end if;
  -- Without scripts the time to fill in the form is unknown. Then the mails of a second submission from the source are sent last.
  busy_after := case when context -> 'time_unknown' = 'true' then 1 else limits.busy_after end;
  is_held := source_hits > limits.ip_hold_after or hits[2] > limits.pair_hold_after
    or day_hits > limits.day_hold_after or coalesce((context ->> 'suspected_bot')::boolean, false);
  is_busy_source := source_hits > busy_after;
  is_busy_mailbox := hits[1] > busy_after;
end $$;

-- Finds or inserts a person and locks the row. Only the source that sent the stored data, or a confirmation, may change the data.
create function public.merge_person(
  lead jsonb, context jsonb, may_apply boolean, out person_id uuid, out is_known_source boolean, out is_applied boolean)
language plpgsql set search_path = '' as $$
declare
  person public.leads;
  is_bot constant boolean := coalesce((context ->> 'suspected_bot')::boolean, false);
  is_preview constant boolean := coalesce(context -> 'preview' = 'true', false);
begin
  is_known_source := false;
  is_applied := may_apply;
  loop
    insert into public.leads (email, name, phone, phone_e164, country_code, source, variant, suspected_bot, preview, consented_at)
    values (lead ->> 'email', lead ->> 'name', lead ->> 'phone', lead ->> 'phone_e164', lead ->> 'country_code',
      public.source_of(context), left(context ->> 'variant', 32), is_bot, is_preview, case when may_apply then now() end)
    on conflict (lower(email)) do nothing returning id into person_id;
    if found then return; end if;
    -- If the person was erased in the meantime, this query finds nothing, and the next pass inserts a new person.
    select * into person from public.leads where lower(email) = lower(lead ->> 'email') for no key update;
    exit when found;
  end loop;

  person_id := person.id;
  is_known_source := exists (
    select from public.lead_submissions earlier
    where earlier.lead_id = person.id and earlier.applied and earlier.ip_hash = context ->> 'ip_hash');
  is_applied := may_apply
    and (is_known_source
      or not exists (select from public.lead_submissions earlier where earlier.lead_id = person.id and earlier.applied))
    and (person.confirmed_at is null or person.phone_e164 is not distinct from lead ->> 'phone_e164');
  if is_applied then
    update public.leads set
      email = lead ->> 'email', name = lead ->> 'name', phone = lead ->> 'phone',
      phone_e164 = lead ->> 'phone_e164', country_code = lead ->> 'country_code', updated_at = now()
    where id = person.id;
  end if;
  -- After a withdrawal, a person who ticks the box consents again, from any network, but only for the phone number in public.leads.
  if is_applied or may_apply and person.withdrawn_at is not null and person.phone_e164 = lead ->> 'phone_e164' then
    update public.leads set consented_at = greatest(consented_at, now()) where id = person.id;
  end if;
  if person.suspected_bot and not is_bot or person.preview and not is_preview then
    update public.leads set suspected_bot = person.suspected_bot and is_bot, preview = person.preview and is_preview
    where id = person.id;
  end if;
end $$;

-- Whether the mailbox got a visitor mail in the last 24 hours. Mails to confirm up to three different numbers are allowed.
create function public.has_had_mail(mailbox text, asked_number text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  recent constant uuid[] := array(
    select mail.submission_id from public.outbox mail
    where mail.mailbox = has_had_mail.mailbox and mail.kind = 'visitor'
      and mail.queued_at > now() - interval '24 hours' and mail.status in ('pending', 'sending', 'sent')
    limit 3);
begin
  if asked_number is null or cardinality(recent) in (0, 3) then return cardinality(recent) > 0; end if;
  return exists (select from public.lead_submissions where id = any (recent) and phone_e164 = asked_number);
end $$;

-- Stores a submission, its person and its messages. Returns 'created', 'replayed' or 'conflict'. Raises PT429, 55P03 or 57014.
-- submission_id: the idempotency key. If an erased submission had this id, the new submission gets another id.
-- context: the fields of LeadContext in snake_case, and `webhook`.
create function public.accept_lead(submission_id uuid, lead jsonb, context jsonb default '{}') returns text
language plpgsql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
declare
  -- The hash does not cover phone_e164, because a new numbering plan may change the E.164 form of the same number.
  hash constant bytea := sha256(convert_to((accept_lead.lead - 'phone_e164')::text, 'UTF8'));
  is_preview constant boolean := coalesce(context -> 'preview' = 'true', false);
  mailbox constant text := public.mailbox_key(lead ->> 'email');
  stored_hash bytea;
  stored_id uuid := accept_lead.submission_id;
  rated record;
  person record;
  asked_number text;
  is_late boolean;
  is_skipped boolean;
begin
  -- Two calls with the same key run one after the other, so that the second call sees the first.
  perform pg_advisory_xact_lock(hashtextextended(accept_lead.submission_id::text, 0));
  select content_hash into stored_hash from public.lead_submissions where id = accept_lead.submission_id;
  if found then return case when stored_hash = hash then 'replayed' else 'conflict' end; end if;
  if exists (select from public.lead_seal_entries where submission_hash = sha256(uuid_send(accept_lead.submission_id))) then
    stored_id := gen_random_uuid();
  end if;

  rated := public.judge_submission(mailbox, context);
  person := public.merge_person(lead, context, not rated.is_held and not is_preview);
  insert into public.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, extra, consent,
    consent_text, consent_version, page, referrer, user_agent, ip_hash, campaign, variant, suspected_bot, preview,
    applied, held_until)
  values (
    stored_id, person.person_id, hash, lead ->> 'name', lead ->> 'email', lead ->> 'phone',
    lead ->> 'phone_e164', lead ->> 'country_code', coalesce(lead -> 'extra', '{}'), (lead ->> 'consent')::boolean,
    context ->> 'consent_text', context ->> 'consent_version', context ->> 'page', context ->> 'referrer',
    context ->> 'user_agent', context ->> 'ip_hash', coalesce(context -> 'campaign', '{}'), left(context ->> 'variant', 32),
    coalesce((context ->> 'suspected_bot')::boolean, false), is_preview, person.is_applied,
    case when rated.is_held then 'infinity'::timestamptz end);

  asked_number := (select lead ->> 'phone_e164' from public.lead_settings where double_opt_in and not is_preview);
  is_late := rated.is_busy_source or rated.is_busy_mailbox and not person.is_known_source;
  is_skipped := not rated.is_held and not is_preview and public.has_had_mail(mailbox, asked_number);
  insert into public.outbox (submission_id, lead_id, kind, status, priority, mailbox, token)
  select stored_id, person.person_id, kind,
    case when rated.is_held then 'held' when is_skipped and kind = 'visitor' then 'skipped' else 'pending' end, priority,
    case when kind = 'visitor' and not is_preview then mailbox end,
    case when kind = 'visitor' and asked_number is not null and not is_skipped then gen_random_uuid() end
  from (values ('visitor', case when is_late then 6 else 2 end), ('owner', case when is_late then 5 else 1 end), ('webhook', 7))
    owed (kind, priority)
  where kind <> 'webhook' or context -> 'webhook' = 'true' and not is_preview;
  return 'created';
end $$;
