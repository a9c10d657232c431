-- One row per submission: what the visitor typed and agreed to, as evidence in a dispute (47 CFR
-- 64.1200(f)(9)).
-- Confirmations and withdrawals are rows too. They are sealed, kept and erased like any other submission.
create table private.lead_submissions (
  -- The idempotency key.
  id uuid primary key,
  lead_id uuid not null references private.leads on delete cascade,
  content_hash bytea not null,
  name text not null,
  email text not null,
  phone text not null,
  phone_e164 text,
  country_code text not null,
  -- The values of the optional fields (extraFields) as {name: text}.
  extra jsonb not null default '{}',
  -- False if this row is a withdrawal. A withdrawal has a copy of the person's data in private.leads.
  consent boolean not null,
  -- How consent was withdrawn: 'link', 'text message' (STOP), or 'desk:<database login of the operator>'.
  withdrawn_by text,
  consent_text text,
  consent_version text,
  page text,
  referrer text,
  user_agent text,
  ip_hash text,
  campaign jsonb not null default '{}',
  variant text check (char_length(variant) <= 32),
  suspected_bot boolean not null default false,
  preview boolean not null default false,
  -- Whether the browser asked not to be tracked (Sec-GPC or DNT).
  refuses_tracking boolean not null default false,
  -- Whether the data of this submission became the person's data in private.leads.
  merged boolean not null default true,
  -- The submission that this one confirms.
  confirms uuid,
  created_at timestamptz not null default now(),
  -- Null if the submission's messages were never held, infinity while they are held, and then the time of
  -- their release.
  held_until timestamptz,
  -- Only the sweep sets this number. That way, no visitor waits for a lock, and the sweep misses no late
  -- commit.
  seal_number bigint,
  check (consent = (withdrawn_by is null))
);

create index lead_submissions_lead_id_idx on private.lead_submissions (lead_id);
create index lead_submissions_merged_idx on private.lead_submissions (lead_id, ip_hash)
  where merged;
create unique index lead_submissions_confirms_idx on private.lead_submissions (confirms)
  where confirms is not null;
create index lead_submissions_unsealed_idx on private.lead_submissions (created_at)
  where seal_number is null and held_until is distinct from 'infinity';
create index lead_submissions_held_idx on private.lead_submissions (created_at)
  where held_until = 'infinity';

-- Allows only three changes to a stored submission: sealing it, releasing it (which may merge it), and
-- deleting its ip_hash and user_agent.
create function private.refuse_submission_update() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.seal_number is null then
    old.seal_number := new.seal_number;
  end if;
  if old.held_until = 'infinity' and new.held_until is not null then
    old.held_until := new.held_until;
    old.merged := new.merged;
  end if;
  if new.ip_hash is null and new.user_agent is null then
    old.ip_hash := null;
    old.user_agent := null;
  end if;
  if new *<> old then
    raise exception 'lead_submissions is written once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger lead_submissions_written_once
  before update on private.lead_submissions
  for each row execute function private.refuse_submission_update();

-- Makes the data of a submission the person's data.
create function private.take_data(submission private.lead_submissions) returns void
language sql
set search_path = ''
as $$
  update private.leads
  set
    email = submission.email,
    name = submission.name,
    phone = submission.phone,
    phone_e164 = submission.phone_e164,
    country_code = submission.country_code,
    extra = submission.extra,
    updated_at = now()
  where id = submission.lead_id;
$$;

-- Returns whether the person's data came from this source.
create function private.is_known_source(person uuid, ip_hash text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select
    from private.lead_submissions earlier
    where earlier.lead_id = person and earlier.merged and earlier.ip_hash = is_known_source.ip_hash
  );
end $$;

-- Returns whether a submission may change the person's data. Only the source that sent the stored data may
-- change them. If the person has confirmed the number or withdrawn, only a confirmation may change the
-- number.
create function private.may_change(person private.leads, new_number text, is_known_source boolean)
returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (
      num_nonnulls(person.confirmed_at, person.withdrawn_at) = 0
      or person.phone_e164 is not distinct from new_number
    )
    and (
      is_known_source
      or not exists (
        select
        from private.lead_submissions earlier
        where earlier.lead_id = person.id and earlier.merged
      )
    );
end $$;
