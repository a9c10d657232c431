-- The queue of messages: mails and webhooks about submissions, and general mails to the owner (alert, digest,
-- seal).
-- 20261123000000_states.sql lists the states of a message.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid references private.lead_submissions on delete cascade,
  lead_id uuid references private.leads on delete cascade,
  kind text not null check (kind in ('visitor', 'owner', 'alert', 'digest', 'seal', 'webhook')),
  status private.message_status not null default 'pending',
  reason private.message_reason,
  priority private.message_priority not null default 'general',
  attempts integer not null default 0,
  -- How many attempts sent the whole mail but got no answer from the server. Each of these mails may have
  -- arrived.
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
  -- What a webhook reports instead of its submission: a part of the video, a lifted stop, or an erasure. In a
  -- visitor mail, 'reminder' means that the mail is the reminder of the video.
  event text check (event in ('watched', 'stop_lifted', 'erased', 'reminder')),
  -- The percentage of the video that the person watched.
  watched_percent smallint,
  -- The id of the person who was erased. The random id names nobody, and the receiver has seen it before.
  erased_lead uuid,
  -- Grows from message to message, so that a receiver can see which of two webhooks about a person is newer.
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
-- This index is partial. As long as there are no statistics, accept_lead would use a full index and read all
-- visitor mails.
create index outbox_visitor_claimed_idx on private.outbox (claimed_at)
  where kind = 'visitor' and claimed_at is not null;
create index outbox_owner_claimed_idx on private.outbox (claimed_at)
  where kind = 'owner' and status in ('sending', 'sent');
create index outbox_mailbox_idx on private.outbox (mailbox, queued_at)
  where kind = 'visitor' and status in ('pending', 'sending', 'sent');
create index outbox_digest_idx on private.outbox (digest_id)
  where digest_id is not null;

-- Messages that need the operator, each with its problem: failed, held, overdue (unsent for ten minutes), or
-- delayed (failing for an hour). An index finds the messages of each problem.
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

-- Counts the messages of outbox_attention by problem, separately for mails and webhooks. Each count stops at
-- 1001, so that counting stays fast.
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

-- Returns the same key for all spellings of a mailbox: in lower case, without a +tag, and at Gmail without
-- dots. The key only tells mailboxes apart. No mail is sent to it.
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
-- `asked_number` is the number (E.164) that the mail would ask to confirm, or null. Mails that ask for up to
-- three different numbers are allowed. A reminder asks for no number.
-- `withdrawn_at` is when the person last withdrew, or null. Mails before that time do not count, because
-- their links are dead.
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
-- The row gets a new id, so that no earlier worker can settle it.
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
