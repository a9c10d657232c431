-- The receiver of the webhooks keeps a copy of persons, for example in a CRM. It hears about persons and
-- their states: whenever what it was told last is no longer true, a webhook is queued.

-- What the receiver was told last about each person. A person whom it does not know has no row. The row does
-- not refer to the person, so that a worker who sends a webhook locks no person.
create table private.told_leads (
  lead_id uuid primary key,
  -- The sequence of the newest webhook that was sent about the person.
  sequence bigint not null,
  consent private.consent,
  may_be_mailed boolean,
  -- The hash of the person's data, or null if the receiver was only told that other data were submitted.
  data_hash uuid
);

-- Changes that the sweep has not looked at yet. Each is a change of a person, or of what was said about a
-- number. Rows are only added here, so that nobody who withdraws waits for others with the same number.
create table private.untold_changes (
  id bigint primary key generated always as identity,
  lead_id uuid,
  phone_e164 text,
  check (num_nonnulls(lead_id, phone_e164) = 1)
);

-- Takes a person, or what is told about one, as JSON. Returns a hash of the data that the receiver stores.
create function private.hash_data(person jsonb) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$
  select md5(
    jsonb_build_array(
      person -> 'name', person -> 'email', person -> 'phone', person -> 'phone_e164',
      person -> 'country_code', person -> 'extra')::text
  )::uuid;
$$;

-- Returns true if the receiver knows the person, or if a webhook about the person is on its way. While a
-- person's webhooks are held, the person is nobody for the receiver.
create function private.is_told(person uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.told_leads where lead_id = person)
    or exists (
      select
      from private.outbox
      where lead_id = person and kind = 'webhook' and status in ('pending', 'sending')
    );
$$;

-- Queues a webhook that reports the present data and consent of each of these persons. `event` is 'updated'
-- or 'stop_lifted'. The webhook refers to the newest submission of the person.
create function private.queue_updates(persons uuid[], event text) returns void
language sql
set search_path = ''
as $$
  insert into private.outbox (submission_id, lead_id, kind, priority, event)
  select newest.id, person, 'webhook', 'webhook_first', queue_updates.event
  from unnest(persons) person,
    lateral (
      select submission.id
      from private.lead_submissions submission
      where submission.lead_id = person
        and not submission.preview
        and not submission.held
      order by submission.consent desc, submission.created_at desc
      limit 1
    ) newest;
$$;

-- Stores that a person or what was said about a number has changed. Whether the receiver knows anybody is not
-- asked here: a worker may be telling it about the first person, and has not committed yet.
create function private.note_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_table_name = 'number_events' then
    insert into private.untold_changes (phone_e164) values (new.phone_e164);
    return null;
  end if;
  insert into private.untold_changes (lead_id) values (new.id);
  if (old.phone_e164, old.consent, old.withdrawn_at)
    is distinct from (new.phone_e164, new.consent, new.withdrawn_at)
  then
    insert into private.untold_changes (phone_e164)
    select phone
    from unnest(array[old.phone_e164, new.phone_e164]) phone
    where phone is not null
    group by phone;
  end if;
  return null;
end $$;

create trigger leads_note_change
  after update of email, name, phone, phone_e164, country_code, extra, consent,
    withdrawn_at on private.leads
  for each row
  when (
    (
      old.email, old.name, old.phone, old.phone_e164, old.country_code, old.extra, old.consent,
      old.withdrawn_at)
      is distinct from (
        new.email, new.name, new.phone, new.phone_e164, new.country_code, new.extra, new.consent,
        new.withdrawn_at)
  )
  execute function private.note_change();
create trigger number_events_note_change
  after insert on private.number_events
  for each row execute function private.note_change();

-- The receiver of the webhooks is told about the persons of a mailbox when it is suppressed and when that is
-- lifted.
create function private.note_suppression() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into private.untold_changes (lead_id)
  select id
  from private.leads
  where mailbox_hashes @> array[new.mailbox_hash];
  return null;
end $$;

create trigger mailbox_events_note_suppression
  after insert on private.mailbox_events
  for each row execute function private.note_suppression();

-- Before a person is deleted, for whatever reason, this trigger tells the receiver that knows the person. It
-- first waits for a worker who is about to send the first webhook about the person.
create function private.tell_erasure() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform
  from private.outbox
  where lead_id = old.id and kind = 'webhook'
  for update;
  delete from private.untold_changes where lead_id = old.id;
  with known as (
    delete from private.told_leads
    where lead_id = old.id
    returning lead_id
  )
  insert into private.outbox (kind, priority, event, erased_lead)
  select 'webhook', 'webhook_first', 'erased', lead_id
  from known;
  return old;
end $$;

create trigger leads_tell_erasure
  before delete on private.leads
  for each row execute function private.tell_erasure();

-- Looks at the oldest 500 changes, and tells the receiver about each person for whom it now has
-- another consent, other data, or another answer to whether they may be mailed. If a newer webhook about the
-- person is still to be sent, it will say what is true then. Whoever has a webhook that waits counts too,
-- because a worker may just be sending it: what it tells is stored only when it commits.
create function private.tell_changes() returns void
language plpgsql
set search_path = ''
as $$
declare
  changes bigint[];
  persons uuid[];
begin
  changes := array(
    select id
    from private.untold_changes
    order by id
    limit 500
    for update skip locked
  );
  if changes = '{}' then
    return;
  end if;
  -- Each number is looked up once, although there is a change for each of its people.
  persons := array(
    select changed.id
    from (
      select lead_id as id
      from private.untold_changes
      where id = any (changes) and lead_id is not null
      union
      select person.id
      from private.leads person
      where person.phone_e164 in (
        select phone_e164
        from private.untold_changes
        where id = any (changes)
      )
    ) changed
    where private.is_told(changed.id)
  );
  -- A worker that has just claimed a webhook may have read the state from before the change. This waits for
  -- it.
  perform
  from private.outbox
  where lead_id = any (persons) and kind = 'webhook' and status in ('pending', 'sending')
  for update;
  perform private.queue_updates(
    array_agg(outdated.id),
    case when outdated.is_lifted then 'stop_lifted' else 'updated' end)
  from (
    select person.id, told.consent = 'stopped' and state <> 'stopped' as is_lifted
    from private.leads person
    join private.told_leads told on told.lead_id = person.id,
    lateral (
      select
        private.consent_state(person) as state,
        private.refuse_mail(person.email, 'queued') is null as may_be_mailed
    ) now
    where person.id = any (persons)
      and (told.consent, told.may_be_mailed, told.data_hash)
        is distinct from (state, now.may_be_mailed, private.hash_data(to_jsonb(person)))
      and not exists (
        select
        from private.outbox message
        where message.lead_id = person.id
          and message.kind = 'webhook'
          and message.status = 'pending'
          and message.sequence > told.sequence
      )
  ) outdated
  group by outdated.is_lifted;
  delete from private.untold_changes where id = any (changes);
end $$;

-- Forgets what the receiver was told and cancels the webhooks that wait, so that nothing is queued for a
-- receiver that is gone. Call this after the webhook was turned off. Returns how many webhooks were
-- cancelled.
create function desk.end_webhooks() returns integer
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
declare
  cancelled integer;
begin
  update private.outbox
  set
    status = 'cancelled',
    reason = 'dropped'
  where kind = 'webhook' and status in ('pending', 'sending', 'held', 'failed');
  get diagnostics cancelled = row_count;
  delete from private.told_leads;
  delete from private.untold_changes;
  return cancelled;
end $$;
