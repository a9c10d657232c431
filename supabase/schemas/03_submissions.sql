-- Each submission is stored as one row. The row contains what the visitor typed and agreed to. The row is the
-- evidence if there is a dispute later (47 CFR 64.1200(f)(9)).
-- Confirmations and withdrawals are stored as rows of this table too, and they are sealed, kept and erased in
-- the same way as any other submission.
-- No column may ever be renamed or dropped: the seals of the rows that have it would no longer match.
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
  -- `consent` is false if the row is a withdrawal. The row of a withdrawal contains a copy of the data that
  -- private.leads had for the person.
  consent boolean not null,
  -- The way in which consent was withdrawn: 'link', 'text message' (STOP) or 'desk:<database login of the
  -- operator>'.
  withdrawn_by text,
  -- The event of private.number_events that this withdrawal stores for the person.
  number_event bigint,
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
  -- `refuses_tracking` is true if the browser asked not to be tracked (with Sec-GPC or DNT). The campaign
  -- then has no ids of clicks on ads.
  refuses_tracking boolean not null default false,
  -- `merged` is true if the data of this submission was copied to the person in private.leads.
  merged boolean not null default true,
  -- The place of the submission in what was said (see private.event_ids), and whether its box had to be
  -- confirmed. Both are fixed on arrival, also if the submission is held and released later.
  event_id bigint not null default nextval('private.event_ids'),
  must_confirm boolean not null default false,
  -- The id of the submission that this row confirms.
  confirms uuid,
  created_at timestamptz not null default now(),
  -- `held` is true as long as the messages of the submission are held. `released_at` is the time when the
  -- operator released them, or null if they never were.
  held boolean not null default false,
  released_at timestamptz,
  -- Only the sweep sets this number. If a submission numbered itself, visitors would wait for a lock, or the
  -- sweep would miss a transaction that commits late.
  seal_number bigint,
  check (consent = (withdrawn_by is null)),
  check (not held or released_at is null)
);

create index lead_submissions_lead_id_idx on private.lead_submissions (lead_id);
create index lead_submissions_merged_idx on private.lead_submissions (lead_id, ip_hash)
  where merged;
create index lead_submissions_unsealed_idx on private.lead_submissions (created_at)
  where seal_number is null and not held;
create index lead_submissions_event_idx on private.lead_submissions (number_event, lead_id)
  where number_event is not null;
create index lead_submissions_held_idx on private.lead_submissions (created_at)
  where held;

-- After a submission is stored, only three changes are allowed: it can be sealed, it can be released (and
-- merged), and its ip_hash and user_agent can be deleted. This trigger refuses all other changes.
create function private.refuse_submission_update() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.seal_number is null then
    old.seal_number := new.seal_number;
  end if;
  if old.held and not new.held and new.released_at is not null then
    old.held := false;
    old.released_at := new.released_at;
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

-- Copies the data of a submission to the person who sent it.
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

-- Returns true if this source has already sent data that was copied to the person.
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

-- Returns true if a submission may change the data that is stored for the person. Only a source that has
-- already sent data of this person may change the data. After the person has confirmed the number or
-- withdrawn, only a confirmation may change the number. `new_number` is the number that was meant.
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

-- Returns true if the browser of the person ever asked not to be tracked. What this person watches is then
-- not stored, the person is not reminded of the video, and no ad platform is told about the visit.
create function private.refuses_tracking(person uuid) returns boolean
language sql stable
begin atomic
  select exists (
    select
    from private.lead_submissions
    where lead_id = person and refuses_tracking
  );
end;

-- Returns the campaign that is stored for a visit. If the browser asked not to be tracked, the ids of clicks
-- are left out, so that no file and no webhook can pass them on.
create function private.campaign_of(context jsonb) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(
    case jsonb_typeof(context -> 'campaign')
      when 'object' then context -> 'campaign'
      else '{}'
    end)
  where key like 'utm\_%' or context -> 'refuses_tracking' is distinct from 'true';
$$;

-- Returns the campaign and the referrer of the visit that led to a person's first submission, or no row if
-- there is none.
-- A bot may have entered the address before the person did, and may have invented a campaign and a referrer.
-- A submission that is held, or from a preview, is therefore used only if there is no other.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.first_visit(person uuid) returns table (campaign jsonb, referrer text)
language sql stable
rows 1
begin atomic
  select submission.campaign, submission.referrer
  from private.lead_submissions submission
  where submission.lead_id = person and submission.confirms is null and submission.consent
  order by submission.preview or submission.held, submission.created_at
  limit 1;
end;

-- Returns why an ad platform ('google-ads', 'microsoft-ads' or 'meta') is not told about the visit of a
-- person: the state of the consent, 'refuses tracking', 'app click' (its files have no column for gbraid and
-- wbraid) or 'no click'. Returns null if it is told. `campaign` is the campaign of the visit. Anybody can
-- invent the id of a click, so a malformed id counts as none. This function sets no search_path and calls
-- nothing that is only stable, so that Postgres can inline it.
create function private.ad_fault(platform text, state text, refuses_tracking boolean, campaign jsonb)
returns text
language sql immutable parallel safe
return case
  when state <> all (private.consents_of('may-be-texted')) then state
  when refuses_tracking then 'refuses tracking'
  -- It knows people by their hashed address too, and not by a click alone.
  when platform = 'meta' then null
  when campaign ->> case platform when 'google-ads' then 'gclid' when 'microsoft-ads' then 'msclkid' end
    ~ '^[A-Za-z0-9_][A-Za-z0-9_-]{9,}$'
    then null
  when platform = 'google-ads'
    and coalesce(nullif(campaign ->> 'gbraid', ''), campaign ->> 'wbraid', '') <> ''
    then 'app click'
  else 'no click'
end;

-- Returns a submission with the address and the number that were meant. Whatever copies data to a person,
-- sends an email or asks to confirm a number asks here. An address that another person has by now is not
-- meant: the person keeps their own.
create function private.corrected(submission private.lead_submissions) returns private.lead_submissions
language plpgsql stable
set search_path = ''
as $$
declare
  number constant record := private.meant(
    submission.lead_id,
    'phone',
    coalesce(submission.phone_e164, submission.phone));
begin
  submission.email := (private.meant(submission.lead_id, 'email', submission.email)).value;
  if exists (
    select
    from private.leads other
    where lower(other.email) = lower(submission.email) and other.id <> submission.lead_id
  ) then
    select person.email into submission.email from private.leads person where person.id = submission.lead_id;
  end if;
  if number.country is not null then
    submission.phone := number.value;
    submission.phone_e164 := number.value;
    submission.country_code := number.country;
  end if;
  return submission;
end $$;
