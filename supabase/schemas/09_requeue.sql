-- Releases submissions that were held until now. Their consent counts in the place in which they arrived, and
-- the next sweep seals them. The data of a person's newest submission is copied to the person if may_change
-- allows this and no newer data is stored. The persons are no longer treated as suspected bots. The caller
-- must have locked the persons.
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
      when 'ad' then 'ad'
      else 'general'
    end
  )::private.message_priority;
$$;

-- Queues messages again, after all others. Everything that sends a message once more asks here. The caller
-- has locked the messages and has checked that none of them is on its way. An email that a mail server may
-- have taken keeps its id and so its Message-ID, by which a copy is recognised. A message that was sent or
-- came back gets a new id, because the provider would discard an email with the old one. The email goes to
-- the address that is meant now. If `asks` is true, or if it asked before, it asks to confirm the number that
-- is meant now. If its mailbox must not get it (see refuse_mail, which also explains `event`), a message that
-- failed or was held is cancelled, and any other stays as it is. Of several emails to one mailbox, only the
-- newest is queued. Returns the messages, by their new ids, each with the reason why it was refused.
create function private.queue_again(messages uuid[], event text, asks boolean default false)
returns table (id uuid, reason private.message_reason)
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  judged record;
begin
  for judged in
    select
      before.id,
      before.status = 'sent'
        or before.status = 'failed' and before.reason in ('bounced', 'returned', 'complained') as is_new,
      case when queue_again.asks or before.token is not null then meant.phone_e164 end as asked_number,
      case
        when before.mailbox is null then null
        when row_number() over (
            partition by before.mailbox is null, private.mailbox_key(meant.email)
            order by before.queued_at desc
          ) > 1
          then 'already_mailed'
        else private.refuse_mail(
          meant.email,
          queue_again.event,
          case when queue_again.asks or before.token is not null then meant.phone_e164 end)
      end as reason
    from private.outbox before
    left join private.lead_submissions stored on stored.id = before.submission_id
    left join lateral private.corrected(stored) meant on before.mailbox is not null
    where before.id = any (messages)
  loop
    update private.outbox message
    set
      id = case when judged.is_new then gen_random_uuid() else message.id end,
      former_ids = case when judged.is_new then message.former_ids || message.id else message.former_ids end,
      former_claims = case
        when judged.is_new then message.former_claims || message.claimed_at
        else message.former_claims
      end,
      status = case when judged.reason is null then 'pending' else 'cancelled' end,
      reason = judged.reason,
      priority = private.last_priority(message.kind),
      sent_before = message.sent_before + (message.status = 'sent' or message.unanswered > 0)::integer,
      attempts = case when judged.is_new then 0 else message.attempts end,
      unanswered = 0,
      due_at = now(),
      -- For an ad platform, this is when the event happened.
      queued_at = case when message.kind = 'ad' then message.queued_at else now() end,
      sent_at = null,
      -- Until the next attempt, the desk says why the last one failed.
      last_error = case when judged.is_new then null else message.last_error end,
      token = case when judged.asked_number is not null then coalesce(message.token, gen_random_uuid()) end
    where message.id = judged.id
      and message.status not in ('pending', 'sending')
      and (judged.reason is null or message.status in ('failed', 'held'))
    returning message.id into id;
    id := coalesce(id, judged.id);
    reason := judged.reason;
    perform private.address_mails(array[id]);
    return next;
  end loop;
end $$;

-- Queues a message of a submission again if it was sent before. `kind` says which message: the email to the
-- visitor, the email to the owner or the webhook.
-- Returns 'queued' if the message was queued, 'suppressed' if the address gets no more emails, or null if no
-- such message was sent before.
create function desk.send_again(submission uuid, kind text) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  chosen constant uuid := (
    select id
    from private.outbox message
    where message.submission_id = send_again.submission
      and message.kind = send_again.kind
      and message.status = 'sent'
      and message.event is null
      -- After the end of the webhooks, nobody knows the person.
      and (message.kind <> 'webhook' or private.is_told(message.lead_id))
    for update
  );
