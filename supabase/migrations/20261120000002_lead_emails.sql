-- Hands at most max_emails due mails to one worker for 120 seconds, by the database's clock; a worker that dies
-- loses them to the next one. Visitor mails stay within lead_settings.visitor_mails_per_minute.
-- Returns what a mail is written from; `attempt` fences settle_lead_email.
create function public.claim_lead_emails(max_emails integer default 1)
returns table (
  id uuid, kind text, attempt integer, name text, email text, phone text, phone_e164 text, country_code text,
  consent_version text, page text, referrer text, campaign jsonb, submission_id uuid, submitted_at timestamptz,
  updated boolean)
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
declare
  visitor_budget integer;
  kinds text[];
  claimed uuid[];
begin
  -- One claim at a time keeps the budget exact; sending happens outside of it.
  perform pg_advisory_xact_lock(hashtextextended('claim_lead_emails', 0));

  select greatest(settings.visitor_mails_per_minute - count(recent.id), 0) into visitor_budget
  from public.lead_settings settings
  left join public.lead_emails recent
    on recent.kind = 'visitor' and recent.claimed_at > now() - interval '1 minute'
  group by settings.visitor_mails_per_minute;

  kinds := case when visitor_budget > 0 then array['visitor', 'owner'] else array['owner'] end;

  claimed := array(
    select mail.id from public.lead_emails mail
    where mail.status in ('pending', 'sending') and mail.due_at <= now()
      and mail.kind = any (kinds)
    order by mail.due_at, mail.kind desc
    limit case when visitor_budget > 0 then least(max_emails, visitor_budget) else max_emails end
    for update skip locked);

  return query
  with taken as (
    update public.lead_emails mail
    set status = 'sending', attempts = mail.attempts + 1, claimed_at = now(),
      due_at = now() + interval '120 seconds'
    where mail.id = any (claimed)
    returning mail.*
  )
  select taken.id, taken.kind, taken.attempts, s.name, s.email, s.phone, s.phone_e164, s.country_code,
    s.consent_version, s.page, s.referrer, s.campaign, s.id, s.created_at, lead.created_at < s.created_at
  from taken
  join public.lead_submissions s on s.id = taken.submission_id
  join public.leads lead on lead.id = taken.lead_id;
end $$;

-- Ends the attempt that claim_lead_emails began.
--   outcome  'sent', 'failed' (tried again) or 'rejected' (the mail server's final word: dead at once)
-- A failed mail waits half its age, 15 seconds at least and an hour at most, with 20 % jitter; after 36 hours it is
-- dead. Returns the new status, or null when another worker has taken the mail since (its word counts then).
create function public.settle_lead_email(id uuid, attempt integer, outcome text, error text default null) returns text
language sql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
  update public.lead_emails mail
  set
    status = case
      when outcome = 'sent' then 'sent'
      when outcome = 'rejected' or mail.queued_at < now() - interval '36 hours' then 'dead'
      else 'pending'
    end,
    sent_at = case when outcome = 'sent' then now() end,
    due_at = now() + (0.8 + 0.4 * random())
      * least(greatest((now() - mail.queued_at) / 2, interval '15 seconds'), interval '1 hour'),
    last_error = case when outcome = 'sent' then null else left(error, 500) end
  where mail.id = settle_lead_email.id
    and mail.attempts = settle_lead_email.attempt
    and mail.status = 'sending'
  returning mail.status;
$$;

-- Puts dead (or held) mails back in the queue, all of them or those of one person. The operator's repair:
--   select requeue_lead_emails();
--   select requeue_lead_emails('held', '<leads.id>');
-- Returns how many.
create function public.requeue_lead_emails(from_status text default 'dead', only_lead uuid default null)
returns integer
language sql security definer set search_path = '' as $$
  with requeued as (
    update public.lead_emails
    set status = 'pending', due_at = now(), queued_at = now()
    where status = from_status and from_status in ('dead', 'held')
      and (only_lead is null or lead_id = only_lead)
    returning 1
  )
  select count(*)::integer from requeued;
$$;

-- Mails that wait for a person's decision, oldest first.
create view public.lead_emails_attention with (security_invoker = true) as
  select mail.id, mail.kind, mail.status, mail.attempts, mail.last_error, mail.queued_at, mail.lead_id
  from public.lead_emails mail
  where mail.status in ('dead', 'held')
  order by mail.queued_at;

revoke all on public.lead_emails_attention from public, anon, authenticated, service_role;

-- Forgets rate windows that are over, gives up on mails that killed every worker for 36 hours, and tells whether
-- any mail is due: the sweep's first question.
create function public.begin_lead_sweep() returns boolean
language sql security definer set search_path = '' as $$
  delete from public.lead_rates where window_start < now() - interval '20 minutes';
  update public.lead_emails
  set status = 'dead', last_error = 'no worker came back'
  where status = 'sending' and due_at <= now() and queued_at < now() - interval '36 hours';
  -- Not `exists`: with the statistics of a burst the planner would look for a due mail in the whole table.
  select coalesce(min(due_at) <= now(), false) from public.lead_emails where status in ('pending', 'sending');
$$;

revoke execute on function public.claim_lead_emails(integer) from public, anon, authenticated;
revoke execute on function public.settle_lead_email(uuid, integer, text, text) from public, anon, authenticated;
revoke execute on function public.requeue_lead_emails(text, uuid) from public, anon, authenticated;
revoke execute on function public.begin_lead_sweep() from public, anon, authenticated;
grant execute on function public.claim_lead_emails(integer) to service_role;
grant execute on function public.settle_lead_email(uuid, integer, text, text) to service_role;
grant execute on function public.requeue_lead_emails(text, uuid) to service_role;
grant execute on function public.begin_lead_sweep() to service_role;
