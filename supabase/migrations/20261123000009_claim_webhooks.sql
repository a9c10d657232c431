-- Leases at most max_webhooks due webhooks. New webhooks come before retries, the oldest first. The arguments are as in claim_mails.
create function public.claim_webhooks(max_webhooks integer default 1, submissions uuid[] default null, claim_key uuid default null)
returns setof public.outbox_contents
language plpgsql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' set jit = off as $$
declare
  chosen uuid[];
begin
  if submissions is null then perform public.check_claim_key(claim_key); end if;
  chosen := public.lock_due_messages(7, max_webhooks, submissions);
  chosen := chosen || public.lock_due_messages(8, max_webhooks - cardinality(chosen), submissions);
  return query select * from public.lease_messages(chosen);
end $$;
