-- Finds the person, or inserts a new one, and locks the row. The data of the submission is copied to the
-- person only if `may_merge` is true and the function may_change allows it too. `withdrawn_at` is the time
-- when the person withdrew. If the person never withdrew, or has confirmed since then, `withdrawn_at` is
-- null. If `counts` is true, the box that was ticked is to be stored in the log of consent. `number` is the
-- number (E.164) that was meant.
create function private.merge_person(
  lead jsonb,
  context jsonb,
  may_merge boolean,
  out person_id uuid,
  out is_known_source boolean,
  out is_merged boolean,
  out withdrawn_at timestamptz,
  out counts boolean,
  out number text
)
language plpgsql
set search_path = ''
as $$
declare
  person private.leads;
  meant private.lead_submissions;
  is_bot constant boolean := coalesce((context ->> 'suspected_bot')::boolean, false);
  is_preview constant boolean := coalesce(context -> 'preview' = 'true', false);
begin
  is_known_source := false;
  is_merged := may_merge;
  counts := may_merge;
  number := lead ->> 'phone_e164';
  loop
    insert into private.leads (
      email, name, phone, phone_e164, country_code, extra, source, medium, content, variant, suspected_bot,
      preview, consent, consented_at)
    values (
      lead ->> 'email',
      lead ->> 'name',
      lead ->> 'phone',
      lead ->> 'phone_e164',
      lead ->> 'country_code',
      coalesce(lead -> 'extra', '{}'),
      private.source_of(context),
      private.fold_campaign(context -> 'campaign' ->> 'utm_medium'),
      private.fold_campaign(context -> 'campaign' ->> 'utm_content'),
      left(context ->> 'variant', 32),
      is_bot,
      is_preview,
      case
        when not may_merge then 'none'
        when (select double_opt_in from private.lead_settings) then 'asked'
        else 'given'
      end,
      case when may_merge then now() end)
    on conflict (lower(email)) do nothing
    returning id into person_id;
    if found then
      return;
    end if;
    -- If the person was erased in the meantime, this query finds nothing. The next pass of the loop then
    -- inserts a new person.
    select * into person from private.leads where lower(email) = lower(lead ->> 'email') for no key update;
    exit when found;
  end loop;

  person_id := person.id;
  withdrawn_at := private.open_withdrawal(person.id);
  is_known_source := private.is_known_source(person.id, context ->> 'ip_hash');
  meant := private.corrected(jsonb_populate_record(
    null::private.lead_submissions,
    '{"extra": {}}' || lead || jsonb_build_object('lead_id', person.id)));
  number := meant.phone_e164;
  is_merged := may_merge and private.may_change(person, number, is_known_source);
  if is_merged then
    perform private.take_data(meant);
  end if;
  -- If a person ticks the box again after a withdrawal, we ask the person to confirm, no matter which network
  -- the submission came from. Somebody else may have typed the address, so the consent is valid again only
  -- after the confirmation.
  counts := is_merged
    or may_merge and withdrawn_at is not null and person.phone_e164 = number;
  if person.suspected_bot and not is_bot or person.preview and not is_preview then
    update private.leads
    set
      suspected_bot = person.suspected_bot and is_bot,
      preview = person.preview and is_preview
    where id = person.id;
  end if;
end $$;

