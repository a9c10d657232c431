-- A mail to the owner about mails that did not go out. It is a row of the outbox without a submission.
alter table public.lead_emails
  alter column submission_id drop not null,
  alter column lead_id drop not null,
  drop constraint lead_emails_kind_check,
  add constraint lead_emails_kind_check check (kind in ('visitor', 'owner', 'alert')),
  add constraint lead_emails_alert_check
    check ((kind = 'alert') = (submission_id is null) and (submission_id is null) = (lead_id is null));

-- There is one alert at most: the last one, whose queued_at tells when the next may follow.
create unique index lead_emails_alert_key on public.lead_emails (kind) where kind = 'alert';
create index lead_emails_stopped_idx on public.lead_emails (due_at) where status in ('dead', 'held');
drop index public.lead_emails_attention_idx;

-- Mails that wait for a person's decision, oldest first. `reason` is 'dead', 'held', or 'overdue': due for more than
-- ten minutes, so that nothing sends them.
create or replace view public.lead_emails_attention with (security_invoker = true) as
  select mail.id, mail.kind, mail.status, mail.attempts, mail.last_error, mail.queued_at, mail.lead_id,
    case when mail.status in ('dead', 'held') then mail.status else 'overdue' end as reason
  from public.lead_emails mail
  where mail.kind <> 'alert'
    and (mail.status in ('dead', 'held')
      or mail.status in ('pending', 'sending') and mail.due_at < now() - interval '10 minutes')
  order by mail.queued_at;

-- Forgets rate windows that are over, gives up on mails that killed every worker for 36 hours, queues an alert, and
-- tells whether any mail is due: the sweep's first question. An alert is queued when mails have been dead, held or
-- overdue for ten minutes, so that the first one of many does not go out alone, and 24 hours after the last one.
create or replace function public.begin_lead_sweep() returns boolean
language sql security definer set search_path = '' as $$
  delete from public.lead_rates where window_start < now() - interval '20 minutes';
  update public.lead_emails
  set status = 'dead', last_error = 'no worker came back'
  where status = 'sending' and due_at <= now() and queued_at < now() - interval '36 hours';
  -- `min` and not `exists`, here and below: with the statistics of a burst the planner would look for such a mail in
  -- the whole table. A new id makes it another mail, which no worker of the last one can settle.
  insert into public.lead_emails as alert (kind)
  select 'alert'
  where least(
    (select min(due_at) from public.lead_emails where status in ('dead', 'held') and kind <> 'alert'),
    (select min(due_at) from public.lead_emails where status in ('pending', 'sending') and kind <> 'alert')
  ) < now() - interval '10 minutes'
  on conflict (kind) where kind = 'alert' do update
  set id = excluded.id, status = 'pending', due_at = now(), queued_at = now(), sent_at = null, last_error = null
  where alert.queued_at < now() - interval '24 hours';
  select coalesce(min(due_at) <= now(), false) from public.lead_emails where status in ('pending', 'sending');
$$;

-- The result has two columns more, so the function is a new one. A worker of an older version ignores them.
drop function public.claim_lead_emails(integer);

-- Hands at most max_emails due mails to one worker for 120 seconds, by the database's clock; a worker that dies
-- loses them to the next one. Visitor mails stay within lead_settings.visitor_mails_per_minute.
-- Returns what a mail is written from; `attempt` fences settle_lead_email. An alert has no lead but its `attention`:
-- the number of rows of lead_emails_attention by reason. One that has nothing to tell any more is dropped.
create function public.claim_lead_emails(max_emails integer default 1)
returns table (
  id uuid, kind text, attempt integer, name text, email text, phone text, phone_e164 text, country_code text,
  consent_version text, page text, referrer text, campaign jsonb, submission_id uuid, submitted_at timestamptz,
  updated boolean, preview boolean, attention jsonb)
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
declare
  visitor_budget integer;
  kinds text[];
  claimed uuid[];
begin
  -- One claim at a time keeps the budget exact; sending happens outside of it.
  perform pg_advisory_xact_lock(hashtextextended('claim_lead_emails', 0));

  if exists (select from public.lead_emails where lead_emails.kind = 'alert' and status = 'pending')
    and not exists (select from public.lead_emails_attention) then
    delete from public.lead_emails mail where mail.kind = 'alert' and mail.status = 'pending';
  end if;

  select greatest(settings.visitor_mails_per_minute - count(recent.id), 0) into visitor_budget
  from public.lead_settings settings
  left join public.lead_emails recent
    on recent.kind = 'visitor' and recent.claimed_at > now() - interval '1 minute'
  group by settings.visitor_mails_per_minute;

  kinds := case when visitor_budget > 0 then array['visitor', 'owner', 'alert'] else array['owner', 'alert'] end;

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
    s.consent_version, s.page, s.referrer, s.campaign, s.id, s.created_at,
    exists (
      select from public.lead_submissions earlier
      where earlier.lead_id = taken.lead_id and earlier.created_at < s.created_at and not earlier.preview),
    coalesce(s.preview, false),
    case when taken.kind = 'alert' then (
      select jsonb_object_agg(reason, mails)
      from (select reason, count(*) as mails from public.lead_emails_attention group by reason) counted)
    end
  from taken
  left join public.lead_submissions s on s.id = taken.submission_id
  order by taken.kind desc;
end $$;

revoke execute on function public.claim_lead_emails(integer) from public, anon, authenticated;
grant execute on function public.claim_lead_emails(integer) to service_role;
