-- The queue of messages: mails and webhooks about submissions, and general mails to the owner (alert, digest,
-- seal).
-- 20261123000000_states.sql has the states of a message.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid references private.lead_submissions on delete cascade,
  lead_id uuid references private.leads on delete cascade,
  kind text not null check (kind in ('visitor', 'owner', 'alert', 'digest', 'seal', 'webhook')),
  status private.message_status not null default 'pending',
  reason private.message_reason,
  priority private.message_priority not null default 'general',
  attempts integer not null default 0,
  -- Attempts that sent the whole mail but got no answer from the server. Each may have arrived.
  unanswered integer not null default 0,
  -- The time of the next attempt (pending) or the end of the lease (sending).
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  -- What the server or the network answered to the last attempt.
  last_error text,
  queued_at timestamptz not null default now(),
  -- The mailbox_key of the visitor's address. Null for a preview, because its mails go to the owner.
  mailbox text,
  digest_id uuid references private.outbox on delete set null,
  -- The token of the link with which the visitor confirms the phone number.
  token uuid,
  -- What a webhook reports if not its submission: a part of the video, a lifted stop, or an erasure.
  -- 'reminder' if a visitor mail reminds of the video.
  event text check (event in ('watched', 'stop_lifted', 'erased', 'reminder')),
  -- How many percent of the video the person watched.
  watched_percent smallint,
  -- The id of the person who was erased. It names nobody, and the receiver knows it.
  erased_lead uuid,
  -- Grows from message to message, so that a receiver of webhooks sees which one of a person is newer.
  sequence bigint not null generated always as identity,
  constraint outbox_lead_check check (
    case
      when kind in ('alert', 'digest', 'seal') or event = 'erased'
        then num_nonnulls(submission_id, lead_id) = 0
      else num_nulls(submission_id, lead_id) = 0
    end
  ),
  constraint outbox_reported_check check (
    (event is null or kind = case event when 'reminder' then 'visitor' else 'webhook' end)
    and (watched_percent is not null) = coalesce(event = 'watched', false)
    and (erased_lead is not null) = coalesce(event = 'erased', false)
  ),
  constraint outbox_reason_check check (
    case status
      when 'held' then coalesce(reason in ('suspected_bot', 'limit'), false)
      when 'failed'
        then coalesce(reason in ('rejected', 'unanswered', 'expired', 'bounced', 'complained'), false)
      when 'cancelled'
        then coalesce(
          reason in ('dropped', 'already_mailed', 'suppressed', 'unpressed', 'outdated', 'in_digest'),
          false)
      else reason is null
    end
  ),
  constraint outbox_priority_check check (
    case
      when kind in ('visitor', 'owner', 'webhook') then split_part(priority::text, '_', 1) = kind
      else priority = 'general'
    end
  )
);

create unique index outbox_submission_id_kind_key
  on private.outbox (
    submission_id,
    kind,
    coalesce(watched_percent, 0),
    (case event when 'stop_lifted' then sequence when 'reminder' then -1 else 0 end)
  );
create index outbox_erased_idx on private.outbox (queued_at)
  where event = 'erased';
create unique index outbox_token_idx on private.outbox (token)
  where token is not null;
create unique index outbox_last_key on private.outbox (kind)
  where kind in ('alert', 'seal');
create index outbox_lead_idx on private.outbox (lead_id);
create index outbox_due_idx on private.outbox (due_at, kind)
  where status in ('pending', 'sending');
create index outbox_priority_idx on private.outbox (priority, due_at)
  where status in ('pending', 'sending');
create index outbox_stopped_idx on private.outbox (status, kind, due_at)
  where status in ('failed', 'held');
-- This index is partial, because accept_lead would use a full index as long as there are no statistics, and
-- read all visitor mails.
create index outbox_visitor_claimed_idx on private.outbox (claimed_at)
  where kind = 'visitor' and claimed_at is not null;
create index outbox_owner_claimed_idx on private.outbox (claimed_at)
  where kind = 'owner' and status in ('sending', 'sent');
