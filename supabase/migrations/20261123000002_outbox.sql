-- The queue of mails and webhooks about submissions, and of general mails to the owner. A digest replaces 'digested' mails.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid references public.lead_submissions on delete cascade,
  lead_id uuid references public.leads on delete cascade,
  kind text not null check (kind in ('visitor', 'owner', 'alert', 'digest', 'seal', 'webhook')),
  -- held: waits until the operator requeues or drops it. dropped: is never sent. skipped: the mailbox already got a mail today.
  status text not null default 'pending'
    check (status in ('pending', 'sending', 'sent', 'dead', 'held', 'dropped', 'skipped', 'digested')),
  -- 0: alert, digest, seal. Owner/visitor mails: 1/2 first attempt, 3/4 retry, 5/6 over busy_after or requeued. Webhooks: 7, retry 8.
  priority smallint not null default 0 constraint outbox_priority_check
    check (case kind when 'webhook' then priority in (7, 8) else priority between 0 and 6 end),
  attempts integer not null default 0,
  unanswered integer not null default 0, -- Attempts that sent the whole mail but got no answer from the server. Each may have arrived.
  due_at timestamptz not null default now(), -- The next attempt (pending) or the end of the lease (sending).
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text,
  queued_at timestamptz not null default now(),
  mailbox text, -- The mailbox_key of the visitor's address. Null for a preview, because its mails go to the owner.
  digest_id uuid references public.outbox on delete set null,
  token uuid,
  watched smallint, -- How many percent of the video the person watched, in a webhook that reports this.
  constraint outbox_lead_check check (
    (kind in ('alert', 'digest', 'seal')) = (submission_id is null) and (submission_id is null) = (lead_id is null))
);
create unique index outbox_submission_id_kind_key on public.outbox (submission_id, kind, coalesce(watched, 0));
create index outbox_due_idx on public.outbox (due_at, kind) where status in ('pending', 'sending');
create index outbox_priority_idx on public.outbox (priority, due_at) where status in ('pending', 'sending');
create index outbox_stopped_idx on public.outbox (status, kind, due_at) where status in ('dead', 'held');
-- This index is partial, because accept_lead would use a full index as long as there are no statistics, and read all visitor mails.
create index outbox_visitor_claimed_idx on public.outbox (claimed_at) where kind = 'visitor' and claimed_at is not null;
create index outbox_owner_claimed_idx on public.outbox (claimed_at) where kind = 'owner' and status in ('sending', 'sent');
create index outbox_lead_idx on public.outbox (lead_id);
create index outbox_mailbox_idx on public.outbox (mailbox, queued_at)
  where kind = 'visitor' and status in ('pending', 'sending', 'sent');
create index outbox_digest_idx on public.outbox (digest_id) where digest_id is not null;
create unique index outbox_token_idx on public.outbox (token) where token is not null;
create unique index outbox_last_key on public.outbox (kind) where kind in ('alert', 'seal');

-- Messages that need the operator: dead, held, overdue (unsent for ten minutes), delayed (failing for an hour). Each state has an index.
create view public.outbox_attention with (security_invoker = true) as
  select id, kind, status, attempts, last_error, queued_at, due_at, lead_id, reason
  from (
    select *, status as reason from public.outbox where status in ('dead', 'held')
    union all
    select *, case when due_at < now() - interval '10 minutes' then 'overdue' else 'delayed' end
    from public.outbox
    where status in ('pending', 'sending')
      and (due_at < now() - interval '10 minutes' or attempts > 0 and queued_at < now() - interval '1 hour')
  ) seen
  where kind <> 'alert';

-- Counts outbox_attention by reason, separately for mails and webhooks. Each count stops at 1001, so that it stays fast.
create function public.count_attention() returns table (is_webhook boolean, reason text, found integer)
language sql stable set search_path = '' set jit = off set enable_seqscan = off as $$
  select sort.is_webhook, why.reason, counted.found
  from (values (false, '{visitor,owner,digest,seal}'::text[]), (true, '{webhook}')) sort (is_webhook, kinds),
    (values ('dead', '{dead}'::text[]), ('held', '{held}'), ('overdue', '{pending,sending}'),
      ('delayed', '{pending,sending}')) why (reason, statuses),
    lateral (
      select count(*)::integer as found from (
        select from public.outbox_attention seen
        where seen.status = any (why.statuses) and seen.kind = any (sort.kinds) and seen.reason = why.reason limit 1001
      ) few) counted;
$$;

-- Returns the pause before a retry: half the time in the queue, 15 s to 50 min, with 20 % jitter. After 7 days null: no retry.
create function public.retry_delay(queued_for interval) returns interval
language sql set search_path = '' as $$
  select (0.8 + 0.4 * random()) * least(greatest(queued_for / 2, interval '15 seconds'), interval '50 minutes')
  where queued_for <= interval '7 days';
$$;

-- Queues an alert or seal mail to the owner, at most once in 24 hours. The row gets a new id, so no earlier worker can settle it.
create function public.queue_owner_mail(kind text) returns void
language sql set search_path = '' as $$
  insert into public.outbox as last (kind) values (queue_owner_mail.kind)
  on conflict (kind) where kind in ('alert', 'seal') do update
  set id = excluded.id, status = 'pending', due_at = now(), queued_at = now(), sent_at = null, last_error = null, unanswered = 0
  where last.queued_at < now() - interval '24 hours';
$$;

-- Stores how an attempt ended. Returns the row's new status: dead after three 'unanswered', null if another worker claimed the row.
create function public.settle_message(id uuid, attempt integer, outcome text, error text default null) returns text
language sql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
  update public.outbox mail
  set status = case
      when outcome = 'sent' then 'sent'
      when outcome = 'rejected' or outcome = 'unanswered' and mail.unanswered >= 2
        or public.retry_delay(now() - mail.queued_at) is null then 'dead'
      else 'pending'
    end,
    unanswered = mail.unanswered + (outcome = 'unanswered')::integer,
    sent_at = case when outcome = 'sent' then now() end,
    due_at = now() + coalesce(public.retry_delay(now() - mail.queued_at), interval '0'),
    last_error = case when outcome = 'sent' then null else left(error, 500) end
  where mail.id = settle_message.id and mail.attempts = settle_message.attempt and mail.status = 'sending'
  returning mail.status;
$$;
