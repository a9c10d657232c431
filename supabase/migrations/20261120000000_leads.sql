-- Nobody reaches these tables through the Data API, whatever key they hold: the functions below are the only way in.

-- One person, by e-mail address. Written by accept_lead alone.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  phone text not null,
  phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{1,14}$'),
  country_code text not null check (country_code in ('US', 'UK', 'CA', 'AU')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The person is the address without regard to case.
create unique index leads_email_key on public.leads (lower(email));

alter table public.leads enable row level security;
revoke all on public.leads from anon, authenticated, service_role;

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
  consent boolean not null check (consent),
  consent_text text,
  consent_version text,
  page text,
  referrer text,
  user_agent text,
  ip_hash text,
  campaign jsonb not null default '{}',
  suspected_bot boolean not null default false,
  created_at timestamptz not null default now()
);

create index lead_submissions_lead_id_idx on public.lead_submissions (lead_id);

alter table public.lead_submissions enable row level security;
revoke all on public.lead_submissions from anon, authenticated, service_role;

create function public.refuse_submission_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'lead_submissions is written once' using errcode = 'restrict_violation';
end $$;

-- Deleting stays possible: a person may ask to be forgotten.
create trigger lead_submissions_written_once
  before update on public.lead_submissions
  for each row execute function public.refuse_submission_update();

-- The outbox: one row for each mail that a submission owes.
create table public.lead_emails (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.lead_submissions on delete cascade,
  lead_id uuid not null references public.leads on delete cascade,
  kind text not null check (kind in ('visitor', 'owner')),
  -- held: stored, mailed only after requeue_lead_emails('held'); skipped: the address had its visitor mail today.
  status text not null default 'pending'
    check (status in ('pending', 'sending', 'sent', 'dead', 'held', 'skipped')),
  attempts integer not null default 0,
  -- pending: when to try; sending: when the lease of the worker that took it ends.
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text,
  -- Since when the mail waits; a requeue begins anew.
  queued_at timestamptz not null default now(),
  unique (submission_id, kind)
);

create index lead_emails_due_idx on public.lead_emails (due_at, kind) where status in ('pending', 'sending');
-- Not for all visitor mails: without statistics the planner would read all of them in accept_lead.
create index lead_emails_visitor_claimed_idx on public.lead_emails (claimed_at)
  where kind = 'visitor' and claimed_at is not null;
create index lead_emails_lead_idx on public.lead_emails (lead_id);
create index lead_emails_attention_idx on public.lead_emails (status) where status in ('dead', 'held');

alter table public.lead_emails enable row level security;
revoke all on public.lead_emails from anon, authenticated, service_role;

-- Submissions counted per source in a window of ten minutes.
create table public.lead_rates (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (window_start, bucket)
);

alter table public.lead_rates enable row level security;
revoke all on public.lead_rates from anon, authenticated, service_role;

-- Limits the operator may change at any time, by SQL, without a deploy. "Hold" stores the lead and holds its
-- mails; "refuse" answers 429. Both count one source within ten minutes.
create table public.lead_settings (
  singleton boolean primary key default true check (singleton),
  ip_hold_after integer not null default 60,
  ip_refuse_after integer not null default 600,
  address_hold_after integer not null default 5,
  address_refuse_after integer not null default 60,
  visitor_mails_per_minute integer not null default 60
);

insert into public.lead_settings default values;

alter table public.lead_settings enable row level security;
revoke all on public.lead_settings from anon, authenticated, service_role;
