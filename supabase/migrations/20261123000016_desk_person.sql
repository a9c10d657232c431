-- Adds a note about a person. Returns whether the person exists. Raises 23514 for an unknown kind or a text that is too long.
create function desk.add_note(person uuid, kind text, words text) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '10s' as $$
begin
  insert into public.lead_notes (lead_id, kind, words)
  select id, add_note.kind, btrim(add_note.words) from public.leads where id = person;
  return found;
end $$;

-- Deletes a note. Returns whether it existed.
create function desk.remove_note(note uuid) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '10s' as $$
begin
  delete from public.lead_notes where id = note;
  return found;
end $$;

-- Returns a person, found by id or address, with notes, counts and the newest 500 submissions (with seals and mails), or null.
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
          -- The record is the submission that was applied last, or else the submission that created the person.
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
        -- The list of columns leaves out the token, because anybody with the token can act for the visitor.
        select coalesce(jsonb_agg(jsonb_build_object('kind', mail.kind, 'status', mail.status, 'attempts', mail.attempts,
            'last_error', mail.last_error, 'queued_at', mail.queued_at, 'due_at', mail.due_at, 'sent_at', mail.sent_at)
          order by array_position(array['visitor', 'owner', 'webhook'], mail.kind)), '[]')
        from public.outbox mail where mail.submission_id = submission.id)) as description
    from submission
  )
  select to_jsonb(person) - 'secret' || jsonb_build_object(
    'consent', public.consent_state(person),
    'notes', (select coalesce(jsonb_agg(to_jsonb(note) - 'lead_id' order by note.created_at desc), '[]')
      from public.lead_notes note where note.lead_id = person.id),
    'submissions', (select count(*) from public.lead_submissions where lead_id = person.id and confirms is null and consent),
    'withdrawals', (select count(*) from public.lead_submissions where lead_id = person.id and not consent),
    'confirmations', (select count(*) from public.lead_submissions where lead_id = person.id and confirms is not null),
    'history', (select coalesce(jsonb_agg(description order by created_at desc), '[]') from described))
  from person;
$$;

-- Erases a person, their mails and rate counts. Tombstones stay, so that seals can be verified. Returns counts, or null if unknown.
create function desk.forget_lead(id uuid) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '1min' as $$
declare
  hashes bytea[];
  buckets text[];
  mails integer;
  rates integer;
  tombstones integer;
begin
  buckets := array(
    select unnest(public.rate_buckets(public.mailbox_key(email), ip_hash))
    from public.lead_submissions where lead_id = forget_lead.id);
  -- Takes locks in the order of accept_lead, so that there is no deadlock.
  perform from public.lead_rates where bucket = any (buckets)
  order by array_position('{mailbox,pair,ip,day-ip}', split_part(bucket, ':', 1)), bucket, ends_at for update;
  perform from public.leads person where person.id = forget_lead.id for update;
  if not found then return null; end if;

  -- Also deletes counts stored while this call waited. A submission that is still running stores a new person, so its counts stay.
  delete from public.lead_rates where (ends_at, bucket) in (
    select ends_at, bucket from public.lead_rates where bucket = any (array(
      select unnest(public.rate_buckets(public.mailbox_key(email), ip_hash))
      from public.lead_submissions where lead_id = forget_lead.id)) for update skip locked);
  get diagnostics rates = row_count;
  hashes := array(select sha256(uuid_send(submission.id)) from public.lead_submissions submission where lead_id = forget_lead.id);
  select count(*) into mails from public.outbox where lead_id = forget_lead.id;
  delete from public.leads person where person.id = forget_lead.id;
  select count(*) into tombstones from public.lead_seal_entries where submission_hash = any (hashes);
  return jsonb_build_object('submissions', cardinality(hashes), 'mails', mails, 'rates', rates, 'tombstones', tombstones);
end $$;

-- Queues dead or held messages of only_leads (null: of everybody) again, after all other messages, or drops them. Skips a mail if
-- has_had_mail is true for the mailbox. Once released, a submission no longer counts as a bot's.
-- Returns {"done": the number queued or dropped, "skipped", "persons": [at most 1000 ids]}. Raises 22023.
create function desk.requeue_messages(
  from_status text default 'dead', only_leads uuid[] default null, is_dropped boolean default false) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '1min' as $$
declare
  answer jsonb;
begin
  if from_status is null or from_status not in ('dead', 'held') then
    raise exception 'from_status is dead or held' using errcode = 'invalid_parameter_value';
  end if;
  if from_status = 'held' and not is_dropped then
    -- All functions lock persons first, then submissions, then mails. The next sweep seals the released submissions.
    perform from public.leads where id in (
      select lead_id from public.lead_submissions where held_until = 'infinity' and (only_leads is null or lead_id = any (only_leads)))
    order by id for no key update;
    update public.leads person set consented_at = greatest(person.consented_at, held.created_at)
    from public.lead_submissions held
    where held.lead_id = person.id and held.held_until = 'infinity' and not held.preview
      and held.phone_e164 is not distinct from person.phone_e164 and (only_leads is null or person.id = any (only_leads));
    with released as (
      update public.lead_submissions set held_until = now()
      where held_until = 'infinity' and (only_leads is null or lead_id = any (only_leads))
      returning lead_id)
    update public.leads set suspected_bot = false where suspected_bot and id in (select lead_id from released);
  end if;
  with stopped as (
    select mail.id, mail.mailbox, mail.queued_at, case when mail.token is not null then phone_e164 end as asked_number
    from public.outbox mail left join public.lead_submissions submission on submission.id = mail.submission_id
    where status = from_status and (only_leads is null or mail.lead_id = any (only_leads))
    for update of mail skip locked
  ), chosen as (
    select id, asked_number, row_number() over (partition by mailbox order by stopped.queued_at) as place from stopped
  ), requeued as (
    update public.outbox mail
    set status = case
        when is_dropped then 'dropped'
        when mail.mailbox is not null and (chosen.place > 1 or public.has_had_mail(mail.mailbox, asked_number))
          then 'skipped'
        else 'pending'
      end,
      priority = case mail.kind when 'owner' then 5 when 'visitor' then 6 when 'webhook' then 8 else 0 end,
      due_at = now(), queued_at = case when is_dropped then mail.queued_at else now() end
    from chosen
    where mail.id = chosen.id
    returning mail.status, mail.lead_id
  )
  select jsonb_build_object('done', count(*) filter (where status <> 'skipped'),
    'skipped', count(*) filter (where status = 'skipped'),
    'persons', array(select distinct lead_id from requeued where lead_id is not null limit 1000))
  into answer from requeued;
  return answer;
end $$;
