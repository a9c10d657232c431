-- The receiver of the webhooks keeps a copy of persons, for example in a CRM. Whenever what it heard last
-- about a person is no longer true, a webhook is queued.

-- What the receiver is known to have been told about each person: what the newest post said that it answered
-- with 2xx. A person that it may know has a row, also while no post is known to have arrived. The row does
-- not refer to the person, so that a worker who sends a webhook locks no person.
create table private.told_leads (
  lead_id uuid primary key,
  -- The receiver that was told, as in webhook_receivers.
  receiver text,
  -- The sequence of the newest webhook about the person that arrived.
  sequence bigint not null default 0,
  consent private.consent,
  may_be_mailed boolean,
  -- The hash of the person's data that the receiver has, or null if nobody knows.
  data_hash uuid,
  -- The call and the outcome that were last reported (see describe_booking and describe_outcome).
  booking text,
  outcome text
);

-- Changes that the sweep has not looked at yet. Each is a change of a person, or of what was said about a
-- number. Rows are only added here, so that nobody who withdraws waits for others with the same number.
create table private.untold_changes (
  id bigint primary key generated always as identity,
  lead_id uuid,
  phone_e164 text,
  -- True if nothing changed, but the receiver may not know the person as they are. News goes first. A row
  -- without a person stands for everybody whom a receiver may know.
  is_repeat boolean not null default false,
  check (num_nonnulls(lead_id, phone_e164) = 1 or is_repeat and phone_e164 is null)
);

create index untold_changes_order_idx on private.untold_changes (is_repeat, id);
-- Without it, the deletion of each person would read all changes.
create index untold_changes_lead_id_idx on private.untold_changes (lead_id)
  where lead_id is not null;
create index untold_changes_everybody_idx on private.untold_changes (id)
  where lead_id is null and phone_e164 is null;

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

-- Returns the call of a person as it is compared with what the receiver was told. It is the same before and
-- after the call was held, which the receiver sees from its end.
create function private.describe_booking(person private.leads) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws(' ', person.booking, person.booking_starts_at, person.booking_ends_at);
$$;

-- Returns the outcome of a person in the same way.
create function private.describe_outcome(person private.leads) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws(' ', person.outcome, person.outcome_value);
$$;

-- Returns true if the receiver knows the person, or if a webhook about the person is on its way. While a
-- person's webhooks are held, the receiver does not know the person.
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

