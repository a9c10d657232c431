-- One row per person. E-mail addresses that differ only in case belong to the same person.
create table private.leads (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  phone text not null,
  phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{1,14}$'),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  -- The values of the optional fields (extraFields) as {name: text}.
  extra jsonb not null default '{}',
  -- Where the first visit came from (source_of), and which variant of the page it saw.
  source text not null default 'direct',
  variant text,
  -- The first visit's utm_medium and utm_content, folded like campaigns (fold_campaign).
  medium text,
  content text,
  -- Whether all the person's submissions looked like a bot's, and whether all of them came from a preview of
  -- the site.
  suspected_bot boolean not null default false,
  preview boolean not null default false,
  -- When the box was last ticked for this phone number.
  consented_at timestamptz,
  -- When the box was last ticked, or null if double_opt_in was off at that time. A later change of
  -- double_opt_in therefore changes nobody's consent.
  asked_at timestamptz,
  -- When the person confirmed the phone number by mail. After that, only a new confirmation can change the
  -- number.
  confirmed_at timestamptz,
  withdrawn_at timestamptz,
  consent private.consent not null generated always as (
    case
      when withdrawn_at >= coalesce(consented_at, '-infinity') then 'withdrawn'
      when consented_at is null then 'none'
      when confirmed_at > coalesce(withdrawn_at, '-infinity') then 'confirmed'
      when asked_at is not null or withdrawn_at is not null then 'asked'
      else 'given'
    end
  ) stored,
  -- The function lead_token derives the tokens in the person's links from this secret.
  secret uuid not null default gen_random_uuid(),
  -- When a button behind one of the mailed links was first pressed. Scanners open links but press nothing.
  pressed_at timestamptz,
  -- When the person first began the video, by their own link or on the page.
  begun_at timestamptz,
  -- When to remind the person of the video, and when the reminder was queued. Each person is reminded at most
  -- once.
  remind_at timestamptz,
  reminded_at timestamptz,
  watched_percent smallint check (watched_percent in (25, 50, 75, 100)),
  -- The day on which the operator wants to call this person again.
  call_again_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index leads_email_key on private.leads (lower(email));
create index leads_phone_idx on private.leads (phone_e164)
  where phone_e164 is not null;
-- The numbers of persons who withdrew and have not confirmed since.
create index leads_withdrawn_phone_idx on private.leads (phone_e164)
  where withdrawn_at is not null and consent in ('withdrawn', 'asked') and phone_e164 is not null;

-- These indexes contain all columns by which the desk counts leads. A count therefore reads only an index and
-- not the table.
create index leads_created_at_idx on private.leads (created_at, id)
  include (source, variant, suspected_bot, preview, consent, phone_e164);
-- The overview reads only these leads, at most those of a year.
create index leads_counted_idx on private.leads (created_at)
  include (source, medium, content, consent, phone_e164)
  where not suspected_bot and not preview;
create index leads_source_idx on private.leads (source, created_at, id)
  include (suspected_bot, preview, consent);
create index leads_variant_idx on private.leads (variant, created_at, id)
  where variant is not null;
create index leads_name_idx on private.leads (left(lower(name), 24), created_at, id);
create index leads_unconsented_idx on private.leads (created_at, id)
  where consent in ('none', 'asked', 'withdrawn');
create index leads_preview_idx on private.leads (created_at, id)
  where preview;
create index leads_invalid_idx on private.leads (created_at, id)
  where phone_e164 is null;
create index leads_confirmed_idx on private.leads (created_at, id)
  where confirmed_at is not null;
create index leads_remind_idx on private.leads (remind_at)
  where remind_at is not null;
create index leads_reminded_idx on private.leads (reminded_at) include (begun_at)
  where reminded_at is not null;
create index leads_call_again_idx on private.leads (call_again_on)
  where call_again_on is not null;

-- One row per number that is stopped or once was. The table has no reference to persons, because a stop
-- outlives their erasure. Numbers are not hashed, because the operator must read them. A hash would also hide
-- little: all numbers of a country can be hashed in minutes.
create table private.stopped_numbers (
  phone_e164 text primary key check (phone_e164 ~ '^\+[1-9][0-9]{1,14}$'),
  stopped_at timestamptz not null default clock_timestamp(),
  -- 'text message', 'desk:<database login of the operator>', or 'withdrawal' (by a person who had this
  -- number).
  stopped_by text not null,
  -- The text message, shortened.
  words text,
  -- Whether the sweep has told the owner and the webhook about the stop, or the webhook about its end.
  is_told boolean not null default false,
  lifted_at timestamptz,
  -- 'text message' or 'desk:<database login of the operator>'.
  lifted_by text,
  -- Why the operator lifted the stop.
  note text,
  check ((lifted_at is null) = (lifted_by is null))
);

create index stopped_numbers_untold_idx on private.stopped_numbers (stopped_at)
  where not is_told;
create index stopped_numbers_listed_idx on private.stopped_numbers (stopped_at, phone_e164);

-- Mailboxes that get no more visitor mails. A row contains only a hash of the mailbox, so that it can stay
-- after an erasure. A person who asked for no more mails gets none, even if somebody enters the address
-- again.
create table private.suppressed_mailboxes (
  mailbox_hash uuid primary key,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained')),
  since timestamptz not null,
  -- 'link' (the page), 'mail program' (RFC 8058), 'restore', or the provider that reported the problem.
  source text not null
);

-- Takes a mailbox_key, or a dead address in lower case. Returns its hash as private.suppressed_mailboxes
-- stores it.
create function private.hash_mailbox(mailbox text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$
  select encode(substring(sha256(convert_to('suppressed ' || mailbox, 'UTF8')) for 16), 'hex')::uuid;
$$;

-- The numbers that nobody may text, whatever other persons with the same number agreed to. A number may be
-- listed more than once.
create view private.untextable_numbers with (security_invoker = true) as
  select phone_e164, true as is_stopped
  from private.stopped_numbers
  where lifted_at is null
  union all
  select phone_e164, false
  from private.leads
  where withdrawn_at is not null and consent in ('withdrawn', 'asked') and phone_e164 is not null;

-- Returns the state of a person's consent. Only this function decides whether the person may be texted.
-- desk.overview counts by the view private.untextable_numbers, which this function reads too.
-- The settings keep a single plan that uses indexes, because the desk calls this function once per row.
create function private.consent_state(person private.leads) returns private.consent
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return case
    when person.phone_e164 is null then person.consent
    when exists (
      select
      from private.untextable_numbers number
      where number.phone_e164 = person.phone_e164
        and (number.is_stopped or person.consent in ('given', 'confirmed'))
    ) then 'stopped'
    else person.consent
  end;
end $$;

-- Stops a number. If the number is stopped already, nothing changes. `stopped_by` and `words` are the columns
-- of stopped_numbers. A stop by 'withdrawal' counts as told, because the withdrawal was told when it
-- happened.
create function private.stop_number(phone text, stopped_by text, words text default null) returns void
language sql
set search_path = ''
as $$
  insert into private.stopped_numbers as number (phone_e164, stopped_by, words, is_told)
  values (phone, stop_number.stopped_by, left(stop_number.words, 160), stop_number.stopped_by = 'withdrawal')
  on conflict (phone_e164) do update
  set
    stopped_at = excluded.stopped_at,
    stopped_by = excluded.stopped_by,
    words = excluded.words,
    is_told = excluded.is_told,
    lifted_at = null,
    lifted_by = null,
    note = null
  where number.lifted_at is not null;
$$;

-- If a person who withdrew is erased or confirms another number, this trigger keeps the old number stopped.
create function private.keep_number_stopped() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.stop_number(old.phone_e164, 'withdrawal');
  return null;
end $$;

create trigger leads_stop_after_delete
  after delete on private.leads
  for each row
  when (old.withdrawn_at is not null and old.consent in ('withdrawn', 'asked') and old.phone_e164 is not null)
  execute function private.keep_number_stopped();
create trigger leads_stop_after_change
  after update of phone_e164 on private.leads
  for each row
  when (
    old.withdrawn_at is not null
    and old.consent in ('withdrawn', 'asked')
    and old.phone_e164 <> coalesce(new.phone_e164, '')
  )
  execute function private.keep_number_stopped();

-- Takes a filter of the desk, which is a state or may-be-texted. Returns the states that it stands for, or
-- null for any other word.
create function private.consents_of(filter text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when filter = 'may-be-texted' then '{given,confirmed}'
    when filter in ('none', 'asked', 'given', 'confirmed', 'withdrawn', 'stopped') then array[filter]
  end;
$$;

-- Returns a campaign's name in lower case with single spaces, so that all spellings count as one campaign.
-- Returns null for an empty name.
create function private.fold_campaign(name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select nullif(left(lower(btrim(regexp_replace(name, '\s+', ' ', 'g'))), 60), '');
$$;

-- Returns where a visitor came from: 'campaign:<name>', 'referrer:<host>' or 'direct'. A campaign comes
-- before a referrer, and the site's own host does not count as a referrer.
create function private.source_of(context jsonb) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(
    'campaign:' || private.fold_campaign(context -> 'campaign' ->> 'utm_campaign'),
    'referrer:' || nullif(left(from_host, 60), own_host),
    'direct')
  from (
    select
      substring(lower(context ->> 'referrer') from '^https?://(?:www\.)?([^/?#]+)') as from_host,
      coalesce(substring(lower(context ->> 'page') from '^https?://(?:www\.)?([^/?#]+)'), '') as own_host
  ) hosts;
$$;

-- Returns the token for a person's 'stop', 'mail' (no more mails) or 'watch' link. Only the person's mailbox
-- gets these links.
-- No token reveals another one.
create function private.lead_token(secret uuid, purpose text) returns uuid
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return encode(substring(sha256(uuid_send(secret) || convert_to(purpose, 'UTF8')) for 16), 'hex')::uuid;
end $$;

create unique index leads_stop_token_idx on private.leads (private.lead_token(secret, 'stop'));
create unique index leads_mail_token_idx on private.leads (private.lead_token(secret, 'mail'));
create unique index leads_watch_token_idx on private.leads (private.lead_token(secret, 'watch'));