begin
  return (
    select coalesce(queued.reason, 'queued')
    from private.queue_again(array[chosen], 'queued') queued
  );
end $$;

-- Queues failed or held messages again, or drops them if is_dropped is true. The queued messages are sent
-- after all others. If only_leads, only_messages or of_act is given, only these messages are taken: of_act is
-- an act at the desk, with its persons. An email is
-- cancelled if its mailbox already got an email in the last 24 hours or gets no more emails.
-- When held messages are queued, their submissions are released too.
-- One call takes the held messages of at most max_persons persons, because these persons are locked and
-- cannot send the form in the meantime.
-- Returns {"done", "cancelled", "persons", "is_more"}. "done" is how many messages were queued or dropped.
-- "persons" is how many persons these messages are about. "is_more" is true if there may be more persons, so
-- that the function should be called again. Raises 22023 if from_status is not 'failed' or 'held'.
create function private.requeue_messages(
  from_status text,
  is_dropped boolean,
  only_leads uuid[],
  only_messages uuid[],
  max_persons integer,
  of_act uuid
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  meant constant uuid[] := case
    when of_act is null then only_leads
    else coalesce((select acted.persons from private.desk_acts acted where acted.id = of_act), '{}')
  end;
  persons uuid[] := meant;
  is_more boolean := false;
  chosen uuid[];
  asking uuid[] := '{}';
  refused integer := 0;
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
      where (meant is null or id = any (meant))
        and id in (
          select lead_id
          from private.outbox mail
          where status = 'held' and (only_messages is null or mail.id = any (only_messages))
        )
      order by id
      limit max_persons
      for no key update
    );
    is_more := cardinality(persons) = max_persons;
  end if;
  chosen := array(
    select id
    from private.outbox message
    where status = from_status
      and (persons is null or message.lead_id = any (persons))
      and (only_messages is null or message.id = any (only_messages))
    for update skip locked
  );
  persons := array(
    select distinct lead_id
    from private.outbox
    where id = any (chosen) and lead_id is not null
  );
  if is_dropped then
    update private.outbox set status = 'cancelled', reason = 'dropped' where id = any (chosen);
  else
    if from_status = 'held' then
      perform private.release_submissions(
        array(select distinct submission_id from private.outbox where id = any (chosen)));
      asking := array(
        select mail.id
        from private.outbox mail
        join private.leads person on person.id = mail.lead_id
        where mail.id = any (chosen)
          and mail.kind = 'visitor'
          and mail.mailbox is not null
          and ((select double_opt_in from private.lead_settings) or person.consent in ('asked', 'withdrawn'))
      );
    end if;
    select count(*) filter (where reason is not null)
    into refused
    from (
      select reason
      from private.queue_again(asking, null, true)
      union all
      select reason
      from private.queue_again(array(select unnest(chosen) except select unnest(asking)), null)
    ) queued;
  end if;
  return jsonb_build_object(
    'done', cardinality(chosen) - refused,
    'cancelled', refused,
    'persons', cardinality(persons),
    'is_more', is_more);
end $$;

-- Sends failed messages again. Takes and returns what private.requeue_messages does.
create function desk.requeue_messages(
  only_leads uuid[] default null,
  only_messages uuid[] default null,
  max_persons integer default 20,
  of_act uuid default null
) returns jsonb
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
  select private.requeue_messages('failed', false, only_leads, only_messages, max_persons, of_act);
$$;

-- Releases held messages. Takes and returns what private.requeue_messages does.
create function desk.release_messages(
  only_leads uuid[] default null,
  only_messages uuid[] default null,
  max_persons integer default 20,
  of_act uuid default null
) returns jsonb
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
  select private.requeue_messages('held', false, only_leads, only_messages, max_persons, of_act);
$$;

-- Drops failed or held messages. Takes and returns what private.requeue_messages does, and raises the same.
create function desk.drop_messages(
  from_status text,
  only_leads uuid[] default null,
  only_messages uuid[] default null,
  max_persons integer default 20,
  of_act uuid default null
) returns jsonb
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
  select private.requeue_messages(from_status, true, only_leads, only_messages, max_persons, of_act);
$$;