-- Returns the id under which the submission with this idempotency key is stored, or will be. This is the key,
-- unless a submission with this id was sealed and then erased. The id then follows from the key, so that a
-- retry finds the submission under it.
create function private.stored_id(key uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  candidate uuid := key;
begin
  while exists (select from private.lead_seal_entries where submission_hash = sha256(uuid_send(candidate)))
    and not exists (select from private.lead_submissions where id = candidate)
  loop
    candidate := encode(
      substring(sha256(uuid_send(candidate) || convert_to('after an erasure', 'UTF8')) for 16),
      'hex')::uuid;
  end loop;
  return candidate;
end $$;

-- Stores a submission together with its person and its messages.
-- Returns the status 'created', 'replayed' or 'conflict', whether reminders are on, the id under which the
-- submission is stored, and the token in its link to the calendar. Raises PT429 (too many submissions), 55P03
-- (a lock took too long) or 57014 (the whole call took too long).
-- `submission_id` is the idempotency key.
-- `context` contains the fields of LeadContext in snake_case. `context` also contains `webhook`, which says
-- whether to queue a webhook.
create function public.accept_lead(
  submission_id uuid,
  lead jsonb,
  context jsonb default '{}',
  out status text,
  out reminds boolean,
  out stored_id uuid,
  out call_token uuid
)
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  -- The hash leaves out phone_e164, because the same number can get another E.164 form when its country
  -- changes the numbering plan.
  hash constant bytea := sha256(convert_to((accept_lead.lead - 'phone_e164')::text, 'UTF8'));
  is_preview constant boolean := coalesce(context -> 'preview' = 'true', false);
  mailbox constant text := private.mailbox_key(lead ->> 'email');
  stored_hash bytea;
  judged record;
  person record;
  stored private.lead_submissions;
  asked_number text;
  is_last boolean;
  refused private.message_reason;
begin
  reminds := exists (
    select
    from private.lead_settings
    where remind_after is not null
  );
  -- If two calls have the same key, the second call waits for the first one and then sees what it stored.
  perform pg_advisory_xact_lock(hashtextextended(accept_lead.submission_id::text, 0));
  stored_id := private.stored_id(accept_lead.submission_id);
  call_token := private.lead_token(stored_id, 'call');
  select content_hash into stored_hash from private.lead_submissions where id = stored_id;
  if found then
    status := case when stored_hash = hash then 'replayed' else 'conflict' end;
    return;
  end if;

  judged := private.judge_submission(mailbox, context);
  person := private.merge_person(lead, context, judged.held_for is null and not is_preview);
  insert into private.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, extra, consent, consent_text,
    consent_version, page, referrer, user_agent, ip_hash, campaign, variant, suspected_bot, preview,
    refuses_tracking, merged, must_confirm, held)
  values (
    stored_id,
    person.person_id,
    hash,
    lead ->> 'name',
    lead ->> 'email',
    lead ->> 'phone',
    lead ->> 'phone_e164',
    lead ->> 'country_code',
    coalesce(lead -> 'extra', '{}'),
    (lead ->> 'consent')::boolean,
    context ->> 'consent_text',
    context ->> 'consent_version',
    context ->> 'page',
    context ->> 'referrer',
    context ->> 'user_agent',
    context ->> 'ip_hash',
    private.campaign_of(context),
    left(context ->> 'variant', 32),
    coalesce((context ->> 'suspected_bot')::boolean, false),
    is_preview,
    coalesce(context -> 'refuses_tracking' = 'true', false),
    person.is_merged,
    person.withdrawn_at is not null or (select double_opt_in from private.lead_settings),
    judged.held_for is not null)
  returning * into stored;
  if person.counts then
    perform private.note_consent(stored);
  end if;

  asked_number := (
    select person.number
    from private.lead_settings
    where (double_opt_in or person.withdrawn_at is not null) and not is_preview
  );
  is_last := judged.is_busy_source or judged.is_busy_mailbox and not person.is_known_source;
  if judged.held_for is null and not is_preview then
    refused := private.refuse_mail(lead ->> 'email', null, asked_number);
  end if;
  insert into private.outbox (
    submission_id, lead_id, kind, status, reason, priority, mailbox, token, asked_number)
  select
    stored_id,
    person.person_id,
    kind,
    case
      when judged.held_for is not null then 'held'
      when refused is not null and kind = 'visitor' then 'cancelled'
      else 'pending'
    end,
    case
      when judged.held_for is not null then judged.held_for
      when kind = 'visitor' then refused
    end,
    priority::private.message_priority,
    case when kind = 'visitor' and not is_preview then mailbox end,
    case when kind = 'visitor' and asked_number is not null and refused is null then gen_random_uuid() end,
    case when kind = 'visitor' and refused is null then asked_number end
  from (values
    ('visitor', case when is_last then 'visitor_last' else 'visitor_first' end),
    ('owner', case when is_last then 'owner_last' else 'owner_first' end),
    ('webhook', 'webhook_first')
  ) message (kind, priority)
  where kind <> 'webhook' or context -> 'webhook' = 'true' and not is_preview;
  if not is_preview then
    perform private.queue_copies(stored_id);
  end if;
  if judged.held_for is null and not is_preview and refused is null then
    perform private.plan_reminder(person.person_id);
  end if;
  status := 'created';
end $$;