create index outbox_mailbox_idx on private.outbox (mailbox, queued_at)
  where kind = 'visitor' and status in ('pending', 'sending', 'sent');
create index outbox_digest_idx on private.outbox (digest_id)
  where digest_id is not null;

-- Messages that need the operator, with their problem: failed, held, overdue (unsent for ten minutes), or
-- delayed (failing for an hour). Each problem is found by an index.
create view private.outbox_attention with (security_invoker = true) as
  select id, kind, status, attempts, last_error, queued_at, due_at, lead_id, problem
  from (
    select *, status::text as problem
    from private.outbox
    where status in ('failed', 'held')
    union all
    select *, case when due_at < now() - interval '10 minutes' then 'overdue' else 'delayed' end
    from private.outbox
    where status in ('pending', 'sending')
      and (due_at < now() - interval '10 minutes' or attempts > 0 and queued_at < now() - interval '1 hour')
  ) stuck
  where kind <> 'alert';

-- Counts outbox_attention by problem, separately for mails and webhooks. Each count stops at 1001, so that it
-- stays fast.
create function private.count_attention() returns table (is_webhook boolean, problem text, messages integer)
language sql stable
set search_path = ''
set jit = off
set enable_seqscan = off
as $$
  select sort.is_webhook, sought.problem, counted.messages
  from
    (values (false, '{visitor,owner,digest,seal}'::text[]), (true, '{webhook}')) sort (is_webhook, kinds),
    (values
      ('failed', '{failed}'::text[]),
      ('held', '{held}'),
      ('overdue', '{pending,sending}'),
      ('delayed', '{pending,sending}')
    ) sought (problem, statuses),
    lateral (
      select count(*)::integer as messages
      from (
        select
        from private.outbox_attention stuck
        where stuck.status = any (sought.statuses)
          and stuck.kind = any (sort.kinds)
          and stuck.problem = sought.problem
        limit 1001
      ) few
    ) counted;
$$;

-- Returns the pause before a retry: half the time in the queue, 15 s to 50 min, with 20 % jitter.
-- After seven days null: no retry.
create function private.retry_delay(queued_for interval) returns interval
language sql
set search_path = ''
as $$
  select (0.8 + 0.4 * random())
    * least(greatest(queued_for / 2, interval '15 seconds'), interval '50 minutes')
  where queued_for <= interval '7 days';
$$;

