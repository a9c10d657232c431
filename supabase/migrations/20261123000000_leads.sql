-- Nobody reaches these tables through the Data API, whatever key they hold: the functions are the only way in.

-- One person, by e-mail address. Written by accept_lead and confirm_lead alone.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  phone text not null,
  phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{1,14}$'),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  -- When the reader of the mailbox confirmed the number; from then on another confirmation alone changes it.
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The person is the address without regard to case.
create unique index leads_email_key on public.leads (lower(email));
create index leads_created_at_idx on public.leads (created_at, id);

-- What was submitted and consented to, kept as it was: the evidence in a dispute (47 CFR 64.1200(f)(9)).
create table public.lead_submissions (
  -- The idempotency key of the call.
  id uuid primary key,
  lead_id uuid not null references public.leads on delete cascade,
  content_hash bytea not null,
  name text not null,
  email text not null,
  phone text not null,
  phone_e164 text,
  country_code text not null,
  -- What was typed into the optional fields of functions/_shared/lead.ts, {name: text}.
  extra jsonb not null default '{}',
  consent boolean not null check (consent),
  consent_text text,
  consent_version text,
  page text,
  referrer text,
  user_agent text,
  ip_hash text,
  campaign jsonb not null default '{}',
  -- Which variant of the page's copy the visitor saw; null without an experiment. Cut and not refused when it is longer.
  variant text check (char_length(variant) <= 32),
  suspected_bot boolean not null default false,
  preview boolean not null default false,
  -- Whether what was submitted became the person's data.
  applied boolean not null default true,
  -- A confirmation is a submission of its own, so that it is sealed, kept and erased like every other: it has the data of
  -- the one that it confirms, and the text, the time and the source of the confirmation.
  confirms uuid,
  created_at timestamptz not null default now(),
  -- Null unless its mails were held at first: then infinity until they are released, and the time of that afterwards.
  held_until timestamptz,
  -- Null until the sweep has sealed the row, so that a visitor waits for no lock and a row that commits late is not missed.
  seal_number bigint
);
create index lead_submissions_lead_id_idx on public.lead_submissions (lead_id);
create index lead_submissions_applied_idx on public.lead_submissions (lead_id, ip_hash) where applied;
create unique index lead_submissions_confirms_idx on public.lead_submissions (confirms) where confirms is not null;
create index lead_submissions_unsealed_idx on public.lead_submissions (created_at)
  where seal_number is null and held_until is distinct from 'infinity';
create index lead_submissions_held_idx on public.lead_submissions (created_at) where held_until = 'infinity';
-- A campaign's and a variant's persons are those whose first submission has it, which is as old as they are.
create index lead_submissions_campaign_idx on public.lead_submissions ((campaign ->> 'utm_campaign'), created_at)
  where campaign ->> 'utm_campaign' is not null;
create index lead_submissions_variant_idx on public.lead_submissions (variant, created_at) where variant is not null;

-- Lets through what the sweep does to a row, to seal it and to forget its traces, the release of what was held, and nothing
-- else.
create function public.refuse_submission_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.seal_number is null then old.seal_number := new.seal_number; end if;
  if old.held_until = 'infinity' and new.held_until is not null then old.held_until := new.held_until; end if;
  if new.ip_hash is null and new.user_agent is null then
    old.ip_hash := null;
    old.user_agent := null;
  end if;
  if new *<> old then
    raise exception 'lead_submissions is written once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Deleting stays possible: a person may ask to be forgotten.
create trigger lead_submissions_written_once
  before update on public.lead_submissions
  for each row execute function public.refuse_submission_update();

alter table public.leads enable row level security;
alter table public.lead_submissions enable row level security;
