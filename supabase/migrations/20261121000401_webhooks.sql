-- Hands at most max_webhooks due webhooks to one worker for 50 seconds, by the database's clock: fresh ones first, the
-- longest due first among them. A worker that dies loses them to the next one. Mails and webhooks do not wait for each other.
-- Returns what is posted; `attempt` fences settle_lead_email. `applied` tells whether what was submitted became the person's
-- data, `updated` whether there was an earlier submission of the person.
create function public.claim_lead_webhooks(max_webhooks integer default 1)
returns table (
  id uuid, kind text, attempt integer, submission_id uuid, lead_id uuid, submitted_at timestamptz, name text, email text,
  phone text, phone_e164 text, country_code text, consent_text text, consent_version text, campaign jsonb, variant text,
  page text, referrer text, suspected_bot boolean, applied boolean, updated boolean)
language sql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
  -- Rows are compared so that the index of the lanes gives this order, whatever the planner expects.
  with chosen as (
    select mail.id from public.lead_emails mail
    where mail.status in ('pending', 'sending') and mail.due_at <= now()
      and (mail.lane, mail.due_at) between (7, '-infinity'::timestamptz) and (8, now())
    order by mail.lane, mail.due_at limit max_webhooks for update skip locked
  ), taken as (
    update public.lead_emails mail
    set status = 'sending', attempts = mail.attempts + 1, claimed_at = now(),
      due_at = now() + interval '50 seconds', lane = 8
    from chosen where mail.id = chosen.id
    returning mail.*
  )
  select taken.id, taken.kind, taken.attempts, s.id, s.lead_id, s.created_at, s.name, s.email, s.phone, s.phone_e164,
    s.country_code, s.consent_text, s.consent_version, s.campaign, s.variant, s.page, s.referrer, s.suspected_bot,
    s.applied,
    exists (
      select from public.lead_submissions earlier
      where earlier.lead_id = s.lead_id and earlier.created_at < s.created_at and not earlier.preview)
  from taken
  join public.lead_submissions s on s.id = taken.submission_id;
$$;

revoke execute on function public.claim_lead_webhooks(integer) from public, anon, authenticated;
grant execute on function public.claim_lead_webhooks(integer) to service_role;

-- What waits for a person's decision, oldest first. `reason` is 'held', of a mail 'dead' or 'overdue', which is due for more
-- than ten minutes so that nothing sends it, and of a webhook 'webhook' in place of these two.
create or replace view public.lead_emails_attention with (security_invoker = true) as
  select mail.id, mail.kind, mail.status, mail.attempts, mail.last_error, mail.queued_at, mail.lead_id,
    case
      when mail.status = 'held' then 'held'
      when mail.kind = 'webhook' then 'webhook'
      when mail.status = 'dead' then 'dead'
      else 'overdue'
    end as reason
  from public.lead_emails mail
  where mail.kind <> 'alert'
    and (mail.status in ('dead', 'held')
      or mail.status in ('pending', 'sending') and mail.due_at < now() - interval '10 minutes')
  order by mail.queued_at;

-- Puts dead (or held) mails and webhooks back in the queue, all of them or those of one person, behind all others. The
-- operator's repair:
--   select requeue_lead_emails();
--   select requeue_lead_emails('held', '<leads.id>');
-- A mailbox still gets one visitor mail in 24 hours: the others are skipped. Returns how many were queued.
create or replace function public.requeue_lead_emails(from_status text default 'dead', only_lead uuid default null)
returns integer
language sql security definer set search_path = '' as $$
  with chosen as (
    select id, row_number() over (partition by mailbox order by queued_at) as place
    from public.lead_emails
    where status = from_status and from_status in ('dead', 'held')
      and (only_lead is null or lead_id = only_lead)
  ), requeued as (
    update public.lead_emails mail
    set
      status = case
        when mail.mailbox is not null and (chosen.place > 1 or exists (
          select from public.lead_emails recent
          where recent.mailbox = mail.mailbox and recent.kind = 'visitor'
            and recent.queued_at > now() - interval '24 hours' and recent.status in ('pending', 'sending', 'sent')
        )) then 'skipped'
        else 'pending'
      end,
      lane = case mail.kind when 'owner' then 5 when 'visitor' then 6 when 'webhook' then 8 else 0 end,
      due_at = now(), queued_at = now()
    from chosen
    where mail.id = chosen.id
    returning mail.status
  )
  select count(*) filter (where status = 'pending')::integer from requeued;
$$;
