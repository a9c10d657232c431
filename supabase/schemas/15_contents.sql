-- The view contains everything that a worker needs to send a message. `came_before` is true if the person had
-- sent the form before. A preview says nothing about a person who may be known, because whoever can send one
-- can enter any address. `record` is the data that is stored for the person, if it differs from the data in
-- the submission.
create view private.outbox_contents with (security_invoker = true) as
  select
    message.id,
    message.kind,
    message.attempts as attempt,
    case when (private.asked_by(message)).id is not null then message.token end as token,
    case
      when submission.preview is not true then coalesce(message.lead_id, message.erased_lead)
    end as lead_id,
    submission.id as submission_id,
    submission.created_at as submitted_at,
    told.name,
    told.email,
    told.phone,
    told.phone_e164,
    told.country_code,
    told.extra,
    submission.consent_text,
    submission.consent_version,
    submission.page,
    submission.referrer,
    submission.campaign,
    submission.variant,
    submission.suspected_bot,
    -- `current` is true if the data in the message are the data that are stored for the person. It is looked
    -- up at each claim, because the person may have newer data when the message is retried.
    submission.preview is not true
      and (lead.name, lead.email, lead.phone, lead.phone_e164, lead.country_code, lead.extra)
        is not distinct from (
          told.name, told.email, told.phone, told.phone_e164, told.country_code, told.extra) as current,
    submission.confirms,
    coalesce(submission.preview, false) as preview,
    submission.withdrawn_by,
    case when submission.preview then 'none' else private.consent_state(lead) end::private.consent as consent,
    lead.id is not null
      and submission.preview is not true
      and private.text_fault(lead.id) is null as may_be_texted,
    lead.id is not null
      and submission.preview is not true
      and private.refuse_mail(lead.email, 'queued') is null as may_be_mailed,
    case
      when message.kind = 'visitor' and not submission.preview then private.lead_token(lead.secret, 'stop')
    end as stop_token,
    case
      when message.kind = 'visitor' and not submission.preview then private.mail_token(message.mailbox)
    end as unsubscribe_token,
    case
      when message.kind = 'visitor' and not submission.preview then private.lead_token(lead.secret, 'watch')
    end as watch_token,
    message.event,
    message.watched_percent,
    message.sequence,
    message.queued_at,
    submission.preview is not true and exists (
      select
      from private.lead_submissions earlier
      where earlier.lead_id = message.lead_id
        and earlier.created_at < submission.created_at
        and not earlier.preview
    ) as came_before,
    case
      when message.kind in ('owner', 'colleague')
        and not submission.merged
        and not submission.preview
        and submission.confirms is null
        and submission.consent
        and (lead.name, lead.phone, lead.country_code)
          <> (submission.name, submission.phone, submission.country_code)
      then jsonb_build_object('name', lead.name, 'phone', lead.phone, 'country_code', lead.country_code)
    end as record,
    message.recipient,
    message.contents,
    -- Both say what holds now. `told` is what is compared later (see private.told_leads), so nothing else is
    -- said: a press of the link alone is not told.
    case when lead.id is not null and submission.preview is not true then
      jsonb_build_object(
        'told', private.describe_booking(lead),
        'state', private.booking_state(lead.booking, lead.booking_ends_at, null),
        'starts_at', lead.booking_starts_at,
        'ends_at', lead.booking_ends_at)
    end as booking,
    case when lead.id is not null and submission.preview is not true then
      jsonb_build_object(
        'told', private.describe_outcome(lead),
        'state', lead.outcome,
        'value', lead.outcome_value,
        'currency', nullif(private.currency(), ''),
        'at', lead.outcome_at)
    end as outcome,
    -- An ad platform may ask in which browser it happened.
    case when message.kind = 'ad' then submission.user_agent end as user_agent,
    -- The emails to the operator tell times as the desk does.
    private.time_zone() as time_zone
  from private.outbox message
  left join private.lead_submissions submission on submission.id = message.submission_id
  left join private.leads lead on lead.id = message.lead_id
  -- A webhook about a change reports what is stored now, and all other messages report their submission as it
  -- was meant.
  left join lateral (
    select lead.name, lead.email, lead.phone, lead.phone_e164, lead.country_code, lead.extra
    where coalesce(message.event, 'watched') not in ('watched', 'reminder')
    union all
    select meant.name, meant.email, meant.phone, meant.phone_e164, meant.country_code, meant.extra
    from private.corrected(submission) meant
    where coalesce(message.event, 'watched') in ('watched', 'reminder')
  ) told on true;

