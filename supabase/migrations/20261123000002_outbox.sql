-- The outbox: one row for each mail and webhook that a submission owes, and for each mail to the owner of no lead. A webhook
-- posts the submission to the operator's own system. A digest tells the owner of the leads whose own mails were beyond the
-- budget: these are 'digested', and name it. An alert tells of mails that did not go out, a seal of the evidence.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid references public.lead_submissions on delete cascade,
  lead_id uuid references public.leads on delete cascade,
  kind text not null check (kind in ('visitor', 'owner', 'alert', 'digest', 'seal', 'webhook')),
  -- held: stored, mailed only after desk.requeue_messages('held'); skipped: the address had its visitor mail today.
  status text not null default 'pending'
    check (status in ('pending', 'sending', 'sent', 'dead', 'held', 'skipped', 'digested')),
  -- The order in which due mails are claimed:
  --   0  to the owner, of no lead: alert, digest and seal
  --   1  to the owner, 2 to the visitor: fresh ones
  --   3  to the owner, 4 to the visitor: claimed before, so that they are tried again
  --   5  to the owner, 6 to the visitor: of a busy source or mailbox, or requeued
  --   7  webhooks, 8 webhooks tried before or requeued
  priority smallint not null default 0 constraint outbox_priority_check
    check (case kind when 'webhook' then priority in (7, 8) else priority between 0 and 6 end),
  attempts integer not null default 0,
  -- How many attempts ended without the mail server's word on the whole mail: each of them may have arrived.
  unanswered integer not null default 0,
  -- pending: when to try; sending: when the lease of the worker that took it ends.
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text,
  -- Since when the mail waits; a requeue begins anew.
  queued_at timestamptz not null default now(),
  -- The mailbox_key of a visitor's mail, so that whether it had one today is one look into an index. A preview's mails go
  -- to the owner and have none.
  mailbox text,
  digest_id uuid references public.outbox on delete set null,
  -- For the link by which the visitor confirms the number; known to the sweep and the mail alone.
  token uuid,
  unique (submission_id, kind),
  constraint outbox_lead_check
    check ((kind in ('alert', 'digest', 'seal')) = (submission_id is null) and (submission_id is null) = (lead_id is null))
);
create index outbox_due_idx on public.outbox (due_at, kind) where status in ('pending', 'sending');
create index outbox_priority_idx on public.outbox (priority, due_at) where status in ('pending', 'sending');
create index outbox_stopped_idx on public.outbox (status, kind, due_at) where status in ('dead', 'held');
-- Not for all visitor mails: without statistics the planner would read all of them in accept_lead.
create index outbox_visitor_claimed_idx on public.outbox (claimed_at)
  where kind = 'visitor' and claimed_at is not null;
create index outbox_owner_claimed_idx on public.outbox (claimed_at)
  where kind = 'owner' and status in ('sending', 'sent');
create index outbox_lead_idx on public.outbox (lead_id);
create index outbox_mailbox_idx on public.outbox (mailbox, queued_at)
  where kind = 'visitor' and status in ('pending', 'sending', 'sent');
create index outbox_digest_idx on public.outbox (digest_id) where digest_id is not null;
create unique index outbox_token_idx on public.outbox (token) where token is not null;
-- There is one alert at most, the last one, and one seal: queued_at tells when the next may follow.
create unique index outbox_last_key on public.outbox (kind) where kind in ('alert', 'seal');

-- What waits for a person. `reason` is 'dead' or 'held' as the status; 'overdue', due for more than ten minutes, so that
-- nothing sends it; or 'delayed', tried in vain for more than an hour. Two parts, since each has its index.
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

-- Counts outbox_attention by reason, mails and webhooks apart, each to 1001 at most so that it takes as long among
-- millions. Whoever shows a count says "more than 1,000" for 1001.
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

-- Returns how long a mail or webhook whose attempt failed waits for the next one: half the time for which it has been in the
-- queue, 15 seconds at least and 50 minutes at most, with 20 % jitter, so that each hour has an attempt. Null after 7 days: it
-- is not tried again.
create function public.retry_delay(queued_for interval) returns interval
language sql set search_path = '' as $$
  select (0.8 + 0.4 * random()) * least(greatest(queued_for / 2, interval '15 seconds'), interval '50 minutes')
  where queued_for <= interval '7 days';
$$;

-- Queues the owner's alert or seal, 24 hours after the last one at the earliest. A new id makes it another mail, which no
-- worker of the last one can settle.
create function public.queue_owner_mail(kind text) returns void
language sql set search_path = '' as $$
  insert into public.outbox as last (kind) values (queue_owner_mail.kind)
  on conflict (kind) where kind in ('alert', 'seal') do update
  set id = excluded.id, status = 'pending', due_at = now(), queued_at = now(), sent_at = null, last_error = null,
    unanswered = 0
  where last.queued_at < now() - interval '24 hours';
$$;

-- Ends the attempt that claim_mails or claim_webhooks began.
--   outcome  'sent'; 'failed' (tried again by retry_delay, then dead); 'rejected' (the receiver's final word: dead at once);
--            'unanswered' (it may have arrived: as 'failed', and dead at the third time, so that there are three copies at most)
-- Returns the new status, or null when another worker has taken the mail since (its word counts then).
create function public.settle_message(id uuid, attempt integer, outcome text, error text default null)
returns text
language sql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
  update public.outbox mail
  set
    status = case
      when outcome = 'sent' then 'sent'
      when outcome = 'rejected' or outcome = 'unanswered' and mail.unanswered >= 2
        or public.retry_delay(now() - mail.queued_at) is null then 'dead'
      else 'pending'
    end,
    unanswered = mail.unanswered + (outcome = 'unanswered')::integer,
    sent_at = case when outcome = 'sent' then now() end,
    due_at = now() + coalesce(public.retry_delay(now() - mail.queued_at), interval '0'),
    last_error = case when outcome = 'sent' then null else left(error, 500) end
  where mail.id = settle_message.id
    and mail.attempts = settle_message.attempt
    and mail.status = 'sending'
  returning mail.status;
$$;

alter table public.outbox enable row level security;
