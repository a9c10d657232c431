-- What was said about consent, by whom and about which number. Rows are only ever added. Whether somebody may
-- be texted follows from the newest rows, by id.
create table private.consent_events (
  -- The event_id of the row of lead_submissions by which it was said. A withdrawal has more rows, in the same
  -- place, if corrections that were taken back show that the person had another number.
  id bigint not null,
  lead_id uuid not null references private.leads on delete cascade,
  -- The number in E.164, or as it was typed if it is not valid.
  number text not null,
  -- The box was ticked (`given`, or `asked` if it had to be confirmed), the button behind an emailed link was
  -- pressed (`confirmed`), or the consent was withdrawn, for all numbers of the person.
  -- Postgres works out the check of a domain once a session, but one that calls consents_of with each form.
  kind private.consent not null check (kind not in ('none', 'stopped')),
  -- 'form', 'link', or 'desk:<database login of the operator>'.
  said_by text not null,
  happened_at timestamptz not null,
  primary key (id, number)
);

create index consent_events_lead_id_idx on private.consent_events (lead_id);
create index consent_events_number_idx on private.consent_events (number);
create index consent_events_withdrawn_at_idx on private.consent_events (happened_at)
  where kind = 'withdrawn';
-- The index contains all that private.withdrawn_numbers reads here, so that the numbers of all are read at
-- once. Because of the second condition, Postgres need not compare each number when it reads.
create index consent_events_withdrawn_idx on private.consent_events (number, id)
  include (kind, lead_id, happened_at)
  where kind not in ('asked', 'given') and number ~ '^\+[1-9][0-9]{1,14}$';

-- Returns what holds for a person and a number (E.164, else as typed), from the log alone: the state of the
-- consent, when the person last agreed to the number, when they confirmed it, and when they last withdrew.
-- A withdrawal ends all that was agreed to before. A box that was ticked does not weaken a confirmation. Who
-- agreed to a number that the operator has corrected is asked about the one that was meant, and has to agree
-- to that one itself, after the correction. What was confirmed from an
-- address that the operator had corrected, and has taken back, does not count.
create function private.judge_consent(
  person uuid,
  number text,
  out consent private.consent,
  out consented_at timestamptz,
  out confirmed_at timestamptz,
  out withdrawn_at timestamptz
)
language plpgsql stable
set search_path = ''
as $$
declare
  corrected constant bigint := (
    select max(made.event_id)
    from private.lead_corrections made
    where made.lead_id = person
      and made.field = 'phone'
      and made.new_value = judge_consent.number
      and made.undone_id is null
  );
  said record;
begin
  select
    coalesce(max(event.withdrawn), 0) as withdrawn,
    max(event.id) filter (where event.kind = any (private.consents_of('end-a-withdrawal')) and event.is_same)
      as confirmed,
    coalesce(max(event.id) filter (where event.kind <> 'withdrawn'), 0) as agreed,
    max(array_position(private.consents_of('agreed'), event.kind)) filter (
      where event.is_same and event.id > greatest(event.withdrawn, corrected, 0)
    ) as strength
  into said
  from (
    select
      log.id,
      log.number,
      log.kind,
      log.number = judge_consent.number as is_same,
      max(log.id) filter (where log.kind = 'withdrawn') over () as withdrawn
    from private.consent_events log
    where log.lead_id = person
  ) event
  where event.kind = 'withdrawn' or (
      event.is_same or (private.meant(person, 'phone', event.number)).value = judge_consent.number
    ) and not exists (
      select
      from private.lead_corrections made
      where event.kind = 'confirmed'
        and made.lead_id = person
        and made.field = 'email'
        and event.id between made.event_id and made.undone_id
    );
  consent := case
    when said.agreed <= said.withdrawn then case when said.withdrawn > 0 then 'withdrawn' else 'none' end
    else (private.consents_of('agreed'))[coalesce(said.strength, 1)]
  end;
  select
    max(event.happened_at) filter (where event.id = said.agreed),
    max(event.happened_at) filter (where event.id = said.confirmed and event.id > coalesce(corrected, 0)),
    max(event.happened_at) filter (where event.id = said.withdrawn)
  into consented_at, confirmed_at, withdrawn_at
  from private.consent_events event
  where event.id in (said.agreed, said.confirmed, said.withdrawn);
