-- Releases submissions that were held until now. Their consent counts in the place in which they arrived, and the next sweep seals them. The data of a person's newest submission is copied to the person if
-- may_change allows this and no newer data is stored. The persons are no longer treated as suspected bots.
-- The caller must have locked the persons.
create function private.release_submissions(submissions uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  newest private.lead_submissions;
  meant private.lead_submissions;
  person private.leads;
  is_taken boolean;
  taken uuid[] := '{}';
begin
  for newest in
    select distinct on (lead_id) *
    from private.lead_submissions
    where id = any (submissions) and held and not preview
    order by lead_id, event_id desc
  loop
    select * into person from private.leads where id = newest.lead_id;
    meant := private.corrected(newest);
    is_taken := private.may_change(
        person,
        meant.phone_e164,
        meant.phone,
        private.is_known_source(person.id, newest.ip_hash))
      and not exists (
        select
        from private.lead_submissions later
        where later.lead_id = person.id and later.merged and later.event_id > newest.event_id
      );
    if is_taken then
      taken := taken || newest.id;
      perform private.take_data(meant);
    end if;
    if is_taken
      or newest.must_confirm and person.phone_e164 = meant.phone_e164
        and private.open_withdrawal(person.id) is not null
    then
      perform private.note_consent(newest);
    end if;
  end loop;

  with released as (
    update private.lead_submissions
    set
      held = false,
      released_at = now(),
      merged = id = any (taken)
    where id = any (submissions) and held
    returning lead_id
  )
  update private.leads
  set suspected_bot = false
  where id in (select lead_id from released);
end $$;

-- Returns the priority for a message of this kind that the operator queues again. Such messages are sent
-- after all others.
create function private.last_priority(kind text) returns private.message_priority
language sql immutable
set search_path = ''
as $$
  select (
    case kind
      when 'owner' then 'owner_last'
      when 'visitor' then 'visitor_last'
      when 'colleague' then 'colleague'
      when 'webhook' then 'webhook_retry'
      else 'general'
    end
  )::private.message_priority;
$$;

-- Queues messages as if they had never been sent. If has_token is true, each mail gets a token with which the
-- person can confirm. Each message gets a new id and therefore a new Message-ID, so that the mail provider
-- does not discard the mail as a duplicate. Returns how many messages it queued.
create function private.queue_anew(messages uuid[], has_token boolean default false) returns integer
language plpgsql
set search_path = ''
as $$
declare
  queued integer;
begin
  update private.outbox
  set
    id = gen_random_uuid(),
    status = 'pending',
    reason = null,
    sent_before = sent_before + (status = 'sent' or unanswered > 0)::integer,
    priority = private.last_priority(kind),
    attempts = 0,
    unanswered = 0,
    due_at = now(),
    queued_at = now(),
    claimed_at = null,
    sent_at = null,
    last_error = null,
    token = case when has_token then coalesce(token, gen_random_uuid()) else token end,
    -- The address may have been corrected since the mail was sent.
    mailbox = case
      when mailbox is not null then (
        select private.mailbox_key((private.corrected(submission)).email)
        from private.lead_submissions submission
        where submission.id = submission_id
      )
    end
  where id = any (messages);
  get diagnostics queued = row_count;
  return queued;
end $$;

-- Queues a message of a submission again if it was sent before. `kind` says which message: the mail to the
-- visitor, the mail to the owner or the webhook.
-- Returns 'queued' if the message was queued, 'suppressed' if the address gets no more mails, or null if no
-- such message was sent before.
create function desk.send_again(submission uuid, kind text) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  chosen private.outbox;
  refused private.message_reason;
begin
  select *
  into chosen
  from private.outbox message
  where message.submission_id = send_again.submission
    and message.kind = send_again.kind
    and message.status = 'sent'
    and message.event is null
  for update;
  if not found then
    return null;
  end if;
  if chosen.mailbox is not null then
    select private.refuse_mail((private.corrected(stored)).email, 'queued')
    into refused
    from private.lead_submissions stored
    where stored.id = chosen.submission_id;
  end if;
  if refused is not null then
    return refused;
  end if;
  perform private.queue_anew(array[chosen.id]);
  return 'queued';
end $$;

-- Queues failed or held messages again, or drops them if is_dropped is true. The queued messages are sent
-- after all others. If only_leads or only_messages is given, only these messages are taken. A mail is
-- cancelled if its mailbox already got a mail in the last 24 hours or gets no more mails.
-- When held messages are queued, their submissions are released too.
-- One call takes the held messages of at most max_persons persons, because these persons are locked and
-- cannot send the form in the meantime.
-- Returns {"done", "cancelled", "persons", "is_more"}. "done" is how many messages were queued or dropped.
-- "persons" is a list of at most 1000 ids. "is_more" is true if there may be more persons, so that the
-- function should be called again. Raises 22023 if from_status is not 'failed' or 'held'.
create function desk.requeue_messages(
  from_status text default 'failed',
  only_leads uuid[] default null,
  is_dropped boolean default false,
  only_messages uuid[] default null,
  max_persons integer default 100
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
declare
  persons uuid[] := only_leads;
  released uuid[];
  answer jsonb;
begin
  if from_status is null or from_status not in ('failed', 'held') then
    raise exception 'from_status is failed or held' using errcode = 'invalid_parameter_value';
  end if;
  if from_status = 'held' then
    -- While a person is locked, no new submission of this person is stored, and nobody else can release or
    -- drop the person's messages.
    persons := array(
      select id
      from private.leads
      where (only_leads is null or id = any (only_leads))
        and id in (
          select lead_id
          from private.outbox mail
          where status = 'held' and (only_messages is null or mail.id = any (only_messages))
        )
      order by id
      limit max_persons
      for no key update
    );
  end if;

  with stopped as (
    select
      mail.id,
      case when mail.mailbox is not null then private.mailbox_key(meant.email) end as mailbox,
      meant.email,
      mail.queued_at,
      case when mail.token is not null then meant.phone_e164 end as asked_number,
      person.withdrawn_at
    from private.outbox mail
    left join private.lead_submissions submission on submission.id = mail.submission_id
    left join private.leads person on person.id = mail.lead_id
    left join lateral private.corrected(submission) meant on true
    where status = from_status
      and (persons is null or mail.lead_id = any (persons))
      and (only_messages is null or mail.id = any (only_messages))
    for update of mail skip locked
  ), chosen as (
    select
      id,
      mailbox,
      email,
      asked_number,
      withdrawn_at,
      row_number() over (partition by mailbox order by queued_at desc) as place
    from stopped
  ), judged as (
    select id, mailbox, case
      when is_dropped then 'dropped'
      when mailbox is not null and place > 1 then 'already_mailed'
      when mailbox is not null then private.refuse_mail(email, null, asked_number, withdrawn_at)
    end as reason
    from chosen
  ), requeued as (
    update private.outbox mail
    set
      status = case when judged.reason is null then 'pending' else 'cancelled' end,
      reason = judged.reason,
      mailbox = judged.mailbox,
      priority = private.last_priority(mail.kind),
      unanswered = 0,
      sent_before = mail.sent_before + (mail.unanswered > 0)::integer,
      due_at = now(),
      queued_at = case when is_dropped then mail.queued_at else now() end
    from judged
    where mail.id = judged.id
    returning mail.reason, mail.lead_id, mail.submission_id
  )
  select
    jsonb_build_object(
      'done', count(*) filter (where reason is null or reason = 'dropped'),
      'cancelled', count(*) filter (where reason in ('already_mailed', 'suppressed', 'unpressed')),
      'persons', array(select distinct lead_id from requeued where lead_id is not null limit 1000),
      'is_more', from_status = 'held' and cardinality(persons) = max_persons),
    array_agg(distinct submission_id)
  into answer, released
  from requeued;
  if from_status = 'held' and not is_dropped then
    perform private.release_submissions(released);
  end if;
  return answer;
end $$;
