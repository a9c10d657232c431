-- Deletes data that lead_settings no longer keeps, the oldest first. Limits: max_rows traces, max_rows / 2 submissions. Returns counts.
create function public.forget_expired(max_rows integer default 1000) returns jsonb
language plpgsql set search_path = '' as $$
declare
  settings public.lead_settings;
  traced uuid[];
  expired uuid[];
  held uuid[];
  persons uuid[];
  forgotten integer;
begin
  select * into strict settings from public.lead_settings;
  traced := array(
    select submission.id
    from public.lead_seal_entries entry
    join public.lead_submissions submission on submission.id = entry.submission_id
    where entry.trace_salt is not null and entry.seal_number <= (
      select number from public.lead_seals where sealed_at < now() - settings.keep_traces order by sealed_at desc limit 1)
    order by entry.seal_number limit max_rows for update of submission skip locked);
  update public.lead_submissions set ip_hash = null, user_agent = null where id = any (traced);
  update public.lead_seal_entries set trace_salt = null
  where submission_hash = any (array(select sha256(uuid_send(id)) from unnest(traced) id));

  expired := array(
    select submission.id
    from public.lead_seal_entries entry
    join public.lead_submissions submission on submission.id = entry.submission_id
    join public.leads person on person.id = submission.lead_id
    where entry.submission_id is not null and entry.seal_number <= (
      select number from public.lead_seals where sealed_at < now() - settings.keep_submissions order by sealed_at desc limit 1)
    -- The persons are locked too, as in an erasure. So the delete below sees all submissions that were stored in the meantime.
    order by entry.seal_number limit max_rows / 2 for update of person, submission skip locked);
  held := array(
    select submission.id
    from public.lead_submissions submission
    join public.leads person on person.id = submission.lead_id
    where submission.held_until = 'infinity' and submission.created_at < now() - settings.keep_held
    order by submission.created_at limit max_rows / 2 for update of person, submission skip locked);
  with gone as (delete from public.lead_submissions where id = any (expired || held) returning lead_id)
  select array_agg(lead_id) into persons from gone;
  delete from public.leads person
  where id = any (persons) and not exists (select from public.lead_submissions kept where kept.lead_id = person.id);
  get diagnostics forgotten = row_count;
  return jsonb_build_object(
    'submissions', cardinality(expired), 'held', cardinality(held), 'traces', cardinality(traced), 'persons', forgotten);
end $$;

-- Seals submissions, deletes expired data and queues the seal mail. Errors become warnings, so that the sweep still sends mails.
create function public.keep_evidence() returns void
language plpgsql set search_path = '' as $$
declare
  forgotten jsonb;
begin
  begin
    perform public.seal_submissions();
    if exists (
      select from public.lead_seals where sealed_at > coalesce(
        (select claimed_at from public.outbox where kind = 'seal' and status = 'sent'), '-infinity')
    ) then
      perform public.queue_owner_mail('seal');
    end if;
  exception when others then
    raise warning 'The submissions could not be sealed: %', sqlerrm;
  end;
  begin
    forgotten := public.forget_expired();
    if forgotten <> '{"submissions": 0, "held": 0, "traces": 0, "persons": 0}' then
      raise log 'Forgotten by lead_settings: %', forgotten;
    end if;
  exception when others then
    raise warning 'What is not to be kept could not be forgotten: %', sqlerrm;
  end;
end $$;
