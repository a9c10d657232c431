-- Returns all that is stored about one person, by id or by address, or null when there is none: the columns of leads, and
-- {"submissions": integer, "history": [submission, …]}, the newest 500 submissions, the newest first. A submission has its
-- columns (consent_text and consent_version as they were shown, created_at is when), and
--   changes  {column: [the record before, what was submitted]}: what it changed where it is `applied`, else what it would have
--   seal     {number, hash, sealed_at}; null until the sweep has sealed it
--   mails    [{id, kind, status, attempts, last_error, queued_at, due_at, claimed_at, sent_at, is_digested}, …]
create function desk.show_lead(id uuid default null, email text default null) returns jsonb
language sql stable security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '10s' set jit = off as $$
  with person as materialized (
    select * from public.leads lead
    where lead.id = show_lead.id or lower(lead.email) = lower(show_lead.email)
  ), submission as materialized (
    select submission.* from public.lead_submissions submission
    where submission.lead_id = (select person.id from person)
    order by submission.created_at desc limit 500
  ), described as (
    select submission.created_at, to_jsonb(submission) - 'content_hash' - 'lead_id' - 'seal_number' || jsonb_build_object(
      'changes', (
        select coalesce(jsonb_object_agg(key, jsonb_build_array(value, to_jsonb(submission) -> key)), '{}')
        from (
          -- The record is what was applied last, or else what made the person.
          select to_jsonb(earlier) as record from submission earlier
          where earlier.created_at < submission.created_at
          order by earlier.applied desc, case when earlier.applied then earlier.created_at end desc, earlier.created_at
          limit 1
        ) before, jsonb_each(record)
        where key in ('name', 'email', 'phone', 'country_code') and value <> to_jsonb(submission) -> key),
      'seal', (
        select jsonb_build_object('number', number, 'hash', encode(hash, 'hex'), 'sealed_at', sealed_at)
        from public.lead_seals where number = submission.seal_number),
      'mails', (
        select coalesce(jsonb_agg(to_jsonb(mail) - '{submission_id,lead_id,lane,mailbox,digest_id}'::text[]
          || jsonb_build_object('is_digested', mail.digest_id is not null) order by array_position(array['visitor', 'owner', 'webhook'], mail.kind)), '[]')
        from public.lead_emails mail where mail.submission_id = submission.id)) as description
    from submission
  )
  select to_jsonb(person) || jsonb_build_object(
    'submissions', (select count(*) from public.lead_submissions where lead_id = person.id),
    'history', (select coalesce(jsonb_agg(description order by created_at desc), '[]') from described))
  from person;
$$;

revoke execute on all functions in schema desk from public;
grant execute on function desk.show_lead(uuid, text) to lead_desk;
