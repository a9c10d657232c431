-- Deletes the words of what was said about numbers longer than `period` ago, of at most max_rows events.
-- Returns of how many.
create function private.delete_words(period interval, max_rows integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  update private.number_events
  set words = null
  where id in (
    select id
    from private.number_events
    where words is not null and happened_at < now() - period
    order by happened_at
    limit max_rows
    for update skip locked
  );
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- Deletes the corrections of these persons. A correction goes with the last submission from before it, unless
-- a later one says such a value again.
create function private.delete_corrections(persons uuid[]) returns void
language sql
set search_path = ''
as $$
  delete from private.lead_corrections made
  where lead_id = any (persons)
    and not exists (
      select
      from private.lead_submissions kept
      where kept.lead_id = made.lead_id
        and (kept.event_id < made.event_id or private.corrected(kept) *<> kept)
    );
$$;

-- Deletes counts of the funnel that are older than `period`, and of each table at most max_rows. Returns how
-- many were deleted of the table of which there were more.
create function private.delete_counts(period interval, max_rows integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  days integer;
  hours integer;
begin
  delete from private.funnel_counts
  where ctid = any (array(
    select ctid
    from private.funnel_counts
    where day < private.day_of(now()) - period
    limit max_rows
    for update skip locked
  ));
  get diagnostics days = row_count;
  delete from private.funnel_hours
  where ctid = any (array(
    select ctid
    from private.funnel_hours
    where day < private.day_of(now()) - period
    limit max_rows
    for update skip locked
  ));
  get diagnostics hours = row_count;
  return greatest(days, hours);
end $$;

-- Deletes data that is older than lead_settings allows, and begins with the oldest.
-- One call deletes at most max_rows traces, max_rows / 2 sealed submissions and max_rows / 2 held
-- submissions, and max_rows rows of each other kind. Returns how many were deleted, and {"has_more"}, which
-- is true if there may be more.
create function private.delete_expired(max_rows integer default 500) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  settings private.lead_settings;
  traced uuid[];
  expired uuid[];
  never_released uuid[];
  persons uuid[];
  deleted integer;
  texts integer;
  posts integer;
  counts integer;
  reports integer;
  bookings integer;
  logged integer;
begin
  select * into strict settings from private.lead_settings;
  traced := array(
    select submission.id
    from private.lead_seal_entries entry
    join private.lead_submissions submission on submission.id = entry.submission_id
    where entry.trace_salt is not null
      and entry.seal_number <= (
        select number
        from private.lead_seals
        where sealed_at < now() - settings.keep_traces
        order by sealed_at desc
        limit 1
      )
    order by entry.seal_number
    limit max_rows
    for update of submission skip locked
  );
  -- Without its source, a link could no longer be found dead because of a newer number.
  update private.outbox mail
  set token = null
  where submission_id = any (traced)
    and claimed_at is not null
    and token is not null
    and (private.asked_by(mail)).id is null;
  update private.lead_submissions set ip_hash = null, user_agent = null where id = any (traced);
  update private.lead_seal_entries
  set trace_salt = null
  where submission_hash = any (array(select sha256(uuid_send(id)) from unnest(traced) id));

  expired := array(
    select submission.id
    from private.lead_seal_entries entry
    join private.lead_submissions submission on submission.id = entry.submission_id
    join private.leads person on person.id = submission.lead_id
    where entry.submission_id is not null
      and entry.seal_number <= (
        select number
        from private.lead_seals
        where sealed_at < now() - settings.keep_submissions
        order by sealed_at desc
        limit 1
      )
    order by entry.seal_number
    limit max_rows / 2
    -- The persons are locked too, as they are for an erasure. The delete below therefore sees all submissions
    -- that were stored in the meantime.
    for update of person, submission skip locked
  );
  never_released := array(
    select submission.id
    from private.lead_submissions submission
    join private.leads person on person.id = submission.lead_id
    where submission.held and submission.created_at < now() - settings.keep_held
    order by submission.created_at
    limit max_rows / 2
    for update of person, submission skip locked
  );
  with gone as (
    delete from private.lead_submissions
    where id = any (expired || never_released)
    returning lead_id
  )
  select array_agg(lead_id) into persons from gone;
  delete from private.leads person
  where id = any (persons)
    and not exists (select from private.lead_submissions kept where kept.lead_id = person.id);
  get diagnostics deleted = row_count;
  perform private.delete_corrections(persons);
  texts := private.delete_words(settings.keep_submissions, max_rows);
  delete from private.booking_events
  where id = any (array(
    select id
    from private.booking_events
    where received_at < now() - settings.keep_submissions
    order by received_at
    limit max_rows
    for update skip locked
  ));
  get diagnostics bookings = row_count;
  delete from private.outbox
  where ctid = any (array(
    select ctid
    from private.outbox
    where event = 'erased'
      and status in ('sent', 'cancelled')
      and queued_at < now() - interval '30 days'
    limit max_rows
    for update skip locked
  ));
  get diagnostics posts = row_count;
  counts := private.delete_counts(settings.keep_funnel, max_rows);
  logged := private.delete_log(settings.keep_submissions, max_rows);
  delete from private.mail_reports
  where ctid = any (array(
    select ctid
    from private.mail_reports
    where read_at < now() - interval '31 days'
    limit max_rows
    for update skip locked
  ));
  get diagnostics reports = row_count;
  return jsonb_build_object(
    'submissions', cardinality(expired),
    'held', cardinality(never_released),
    'traces', cardinality(traced),
    'persons', deleted,
    'has_more',
    greatest(cardinality(expired), cardinality(never_released)) >= max_rows / 2
      or greatest(cardinality(traced), texts, bookings, posts, counts, reports, logged) >= max_rows);
end $$;

-- Takes new values for settings, as desk.change_settings does. Returns what delete_expired would delete if
-- they are stored: {"people", "submissions", "traces", "days"}. "people" would have no submission left.
-- "traces" counts the submissions that stay but lose their network and browser, and "days" those on which the
-- funnel was counted. Values that are wrong, empty or missing delete nothing.
create function desk.count_expiring(changes jsonb) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
as $$
  with kept as materialized (
    select key as setting, value::interval as period
    from jsonb_each_text(changes)
    where key in ('keep_submissions', 'keep_held', 'keep_traces', 'keep_funnel')
      and private.is_interval_between(value, '1 day', null)
  ), sealed as materialized (
    select kept.setting, newest.number
    from kept
    cross join lateral (
      select seal.number
      from private.lead_seals seal
      where seal.sealed_at < now() - kept.period
      order by seal.sealed_at desc
      limit 1
    ) newest
  ), gone as materialized (
    select submission.id, submission.lead_id
    from private.lead_submissions submission
    join sealed on submission.seal_number <= sealed.number
    where sealed.setting = 'keep_submissions'
    union
    select submission.id, submission.lead_id
    from private.lead_submissions submission
    join kept on submission.created_at < now() - kept.period
    where kept.setting = 'keep_held' and submission.held
  )
  select jsonb_build_object(
    'submissions', (select count(*) from gone),
    'people', (
      select count(*)
      from (
        select gone.lead_id
        from gone
        join private.lead_submissions stored on stored.lead_id = gone.lead_id
        group by gone.lead_id
        having count(distinct stored.id) = count(distinct gone.id)
      ) emptied
    ),
    'traces', (
      select count(*)
      from private.lead_seal_entries entry
      join sealed on entry.seal_number <= sealed.number
      where sealed.setting = 'keep_traces'
        and entry.trace_salt is not null
        and entry.submission_id is not null
        and not exists (select from gone where gone.id = entry.submission_id)
    ),
    'days', (
      select count(distinct counts.day)
      from private.funnel_counts counts
      join kept on counts.day < private.day_of(now()) - kept.period
      where kept.setting = 'keep_funnel'
    ));
$$;

-- Returns all numbers that a person's record ever had. A number that somebody merely typed, and that was
-- never copied to the record, may be anybody's.
create function private.numbers_of(person uuid) returns text[]
language sql stable
set search_path = ''
as $$
  select array(
    select submission.phone_e164
    from private.lead_submissions submission
    where submission.lead_id = numbers_of.person
      and submission.phone_e164 is not null
      and (submission.merged and not submission.preview or submission.confirms is not null)
    union
    select lead.phone_e164
    from private.leads lead
    where lead.id = numbers_of.person and lead.phone_e164 is not null
    union
    select made.new_value
    from private.lead_corrections made
    where made.lead_id = numbers_of.person and made.field = 'phone'
  );
$$;

-- Returns the numbers that are only this person's: nobody else agreed to texts to them or was corrected to
-- them. While nobody did either, a number belongs to those who typed it. Whatever a number said that several
-- people share may be the words of another.
create function private.own_numbers(person uuid) returns text[]
language sql stable
set search_path = ''
as $$
  select array(
    select unnested.number
    from unnest(private.numbers_of(own_numbers.person)) unnested (number)
    where coalesce(
      (
        select array_agg(owner.lead_id)
        from (
          select number, lead_id
          from private.consent_events
          union all
          select new_value, lead_id
          from private.lead_corrections
          where field = 'phone'
        ) owner
        where owner.number = unnested.number
      ),
      (
        select array_agg(lead.id)
        from private.leads lead
        where lead.phone_e164 = unnested.number
      ),
      '{}') <@ array[own_numbers.person]
  );
$$;

-- Erases a person together with the submissions, messages, notes and rate counts of this person. The
-- tombstones stay, so that the seals can still be verified. The counts of the person's source go too,
-- although others may share it: its hash tells of the person as well. For these others, the counts start
-- over.
-- Returns how much was erased, or null if the person is unknown.
create function desk.erase_lead(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
declare
  hashes bytea[];
  numbers text[];
  buckets text[];
  mails integer;
  rates integer;
  tombstones integer;
begin
  -- Two erasures may change what was said about the same number. One waits for the other, so that they never
  -- cause a deadlock. The sweep passes over what an erasure has locked.
  perform from private.lead_claim_key for update;
  buckets := array(
    select unnest(private.rate_buckets(private.mailbox_key(email), ip_hash))
    from private.lead_submissions
    where lead_id = erase_lead.id
  );
  -- The locks are taken in the same order as in accept_lead, so that the two functions never cause a
  -- deadlock.
  perform
  from private.lead_rates
  where bucket = any (buckets)
  order by
    array_position('{mailbox,pair,ip,day-ip,source-domain}', split_part(bucket, ':', 1)),
    bucket,
    ends_at
  for update;
  perform
  from private.leads person
  where person.id = erase_lead.id
  for update;
  if not found then
    return null;
  end if;

  -- Counts that were stored while this call waited for a lock are deleted too. If a submission is still
  -- running, it will store a new person, so its counts are kept.
  delete from private.lead_rates
  where (ends_at, bucket) in (
    select ends_at, bucket
    from private.lead_rates
    where bucket = any (array(
      select unnest(private.rate_buckets(private.mailbox_key(email), ip_hash))
      from private.lead_submissions
      where lead_id = erase_lead.id
    ))
    for update skip locked
  );
  get diagnostics rates = row_count;
  hashes := array(
    select sha256(uuid_send(submission.id))
    from private.lead_submissions submission
    where lead_id = erase_lead.id
  );
  select count(*) into mails from private.outbox where lead_id = erase_lead.id;
  numbers := private.own_numbers(erase_lead.id);
  delete from private.leads person where person.id = erase_lead.id;
  -- Of what was said about the numbers, only the stops and their times stay. Each erasure locks the rows in
  -- the same order, because two people may have the same number.
  perform
  from private.number_events said
  where phone_e164 = any (numbers) and words is not null
  order by said.id
  for update;
  perform
  from private.incoming_texts text
  where sender = any (numbers)
  order by text.id
  for update;
  update private.number_events set words = null where phone_e164 = any (numbers) and words is not null;
  delete from private.incoming_texts where sender = any (numbers);
  insert into private.erasures (person) values (private.removal_key(erase_lead.id)) on conflict do nothing;
  select count(*) into tombstones from private.lead_seal_entries where submission_hash = any (hashes);
  return jsonb_build_object(
    'submissions', cardinality(hashes),
    'mails', mails,
    'rates', rates,
    'tombstones', tombstones);
end $$;

-- Returns all removals, so that the operator can keep a copy of them outside the database. The lines are the
-- same as those of private.list_removals.
create function desk.list_removals() returns text
language sql stable security definer
set search_path = ''
set statement_timeout = '5min'
as $$
  select private.list_removals('-infinity', null);
$$;

-- Returns a value of private.list_removals as it was. Raises an error if its hex digits are no text.
create function private.read_value(listed text) returns text
language sql immutable
return case
  when listed like '+%' then listed
  else convert_from(decode(listed, 'hex'), 'UTF8')
end;

-- Returns the removals in a text (see private.list_removals) as a list of {key, number, what, at, field,
-- old_value, new_value, event}, and ignores all other lines. `field` is what was corrected.
create function private.read_removals(list text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'key', parts[1],
      'number', coalesce(parts[2], substring(parts[5] from '^\+.*')),
      'what', parts[3],
      'at', parts[4],
      'field', case when parts[6] like '+%' then 'phone' else 'email' end,
      'old_value', private.read_value(parts[5]),
      'new_value', private.read_value(parts[6]),
      'event', parts[7])),
    '[]')
  from regexp_matches(
    list,
    '(?:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(\+[1-9][0-9]{1,14})) '
      '(erased|withdrawn|corrected|stopped|' || array_to_string(private.suppression_reasons(), '|')
      || ') ([0-9TZ:.-]+)'
      '(?:\s+from (\+[1-9][0-9]{1,14}|(?:[0-9a-f]{2})+)'
      '(?:\s+to (\+[1-9][0-9]{1,14}|(?:[0-9a-f]{2})+)(?=\s+as [0-9]))?)?'
      '(?:\s+as ([0-9]{1,18}))?',
    'g') match (parts)
  where (parts[3] = 'corrected') = (parts[6] is not null);
$$;

-- Repeats the corrections among removals (see private.read_removals) that the database does not have, each in
-- the place that it had. An address that another person has by now stays theirs. `field` is 'email' or
-- 'phone'. Returns how many.
create function private.restore_corrections(removals jsonb, field text) returns integer
language plpgsql
set search_path = ''
as $$
declare
  listed record;
  restored integer := 0;
begin
  for listed in
    select distinct on (made.event) made.*, person.id, person.country_code
    from jsonb_to_recordset(removals) made (
      key uuid, number text, what text, at timestamptz, field text, old_value text, new_value text,
      event bigint)
    join private.leads person on private.removal_key(person.id) = made.key
    where made.what = 'corrected'
      and made.field = restore_corrections.field
      and not exists (
        select
        from private.lead_corrections known
        where known.lead_id = person.id and known.event_id = made.event
      )
      and not exists (
        select
        from private.consent_events later
        where later.lead_id = person.id
          and later.number = made.number
          and later.kind = any (private.consents_of('end-a-withdrawal'))
          and later.happened_at > made.at
      )
    order by made.event
  loop
    insert into private.lead_corrections (
      lead_id, field, old_value, old_e164, new_value, old_country, new_country, event_id, corrected_at)
    values (
      listed.id,
      listed.field,
      listed.old_value,
      listed.number,
      listed.new_value,
      case listed.field when 'phone' then listed.country_code end,
      case listed.field when 'phone' then private.country_of(listed.new_value, listed.country_code) end,
      listed.event,
      listed.at);
    update private.leads person
    set
      phone = listed.new_value,
      phone_e164 = listed.new_value,
      country_code = private.country_of(listed.new_value, listed.country_code),
      updated_at = now()
    where listed.field = 'phone'
      and person.id = listed.id
      and coalesce(person.phone_e164, person.phone) = listed.old_value;
    update private.leads person
    set email = listed.new_value, updated_at = now()
    where listed.field = 'email'
      and person.id = listed.id
      and lower(person.email) = lower(listed.old_value)
      and not exists (
        select
        from private.leads other
        where lower(other.email) = lower(listed.new_value) and other.id <> listed.id
      );
    perform private.redirect_mails(listed.id);
    restored := restored + 1;
  end loop;
  return restored;
end $$;

-- Repeats removals after a backup was restored. Takes a text with lines of private.list_removals and ignores
-- all other lines. Anything that happened after a removal is kept, such as a confirmed consent or a lifted
-- stop. A newer form alone is no consent, because after a withdrawal it would have had to be confirmed.
-- If a person who withdrew is not in the backup, the number of this person is stopped, as it is after an
-- erasure.
-- Returns {"listed", "erased", "corrected", "withdrawn", "stopped", "suppressed"}. "listed" is how many
-- removals the text contains. The other counts say how many removals of each kind the restore had lost.
create function desk.reapply_removals(list text) returns jsonb
language plpgsql security definer
set search_path = ''
set statement_timeout = '30min'
as $$
declare
  numbers constant regclass := pg_get_serial_sequence('private.outbox', 'sequence');
  removals constant jsonb := private.read_removals(list);
  removed uuid;
  erased integer := 0;
  corrected integer;
  withdrawn integer := 0;
  stopped integer;
  suppressed integer;
begin
  -- No erasure runs beside this call, see desk.erase_lead.
  perform from private.lead_claim_key for update;
  -- The receiver of the webhooks ignores whatever has a lower number than what it knows, so the numbers must
  -- go on above those that were used after the backup. This includes the webhooks that still wait.
  perform setval(numbers, greatest(nextval(numbers), extract(epoch from now())::bigint));
  update private.outbox
  set sequence = default
  where kind = 'webhook' and status in ('pending', 'sending', 'held', 'failed');
  -- The receiver may have got webhooks that still wait in the backup, so these persons count as told.
  insert into private.told_leads (lead_id, sequence)
  select distinct lead_id, 0
  from private.outbox
  where kind = 'webhook' and status in ('pending', 'sending', 'held', 'failed') and lead_id is not null
  on conflict do nothing;
  -- Whatever is said from now on comes after all that the backup and any list have, even if the backup was
  -- without its sequences. No id before was as high as the seconds since 1970.
  perform setval('private.event_ids', greatest(
    nextval('private.event_ids'),
    extract(epoch from now())::bigint,
    (select max(event_id) from private.lead_submissions),
    (select max(id) from private.consent_events),
    (select max(id) from private.number_events),
    (select max(id) from private.booking_events),
    (select max(id) from private.mailbox_events),
    (select max(greatest(event_id, undone_id)) from private.lead_corrections),
    (select max(event) from jsonb_to_recordset(removals) listed (event bigint))));

  insert into private.erasures (person, erased_at)
  select key, min(at)
  from jsonb_to_recordset(removals) listed (key uuid, what text, at timestamptz)
  where what = 'erased'
  group by key
  on conflict do nothing;

  select count(*) filter (where private.restore_suppression(key, what, at, event))
  into suppressed
  from (
    select distinct on (key, what) key, what, at, event
    from jsonb_to_recordset(removals) listed (key uuid, what text, at timestamptz, event bigint)
    where what = any (private.suppression_reasons())
    order by key, what, event desc nulls last, at desc
  ) listed;

  -- Somebody who was erased still has a claim to their number, and their address is free for others.
  corrected := private.restore_corrections(removals, 'phone');
  for removed in
    select lead.id
    from private.leads lead
    where private.removal_key(lead.id) in (select stored.person from private.erasures stored)
    order by lead.id
  loop
    perform desk.erase_lead(removed);
    erased := erased + 1;
  end loop;
  corrected := corrected + private.restore_corrections(removals, 'email');
  for removed in
    select distinct lead.id
    from jsonb_to_recordset(removals) listed (key uuid, what text, at timestamptz)
    join private.leads lead on private.removal_key(lead.id) = listed.key
    where what = 'withdrawn'
      and at > coalesce(lead.withdrawn_at, '-infinity')
      and at > coalesce(lead.confirmed_at, '-infinity')
    order by lead.id
  loop
    perform desk.withdraw_consent(id => removed);
    withdrawn := withdrawn + 1;
  end loop;

  perform private.stop_number(number, 'desk:' || private.actor())
  from (
    select number
    from jsonb_to_recordset(removals) listed (key uuid, number text, what text, at timestamptz)
    where number is not null
      and what <> 'corrected'
      and not exists (
        select
        from private.leads person
        left join private.withdrawn_numbers kept on kept.lead_id = person.id
        where private.removal_key(person.id) = listed.key
          and listed.number in (person.phone_e164, kept.phone_e164)
      )
      and not exists (
        select
        from private.stopped_numbers known
        where known.phone_e164 = listed.number
      )
      and not exists (
        select
        from private.number_events lift
        where lift.phone_e164 = listed.number and lift.kind <> 'stop' and lift.happened_at > listed.at
      )
    group by number
  ) lost;
  get diagnostics stopped = row_count;
  -- The receiver of the webhooks may know more than the backup. It is told again about everybody.
  update private.told_leads set consent = null;
  insert into private.untold_changes (is_repeat) values (true);
  return jsonb_build_object(
    'listed', jsonb_array_length(removals),
    'erased', erased,
    'corrected', corrected,
    'withdrawn', withdrawn,
    'stopped', stopped,
    'suppressed', suppressed);
end $$;
