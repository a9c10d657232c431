-- What was said about phone numbers. Events are only ever added. The newest event of a number says whether
-- the number is stopped. The table does not refer to persons, because a number stays stopped after a person
-- is erased. The numbers are stored in plain text, because the operator has to read them. Hashing them would
-- not protect them anyway, because anyone can hash all numbers of a country in minutes.
create table private.number_events (
  -- The order of the events. The number is locked before the id is drawn (see private.lock_number).
  id bigint primary key default nextval('private.event_ids'),
  phone_e164 text not null check (phone_e164 ~ '^\+[1-9][0-9]{1,14}$'),
  -- A text message from the number can `stop` or `start` it. The operator can `stop` it or `lift` a stop.
  kind text not null check (kind in ('stop', 'start', 'lift')),
  -- Either 'text message', or 'desk:<database login of the operator>', or 'withdrawal' if a person who had
  -- this number withdrew.
  said_by text not null,
  -- The beginning of the text message, or the note of the operator.
  words text,
  happened_at timestamptz not null default clock_timestamp(),
  -- The time when the sweep had told everybody who must know about the event.
  told_at timestamptz
);

create index number_events_phone_idx on private.number_events (phone_e164, id)
  include (kind, happened_at);
create index number_events_words_idx on private.number_events (happened_at)
  where words is not null;
create index number_events_untold_idx on private.number_events (id)
  where told_at is null;

-- After an event is stored, only two changes are allowed: it can be told, and its words can be deleted. This
-- trigger refuses all other changes.
create function private.refuse_number_event_update() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.told_at is null then
    old.told_at := new.told_at;
  end if;
  if new.words is null then
    old.words := null;
  end if;
  if new *<> old then
    raise exception 'number_events is written once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger number_events_written_once
  before update on private.number_events
  for each row execute function private.refuse_number_event_update();

-- The view lists the numbers that are stopped, each with the event that stopped it last.
create view private.stopped_numbers with (security_invoker = true) as
  select id, phone_e164, happened_at as stopped_at, said_by as stopped_by, words
  from private.number_events stop
  where kind = 'stop'
    and not exists (
      select
      from private.number_events later
      where later.phone_e164 = stop.phone_e164 and later.id > stop.id
    );

-- The view lists the withdrawals that make a number untextable for everybody who has it, each for the number
-- that the person had then. START from the number, or the operator, lifts this for the others, and so does
-- the person who confirms the number again. The persons themselves stay withdrawn.
-- If the person had the number only by a correction that was taken back, the withdrawal was not about it,
-- unless an even earlier correction that was taken back shows that they had it all along.
create view private.withdrawn_numbers with (security_invoker = true) as
  select
    withdrawal.id,
    withdrawal.lead_id,
    withdrawal.number as phone_e164,
    withdrawal.happened_at as withdrawn_at
  from private.consent_events withdrawal
  where withdrawal.kind = 'withdrawn'
    and withdrawal.number ~ '^\+[1-9][0-9]{1,14}$'
    and not exists (
      select
      from private.consent_events later
      where later.lead_id = withdrawal.lead_id
        and later.number = withdrawal.number
        and later.number ~ '^\+[1-9][0-9]{1,14}$'
        and later.kind = any (private.consents_of('end-a-withdrawal'))
        and later.id > withdrawal.id
    )
    and not exists (
      select
      from private.number_events lift
      where lift.phone_e164 = withdrawal.number
        and lift.kind <> 'stop'
        and lift.id > withdrawal.id
    )
    and not exists (
      select
      from private.lead_corrections made
      where made.lead_id = withdrawal.lead_id
        and made.new_value = withdrawal.number
        and withdrawal.id between made.event_id and made.undone_id
        and not exists (
          select
          from private.lead_corrections earlier
          where earlier.lead_id = made.lead_id
            and earlier.old_e164 = made.new_value
            and earlier.event_id < made.event_id
            and withdrawal.id between earlier.event_id and earlier.undone_id
        )
    );

-- The view lists the numbers that must not be texted, even if a person with the number agreed to texts. The
-- same number can appear more than once.
create view private.untextable_numbers with (security_invoker = true) as
  select id, phone_e164, true as is_stopped, stopped_at, stopped_by, words
  from private.stopped_numbers
  union all
  select id, phone_e164, false, withdrawn_at, 'withdrawal', null
  from private.withdrawn_numbers;

-- Returns why nobody may text a person: the state of their consent, or else the fault of the number.
create function private.text_fault_of(state text, number_fault text) returns text
language sql immutable parallel safe
return case when state = any (private.consents_of('may-be-texted')) then number_fault else state end;

-- The view says of each person whether they may be texted. `state` is the state of their consent.
-- `text_fault` is why nobody may text them, and null if they may be texted. Lists, figures, files and
-- webhooks all read it here. Who asks of many only whether, asks `is_textable`, which Postgres computes
-- without a call.
-- The two subqueries are apart, so that Postgres can keep the numbers of each in a hash table.
create view private.lead_states with (security_invoker = true) as
  select
    person.id,
    person.created_at,
    person.source,
    person.medium,
    person.content,
    person.suspected_bot,
    person.preview,
    judged.state,
    private.text_fault_of(judged.state, person.number_fault) as text_fault,
    judged.state = any (private.consents_of('may-be-texted')) and person.number_fault is null as is_textable
  from private.leads person,
    lateral (
      select case
        when person.consent = any (private.consents_of('may-be-texted'))
          and exists (
            select
            from private.withdrawn_numbers number
            where number.phone_e164 = person.phone_e164
          )
          then 'stopped'
        when exists (
            select
            from private.stopped_numbers number
            where number.phone_e164 = person.phone_e164
          )
          then 'stopped'
        else person.consent::text
      end as state
    ) judged;

-- Returns true if a person looks like a bot and agreed to nothing, or came from a preview. The file with
-- everything leaves such persons out.
create function private.is_doubtful(person private.leads) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select person.preview or person.suspected_bot and person.consent in ('none', 'withdrawn');
$$;

-- Returns the state of a person's consent.
-- The desk calls this function once for each row. Because of the two planner settings below, Postgres plans
-- the query only once and uses the indexes.
create function private.consent_state(person private.leads) returns private.consent
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select state
    from private.lead_states
    where id = person.id
  );
end $$;

-- Returns why nobody may text a person, or null if they may be texted.
create function private.text_fault(person uuid) returns text
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select text_fault
    from private.lead_states
    where id = person
  );
end $$;

-- Waits for everybody who says something about this number (E.164), until the end of the transaction.
create function private.lock_number(phone text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('number ' || phone, 0));
end $$;

-- Adds a stop to the events of a number. `stopped_by` and `words` are stored in said_by and words. A stop by
-- 'withdrawal' is stored as told, because the withdrawal itself was already reported when it happened.
create function private.stop_number(phone text, stopped_by text, words text default null) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.lock_number(phone);
  insert into private.number_events (phone_e164, kind, said_by, words, told_at)
  values (
    phone,
    'stop',
    stopped_by,
    left(stop_number.words, 160),
    case when stopped_by = 'withdrawal' then clock_timestamp() end);
end $$;

-- Before a person is deleted, this trigger stops the numbers for which the person's withdrawal still counts.
create function private.keep_number_stopped() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.stop_number(phone_e164, 'withdrawal')
  from (
    select distinct phone_e164
    from private.withdrawn_numbers
    where lead_id = old.id
    order by phone_e164
  ) withdrawn;
  return old;
end $$;

create trigger leads_stop_before_delete
  before delete on private.leads
  for each row
  when (old.withdrawn_at is not null)
  execute function private.keep_number_stopped();
