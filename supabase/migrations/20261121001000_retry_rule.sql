-- Returns how long a mail or webhook whose attempt failed waits for the next one: half the time for which it has been in the
-- queue, 15 seconds at least and an hour at most, with 20 % jitter. Null after 36 hours: it is not tried again.
create function public.retry_delay(queued_for interval) returns interval
language sql set search_path = '' as $$
  select (0.8 + 0.4 * random()) * least(greatest(queued_for / 2, interval '15 seconds'), interval '1 hour')
  where queued_for <= interval '36 hours';
$$;

revoke execute on function public.retry_delay(interval) from public, anon, authenticated, service_role;

-- Ends the attempt that claim_lead_emails or claim_lead_webhooks began.
--   outcome  'sent', 'failed' (tried again by retry_delay, then dead) or 'rejected' (the receiver's final word: dead at once)
-- Returns the new status, or null when another worker has taken the mail since (its word counts then).
create or replace function public.settle_lead_email(id uuid, attempt integer, outcome text, error text default null)
returns text
language sql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
  update public.lead_emails mail
  set
    status = case
      when outcome = 'sent' then 'sent'
      when outcome = 'rejected' or public.retry_delay(now() - mail.queued_at) is null then 'dead'
      else 'pending'
    end,
    sent_at = case when outcome = 'sent' then now() end,
    due_at = now() + coalesce(public.retry_delay(now() - mail.queued_at), interval '0'),
    last_error = case when outcome = 'sent' then null else left(error, 500) end
  where mail.id = settle_lead_email.id
    and mail.attempts = settle_lead_email.attempt
    and mail.status = 'sending'
  returning mail.status;
$$;
