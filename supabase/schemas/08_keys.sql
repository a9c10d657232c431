-- A sweep sends this key as X-Claim-Key, so that it may claim the messages of all leads.
-- To set a new key: update private.lead_claim_key set key = gen_random_uuid();
create table private.lead_claim_key (
  singleton boolean primary key default true check (singleton),
  key uuid not null default gen_random_uuid(),
  -- The SHA-256 of the key with which the Edge Function hands over texts and reports of providers. The page
  -- has the key of the project too, but never this one. The function tells it in a sweep.
  report_key_hash bytea
);

insert into private.lead_claim_key default values;

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

-- Stores which key the texts and reports of providers come with from now on. Raises 28000 if the claim key is
-- wrong.
create function public.set_report_key(claim_key uuid, report_key text) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  hash constant bytea := sha256(convert_to(report_key, 'UTF8'));
begin
  perform private.check_claim_key(set_report_key.claim_key);
  update private.lead_claim_key
  set report_key_hash = hash
  where report_key_hash is distinct from hash;
end $$;

-- Raises 28000 if a text or a report of a provider comes with another key than that of the Edge Function. The
-- owner of the database needs none.
create function private.check_report_key(report_key text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if current_setting('role') <> 'none' and not exists (
    select
    from private.lead_claim_key
    where report_key_hash = sha256(convert_to(check_report_key.report_key, 'UTF8'))
  ) then
    raise exception 'wrong report key' using errcode = '28000';
  end if;
end $$;