-- Returns the same key for all spellings of a mailbox: lower case, no +tags, no dots at Gmail.
-- The key is only for counting.
create function private.mailbox_key(email text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  local constant text := regexp_replace(substring(lower(email) from '^(.*)@'), '^([^+]+)\+.*$', '\1');
  domain constant text := substring(lower(email) from '[^@]*$');
begin
  return case
    when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com'
    else local || '@' || domain
  end;
end $$;

-- Returns whether the mailbox got a visitor mail in the last 24 hours.
-- asked_number: the number (E.164) that the mail would ask to confirm, or null. Mails that ask for up to
-- three different numbers are allowed.
-- withdrawn_at: when the person last withdrew, or null. Mails before that do not count: their links are dead.
-- A reminder asks for no number.
create function private.has_had_mail(mailbox text, asked_number text, withdrawn_at timestamptz default null)
returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  recent constant uuid[] := array(
    select case when mail.event is null then mail.submission_id end
    from private.outbox mail
    where mail.mailbox = has_had_mail.mailbox
      and mail.kind = 'visitor'
      and mail.queued_at > greatest(now() - interval '24 hours', has_had_mail.withdrawn_at)
      and mail.status in ('pending', 'sending', 'sent')
    limit 3
  );
begin
  if asked_number is null or cardinality(recent) in (0, 3) then
    return cardinality(recent) > 0;
  end if;
  return exists (
    select
    from private.lead_submissions
    where id = any (recent) and phone_e164 = asked_number
  );
end $$;

-- Queues an alert or seal mail to the owner, at most once in 24 hours.
-- The row gets a new id, so no earlier worker can settle it.
create function private.queue_owner_mail(kind text) returns void
language sql
set search_path = ''
as $$
  insert into private.outbox as last (kind)
  values (queue_owner_mail.kind)
  on conflict (kind) where kind in ('alert', 'seal') do update
  set
    id = excluded.id,
    status = 'pending',
    reason = null,
    due_at = now(),
    queued_at = now(),
    sent_at = null,
    last_error = null,
    unanswered = 0
  where last.queued_at < now() - interval '24 hours';
$$;

-- Returns why a message failed whose last attempt ended so, or null if it is sent again.
-- unanswered: how many earlier attempts got no answer. queued_for: for how long the message is queued.
create function private.failure_reason(outcome text, unanswered integer, queued_for interval) returns text
language sql
set search_path = ''
as $$
  select case
    when outcome = 'rejected' then 'rejected'
    when outcome = 'unanswered' and unanswered >= 2 then 'unanswered'
    when private.retry_delay(queued_for) is null then 'expired'
  end;
$$;

-- The receivers of webhooks that want no posts for a time.
create table private.webhook_receivers (
  -- The SHA-256 of the address in hex, because an address may contain a key.
  receiver text primary key,
  -- Infinity if the receiver is gone (410).
  rests_until timestamptz not null
);

-- Stores how an attempt ended: 'sent', 'deferred' (to be sent again), 'rejected' (no such mailbox, or the
-- receiver is gone) or 'unanswered'.
-- receiver, rest_seconds: for a webhook, who got it and the pause that the receiver asked for, or null.
-- Returns the message's new status, or null if another worker claimed the message.
create function public.settle_message(
  id uuid,
  attempt integer,
  outcome text,
  error text default null,
  receiver text default null,
  rest_seconds double precision default null
) returns text
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
  insert into private.webhook_receivers as known (receiver, rests_until)
  select
    settle_message.receiver,
    case when outcome = 'rejected' then 'infinity' else now() + make_interval(secs => rest_seconds) end
  where settle_message.receiver is not null and (outcome = 'rejected' or rest_seconds > 0)
  on conflict (receiver) do update
  set rests_until = greatest(known.rests_until, excluded.rests_until);

  update private.outbox message
  set
    status = case
      when outcome = 'sent' then 'sent'
      when private.failure_reason(outcome, message.unanswered, now() - message.queued_at) is null
        then 'pending'
      else 'failed'
    end,
    reason = case
      when outcome <> 'sent'
        then private.failure_reason(outcome, message.unanswered, now() - message.queued_at)
    end,
    unanswered = message.unanswered + (outcome = 'unanswered')::integer,
    sent_at = case when outcome = 'sent' then now() end,
    due_at = now() + coalesce(private.retry_delay(now() - message.queued_at), interval '0'),
    last_error = case when outcome <> 'sent' then left(error, 500) end
  where message.id = settle_message.id
    and message.attempts = settle_message.attempt
    and message.status = 'sending'
  returning message.status::text;
$$;

-- Ends the hold of these submissions and counts their consent from when it was given. The next sweep seals
-- them. The newest one of each person becomes the person's data, under the rules of merge_person, unless
-- newer data are stored. The persons are no suspected bots any more. The caller has locked the persons.
create function private.release_submissions(submissions uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  with newest as (
    select distinct on (lead_id) *
    from private.lead_submissions
    where id = any (submissions) and held_until = 'infinity' and not preview
    order by lead_id, created_at desc
  ), judged as (
    select
      newest.*,
      (
        num_nonnulls(person.confirmed_at, person.withdrawn_at) = 0
        or person.phone_e164 is not distinct from newest.phone_e164
      )
      and not exists (
        select
        from private.lead_submissions other
        where other.lead_id = newest.lead_id and other.merged and other.created_at > newest.created_at
      )
      and (
        exists (
          select
          from private.lead_submissions earlier
          where earlier.lead_id = newest.lead_id and earlier.merged and earlier.ip_hash = newest.ip_hash
        )
        or not exists (
          select
          from private.lead_submissions earlier
          where earlier.lead_id = newest.lead_id and earlier.merged
        )
      ) as is_merged,
      person.withdrawn_at is not null and person.phone_e164 = newest.phone_e164 as is_renewed
    from newest
    join private.leads person on person.id = newest.lead_id
  ), released as (
    update private.lead_submissions
    set
      held_until = now(),
      merged = id in (select id from judged where is_merged)
    where id = any (submissions) and held_until = 'infinity'
    returning lead_id
  ), merged as (
    update private.leads person
    set
      email = judged.email,
      name = judged.name,
      phone = judged.phone,
      phone_e164 = judged.phone_e164,
      country_code = judged.country_code,
      updated_at = now(),
      suspected_bot = false,
      consented_at = greatest(person.consented_at, judged.created_at),
      asked_at = case when settings.double_opt_in then judged.created_at end
    from judged, private.lead_settings settings
    where person.id = judged.lead_id and judged.is_merged
  )
  update private.leads
  set
    suspected_bot = false,
    consented_at = case
      when judged.is_renewed then greatest(leads.consented_at, judged.created_at)
      else leads.consented_at
    end,
    asked_at = case
      when judged.is_renewed is not true then leads.asked_at
      when settings.double_opt_in then judged.created_at
    end
  from private.lead_settings settings, released
  left join judged on judged.lead_id = released.lead_id
  where leads.id = released.lead_id and judged.is_merged is not true;
end $$;

-- Queues the visitor's mail, the owner's mail or the webhook (kind) of a submission again, if it was sent.
-- The new id makes a new Message-ID, so that the mailbox takes the mail for a new one.
-- Returns 'queued', 'suppressed' (the mailbox gets no more mails), or null if no such message was sent.
create function desk.send_again(submission uuid, kind text) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  chosen private.outbox;
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
  if chosen.mailbox is not null and private.is_suppressed(chosen.mailbox) then
    return 'suppressed';
  end if;
  update private.outbox message
  set
    id = gen_random_uuid(),
    status = 'pending',
    priority = (
      case message.kind
        when 'owner' then 'owner_last'
        when 'visitor' then 'visitor_last'
        else 'webhook_retry'
      end
    )::private.message_priority,
    attempts = 0,
    unanswered = 0,
    due_at = now(),
    queued_at = now(),
    claimed_at = null,
    sent_at = null,
    last_error = null
  where message.id = chosen.id;
  return 'queued';
end $$;

-- Queues failed or held messages again, after all other messages, or drops them: those of only_leads and of
-- only_messages (null: all). Cancels a mail if the mailbox already got one today or gets no more mails.
-- Releases the submissions whose held messages are queued.
-- Takes the held messages of at most max_persons persons: meanwhile no submission of theirs is stored.
-- Returns {"done": the number queued or dropped, "cancelled", "persons": [at most 1000 ids], "is_more":
-- whether to call again for the other persons}. Raises 22023.
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
    -- While a person is locked, none of their submissions is stored, and nobody else releases or drops them.
    persons := array(
      select id
      from private.leads
      where id in (select lead_id from private.outbox where status = 'held')
        and (only_leads is null or id = any (only_leads))
      order by id
      limit max_persons
      for no key update
    );
  end if;

  with stopped as (
    select
      mail.id,
      mail.mailbox,
      submission.email,
      mail.queued_at,
      case when mail.token is not null then submission.phone_e164 end as asked_number,
      person.withdrawn_at
    from private.outbox mail
    left join private.lead_submissions submission on submission.id = mail.submission_id
    left join private.leads person on person.id = mail.lead_id
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
      row_number() over (partition by mailbox order by queued_at) as place
    from stopped
  ), judged as (
    select id, case
      when is_dropped then 'dropped'
      when mailbox is not null and place > 1 then 'already_mailed'
      when mailbox is not null then private.refuse_mail(email, asked_number, withdrawn_at)
    end as reason
    from chosen
  ), requeued as (
    update private.outbox mail
    set
      status = case when judged.reason is null then 'pending' else 'cancelled' end,
      reason = judged.reason,
      priority = (
        case mail.kind
          when 'owner' then 'owner_last'
          when 'visitor' then 'visitor_last'
          when 'webhook' then 'webhook_retry'
          else 'general'
        end
      )::private.message_priority,
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
