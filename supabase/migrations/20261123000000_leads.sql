-- The operator's functions. The Data API does not expose this schema. To make a login for them: create role … in role lead_desk;
create schema desk;

-- One row per e-mail address, compared without case. Written by accept_lead, confirm_lead, requeue_messages and withdraw_consent.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  phone text not null,
  phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{1,14}$'),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  confirmed_at timestamptz, -- When the person confirmed the phone number by mail. After that, only a new confirmation can change it.
  source text not null default 'direct', -- Where the first visit came from (source_of), like the variant.
  variant text,
  -- Whether all the person's submissions looked like a bot's, and whether all of them came from a preview of the site.
  suspected_bot boolean not null default false,
  preview boolean not null default false,
  -- When the person last consented to text messages to this number, and when they last withdrew. Both are stored as submissions.
  consented_at timestamptz,
  withdrawn_at timestamptz,
  consent text not null generated always as (case
    when withdrawn_at >= coalesce(consented_at, '-infinity') then 'withdrawn' when consented_at is null then 'none'
    when confirmed_at > coalesce(withdrawn_at, '-infinity') then 'confirmed' else 'given' end) stored,
  secret uuid not null default gen_random_uuid(), -- The function lead_token derives the tokens in the person's links from this secret.
  watched smallint check (watched in (25, 50, 75, 100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index leads_email_key on public.leads (lower(email));
-- These indexes contain all columns by which the desk counts leads. So a count reads only an index and not the table.
create index leads_created_at_idx on public.leads (created_at, id) include (source, variant, suspected_bot, preview, consent);
create index leads_source_idx on public.leads (source, created_at, id) include (suspected_bot, preview, consent);
create index leads_variant_idx on public.leads (variant, created_at, id) where variant is not null;
create index leads_name_idx on public.leads (left(lower(name), 24), created_at, id);
create index leads_unconsented_idx on public.leads (created_at, id) where consent in ('none', 'withdrawn');
create index leads_preview_idx on public.leads (created_at, id) where preview;
create index leads_phone_idx on public.leads (phone_e164) where phone_e164 is not null;
create index leads_invalid_idx on public.leads (created_at, id) where phone_e164 is null;
create index leads_confirmed_idx on public.leads (created_at, id) where confirmed_at is not null;

-- Returns a campaign's name in lower case with single spaces, so that all spellings count as one campaign. Null for an empty name.
create function public.fold_campaign(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select nullif(left(lower(btrim(regexp_replace(name, '\s+', ' ', 'g'))), 60), '');
$$;

-- Returns where a visitor came from: 'campaign:<name>', else 'referrer:<host>' unless the host is the site's own, else 'direct'.
create function public.source_of(context jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce('campaign:' || public.fold_campaign(context -> 'campaign' ->> 'utm_campaign'),
    'referrer:' || nullif(left(from_host, 60), own_host), 'direct')
  from (select substring(lower(context ->> 'referrer') from '^https?://(?:www\.)?([^/?#]+)') as from_host,
    coalesce(substring(lower(context ->> 'page') from '^https?://(?:www\.)?([^/?#]+)'), '') as own_host) hosts;
$$;

-- Returns the token for a person's 'stop' or 'watch' link, which only their mailbox gets. Neither token reveals the other one.
create function public.lead_token(secret uuid, purpose text) returns uuid
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return encode(substring(sha256(uuid_send(secret) || convert_to(purpose, 'UTF8')) for 16), 'hex')::uuid;
end $$;
create unique index leads_stop_token_idx on public.leads (public.lead_token(secret, 'stop'));
create unique index leads_watch_token_idx on public.leads (public.lead_token(secret, 'watch'));

-- Returns withdrawn, none (bots, previews), unconfirmed (if double_opt_in is on), confirmed or given. Only the last two allow texts.
create function public.consent_state(person public.leads) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when person.consent = 'given' and (select double_opt_in from public.lead_settings) then 'unconfirmed'
    else person.consent end;
end $$;

-- Returns 'open' if the token opens the video, 'measured' if the watched percentage is also stored, or else null.
create function public.may_watch(token uuid) returns text
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select case when keep_watched then 'measured' else 'open' end from public.leads person, public.lead_settings
    where public.lead_token(secret, 'watch') = may_watch.token and public.consent_state(person) <> 'withdrawn');
end $$;

-- If lead_settings.keep_watched is on, stores the watched percentage. Also queues a webhook if the lead was sent as a webhook.
create function public.keep_watched(token uuid, percent integer) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s' set statement_timeout = '3s' as $$
begin
  with person as (
    update public.leads set watched = keep_watched.percent
    where public.lead_token(secret, 'watch') = keep_watched.token and keep_watched.percent > coalesce(watched, 0)
      and public.may_watch(keep_watched.token) = 'measured'
    returning id)
  insert into public.outbox (submission_id, lead_id, kind, priority, watched)
  select told.submission_id, told.lead_id, 'webhook', 7, keep_watched.percent
  from public.outbox told join person on person.id = told.lead_id
  where told.kind = 'webhook' and told.watched is null and told.status not in ('held', 'dropped')
  order by told.queued_at desc limit 1;
end $$;

-- One row per submission: what the visitor typed and agreed to, as evidence in a dispute (47 CFR 64.1200(f)(9)). id: idempotency key.
create table public.lead_submissions (
  id uuid primary key,
  lead_id uuid not null references public.leads on delete cascade,
  content_hash bytea not null,
  name text not null,
  email text not null,
  phone text not null,
  phone_e164 text,
  country_code text not null,
  extra jsonb not null default '{}', -- The values of the optional fields (extraFields) as {name: text}.
  consent boolean not null, -- False if this row is a withdrawal. A withdrawal has a copy of the person's data in public.leads.
  withdrawn_by text, -- How consent was withdrawn: 'link', 'text message', or 'desk:<database login of the operator>'.
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
  applied boolean not null default true, -- Whether the data of this submission were copied to the person's row in public.leads.
  confirms uuid, -- The submission that this one confirms. A confirmation is sealed, kept and erased like any other submission.
  created_at timestamptz not null default now(),
  held_until timestamptz, -- Null if the mails were never held. Infinity while they are held. After that, the time of their release.
  seal_number bigint, -- Only the sweep sets this number. So no visitor waits for a lock, and no late commit is missed.
  check (consent = (withdrawn_by is null))
);
create index lead_submissions_lead_id_idx on public.lead_submissions (lead_id);
create index lead_submissions_applied_idx on public.lead_submissions (lead_id, ip_hash) where applied;
create unique index lead_submissions_confirms_idx on public.lead_submissions (confirms) where confirms is not null;
create index lead_submissions_unsealed_idx on public.lead_submissions (created_at)
  where seal_number is null and held_until is distinct from 'infinity';
create index lead_submissions_held_idx on public.lead_submissions (created_at) where held_until = 'infinity';

-- Allows only three changes of a stored submission: adding its seal, releasing its mails, and deleting its ip_hash and user_agent.
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

create trigger lead_submissions_written_once before update on public.lead_submissions
  for each row execute function public.refuse_submission_update();
