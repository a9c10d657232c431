-- Erases a person: their record, submissions and mails, and the counts of their sources and mailboxes, which would show that
-- they were here until they expire. What stays is the tombstone of each sealed submission, which names nobody, so that the
-- chain of seals holds. Who comes again later is a new person.
-- Returns {"submissions", "mails", "rates": integer, "tombstones": integer}: what was deleted, and how many tombstones stay; null
-- when there is no such person.
create function desk.forget_lead(id uuid) returns jsonb
language plpgsql security definer
set search_path = '' set lock_timeout = '2s' set statement_timeout = '1min' as $$
declare
  submissions uuid[];
  buckets text[];
  mails integer;
  rates integer;
  tombstones integer;
begin
  submissions := array(select submission.id from public.lead_submissions submission where lead_id = forget_lead.id);
  -- As accept_lead names them.
  buckets := array(
    select unnest(array[
      'mailbox:' || encode(sha256(convert_to(mailbox, 'UTF8')), 'hex'),
      'pair:' || encode(sha256(convert_to(concat_ws(' ', mailbox, ip_hash), 'UTF8')), 'hex'),
      'ip:' || ip_hash])
    from (
      select distinct public.mailbox_key(email) as mailbox, ip_hash
      from public.lead_submissions where lead_id = forget_lead.id) source);
  -- In the order in which accept_lead locks them, and before the person as it does: so neither waits for the other in a circle.
  perform from public.lead_rates where bucket = any (buckets)
  order by array_position('{mailbox,pair,ip}', split_part(bucket, ':', 1)), bucket, window_start for update;
  delete from public.lead_rates where bucket = any (buckets);
  get diagnostics rates = row_count;
  perform from public.leads person where person.id = forget_lead.id for update;
  if not found then return null; end if;

  -- Again, for what was stored before the lock was there.
  submissions := array(select submission.id from public.lead_submissions submission where lead_id = forget_lead.id);
  select count(*) into mails from public.lead_emails where lead_id = forget_lead.id;
  delete from public.leads person where person.id = forget_lead.id;
  select count(*) into tombstones from public.lead_seal_entries
  where submission_hash = any (array(select sha256(uuid_send(submission)) from unnest(submissions) submission));
  return jsonb_build_object('submissions', cardinality(submissions), 'mails', mails, 'rates', rates,
    'tombstones', tombstones);
end $$;

revoke execute on all functions in schema desk from public;
grant execute on function desk.forget_lead(uuid) to lead_desk;
