-- The operator corrects an address or a number that a person mistyped. The submissions stay as they were
-- written, because they are evidence. This table says what was meant by them.
create table private.lead_corrections (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references private.leads on delete cascade,
  field text not null check (field in ('email', 'phone')),
  -- What the record said before. If it was a phone number, `old_value` is the number as it was typed.
  old_value text not null,
  old_e164 text,
  new_value text not null,
  -- The country goes with the number.
  old_country text,
  new_country text,
  event_id bigint not null default nextval('private.event_ids'),
  -- The event by which the correction was taken back, or null if it holds.
  undone_id bigint,
  undone_by text,
  undone_at timestamptz,
  corrected_by text not null default private.actor(),
  corrected_at timestamptz not null default clock_timestamp()
);

create index lead_corrections_lead_id_idx on private.lead_corrections (lead_id, corrected_at);

-- Returns what a person meant by an address, or by a number (E.164, else as it was typed): each correction
-- that holds replaces its old value, whenever that is said. If a number was replaced, `country` is the
-- country of the new one. Whatever asks which address or number is meant asks here.
create function private.meant(person uuid, field text, inout value text, out country text)
language plpgsql stable
set search_path = ''
as $$
declare
  made private.lead_corrections;
begin
  for made in
    select *
    from private.lead_corrections stored
    where stored.lead_id = meant.person and stored.field = meant.field and stored.undone_id is null
    order by stored.event_id
  loop
    if lower(value) = lower(coalesce(made.old_e164, made.old_value)) then
      value := made.new_value;
      country := made.new_country;
    end if;
  end loop;
end $$;

-- Copies the corrected addresses and numbers of a person to private.leads, where the search finds them.
create function private.keep_former() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  person constant uuid := coalesce(new.lead_id, old.lead_id);
begin
  update private.leads
  set former = array(
    select coalesce(made.old_e164, made.old_value)
    from private.lead_corrections made
    where made.lead_id = person and made.undone_id is null
    order by made.corrected_at
  )
  where id = person;
  return null;
end $$;

create trigger lead_corrections_keep_former
  after insert or update or delete on private.lead_corrections
  for each row execute function private.keep_former();