-- Queues a webhook that reports what holds of each of these persons. `event` is 'updated', 'stop_lifted',
-- 'booked' or 'outcome'. The webhook refers to the newest submission of the person.
create function private.queue_updates(
  persons uuid[],
  event text,
  priority private.message_priority default 'webhook_first'
) returns void
language sql
set search_path = ''
as $$
  insert into private.outbox (submission_id, lead_id, kind, priority, event)
  select newest.id, person, 'webhook', queue_updates.priority, queue_updates.event
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
  after update of email, name, phone, phone_e164, country_code, extra, consent, withdrawn_at, booking,
    booking_starts_at, booking_ends_at, outcome, outcome_value on private.leads
  for each row
  when (
    (
      old.email, old.name, old.phone, old.phone_e164, old.country_code, old.extra, old.consent,
      old.withdrawn_at, old.booking, old.booking_starts_at, old.booking_ends_at, old.outcome,
      old.outcome_value)
      is distinct from (
        new.email, new.name, new.phone, new.phone_e164, new.country_code, new.extra, new.consent,
        new.withdrawn_at, new.booking, new.booking_starts_at, new.booking_ends_at, new.outcome,
        new.outcome_value)
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
  -- In the order in which tell_changes locks them, so that the two never cause a deadlock.
  delete from private.untold_changes where lead_id = old.id;
  perform
  from private.outbox
  where lead_id = old.id and kind = 'webhook'
  for update;
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

-- Stores that the function posts messages of this kind to this receiver. A receiver of webhooks that was not
-- the present one until now hears about everybody that an earlier receiver may know.
create function private.note_receiver(receiver text, kind text default 'webhook') returns void
language plpgsql
set search_path = ''
as $$
begin
  if receiver is null or receiver is not distinct from private.present_receiver(kind) then
    return;
  end if;
  insert into private.webhook_receivers as known (receiver, since)
  values (note_receiver.receiver, clock_timestamp())
  on conflict on constraint webhook_receivers_pkey do update
  set since = excluded.since;
  insert into private.untold_changes (is_repeat)
  select true
  where kind = 'webhook' and exists (select from private.told_leads);
end $$;

-- Returns true if the present receiver does not know the person as they are.
create function private.is_outdated(told private.told_leads, person private.leads) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (told.receiver, told.consent, told.may_be_mailed, told.data_hash, told.booking, told.outcome)
    is distinct from (
      coalesce(private.present_receiver(), told.receiver),
      private.consent_state(person),
      private.refuse_mail(person.email, 'queued') is null,
      private.hash_data(to_jsonb(person)),
      private.describe_booking(person),
      private.describe_outcome(person));
end $$;

-- When the receiver has accepted a webhook, this trigger stores what the webhook said. If that is no longer
-- so, or if the webhook will not be posted again, the sweep looks at the person. An erasure is queued again.
create function private.note_told() returns trigger
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
begin
  if new.status = 'sent' then
    insert into private.told_leads as known
    select (jsonb_populate_record(null::private.told_leads, new.said)).*
    where new.said is not null
    on conflict (lead_id) do update
    set
      receiver = excluded.receiver,
      sequence = excluded.sequence,
      consent = excluded.consent,
      may_be_mailed = excluded.may_be_mailed,
      data_hash = excluded.data_hash,
      booking = excluded.booking,
      outcome = excluded.outcome
    where known.receiver is distinct from excluded.receiver or known.sequence <= excluded.sequence;
  elsif new.attempts > 0 then
    -- It may have arrived without an answer. The receiver then has ignored older posts that it took later.
    update private.told_leads
    set
      sequence = new.sequence,
      may_be_mailed = null,
      data_hash = null
    where lead_id = new.lead_id and sequence < new.sequence;
  end if;
  insert into private.untold_changes (lead_id)
  select told.lead_id
  from private.told_leads told
  left join private.leads person on person.id = told.lead_id
  where told.lead_id = new.lead_id and (new.status <> 'sent' or private.is_outdated(told, person));
  -- Nobody but this post knows of an erasure, so another takes its place.
  if new.event = 'erased' and new.status = 'failed' then
    insert into private.outbox (kind, priority, event, erased_lead)
    values ('webhook', 'webhook_retry', 'erased', new.erased_lead);
  end if;
  new.said := null;
  return new;
end $$;

create trigger outbox_note_told
  before update of status on private.outbox
  for each row
  when (
    new.kind = 'webhook'
      and new.status is distinct from old.status
      and new.status in ('sent', 'failed', 'cancelled')
  )
  execute function private.note_told();

-- Looks at the first 5000 changes, news first, and tells the receiver about each person who is not as it
-- was told. If a newer webhook about the person is still to be sent, it will say what is true then. If one
-- is being sent, note_told looks at the person again. Returns true if there may be more changes.
create function private.tell_changes() returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  changes bigint[];
  persons uuid[];
  news uuid[];
  outdated uuid[];
  free uuid[];
begin
  with everybody as (
    delete from private.untold_changes
    where lead_id is null and phone_e164 is null
    returning id
  )
  insert into private.untold_changes (lead_id, is_repeat)
  select lead_id, true
  from private.told_leads
  where exists (select from everybody);
  changes := array(
    select id
    from private.untold_changes
    order by is_repeat, id
    limit 5000
    for update skip locked
  );
  if changes = '{}' then
    return false;
  end if;
  -- Each number is looked up once, although there is a change for each of its people. Because of
  -- `materialized` and the offset, only these people are read, whatever the statistics say.
  with changed as materialized (
    select lead_id as id, not is_repeat as is_news
    from private.untold_changes
    where id = any (changes) and lead_id is not null
    union
    select person.id, true
    from (
      select distinct phone_e164
      from private.untold_changes
      where id = any (changes)
    ) number,
      lateral (select id from private.leads where phone_e164 = number.phone_e164 offset 0) person
  )
  select array_agg(distinct changed.id), array_agg(distinct changed.id) filter (where changed.is_news)
  into persons, news
  from changed
  where private.is_told(changed.id);
  -- A worker that is claiming or settling a webhook may have read the state from before the change. This
  -- waits for it.
  perform
  from private.outbox
  where lead_id = any (persons) and kind = 'webhook' and status in ('pending', 'sending')
  for update;
  -- Such a webhook may only repeat what the receiver knows. It now has news.
  update private.outbox
  set priority = 'webhook_first'
  where lead_id = any (news)
    and kind = 'webhook'
    and status = 'pending'
    and priority = 'webhook_retry'
    and attempts = 0;
  outdated := array(
    select person.id
    from private.leads person
    join private.told_leads told on told.lead_id = person.id
    where person.id = any (persons)
      and private.is_outdated(told, person)
      and not exists (
        select
        from private.outbox message
        where message.lead_id = person.id
          and message.kind = 'webhook'
          and message.status in ('pending', 'sending')
          and message.sequence > told.sequence
      )
  );
  -- Somebody who is being erased, or who presses a button, is looked at again next time: an erasure may wait
  -- for this step, so this step never waits for an erasure.
  free := array(select id from private.leads where id = any (outdated) for key share skip locked);
  perform private.queue_updates(
    array_agg(stale.id),
    stale.event,
    case when stale.is_news then 'webhook_first' else 'webhook_retry' end::private.message_priority)
  from (
    select
      person.id,
      -- Null means never reported.
      case
        when told.consent = 'stopped' and private.consent_state(person) <> 'stopped' then 'stop_lifted'
        when told.booking <> private.describe_booking(person) then 'booked'
        when told.outcome <> private.describe_outcome(person) then 'outcome'
        else 'updated'
      end as event,
      person.id = any (news) as is_news
    from private.leads person
    join private.told_leads told on told.lead_id = person.id
    where person.id = any (free)
  ) stale
  group by stale.event, stale.is_news;
  delete from private.untold_changes where id = any (changes);
  insert into private.untold_changes (lead_id, is_repeat)
  select person, person <> all (coalesce(news, '{}'))
  from unnest(outdated) person
  where person <> all (free);
  return cardinality(changes) = 5000;
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
  delete from private.webhook_receivers;
  return cancelled;
end $$;
