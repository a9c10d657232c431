-- A sweep sends this key as X-Claim-Key, so that it may claim the messages of all leads.
-- To set a new key: update private.lead_claim_key set key = gen_random_uuid();
create table private.lead_claim_key (
  singleton boolean primary key default true check (singleton),
  key uuid not null default gen_random_uuid(),
  -- The time when the last sweep began, or null before the first sweep.
  swept_at timestamptz
);

insert into private.lead_claim_key default values;

-- This table contains the steps of the sweep that failed when they were last tried.
create table private.sweep_faults (
  step text primary key,
  error text not null,
  failed_at timestamptz not null default now()
);

-- Returns how many steps of the sweep failed when they were last tried.
create function private.count_sweep_faults() returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return (select count(*) from private.sweep_faults);
end $$;

-- Raises 28000 if the claim key is wrong.
create function private.check_claim_key(claim_key uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from private.lead_claim_key where key = check_claim_key.claim_key) then
    raise exception 'wrong claim key' using errcode = '28000';
  end if;
end $$;

-- Returns true if no sweep has begun for five minutes, or if a general mail is overdue. Before the first
-- sweep, the five minutes are counted from the first lead.
create function private.is_sweep_overdue() returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
      select
      from private.lead_claim_key
      where coalesce(swept_at, (select min(created_at) from private.leads)) < now() - interval '5 minutes'
    )
    or exists (
      select
      from private.outbox
      where priority = 'general'
        and status in ('pending', 'sending')
        and due_at < private.overdue_before()
    );
end $$;