-- Returns what a digest says, or null if nothing is left to say:
--   {"leads", "since", "newest", "withdrawals", "withdrawn", "texts", "received", "undelivered", "returned"}
create function private.describe_digest(digest uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  described constant jsonb := (
    select jsonb_build_object(
      'leads', count(*) filter (where digested.is_newest),
      'since', min(digested.created_at) filter (where digested.consent),
      'newest', coalesce(
        to_jsonb((array_agg(
          jsonb_build_object(
            'lead_id', digested.lead_id,
            'name', digested.name,
            'email', digested.email,
            'phone', coalesce(digested.phone_e164, digested.phone))
          order by digested.created_at desc
        ) filter (where digested.is_newest))[:20]),
        '[]'),
      'withdrawals', count(*) filter (where digested.is_withdrawal),
      'withdrawn', coalesce(
        to_jsonb((array_agg(
          jsonb_build_object(
            'lead_id', digested.lead_id,
            'name', digested.name,
            'email', digested.email,
            'phone', coalesce(digested.phone_e164, digested.phone))
          order by digested.created_at desc
        ) filter (where digested.is_withdrawal))[:100]),
        '[]'),
      'texts', (select count(*) from private.incoming_texts where digest_id = digest),
      'received', (
        select coalesce(jsonb_agg(to_jsonb(received) order by received_at desc), '[]')
        from (
          select sender, words, received_at
          from private.incoming_texts
          where digest_id = digest
          order by received_at desc
          limit 100
        ) received
      ),
      'undelivered', (
        select count(*)
        from private.outbox mail
        where mail.digest_id = digest and mail.reason in ('bounced', 'returned', 'complained')
      ),
      'returned', (
        select coalesce(jsonb_agg(to_jsonb(mail)), '[]')
        from (
          select
            mail.reason,
            person.id as lead_id,
            person.name,
            -- The address may have been corrected since the email was sent.
            case
              when private.mailbox_key(person.email) = mail.mailbox then person.email
              when private.mailbox_key(submission.email) = mail.mailbox then submission.email
              else mail.mailbox
            end as email,
            coalesce(person.phone_e164, person.phone) as phone
          from private.outbox mail
          join private.leads person on person.id = mail.lead_id
          join private.lead_submissions submission on submission.id = mail.submission_id
          where mail.digest_id = digest and mail.reason in ('bounced', 'returned', 'complained')
          order by mail.due_at desc
          limit 100
        ) mail
      ))
    from (
      select
        stored.*,
        -- A person counts once, also with a confirmation or a second form.
        stored.consent and row_number() over (
          partition by stored.lead_id
          order by stored.consent desc, stored.created_at desc
        ) = 1 as is_newest,
        not stored.consent
          and private.consent_state(person) <> all (private.consents_of('may-be-texted')) as is_withdrawal
      from private.outbox mail
      join private.lead_submissions stored on stored.id = mail.submission_id
      join private.leads person on person.id = stored.lead_id
      where mail.digest_id = digest and mail.kind = 'owner'
    ) digested
  );
begin
  return case
    when (described ->> 'leads')::integer + (described ->> 'withdrawals')::integer
      + (described ->> 'texts')::integer + (described ->> 'undelivered')::integer > 0
      then described
  end;
end $$;

-- Writes what the due digests say, so that a worker can claim them. A digest with nothing to say is
-- cancelled. A digest that somebody is adding to is closed by the next sweep. A digest is written again if
-- its worker did not come back and one of its entries was erased meanwhile.
create function private.close_digests() returns void
language plpgsql
set search_path = ''
as $$
declare
  digest uuid;
  described jsonb;
begin
  for digest in
    select id
    from private.outbox
    where priority = 'general'
      and kind = 'digest'
      and private.is_waiting(status)
      and contents is null
      and due_at <= now()
    for update skip locked
  loop
    described := private.describe_digest(digest);
    update private.outbox
    set
      contents = described,
      status = case when described is null then 'cancelled' else status end,
      reason = case when described is null then 'outdated' end
    where id = digest;
  end loop;
end $$;