end $$;

-- Copies what holds to private.leads, for each person of whom something was said or deleted. Each is judged
-- once, although the plan may be from a time when the tables were empty.
create function private.copy_consent() returns trigger
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
begin
  with judged as materialized (
    select known.id, what.*
    from (
      select distinct lead_id
      from changed
    ) said
    join private.leads known on known.id = said.lead_id,
    lateral private.judge_consent(known.id, coalesce(known.phone_e164, known.phone)) what
  )
  update private.leads person
  set
    consent = judged.consent,
    consented_at = judged.consented_at,
    confirmed_at = judged.confirmed_at,
    withdrawn_at = judged.withdrawn_at
  from judged
  where person.id = judged.id
    and (person.consent, person.consented_at, person.confirmed_at, person.withdrawn_at)
      is distinct from (judged.consent, judged.consented_at, judged.confirmed_at, judged.withdrawn_at);
  return null;
end $$;

create trigger consent_events_copy_added
  after insert on private.consent_events
  referencing new table as changed
  for each statement execute function private.copy_consent();
create trigger consent_events_copy_deleted
  after delete on private.consent_events
  referencing old table as changed
  for each statement execute function private.copy_consent();
create trigger lead_corrections_copy_added
  after insert on private.lead_corrections
  referencing new table as changed
  for each statement execute function private.copy_consent();
create trigger lead_corrections_copy_undone
  after update on private.lead_corrections
  referencing new table as changed
  for each statement execute function private.copy_consent();

-- The same for a person whose number changes.
create function private.judge_new_number() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  select judged.*
  into new.consent, new.consented_at, new.confirmed_at, new.withdrawn_at
  from private.judge_consent(new.id, coalesce(new.phone_e164, new.phone)) judged;
  return new;
end $$;

create trigger leads_judge_new_number
  before update of phone, phone_e164 on private.leads
  for each row
  when (coalesce(old.phone_e164, old.phone) <> coalesce(new.phone_e164, new.phone))
  execute function private.judge_new_number();

-- Stores in the log what a form or a confirmation says, in the place in which it arrived. If it is there
-- already, nothing changes.
-- In PL/pgSQL, because Postgres plans an SQL function anew with each form.
create function private.note_consent(submission private.lead_submissions) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  values (
    submission.event_id,
    submission.lead_id,
    coalesce(submission.phone_e164, submission.phone),
    case
      when submission.confirms is not null then 'confirmed'
      when submission.must_confirm then 'asked'
      else 'given'
    end,
    case when submission.confirms is not null then 'link' else 'form' end,
    submission.created_at)
  on conflict do nothing;
end $$;

-- Consent goes with its evidence. A withdrawal stays as long as the person does.
create function private.delete_consent() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  delete from private.consent_events
  where kind <> 'withdrawn'
    and id in (
      select event_id
      from deleted
    );
  return null;
end $$;

create trigger lead_submissions_delete_consent
  after delete on private.lead_submissions
  referencing old table as deleted
  for each statement execute function private.delete_consent();

-- Returns when a person withdrew, or null if they never did or have confirmed since then.
create function private.open_withdrawal(person uuid) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select case when kind = 'withdrawn' then happened_at end
    from private.consent_events
    where lead_id = person and kind = any (private.consents_of('end-a-withdrawal') || 'withdrawn'::text)
    order by id desc
    limit 1
  );
end $$;

-- Returns the id of a person's last withdrawal, or 0 if there is none.
create function private.last_withdrawal(person uuid) returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(max(id), 0)
    from private.consent_events
    where lead_id = person and kind = 'withdrawn'
  );
end $$;
