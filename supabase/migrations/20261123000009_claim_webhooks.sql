-- Hands at most max_webhooks due webhooks to one worker for 50 seconds, by the database's clock: fresh ones first, the
-- longest due first among them. A worker that dies loses them to the next one. Mails and webhooks do not wait for each other.
-- Returns what is posted; `attempt` fences settle_lead_email. `applied` tells whether what was submitted became the person's
-- data, `updated` whether there was an earlier submission of the person, `confirms` which submission this one confirms.
-- `submissions` and `claim_key` are those of claim_lead_emails.
create function public.claim_lead_webhooks(
  max_webhooks integer default 1, submissions uuid[] default null, claim_key uuid default null)
returns table (
  id uuid, kind text, attempt integer, submission_id uuid, lead_id uuid, submitted_at timestamptz, name text, email text,
  phone text, phone_e164 text, country_code text, consent_text text, consent_version text, campaign jsonb, variant text,
  page text, referrer text, suspected_bot boolean, applied boolean, updated boolean, confirms uuid)
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' set jit = off as $$
declare
  chosen uuid[];
begin
  if submissions is null then
    perform public.check_claim_key(claim_key);
    -- Rows are compared so that the index of the lanes gives this order, whatever the planner expects.
    chosen := array(
      select mail.id from public.lead_emails mail
      where mail.status in ('pending', 'sending') and mail.due_at <= now()
        and (mail.lane, mail.due_at) between (7, '-infinity'::timestamptz) and (8, now())
      order by mail.lane, mail.due_at limit max_webhooks for update skip locked);
  else
    chosen := array(
      select mail.id from public.lead_emails mail
      where mail.submission_id = any (submissions) and mail.kind = 'webhook'
        and mail.status in ('pending', 'sending') and mail.due_at <= now()
      order by mail.due_at limit max_webhooks for update skip locked);
  end if;

  return query
  with taken as (
    update public.lead_emails mail
    set status = 'sending', attempts = mail.attempts + 1, claimed_at = now(),
      due_at = now() + interval '50 seconds', lane = 8
    where mail.id = any (chosen)
    returning mail.*
  )
  select taken.id, taken.kind, taken.attempts, s.id, s.lead_id, s.created_at, s.name, s.email, s.phone, s.phone_e164,
    s.country_code, s.consent_text, s.consent_version, s.campaign, s.variant, s.page, s.referrer, s.suspected_bot,
    s.applied,
    exists (
      select from public.lead_submissions earlier
      where earlier.lead_id = s.lead_id and earlier.created_at < s.created_at and not earlier.preview),
    s.confirms
  from taken
  join public.lead_submissions s on s.id = taken.submission_id;
end $$;
