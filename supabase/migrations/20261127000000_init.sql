-- Made of supabase/schemas by npm run format. Edit the files there.

-- The schema `private` contains the tables, views and helper functions. The Data API does not expose this
-- schema.
create schema private;

-- The schema `desk` contains the functions for the operator. The Data API does not expose this schema either.
-- To create a login for the desk: create role … in role lead_desk;
create schema desk;

-- The schema `backup` contains the functions for `npm run backup` and `npm run restore`, which use a login in
-- the role lead_backup. The Data API does not expose this schema either.
create schema backup;

-- The schema `public` contains only the functions that the site and the Edge Function call with a secret key,
-- and the doors of the desk on the web (see 31_desk.sql).

-- A visitor who has filled in the form is called a person, and each person is a row of private.leads. The
-- operator is the one who runs the site and uses the desk. Emails to the owner go to the operator.


-- A message is an email, a webhook or an event for an ad platform, and each message is a row of
-- private.outbox. The table below lists how the status of a message changes. The `reason` is shown in
-- brackets. `refused` stands for one of three reasons, and the function refuse_mail decides which one
-- applies. The reason is suppressed if the mailbox is dead or its owner wants no more emails. The reason is
-- already_mailed if the mailbox got an email in the last 24 hours. The reason is unpressed if the mailbox got
-- several emails and nobody pressed a button behind the links in them. `ended` stands for sent, failed and
-- cancelled.
--
--   before   after                        when                                   function
--   (new)    pending                      there is something to tell             accept_lead, …
--   (new)    held [suspected_bot, limit]  the submission is suspicious           accept_lead
--   (new)    cancelled [refused]          its mailbox must not get it            accept_lead
--   (new)    cancelled [in_digest]        a withdrawal waits for the digest      withdraw_consent
--   held     pending                      the operator releases it               release_messages
--   held     cancelled [refused]          the same; its mailbox must not get it  release_messages
--   held     cancelled [dropped]          the operator drops it                  drop_messages
--   pending  sending                      a worker claims it for 50 seconds      claim_mails and others
--   pending  cancelled [suppressed]       the mailbox was suppressed meanwhile   claim_mails
--   pending  cancelled [unlisted]         also_notify no longer has the address  claim_mails
--   pending  cancelled [outdated]         the reminder no longer applies         claim_mails
--   pending  cancelled [outdated]         a digest has nothing left to say       close_digests
--   pending  cancelled [outdated]         a newer day has an overview by now     queue_overview
--   pending  cancelled [outdated]         the platform may not be told any more  claim_ads
--   pending  failed [expired]             the platform no longer takes it        expire_messages
--   pending  cancelled [in_digest]        the budget of owner emails is spent    claim_mails
--   sending  as from pending              the worker did not come back in time   claim_mails, claim_webhooks
--   sending  failed [unanswered]          the same, the third time               claim_mails
--   sending  sent                         the server took it                     settle_message
--   sending  pending                      the server refused it for now          settle_message
--   sending  pending                      attempt 1 or 2 gets no answer          settle_message
--   sending  failed [unanswered]          attempt 3 gets no answer               settle_message
--   sending  failed [rejected]            no such mailbox, or no such receiver   settle_message
--   sending  failed [expired]             it was queued more than 7 days ago     settle_message
--   sending  failed [expired]             the same; no worker came back          expire_messages
--   sent     failed [bounced]             the provider reports a dead address    record_mail_events
--   sent     failed [returned]            it came back for another cause         record_mail_events
--   sent     cancelled [suppressed]       the provider knows they want no email  record_mail_events
--   sent     failed [complained]          the provider reports a complaint       record_mail_events
--   sending  as from sent                 the report is earlier than the answer  record_mail_events
--   pending  as from sent                 an unanswered attempt had arrived      record_mail_events
--   failed   failed [complained]          the complaint comes after a bounce     record_mail_events
--   failed   failed [bounced]             the address proves dead after all      record_mail_events
--   failed   pending                      the operator sends it again            requeue_messages
--   failed   cancelled [refused]          the same; its mailbox must not get it  requeue_messages
--   failed   cancelled [dropped]          the operator drops it                  drop_messages
--   sent     pending                      the operator sends it once more        send_again
--   any      cancelled [dropped]          the webhook is turned off              end_webhooks
--   any      cancelled [dropped]          the ad platform is told no more        set_ads
--   ended    pending                      the operator asks a person to confirm  ask_again
--   any      pending                      the next alert or seal email is due    queue_owner_mail
--
-- Only emails can be refused, suppressed, unlisted, outdated, put into a digest or reported by the provider.
-- Webhooks cannot. An event for an ad platform can be outdated. If the server refuses a message for now,
-- this attempt does not count as unanswered. A message stays pending until a worker comes, however long that
-- takes. A held message waits for the operator. If the operator does nothing, the message is deleted after
-- the time in keep_held. The alert and the seal email (the weekly proof that no submission was changed) each
-- have only one row, and this row is used again for each new email. When a message is queued again, it gets a
-- new id or a higher count of attempts. A worker that claimed the message earlier can therefore no longer
-- settle it.
create domain private.message_status as text
  check (value in ('pending', 'sending', 'sent', 'failed', 'held', 'cancelled'));

-- Returns true if a message is still to be sent. Only queries that look for such messages call this. Postgres
-- cannot see what is in it, so it uses the indexes of what waits for these queries alone. Who looks up a
-- message in another way compares the status. Otherwise, with statistics from a time when nothing waited,
-- Postgres would read all that waits.
create function private.is_waiting(status private.message_status) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return status in ('pending', 'sending');
end $$;

-- The reason says why a message has its status. The reason is null if the message is pending, sending or
-- sent.
create domain private.message_reason as text
  check (value in (
    'suspected_bot', 'limit', 'rejected', 'unanswered', 'expired', 'bounced', 'returned', 'complained',
    'dropped', 'already_mailed', 'suppressed', 'unlisted', 'unpressed', 'outdated', 'in_digest'));

-- The kind of a message says who gets it:
--
--   kind       who gets it                                  priorities
--   owner      the owner, about one submission              owner_first, owner_retry, owner_last
--   colleague  each address in also_notify, the same email  colleague
--   visitor    the person                                   visitor_first, visitor_retry, visitor_last
--   webhook    the operator's own system                    webhook_first, webhook_retry
--   ad         the ad platform (Meta)                       ad
--   any other  the owner, a general email                   general
--
-- General emails are alerts, digests, overviews, seals, notices and whatever else the owner is told. Their
-- kinds are not listed in the schema. The function that queues such an email names its kind and writes its
-- contents, and mail/general-mails.ts has a writer for each kind. A general email that waits or has failed
-- counts like any other email, except the alert, because it tells of the others.
--
-- Workers claim the due messages in the order of these values. All up to `visitor_last` are emails.
-- The values with `first` are for first attempts, and the values with `retry` are for later attempts. The
-- values with `last` are for messages from a source or a mailbox that sent many submissions, and for messages
-- that the operator queued again.
create type private.message_priority as enum (
  'general',
  'owner_first',
  'visitor_first',
  'owner_retry',
  'visitor_retry',
  'owner_last',
  'colleague',
  'visitor_last',
  'webhook_first',
  'webhook_retry',
  'ad'
);


-- A person consents to text messages for the phone number in private.leads. The table below lists how the
-- state of this consent changes.
-- The person may be texted only if the state is `given` or `confirmed`. What was said is in
-- private.consent_events, and private.judge_consent computes the state from it.
-- Nobody can send the form without ticking the box. As long as a submission is held, the box that was ticked
-- in it does not count. `unsettled` stands for any of the states (new), none, given and asked.
--
--   before     after      when                                        function
--   (new)      none       the submission is held, or from a preview   accept_lead
--   unsettled  given      the box is ticked; double_opt_in is off     accept_lead, release_submissions
--   unsettled  asked      the box is ticked; double_opt_in is on      accept_lead, release_submissions
--   withdrawn  asked      the box is ticked                           accept_lead, release_submissions
--   given      confirmed  the button behind an emailed link is pressed  confirm_lead
--   asked      confirmed  the same                                    confirm_lead
--   confirmed  confirmed  the box is ticked, for the same number      accept_lead, release_submissions
--   unsettled  asked      the operator corrects the number            correct_lead
--   confirmed  asked      the same                                    correct_lead
--   asked      as before  the operator takes the correction back      undo_correction
--   any        withdrawn  the person or the operator withdraws it     withdraw_consent
--
-- Changing the setting double_opt_in does not change the state of any person. A link that was emailed before
-- a withdrawal can no longer confirm anything. After a person has confirmed or withdrawn, the form can no
-- longer change the phone number. With desk.take_over, the operator can copy the data of a submission to the
-- person. If this changes the number, the box that was ticked in the submission counts, and the new number is
-- not confirmed yet.
--
-- A number is free until it is stopped, no matter which person has it. Stopping a number does not change
-- anybody's consent, and lifting the stop does not change it either. Each of these is an event of
-- private.number_events, and the newest event of a number says its state.
--
--   before   after    when                                                          function
--   any      stopped  a text message from it asks for an end, in any wording        receive_text
--   any      stopped  the operator stops it                                         desk.stop_number
--   any      stopped  a person who withdrew with it is erased                       keep_number_stopped
--   any      free     START or UNSTOP comes from it, whoever stopped it             receive_text
--   stopped  free     the operator lifts the stop, with a note                      desk.lift_stop
--
-- The desk, the exports and the webhooks show the state that private.consent_state returns. If the number is
-- stopped, consent_state always returns `stopped`. It also returns `stopped` instead of `given` or
-- `confirmed` if another person who then had the same number has withdrawn, has not confirmed it since then,
-- and the number was not lifted since then.

-- Returns states of consent: 'any' of them; the kinds in which somebody 'agreed', the weakest first; those
-- that 'may-be-texted'; and those that 'end-a-withdrawal'. For another name, returns null. A new kind is
-- named here alone. Each state has its words at the desk, in desk/core/consent-words.ts.
create function private.consents_of(which text) returns text[]
language sql immutable parallel safe
return case which
  when 'any' then '{none,asked,given,confirmed,withdrawn,stopped}'::text[]
  when 'agreed' then '{asked,given,confirmed}'
  when 'may-be-texted' then '{given,confirmed}'
  when 'end-a-withdrawal' then '{confirmed}'
end;

create domain private.consent as text
  check (value = any (private.consents_of('any')));

-- The rows of all logs of what happened draw their ids here: of what was said about numbers, mailboxes and
-- consent, and of corrections. An id is drawn under the lock of the person, the number or the mailbox. The
-- newest row of a key is therefore the one with the highest id, whatever the clock says.
create sequence private.event_ids;

-- Who may use the desk on the web, and who acts.

-- A member is an address until the owner has pinned the second factor, and then a user and a factor of the
-- sign-in (the schema auth). Auth's admin can make a user with a known id, but no factor. A member who was
-- removed keeps the row, so that the name stays theirs in the log.
create table private.desk_members (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,39}$'),
  address text not null check (
    address = lower(btrim(address)) and address ~ '^[^@[:space:]]+@[^@[:space:]]+$'
  ),
  role text not null check (role in ('reader', 'colleague', 'owner')),
  user_id uuid,
  factor_id uuid,
  added_at timestamptz not null default now(),
  added_by text not null default session_user,
  removed_at timestamptz,
  check ((user_id is null) = (factor_id is null))
);

create unique index desk_members_address_idx on private.desk_members (address) where removed_at is null;
create unique index desk_members_user_id_idx on private.desk_members (user_id) where removed_at is null;
create unique index desk_members_factor_id_idx on private.desk_members (factor_id) where removed_at is null;

-- Has a row once the desk is on the web. The issuer is the `iss` of this project's tokens. The key is what
-- the web server shows to public.desk_try.
create table private.desk_web (
  is_single boolean primary key default true check (is_single),
  issuer text not null,
  try_key_hash bytea not null
);

-- Returns the claims of the token with which this call came through PostgREST, or null. PostgREST alone logs
-- in as authenticator. Any other login can set what looks like claims. Raises 22P02 if the claims are no
-- JSON.
create function private.web_claims() returns jsonb
language sql stable
set search_path = ''
as $$
  select case
    when session_user = 'authenticator' and current_setting('role') = 'authenticated'
      then nullif(current_setting('request.jwt.claims', true), '')::jsonb
  end;
$$;

-- Returns how many rows a list may have: `here` where the database is, and at most 100 on the web.
create function private.most_rows(here integer) returns integer
language sql stable
set search_path = ''
as $$
  select case when session_user = 'authenticator' then least(here, 100) else here end;
$$;

-- Returns who acts: 'web:' and the name of a member, or the login of the database. Never raises, and is never
-- null.
create function private.actor() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  member text;
begin
  if session_user <> 'authenticator' then
    return session_user;
  end if;
  select name
  into member
  from private.desk_members
  where user_id = (private.web_claims() ->> 'sub')::uuid
  order by removed_at desc nulls first
  limit 1;
  return coalesce('web:' || member, session_user);
exception when data_exception then
  return session_user;
end $$;

-- Returns the member whose user of the sign-in this is, or null. Until the factor is pinned, this is the user
-- with the confirmed address of the member. Raises 3F000 if this database has no schema auth.
create function private.find_member(id uuid) returns private.desk_members
language plpgsql stable
set search_path = ''
as $$
declare
  found_member private.desk_members;
begin
  if to_regclass('auth.users') is null then
    raise exception 'this database has no sign-in: the schema auth is missing' using errcode = '3F000';
  end if;
  select member.*
  into found_member
  from auth.users person
  join private.desk_members member
    on member.user_id = person.id or member.user_id is null and member.address = lower(person.email)
  where person.id = find_member.id
    and member.removed_at is null
    and person.email_confirmed_at is not null
    and person.deleted_at is null
    and (person.banned_until is null or person.banned_until <= now())
    and not person.is_anonymous
    and not person.is_sso_user
  order by member.user_id is null
  limit 1;
  return found_member;
end $$;

-- Returns true if the text is an email address by the rule that browsers and the form use
-- (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address).
create function private.is_address(address text) returns boolean
language sql immutable
set search_path = ''
as $$
  select length(address) <= 320
    and address ~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@' || label || '(?:\.' || label || ')*$')
  from (values ('[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?')) rule (label);
$$;

-- Returns a sentence about what is wrong with a list of addresses, or null if nothing is wrong.
create function private.find_address_fault(addresses text[], most integer) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when cardinality(addresses) > most then
      format('These are %s addresses, but at most %s are possible.', cardinality(addresses), most)
    else (
      select case
        when private.is_address(address) then format('“%s” is in the list twice.', address)
        else format('“%s” is not an email address.', address)
      end
      from unnest(addresses) with ordinality listed (address, place)
      where private.is_address(address) is not true
        or exists (
          select
          from unnest(addresses[:place - 1]) earlier
          where lower(earlier) = lower(address)
        )
      order by place
      limit 1
    )
  end;
$$;

-- Returns true if the text is the name of a time zone as the IANA writes it, such as Asia/Kathmandu or UTC.
-- Postgres also takes abbreviations, folders such as posix/ and rules such as EST5EDT or America/Ohio+5, but
-- browsers do not.
create function private.is_time_zone(name text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return name ~ '^(UTC|[A-Za-z]+(/[A-Za-z_-]+)+|Etc/GMT([+-][0-9]{1,2}|0))$'
    and name !~* '^(posix|right)/'
    and now() at time zone name is not null;
exception when invalid_parameter_value then
  return false;
end $$;

-- The operator can change all of these settings with SQL, and those that need it on the Settings page of the
-- desk.
create table private.lead_settings (
  singleton boolean primary key default true check (singleton),
  created_at timestamptz not null default now(),

  -- Days begin at midnight in this time zone, on all pages, in all files and for all commands. Null means
  -- that nobody has chosen one yet, and is UTC. The desk sets the zone of its machine when it is first
  -- opened.
  time_zone text default null check (time_zone is null or private.is_time_zone(time_zone)),

  -- A submission above one of these limits is stored, but its messages are held.
  -- `ip` is the limit for one source (an IPv4 address or an IPv6 /64) in ten minutes. `untimed` is a separate
  -- limit for submissions that were sent without scripts, because nobody knows how long these visitors took
  -- to fill in the form. `pair` is the limit for one source that keeps entering the same mailbox within ten
  -- minutes. `day` is the limit for one source per day (UTC).
  -- The limits for an IPv6 /48 are ten times as high as those for one source. All mailboxes of a domain count
  -- together as if they were one source, unless the domain is listed in mailbox_providers. Each source counts
  -- for a domain with its first busy_after submissions of a day, and each /48 with ten times as many.
  -- `domain` is the limit for one source that enters mailboxes of one such domain within ten minutes.
  ip_hold_after integer not null default 100,
  untimed_hold_after integer not null default 20,
  pair_hold_after integer not null default 5,
  domain_hold_after integer not null default 20,
  day_hold_after integer not null default 400,
  mailbox_providers text[] not null default '{
    aol.com, btinternet.com, fastmail.com, gmail.com, gmx.com, gmx.net, googlemail.com,
    hotmail.co.uk, hotmail.com, icloud.com, live.com, mac.com, mail.com, me.com, msn.com,
    outlook.com, proton.me, pm.me, protonmail.com, rediffmail.com, rogers.com, shaw.ca, sympatico.ca,
    verizon.net, att.net, comcast.net, bigpond.com, optusnet.com.au, xtra.co.nz, yahoo.ca,
    yahoo.co.in, yahoo.co.uk, yahoo.com, yahoo.com.au, yandex.com, ymail.com, zoho.com
  }',
  -- Submissions above these limits are refused with 429, so that one source can store at most 13 MB per day
  -- (UTC). `day` is the limit for one source. `crowd` is the limit for the total of all sources that are
  -- above day_hold_after. If an IPv6 /48 is above ten times day_refuse_after, its sources above busy_after
  -- are refused and its other sources are not.
  day_refuse_after integer not null default 1000,
  crowd_refuse_after integer not null default 8000,
  -- If more than busy_after submissions in ten minutes come from the same source or name the same mailbox,
  -- the emails about them are sent last.
  busy_after integer not null default 3,

  -- Half of each budget is reserved for new leads. A quarter of the budget for visitor emails is reserved for
  -- the other emails to visitors. When the budget for owner emails is spent, the remaining owner emails go
  -- into a digest.
  visitor_mails_per_minute integer not null default 240,
  owner_mails_per_hour integer not null default 100,

  -- The currency (ISO 4217) of what leads are worth. Null means that nobody has chosen one.
  currency text default null check (currency ~ '^[A-Z]{3}$'),

  double_opt_in boolean not null default false,
  -- If measure_watching is true, the site stores how far a person watches the video, and the page tells the
  -- visitor so.
  measure_watching boolean not null default false,
  -- If a person has not begun the video after the time in remind_after, they get one email as a reminder.
  -- Null means that nobody is reminded.
  remind_after interval default null check (remind_after between '1 hour' and '14 days'),

  -- Each of these addresses gets a copy of every email to the owner about a single lead. The owner's own
  -- addresses are not in the database: they are in OWNER_EMAIL, which the desk cannot change.
  also_notify text[] not null default '{}' check (private.find_address_fault(also_notify, 5) is null),

  -- The owner gets an email with the newest seal at most once in this time, and none if it is null. Such an
  -- email lists the removals of five weeks, so the time is shorter.
  seals_every interval default '7 days' check (seals_every between '1 day' and '28 days'),
  -- True if the owner gets an alert even if the only problem is held email.
  alert_held boolean not null default true,
  -- From this time of the day (HH:MM, in time_zone) on, the owner gets an email with the figures of the day
  -- before. Null means that there is no such email.
  overview_at text default null check (overview_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),

  -- Null means that the data is kept for ever.
  -- Somebody who got a text message can sue over it for four years in the USA (28 USC 1658) and for six years
  -- in the UK.
  keep_submissions interval default '7 years' check (keep_submissions >= interval '1 day'),
  keep_held interval default '30 days' check (keep_held >= interval '1 day'),
  keep_traces interval default '90 days' check (keep_traces >= interval '1 day'),
  keep_funnel interval default '25 months' check (keep_funnel >= interval '1 day')
);

insert into private.lead_settings default values;

-- Returns the time zone in which the operator counts days.
create function private.time_zone() returns text
language sql stable
set search_path = ''
as $$
  select coalesce(time_zone, 'UTC')
  from private.lead_settings;
$$;

-- Returns the currency of what leads are worth, or an empty text.
create function private.currency() returns text
language sql stable
set search_path = ''
as $$
  select coalesce(currency, '')
  from private.lead_settings;
$$;

-- Returns the day on which a time is in the operator's time zone.
create function private.day_of(moment timestamptz) returns date
language sql stable
set search_path = ''
as $$
  select (moment at time zone private.time_zone())::date;
$$;

-- Returns when a day begins in the operator's time zone. Where clocks show midnight twice, the day begins at
-- the first one, which is 12 hours after the noon before.
create function private.start_of(day date) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case
    when first at time zone private.time_zone() = day::timestamp then first
    else day::timestamp at time zone private.time_zone()
  end
  from (
    select (day - interval '12 hours') at time zone private.time_zone() + interval '12 hours' as first
  ) midnight;
$$;

-- Returns the operator's time zone, or null if nobody has chosen one yet.
create function desk.time_zone() returns text
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select time_zone
  from private.lead_settings;
$$;

-- Returns true if the operator wants an alert even when the only problem is held email.
create function private.is_held_alerted() returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (select alert_held from private.lead_settings);
end $$;

-- Returns the settings that the operator can change at the desk, each with its lowest and its highest value.
-- The desk allows fewer values than the table does, because a wrong value would delete data or stop all
-- emails.
create function private.setting_bounds() returns table (name text, lowest text, highest text)
language sql immutable
set search_path = ''
as $$
  values
    ('time_zone', null, null),
    ('currency', null, null),
    ('double_opt_in', null, null),
    ('measure_watching', null, null),
    ('remind_after', '1 hour', '14 days'),
    ('overview_at', null, null),
    ('also_notify', null, '5'),
    ('seals_every', '1 day', '28 days'),
    ('alert_held', null, null),
    ('visitor_mails_per_minute', '1', '100000'),
    ('owner_mails_per_hour', '1', '100000'),
    ('keep_submissions', '1 year', null),
    ('keep_held', '1 day', null),
    ('keep_traces', '1 day', null),
    ('keep_funnel', '1 month', null);
$$;

-- Returns a list of {"name", "kind", "value", "usual", "lowest", "highest"}. "kind" is boolean, integer,
-- interval, text or text[], and "usual" is the default. All values are returned as text. If an interval is
-- null, this means 'never' if the setting has a highest value, and otherwise 'for ever'. A text[] is a list
-- of addresses with one in each line, and "highest" is how many it may have.
create function desk.read_settings() returns jsonb
language plpgsql stable security definer
set search_path = ''
set intervalstyle = 'postgres'
set statement_timeout = '10s'
as $$
declare
  stored constant jsonb := (select to_jsonb(settings) from private.lead_settings settings);
  setting record;
  usual text;
  answer jsonb := '[]';
begin
  for setting in
    select
      bounds.*,
      format_type(attribute.atttypid, null) as kind,
      pg_get_expr(preset.adbin, preset.adrelid) as preset
    from private.setting_bounds() with ordinality bounds (name, lowest, highest, place)
    join pg_attribute attribute
      on attribute.attrelid = 'private.lead_settings'::regclass and attribute.attname = bounds.name
    left join pg_attrdef preset
      on preset.adrelid = attribute.attrelid and preset.adnum = attribute.attnum
    order by bounds.place
  loop
    execute format('select (%s)::text', coalesce(setting.preset, 'null')) into usual;
    answer := answer || jsonb_build_object(
      'name', setting.name,
      'kind', setting.kind,
      'value', case setting.kind
        when 'text[]' then (
          select string_agg(address, E'\n' order by place)
          from jsonb_array_elements_text(stored -> setting.name) with ordinality listed (address, place)
        )
        else stored ->> setting.name
      end,
      'usual', usual,
      'lowest', setting.lowest,
      'highest', setting.highest);
  end loop;
  return answer;
end $$;

-- Returns true if the text is an interval from `lowest` to `highest`. If `highest` is null, there is no upper
-- limit.
create function private.is_interval_between(typed text, lowest text, highest text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  -- Postgres 17 knows an infinite interval, and Postgres 15 does not. No time is so long ago that it has no
  -- date.
  return isfinite(typed::interval)
    and isfinite(now() - typed::interval)
    and typed::interval between lowest::interval and coalesce(highest, typed)::interval;
exception when invalid_datetime_format or datetime_field_overflow or interval_field_overflow then
  return false;
end $$;

-- Splits a text with addresses into a list. Between two addresses there may be lines, spaces or commas.
create function private.split_addresses(typed text) returns text[]
language sql immutable
set search_path = ''
as $$
  select array_remove(regexp_split_to_array(typed, '[\s,;]+'), '');
$$;

-- Takes a setting in the form in which desk.read_settings returns it, and the value that was typed. Returns a
-- sentence about what is wrong with the value, or null if nothing is wrong.
create function private.find_setting_fault(setting jsonb, typed text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  lowest constant text := setting ->> 'lowest';
  highest constant text := setting ->> 'highest';
begin
  case setting ->> 'kind'
    when 'boolean' then
      if typed not in ('true', 'false') then
        return format('“%s” is neither on nor off.', typed);
      end if;
    when 'integer' then
      if typed !~ '^[0-9]{1,9}$' or typed::integer not between lowest::integer and highest::integer then
        return format('“%s” is not a whole number from %s to %s.', typed, lowest, highest);
      end if;
    when 'text' then
      if setting ->> 'name' = 'overview_at' then
        return case
          when typed !~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$' then
            format('“%s” is not a time of the day, such as 07:00 or 18:30.', typed)
        end;
      end if;
      if setting ->> 'name' = 'currency' then
        return case
          when typed !~ '^([A-Z]{3})?$' then
            format('“%s” is not the code of a currency, such as EUR or USD.', typed)
        end;
      end if;
      if typed <> '' and not private.is_time_zone(typed) then
        return format('“%s” is not a time zone. A time zone is a name such as America/New_York.', typed);
      end if;
    when 'text[]' then
      return private.find_address_fault(private.split_addresses(typed), highest::integer);
    else
      if typed <> '' and not private.is_interval_between(typed, lowest, highest) then
        return format('“%s” is not a time ', typed) || case
          when highest is null then format('of at least %s, such as “%s”.', lowest, setting ->> 'usual')
          else format('from %s to %s.', lowest, highest)
        end;
      end if;
  end case;
  return null;
end $$;

-- Takes the new values as {name: text}. If one of the values is wrong, no setting is changed.
-- Returns {name: what is wrong with the value}. An empty text for an interval is stored as null.
create function desk.change_settings(changes jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  known constant jsonb := (
    select jsonb_object_agg(setting ->> 'name', setting)
    from jsonb_array_elements(desk.read_settings()) setting
  );
  faults constant jsonb := (
    select coalesce(jsonb_object_agg(name, fault), '{}')
    from (
      select name, case
        when known ? name then private.find_setting_fault(known -> name, btrim(value))
        else 'There is no such setting.'
      end as fault
      from jsonb_each_text(changes) change (name, value)
    ) judged
    where fault is not null
  );
begin
  if faults = '{}' then
    execute coalesce(
      (
        select 'update private.lead_settings set ' || string_agg(
          case known -> name ->> 'kind'
            when 'text[]' then format('%I = %L', name, private.split_addresses(value))
            else format('%I = nullif(%L, '''')::%s', name, btrim(value), known -> name ->> 'kind')
          end,
          ', ')
        from jsonb_each_text(changes) change (name, value)
      ),
      'select');
  end if;
  return faults;
end $$;

-- Returns why a number takes no text messages: 'no number', 'other country' if it is not of the country that
-- the person chose, 'no mobile' if it is a landline, freephone or premium number. Otherwise returns null.
-- The USA and Canada have one numbering plan, in which landlines look like mobiles, so they count as one
-- country without the islands that share it.
create function private.number_fault(phone_e164 text, country_code text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when phone_e164 is null then 'no number'
    when country_code = 'UK' and phone_e164 !~ '^[+]44' then 'other country'
    when country_code = 'UK' and phone_e164 !~ '^[+]447([1-57-9]|624)' then 'no mobile'
    when country_code = 'AU' and phone_e164 !~ '^[+]61' then 'other country'
    when country_code = 'AU' and phone_e164 !~ '^[+]614' then 'no mobile'
    when country_code in ('US', 'CA') and (
      phone_e164 !~ '^[+]1'
      or substr(phone_e164, 3, 3) = any (
        '{242,246,264,268,284,345,441,473,649,658,664,721,758,767,784,809,829,849,868,869,876}')
    ) then 'other country'
    when country_code in ('US', 'CA')
      and phone_e164 ~ '^[+]1(5(00|2[1-9]|3[23]|44|66|77|88)|600|622|633|7[01]0|8(00|33|44|55|66|77|88)|900)'
      then 'no mobile'
  end;
$$;

-- One row per person. Email addresses that differ only in case belong to the same person.
create table private.leads (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  phone text not null,
  phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{1,14}$'),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  -- Why the number takes no text messages, or null if it takes them.
  number_fault text generated always as (private.number_fault(phone_e164, country_code)) stored,
  -- The values of the optional fields (extraFields) as {name: text}.
  extra jsonb not null default '{}',
  -- `source` is where the person's first visit came from (see source_of). `variant` is the variant of the
  -- page that was shown on that visit.
  source text not null default 'direct',
  variant text,
  -- `medium` and `content` are utm_medium and utm_content of the first visit. Both are folded in the same way
  -- as campaigns (see fold_campaign).
  medium text,
  content text,
  -- `suspected_bot` is true if every submission of the person looked as if a bot had sent it. `preview` is
  -- true if every submission came from a preview deployment.
  suspected_bot boolean not null default false,
  preview boolean not null default false,
  -- These four are a copy of what private.judge_consent says about the present number, so that lists are
  -- fast. `consented_at` is the time when the person last ticked the box or confirmed, and `confirmed_at`
  -- when they confirmed the number by email. `withdrawn_at` is the time of the last withdrawal, also of one
  -- that a confirmation has ended since.
  consent private.consent not null default 'none',
  consented_at timestamptz,
  confirmed_at timestamptz,
  withdrawn_at timestamptz,
  -- The addresses and numbers (E.164) from before they were corrected (see private.lead_corrections).
  former text[] not null default '{}',
  -- The function lead_token uses this secret to compute the tokens in the links that are emailed to the
  -- person.
  secret uuid not null default gen_random_uuid(),
  -- The time when somebody first pressed a button behind one of the emailed links. Mail scanners open links,
  -- but they do not press buttons.
  pressed_at timestamptz,
  -- The time when the person first began the video, either through the emailed link or on the page.
  begun_at timestamptz,
  -- `remind_at` is the time at which the person is to be reminded of the video. `reminded_at` is the time at
  -- which the reminder was queued. A person is reminded only once.
  remind_at timestamptz,
  reminded_at timestamptz,
  watched_percent smallint check (watched_percent in (25, 50, 75, 100)),
  -- A copy of what private.judge_booking says, so that lists are fast: when the person first pressed the link
  -- to the calendar, the state of their call, and its time. `held` follows from these (see booking_state).
  booking_pressed_at timestamptz,
  booking text check (booking in ('booked', 'cancelled', 'no-show')),
  booking_starts_at timestamptz,
  booking_ends_at timestamptz,
  -- The day on which the operator wants to call this person again.
  call_again_on date,
  -- The outcome of the person, and when the operator said so. A won person may have a value, which is an
  -- amount in the operator's currency.
  outcome text not null default 'open' check (outcome in ('open', 'won', 'lost')),
  outcome_value numeric(12, 2) check (outcome_value is null or outcome_value >= 0 and outcome = 'won'),
  -- Whole milliseconds, as JavaScript sends them back.
  outcome_at timestamptz(3) check ((outcome_at is null) = (outcome = 'open')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index leads_email_key on private.leads (lower(email));
-- The index also contains what private.find_stopped reads, so that it looks up a number in the index alone.
create index leads_phone_idx on private.leads (phone_e164, created_at, id) include (consent);
-- These indexes contain all the columns that the desk needs to count leads. Counting therefore reads only an
-- index and never the table.
create index leads_created_at_idx on private.leads (created_at, id)
  include (source, variant, suspected_bot, preview, consent, phone_e164);
-- The overview counts only these leads, and it counts those of one year at most.
create index leads_counted_idx on private.leads (created_at)
  include (source, medium, content, consent, phone_e164, number_fault)
  where not suspected_bot and not preview;
create index leads_source_idx on private.leads (source, created_at, id)
  include (suspected_bot, preview, consent);
-- Postgres uses the order of an index after "=", but not after "is null".
create index leads_variant_idx on private.leads (coalesce(variant, ''), created_at, id);
create index leads_name_idx on private.leads (left(lower(name), 24), created_at, id);
create index leads_consent_idx on private.leads (consent, created_at, id);
create index leads_bot_idx on private.leads (created_at, id)
  where suspected_bot;
create index leads_preview_idx on private.leads (created_at, id)
  where preview;
create index leads_watched_idx on private.leads (created_at, id) include (watched_percent)
  where watched_percent is not null;
create index leads_number_idx on private.leads (created_at, id, phone_e164, confirmed_at)
  where phone_e164 is null or confirmed_at is not null;
create index leads_outcome_idx on private.leads (outcome, created_at, id)
  include (outcome_value, suspected_bot, preview, source, medium, content)
  where outcome <> 'open';
create index leads_booking_idx on private.leads (created_at, id)
  include (booking, booking_ends_at)
  where booking is not null or booking_pressed_at is not null;
create index leads_remind_idx on private.leads (remind_at)
  where remind_at is not null;
create index leads_reminded_idx on private.leads (reminded_at) include (begun_at)
  where reminded_at is not null;
create index leads_call_again_idx on private.leads (call_again_on)
  where call_again_on is not null;

-- Returns the name of a campaign in lower case and with single spaces, so that different spellings count as
-- the same campaign. If the name is empty, returns null. A long name is cut and gets a digest, so that two
-- names that begin alike stay two.
create function private.fold_campaign(name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when length(folded) > 200 then left(folded, 180) || '… ' || left(md5(folded), 8)
    else nullif(folded, '')
  end
  from (select lower(btrim(regexp_replace(name, '\s+', ' ', 'g'))) as folded) names;
$$;

-- Returns the network that a host or an Android app belongs to, or null if it is none of the large ones.
create function private.network_of(host text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select network
  from (values
    ('google.com', '^google\.(com?\.)?[a-z]{2,3}$|^com\.google\.android\.(googleq|apps\.searchl)'),
    ('facebook.com', '(^|\.)(facebook\.com|fb\.com|fb\.me|messenger\.com|m\.me)$|^com\.facebook\.'),
    ('threads.net', '(^|\.)threads\.(net|com)$|^com\.instagram\.barcelona$'),
    ('instagram.com', '(^|\.)(instagram\.com|ig\.me)$|^com\.instagram\.'),
    ('x.com', '(^|\.)(x\.com|twitter\.com)$|^t\.co$|^com\.twitter\.'),
    ('linkedin.com', '(^|\.)linkedin\.com$|^lnkd\.in$|^com\.linkedin\.'),
    ('reddit.com', '(^|\.)reddit\.com$|^redd\.it$|^com\.reddit\.'),
    ('tiktok.com', '(^|\.)tiktok\.com$|^com\.(zhiliaoapp|ss\.android\.ugc)\.'),
    ('youtube.com', '(^|\.)youtube(-nocookie)?\.com$|^youtu\.be$|^com\.google\.android\.(apps\.)?youtube'),
    ('pinterest.com', '(^|\.)pinterest\.([a-z]{2,3}\.)?[a-z]{2,3}$|^pin\.it$|^com\.pinterest'),
    ('snapchat.com', '(^|\.)snapchat\.com$|^com\.snapchat\.'),
    ('whatsapp.com', '(^|\.)whatsapp\.com$|^wa\.me$|^l\.wl\.co$|^com\.whatsapp'),
    ('telegram.org', '(^|\.)telegram\.(org|me)$|^t\.me$|^org\.telegram\.'),
    ('bsky.app', '(^|\.)bsky\.app$|^xyz\.blueskyweb\.'),
    ('bing.com', '(^|\.)bing\.com$|^com\.microsoft\.bing$'),
    ('yahoo.com', '^([a-z]+\.)?search\.yahoo\.(com|co\.jp)$|^(m\.)?yahoo\.com$'),
    ('duckduckgo.com', '(^|\.)duckduckgo\.com$|^com\.duckduckgo\.'),
    ('yandex.ru', '^(yandex\.[a-z.]{2,6}|ya\.ru)$|^ru\.yandex\.'),
    ('discord.com', '(^|\.)discord(app)?\.com$|^discord\.gg$|^com\.discord$'),
    ('tumblr.com', '(^|\.)tumblr\.com$|^t\.umblr\.com$|^com\.tumblr$'),
    ('chatgpt.com', '(^|\.)chatgpt\.com$|^chat\.openai\.com$|^com\.openai\.chatgpt$'),
    ('perplexity.ai', '(^|\.)perplexity\.ai$|^ai\.perplexity\.'),
    ('vk.com', '(^|\.)vk\.(com|ru)$|^com\.vkontakte\.')
  ) networks (network, pattern)
  where host ~ pattern;
$$;

-- Returns the host of an address, in lower case and without port and trailing dot. The many hosts and the app
-- of one network have one name, and so have a website's host, its host for phones and its copy in a cache of
-- Google's. If the text is no address of a website or an Android app, returns null.
create function private.host_of(address text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(private.network_of(name), private.fold_campaign(name))
  from (
    select regexp_replace(
      substring(lower(address) from '^(?:https?|android-app)://(?:[^/?#@]*@)?([^/?#]+)'),
      '\.?(:[0-9]*)?$', '') as host
  ) given
  cross join lateral (
    -- These caches write '.' as '-', and '-' as '--'.
    select replace(replace(replace(
      substring(host from '^([^.]+)\.(?:cdn\.ampproject\.org|translate\.goog)$'),
      '--', '|'), '-', '.'), '|', '-') as original
  ) caches
  cross join lateral (
    select regexp_replace(coalesce(original, host), '^(www[0-9]?|m|mobile|amp)\.(?=[^.]+\.[^.]+)', '') as name
  ) names
  where name <> '';
$$;

-- Returns where a visitor came from. The first one that is known counts: 'campaign:<name>' (utm_campaign),
-- 'source:<name>' (utm_source), 'click:<network>' (the id of a click on an ad), 'referrer:<host>' (see
-- host_of), or 'direct'. The host of the site itself does not count as a referrer.
create function private.source_of(context jsonb) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(
    'campaign:' || private.fold_campaign(campaign ->> 'utm_campaign'),
    'source:' || case tagged
      -- The networks write these short names into their own links.
      when 'fb' then 'facebook'
      when 'msg' then 'facebook'
      when 'an' then 'facebook'
      when 'th' then 'threads'
      when 'ig' then 'instagram'
      when 'twitter' then 'x'
      else coalesce(split_part(private.network_of(tagged), '.', 1), tagged)
    end,
    'click:' || case
      when campaign ?| '{gclid,gbraid,wbraid,dclid}' then 'google'
      when campaign ? 'msclkid' then 'microsoft'
      when campaign ? 'ttclid' then 'tiktok'
      when campaign ? 'twclid' then 'x'
      when campaign ? 'li_fat_id' then 'linkedin'
      when campaign ? 'rdt_cid' then 'reddit'
      when campaign ? 'sccid' then 'snapchat'
      when campaign ? 'epik' then 'pinterest'
      when campaign ? 'oppref' then 'chatgpt'
      when campaign ? 'qclid' then 'quora'
      when campaign ? 'yclid' then 'yandex'
      when campaign ? 'tblci' then 'taboola'
      when campaign ?| '{dicbo,obclid}' then 'outbrain'
      when campaign ? 'irclickid' then 'impact'
      when campaign ? 'awc' then 'awin'
      when campaign ? 'cjevent' then 'cj'
      -- Instagram and Threads write it, too.
      when campaign ? 'fbclid' and referrer in ('instagram.com', 'threads.net')
        then split_part(referrer, '.', 1)
      when campaign ? 'fbclid' then 'facebook'
    end,
    'referrer:' || nullif(
      referrer,
      coalesce(private.host_of(context ->> 'page'), '')),
    'direct')
  from (
    select
      coalesce(context -> 'campaign', '{}') as campaign,
      private.fold_campaign(context -> 'campaign' ->> 'utm_source') as tagged,
      private.host_of(context ->> 'referrer') as referrer
  ) given;
$$;

-- Returns the token for one of the links that are emailed to a person: the link to stop text messages
-- ('stop') or to watch the video ('watch'). These links are sent only to the person's own mailbox. Nobody can
-- compute one token from another. In the same way it hashes a token.
create function private.lead_token(secret uuid, purpose text) returns uuid
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return encode(substring(sha256(uuid_send(secret) || convert_to(purpose, 'UTF8')) for 16), 'hex')::uuid;
end $$;

create unique index leads_stop_token_idx on private.leads (private.lead_token(secret, 'stop'));
create unique index leads_watch_token_idx on private.leads (private.lead_token(secret, 'watch'));

-- This table contains what the operator has noted about persons, and what an act at the desk says that it has
-- done ('act'). Notes are not evidence, they are not
-- exported with the lists, and they are deleted together with the person.
create table private.lead_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references private.leads on delete cascade,
  kind text not null check (
    kind in ('called', 'answered', 'met', 'note', 'reached', 'no answer', 'call again', 'act')
  ),
  words text not null check (char_length(words) <= 10000),
  -- The database login of the operator who wrote the note.
  author text not null default private.actor(),
  created_at timestamptz not null default now()
);

create index lead_notes_lead_id_idx on private.lead_notes (lead_id, created_at);

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

-- Who gets posts, and who must not get any for now.

-- This table contains the receivers of webhooks.
create table private.webhook_receivers (
  -- The SHA-256 hash of the address in hex. The address itself is not stored, because it may contain a key.
  -- For an ad platform, its name stands before, as in meta:…
  receiver text primary key,
  -- Until then, the receiver gets no webhooks. The value is infinity if it has answered that it is gone
  -- (410).
  rests_until timestamptz not null default '-infinity',
  -- Why the receiver rests.
  fault text,
  -- The time since which the function posts to this receiver. The newest of a kind is the present receiver.
  since timestamptz
);

-- Returns the receiver to which the function posts messages of this kind ('webhook' or 'ad'), or null before
-- its first claim.
create function private.present_receiver(kind text default 'webhook') returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select receiver
    from private.webhook_receivers
    where since is not null
      and (receiver like 'meta:%') = (kind = 'ad')
    order by since desc
    limit 1
  );
end $$;

-- Returns {kind: {"fault", "until"}} of the present receivers that rest. The kind is that of the messages
-- that wait for it ('webhook' or 'ad'). "until" is null if the receiver is gone and rests without an end.
create function private.resting_receivers() returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    jsonb_object_agg(
      kind,
      jsonb_build_object(
        'fault', coalesce(fault, ''),
        'until', case when isfinite(rests_until) then rests_until end)),
    '{}')
  from unnest('{webhook,ad}'::text[]) kind
  join private.webhook_receivers on receiver = private.present_receiver(kind)
  where rests_until > now();
$$;

-- Returns what the doctor says of the receiver of webhooks, as resting_receivers does, or null. A receiver
-- may ask for an hour. It rests longer if it is gone, or sends us elsewhere.
create function private.resting_receiver() returns jsonb
language sql stable
set search_path = ''
as $$
  select rest
  from (select private.resting_receivers() -> 'webhook') resting (rest)
  where ((rest ->> 'until')::timestamptz > now() + interval '1 hour') is not false and rest is not null;
$$;

-- Returns true if this receiver must not get anything at the moment.
create function private.is_resting(receiver text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select
    from private.webhook_receivers known
    where known.receiver = is_resting.receiver and known.rests_until > now()
  );
$$;

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

-- What was said about the calls that persons book, by whom and about which booking. Rows are only ever added.
-- A calendar's posts may come in any order, twice or never, so what holds follows from the time at which
-- something was said, and not from the order of the rows.
create table private.booking_events (
  id bigint primary key default nextval('private.event_ids'),
  lead_id uuid not null references private.leads on delete cascade,
  -- The link to the calendar was `pressed`. A call was `booked`, or `moved` to another booking, or
  -- `cancelled`. The person was a `no-show`, or `came` after all. `none` takes back what was said before.
  kind text not null check (kind in ('pressed', 'booked', 'moved', 'cancelled', 'no-show', 'came', 'none')),
  -- The calendar's id of the booking, which is null for what the operator says, and for a press.
  booking text check (char_length(booking) <= 200),
  -- The booking in whose place this one was made, and the one that was made in place of this one.
  replaces text check (char_length(replaces) <= 200),
  replaced_by text check (char_length(replaced_by) <= 200),
  starts_at timestamptz,
  ends_at timestamptz,
  -- 'link', 'calendly', 'cal.com' or 'desk:<database login of the operator>'.
  said_by text not null,
  -- By the clock of the calendar.
  said_at timestamptz not null default clock_timestamp(),
  received_at timestamptz not null default clock_timestamp(),
  check (said_by = 'link' or said_by like 'desk:%' or booking is not null),
  -- A post that comes twice says the same twice.
  unique (lead_id, booking, kind, said_at)
);

create index booking_events_lead_id_idx on private.booking_events (lead_id, kind);
create index booking_events_booking_idx on private.booking_events (booking)
  where booking is not null;
create index booking_events_received_idx on private.booking_events (received_at);

-- The token in the link to the calendar, which follows from the id of the submission after which it is shown.
-- It opens nothing but the calendar: nobody can compute the id, or any other token, from it.
create unique index lead_submissions_call_token_idx
  on private.lead_submissions (private.lead_token(id, 'call'));

-- Returns what holds for a person, from the log alone: when they first pressed the link, and the state of
-- their call (booked, cancelled or no-show, or null) with its time, as far as it is known.
-- What the operator said holds until a calendar says something newer. A booking that was moved is over. A
-- cancelled one counts only if there is no other, and else the last one counts.
create function private.judge_booking(
  person uuid,
  out pressed_at timestamptz,
  out state text,
  out starts_at timestamptz,
  out ends_at timestamptz
)
language plpgsql stable
set search_path = ''
as $$
declare
  own private.booking_events;
begin
  pressed_at := (
    select min(event.said_at)
    from private.booking_events event
    where event.lead_id = person and event.kind = 'pressed'
  );
  select *
  into own
  from private.booking_events event
  where event.lead_id = person and event.said_by like 'desk:%'
  order by event.id desc
  limit 1;
  with said as (
    select *
    from private.booking_events event
    where event.lead_id = person and event.booking is not null
  ), judged as (
    select
      said.booking,
      (array_agg(said.kind order by said.said_at desc, said.kind = 'booked', said.id desc))[1] as kind,
      -- A later post about the same booking may have moved it.
      (array_agg(said.starts_at order by said.said_at desc, said.id desc)
        filter (where said.starts_at is not null))[1] as starts_at,
      (array_agg(said.ends_at order by said.said_at desc, said.id desc)
        filter (where said.ends_at is not null))[1] as ends_at,
      max(said.said_at) as said_at
    from said
    group by said.booking
  ), current as (
    select judged.kind, judged.starts_at, judged.ends_at, judged.said_at
    from judged
    where judged.kind <> 'moved'
      and not exists (
        select
        from said
        where said.replaces = judged.booking and said.booking <> judged.booking
      )
    union all
    -- The post about the new booking is lost, or still to come.
    select 'booked', null, null, said.said_at
    from said
    where said.kind = 'moved'
      and not exists (
        select
        from said other
        where other.booking = said.replaced_by or other.replaces in (said.booking, said.replaced_by)
      )
  )
  select current.kind, current.starts_at, current.ends_at
  into state, starts_at, ends_at
  from current
  where own.id is null or current.said_at > own.said_at
  order by
    current.kind = 'cancelled',
    current.starts_at desc nulls first,
    current.said_at desc
  limit 1;
  if not found then
    state := nullif(own.kind, 'none');
    starts_at := own.starts_at;
    ends_at := own.ends_at;
  end if;
  if state = 'came' then
    state := 'booked';
  end if;
end $$;

-- Returns the state of a person's call: pressed, booked, held, cancelled or no-show, or null. No calendar
-- says that a call was held: it is held if its end has passed and nobody said that the person did not come.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.booking_state(booking text, ends_at timestamptz, pressed_at timestamptz) returns text
language sql stable
return case
  when booking = 'booked' and ends_at <= now() then 'held'
  when booking is not null then booking
  when pressed_at is not null then 'pressed'
end;

-- Copies what holds to private.leads, for each person of whom something was said or deleted.
create function private.copy_booking() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.leads person
  set
    booking_pressed_at = judged.pressed_at,
    booking = judged.state,
    booking_starts_at = judged.starts_at,
    booking_ends_at = judged.ends_at
  from (
    select distinct lead_id
    from changed
  ) said, lateral private.judge_booking(said.lead_id) judged
  where person.id = said.lead_id
    and (person.booking_pressed_at, person.booking, person.booking_starts_at, person.booking_ends_at)
      is distinct from (judged.pressed_at, judged.state, judged.starts_at, judged.ends_at);
  return null;
end $$;

create trigger booking_events_copy_added
  after insert on private.booking_events
  referencing new table as changed
  for each statement execute function private.copy_booking();
create trigger booking_events_copy_deleted
  after delete on private.booking_events
  referencing old table as changed
  for each statement execute function private.copy_booking();

-- Waits for everybody who says something about the call of this person, until the end of the transaction.
-- Returns false if there is no such person.
create function private.lock_booking(person uuid) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  perform from private.leads where id = person for no key update;
  return found;
end $$;

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

-- What was said about phone numbers. Events are only ever added. The newest event of a number says whether
-- the number is stopped. The table does not refer to persons, because a number stays stopped after a person
-- is erased. The numbers are stored in plain text, because the operator has to read them. Hashing them would
-- not protect them anyway, because anyone can hash all numbers of a country in minutes.
create table private.number_events (
  -- The order of the events. The number is locked before the id is drawn (see private.lock_number).
  id bigint primary key default nextval('private.event_ids'),
  phone_e164 text not null check (phone_e164 ~ '^\+[1-9][0-9]{1,14}$'),
  -- A text message from the number can `stop` or `start` it. The operator can `stop` it or `lift` a stop.
  kind text not null check (kind in ('stop', 'start', 'lift')),
  -- Either 'text message', or 'desk:<database login of the operator>', or 'withdrawal' if a person who had
  -- this number withdrew.
  said_by text not null,
  -- The beginning of the text message, or the note of the operator.
  words text,
  happened_at timestamptz not null default clock_timestamp(),
  -- The time when the sweep had told everybody who must know about the event.
  told_at timestamptz
);

create index number_events_phone_idx on private.number_events (phone_e164, id)
  include (kind, happened_at);
create index number_events_words_idx on private.number_events (happened_at)
  where words is not null;
create index number_events_untold_idx on private.number_events (id)
  where told_at is null;

-- After an event is stored, only two changes are allowed: it can be told, and its words can be deleted. This
-- trigger refuses all other changes.
create function private.refuse_number_event_update() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.told_at is null then
    old.told_at := new.told_at;
  end if;
  if new.words is null then
    old.words := null;
  end if;
  if new *<> old then
    raise exception 'number_events is written once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger number_events_written_once
  before update on private.number_events
  for each row execute function private.refuse_number_event_update();

-- The view lists the numbers that are stopped, each with the event that stopped it last.
create view private.stopped_numbers with (security_invoker = true) as
  select id, phone_e164, happened_at as stopped_at, said_by as stopped_by, words
  from private.number_events stop
  where kind = 'stop'
    and not exists (
      select
      from private.number_events later
      where later.phone_e164 = stop.phone_e164 and later.id > stop.id
    );

-- The view lists the withdrawals that make a number untextable for everybody who has it, each for the number
-- that the person had then. START from the number, or the operator, lifts this for the others, and so does
-- the person who confirms the number again. The persons themselves stay withdrawn.
-- If the person had the number only by a correction that was taken back, the withdrawal was not about it,
-- unless an even earlier correction that was taken back shows that they had it all along.
create view private.withdrawn_numbers with (security_invoker = true) as
  select
    withdrawal.id,
    withdrawal.lead_id,
    withdrawal.number as phone_e164,
    withdrawal.happened_at as withdrawn_at
  from private.consent_events withdrawal
  where withdrawal.kind = 'withdrawn'
    and withdrawal.number ~ '^\+[1-9][0-9]{1,14}$'
    and not exists (
      select
      from private.consent_events later
      where later.lead_id = withdrawal.lead_id
        and later.number = withdrawal.number
        and later.number ~ '^\+[1-9][0-9]{1,14}$'
        and later.kind = any (private.consents_of('end-a-withdrawal'))
        and later.id > withdrawal.id
    )
    and not exists (
      select
      from private.number_events lift
      where lift.phone_e164 = withdrawal.number
        and lift.kind <> 'stop'
        and lift.id > withdrawal.id
    )
    and not exists (
      select
      from private.lead_corrections made
      where made.lead_id = withdrawal.lead_id
        and made.new_value = withdrawal.number
        and withdrawal.id between made.event_id and made.undone_id
        and not exists (
          select
          from private.lead_corrections earlier
          where earlier.lead_id = made.lead_id
            and earlier.old_e164 = made.new_value
            and earlier.event_id < made.event_id
            and withdrawal.id between earlier.event_id and earlier.undone_id
        )
    );

-- The view lists the numbers that must not be texted, even if a person with the number agreed to texts. The
-- same number can appear more than once.
create view private.untextable_numbers with (security_invoker = true) as
  select id, phone_e164, true as is_stopped, stopped_at, stopped_by, words
  from private.stopped_numbers
  union all
  select id, phone_e164, false, withdrawn_at, 'withdrawal', null
  from private.withdrawn_numbers;

-- Returns why nobody may text a person: the state of their consent, or else the fault of the number.
create function private.text_fault_of(state text, number_fault text) returns text
language sql immutable parallel safe
return case when state = any (private.consents_of('may-be-texted')) then number_fault else state end;

-- The view says of each person whether they may be texted. `state` is the state of their consent.
-- `text_fault` is why nobody may text them, and null if they may be texted. Lists, figures, files and
-- webhooks all read it here. Who asks of many only whether, asks `is_textable`, which Postgres computes
-- without a call.
-- The two subqueries are apart, so that Postgres can keep the numbers of each in a hash table.
create view private.lead_states with (security_invoker = true) as
  select
    person.id,
    person.created_at,
    person.source,
    person.medium,
    person.content,
    person.suspected_bot,
    person.preview,
    judged.state,
    private.text_fault_of(judged.state, person.number_fault) as text_fault,
    judged.state = any (private.consents_of('may-be-texted')) and person.number_fault is null as is_textable
  from private.leads person,
    lateral (
      select case
        when person.consent = any (private.consents_of('may-be-texted'))
          and exists (
            select
            from private.withdrawn_numbers number
            where number.phone_e164 = person.phone_e164
          )
          then 'stopped'
        when exists (
            select
            from private.stopped_numbers number
            where number.phone_e164 = person.phone_e164
          )
          then 'stopped'
        else person.consent::text
      end as state
    ) judged;

-- Returns true if a person looks like a bot and agreed to nothing, or came from a preview. The file with
-- everything leaves such persons out.
create function private.is_doubtful(person private.leads) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select person.preview or person.suspected_bot and person.consent in ('none', 'withdrawn');
$$;

-- Returns the state of a person's consent.
-- The desk calls this function once for each row. Because of the two planner settings below, Postgres plans
-- the query only once and uses the indexes.
create function private.consent_state(person private.leads) returns private.consent
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select state
    from private.lead_states
    where id = person.id
  );
end $$;

-- Returns why nobody may text a person, or null if they may be texted.
create function private.text_fault(person uuid) returns text
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select text_fault
    from private.lead_states
    where id = person
  );
end $$;

-- Waits for everybody who says something about this number (E.164), until the end of the transaction.
create function private.lock_number(phone text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('number ' || phone, 0));
end $$;

-- Adds a stop to the events of a number. `stopped_by` and `words` are stored in said_by and words. A stop by
-- 'withdrawal' is stored as told, because the withdrawal itself was already reported when it happened.
create function private.stop_number(phone text, stopped_by text, words text default null) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.lock_number(phone);
  insert into private.number_events (phone_e164, kind, said_by, words, told_at)
  values (
    phone,
    'stop',
    stopped_by,
    left(stop_number.words, 160),
    case when stopped_by = 'withdrawal' then clock_timestamp() end);
end $$;

-- Before a person is deleted, this trigger stops the numbers for which the person's withdrawal still counts.
create function private.keep_number_stopped() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.stop_number(phone_e164, 'withdrawal')
  from (
    select distinct phone_e164
    from private.withdrawn_numbers
    where lead_id = old.id
    order by phone_e164
  ) withdrawn;
  return old;
end $$;

create trigger leads_stop_before_delete
  before delete on private.leads
  for each row
  when (old.withdrawn_at is not null)
  execute function private.keep_number_stopped();

-- This table is the queue of messages. A message is an email or a webhook about a submission, or it is a
-- general email to the owner (an alert, a digest, a day's overview, a seal email or a notice).
-- The file 00_states.sql lists the states of a message.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid references private.lead_submissions on delete cascade,
  lead_id uuid references private.leads on delete cascade,
  kind text not null,
  status private.message_status not null default 'pending',
  reason private.message_reason,
  priority private.message_priority not null default 'general',
  attempts integer not null default 0,
  -- The number of attempts since the message was queued that sent the whole email and then got no answer from
  -- the server. After each of these attempts, the email may have arrived.
  unanswered integer not null default 0,
  -- How often the message was sent, or may have arrived, before it came back or the operator queued it again.
  sent_before integer not null default 0,
  -- For a pending message, this is the time of the next attempt. While a message is being sent, it is the
  -- time at which the worker's lease ends.
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  -- The answer of the server to the last attempt, or the error of the network.
  last_error text,
  queued_at timestamptz not null default now(),
  -- The mailbox_key of the visitor's address. The column is null for a preview deployment, because emails
  -- from there go to the owner.
  mailbox text,
  -- The address of the colleague who gets a copy of the email to the owner.
  recipient text,
  -- What a general email says, written before a worker may claim it. It is null in a digest that still takes
  -- entries, and in one that was sent, because a digest names people.
  contents jsonb,
  digest_id uuid references private.outbox on delete set null,
  -- What a webhook said when it was last posted, as a row of told_leads. The trigger note_told reads it.
  said jsonb,
  -- The token in the link that the visitor opens to confirm the phone number. It is null if the email does
  -- not ask. `asked_number` is the number (E.164) about which the email asks.
  token uuid,
  asked_number text,
  -- The ids that the email had before it was sent again with a new one. A late report names one of them.
  former_ids uuid[] not null default '{}',
  -- When each of these was claimed last.
  former_claims timestamptz[] not null default '{}',
  -- A webhook without an event reports a submission. With an event, it reports that the person watched a part
  -- of the video, that a stop was lifted, that their call or their outcome changed, that the person's data or
  -- consent changed in another way, or that the person was erased. A visitor email with 'reminder' reminds
  -- the person of the video. An ad platform is told of a 'lead', a 'schedule' (a call) or a 'purchase'.
  event text check (
    event in (
      'watched', 'stop_lifted', 'booked', 'outcome', 'updated', 'erased', 'reminder', 'lead', 'schedule',
      'purchase')
  ),
  -- The percentage of the video that the person watched.
  watched_percent smallint,
  -- The id of the person who was erased. The id is random and names nobody, and the receiver already knows it
  -- from earlier webhooks.
  erased_lead uuid,
  -- Each new message gets a higher number. A receiver can therefore tell which of two webhooks about a person
  -- is newer.
  sequence bigint not null generated always as identity,
  constraint outbox_lead_check check (
    case
      when priority = 'general' or event = 'erased' then num_nonnulls(submission_id, lead_id) = 0
      else num_nulls(submission_id, lead_id) = 0
    end
  ),
  constraint outbox_reported_check check (
    (
      case event
        when 'reminder' then kind = 'visitor'
        when 'lead' then kind = 'ad'
        when 'schedule' then kind = 'ad'
        when 'purchase' then kind = 'ad'
        else kind = 'webhook' or event is null and kind <> 'ad'
      end
    )
    and (watched_percent is not null) = coalesce(event = 'watched', false)
    and (erased_lead is not null) = coalesce(event = 'erased', false)
  ),
  constraint outbox_recipient_check check (
    (recipient is not null) = (kind = 'colleague')
  ),
  constraint outbox_contents_check check (
    priority = 'general' or contents is null
  ),
  constraint outbox_reason_check check (
    case status
      when 'held' then coalesce(reason in ('suspected_bot', 'limit'), false)
      when 'failed'
        then coalesce(
          reason in ('rejected', 'unanswered', 'expired', 'bounced', 'returned', 'complained'),
          false)
      when 'cancelled'
        then coalesce(
          reason in (
            'dropped', 'already_mailed', 'suppressed', 'unlisted', 'unpressed', 'outdated', 'in_digest'),
          false)
      else reason is null
    end
  ),
  constraint outbox_priority_check check (
    case
      when kind in ('visitor', 'owner', 'colleague', 'webhook', 'ad')
        then split_part(priority::text, '_', 1) = kind
      else priority = 'general'
    end
  )
);

create unique index outbox_submission_id_kind_key
  on private.outbox (
    submission_id,
    kind,
    coalesce(watched_percent, 0),
    coalesce(recipient, ''),
    (case coalesce(event, 'watched') when 'watched' then 0 when 'reminder' then -1 else sequence end)
  );
create index outbox_erased_idx on private.outbox (queued_at)
  where event = 'erased';
create unique index outbox_token_idx on private.outbox (token)
  where token is not null;
create unique index outbox_last_key on private.outbox (kind)
  where kind in ('alert', 'seal');
-- A day has one overview, however many sweeps run.
create unique index outbox_overview_key on private.outbox ((contents ->> 'day'))
  where kind = 'overview';
create index outbox_lead_idx on private.outbox (lead_id);
-- These two are used only by who asks for what is waiting, as is_waiting says.
create index outbox_due_idx on private.outbox (due_at, priority)
  where private.is_waiting(status);
create index outbox_priority_idx on private.outbox (priority, due_at)
  where private.is_waiting(status);
create index outbox_failed_or_held_idx on private.outbox (status, priority, due_at)
  where status in ('failed', 'held');
-- This index contains only visitor emails that were claimed. If the index contained all visitor emails,
-- accept_lead would read all of them until Postgres has collected statistics.
create index outbox_visitor_claimed_idx on private.outbox (claimed_at)
  where kind = 'visitor' and claimed_at is not null;
create index outbox_owner_claimed_idx on private.outbox (claimed_at)
  where kind = 'owner' and status in ('sending', 'sent');
create index outbox_mailbox_idx on private.outbox (mailbox, queued_at)
  where kind = 'visitor'
    and (status in ('pending', 'sending', 'sent', 'failed') or unanswered + sent_before > 0);
create index outbox_undigested_idx on private.outbox (queued_at)
  where reason = 'in_digest' and kind = 'owner' and digest_id is null;
create index outbox_digest_idx on private.outbox (digest_id)
  where digest_id is not null;

-- Returns the time before which a message was due if it is overdue now.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.overdue_before() returns timestamptz
language sql stable
return now() - interval '10 minutes';

-- The view lists the messages that need the operator's attention, each with its problem. The problem is
-- failed, held, overdue (see overdue_before), delayed (its retries have been failing for an hour) or resting
-- (its receiver gets nothing for so long that it would be overdue). What waits for a receiver that rests is
-- delayed and not overdue.
-- Each of these problems can be looked up in an index. The alert is left out, because it tells of the others.
create view private.outbox_attention with (security_invoker = true) as
  select id, kind, priority, status, reason, attempts, last_error, queued_at, due_at, lead_id, problem
  from (
    select *, status::text as problem
    from private.outbox
    where status in ('failed', 'held')
    union all
    select waiting.*, case
      when rest is null and due_at < private.overdue_before() then 'overdue'
      when due_at < private.overdue_before() or attempts > 0 and queued_at < now() - interval '1 hour'
        then 'delayed'
      else 'resting'
    end
    from
      private.outbox waiting,
      lateral (select (select private.resting_receivers()) -> kind as rest) receiver
    where private.is_waiting(status)
      and (
        due_at < private.overdue_before()
        or attempts > 0 and queued_at < now() - interval '1 hour'
        or rest is not null
          and coalesce((rest ->> 'until')::timestamptz, 'infinity')
            > now() + (now() - private.overdue_before())
      )
  ) stuck
  where kind <> 'alert';

-- Counts the messages in outbox_attention for each problem, and counts emails and other messages separately.
-- Each count stops at 1001, so that the query stays fast. If `for_longer_than` is given, a message that
-- failed, is held or should have been sent less than this long ago is not counted.
create function private.count_attention(for_longer_than interval default null)
returns table (is_webhook boolean, problem text, messages integer)
language sql stable
set search_path = ''
set jit = off
set enable_seqscan = off
as $$
  select sort.is_webhook, sought.problem, counted.messages
  from
    (values
      (false, 'general'::private.message_priority, 'visitor_last'::private.message_priority),
      (true, 'webhook_first', 'ad')
    ) sort (is_webhook, first, last),
    (values
      ('failed', '{failed}'::text[]),
      ('held', '{held}'),
      ('overdue', '{pending,sending}'),
      ('delayed', '{pending,sending}')
    ) sought (problem, statuses),
    lateral (
      select count(*)::integer as messages
      from (
        select
        from private.outbox_attention stuck
        where stuck.status = any (sought.statuses)
          and stuck.priority between sort.first and sort.last
          and stuck.problem = sought.problem
          and (stuck.problem = 'delayed' or coalesce(stuck.due_at < now() - for_longer_than, true))
        limit 1001
      ) few
    ) counted;
$$;

-- Returns true if a message would go to another mailbox now than when it was queued: the address was
-- corrected since, or the email is of a preview, whose emails the owner gets.
create function private.has_new_address(message private.outbox) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select
    from private.lead_submissions submission
    where submission.id = message.submission_id
      and (submission.preview or exists (
        select
        from private.lead_corrections made
        where made.lead_id = message.lead_id
          and made.field = 'email'
          and made.corrected_at > message.queued_at
      ))
  );
end $$;

-- Takes a domain in lower case. Some providers deliver several spellings of an address and several domains to
-- one mailbox. For such a provider, returns the domain that stands for all of its domains, and the characters
-- that do not count in the local part. For any other domain, returns the domain and null.
create function private.mailbox_rule(inout domain text, out ignored text)
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  if domain in ('gmail.com', 'googlemail.com') then
    domain := 'gmail.com';
    ignored := '.';
  elsif domain in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') then
    domain := 'proton.me';
    ignored := '.-_';
  elsif domain in ('icloud.com', 'me.com', 'mac.com') then
    domain := 'icloud.com';
    ignored := '';
  end if;
end $$;

-- Returns the same key for every spelling of a mailbox. The key is in lower case and has no +tag, and
-- mailbox_rule says what else does not count. The key is only used to compare mailboxes. No email is ever
-- sent to a key.
create function private.mailbox_key(email text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  local constant text := regexp_replace(substring(lower(email) from '^(.*)@'), '^([^+]+)\+.*$', '\1');
  rule constant record := private.mailbox_rule(substring(lower(email) from '[^@]*$'));
  plain constant text := coalesce(nullif(translate(local, coalesce(rule.ignored, ''), ''), ''), local);
begin
  return plain || '@' || rule.domain;
end $$;

-- Returns what is known to be dead if an email to this address bounced: the mailbox, or only the address as
-- it was typed. Anybody can type ada+x@… even if only ada@… exists, so a bounce from an address with a tag
-- says nothing about the mailbox. At a provider with a mailbox_rule, all mailboxes support tags.
create function private.dead_key(email text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return case
    when (private.mailbox_rule(substring(lower(email) from '[^@]*$'))).ignored is not null
      then private.mailbox_key(email)
    else lower(email)
  end;
end $$;

-- Returns the submission that the link in an email confirms, with the address and the number that were meant.
-- If the link can confirm nothing, all columns are null. The link works for 30 days after the email was last
-- sent, as long as the email went to the person's mailbox and asked about the number that was meant. It ends
-- with a withdrawal, and when the same source sends a newer number that is not the one on record. An email
-- that was not sent yet is judged as if it were sent now.
create function private.asked_by(mail private.outbox) returns private.lead_submissions
language sql stable
set search_path = ''
as $$
  select meant.*
  from private.lead_submissions asked
  join private.leads person on person.id = asked.lead_id
  cross join lateral private.corrected(asked) meant
  where asked.id = mail.submission_id
    and mail.token is not null
    and mail.event is null
    and coalesce(mail.claimed_at, now()) > now() - interval '30 days'
    and mail.asked_number = meant.phone_e164
    and mail.mailbox = private.mailbox_key(meant.email)
    and (
      meant.phone_e164 = person.phone_e164
      -- The traces of a stranger's submission are gone. A link that was dead by then has lost its token.
      or asked.ip_hash is null and not asked.merged
      or asked.phone_e164 = (
        select latest.phone_e164
        from private.lead_submissions latest
        where latest.lead_id = asked.lead_id
          and (latest.ip_hash = asked.ip_hash or asked.merged and latest.merged)
          and latest.confirms is null
          and latest.consent
          and not latest.held
        order by latest.event_id desc
        limit 1
      )
    )
    and asked.event_id > private.last_withdrawal(asked.lead_id);
$$;

-- Returns true if the mailbox got a visitor email in the last 24 hours, or if one is queued for it.
-- `asked_number` is the number (E.164) that the new email would ask the visitor to confirm, or null. If no
-- email asks about this number with a link that still works, up to three emails are allowed in 24 hours. A
-- reminder asks about no number. An email that failed does not count, even if it may have arrived. Otherwise
-- neither a new submission nor the operator could send the link again on the same day.
create function private.has_had_mail(mailbox text, asked_number text) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  recent_numbers constant text[] := array(
    select (private.asked_by(mail)).phone_e164
    from private.outbox mail
    where mail.mailbox = has_had_mail.mailbox
      and mail.kind = 'visitor'
      and mail.queued_at > now() - interval '24 hours'
      and mail.status in ('pending', 'sending', 'sent')
    limit 3
  );
begin
  if asked_number is null or cardinality(recent_numbers) = 3 then
    return cardinality(recent_numbers) > 0;
  end if;
  return coalesce(asked_number = any (recent_numbers), false);
end $$;

-- Queues an alert or a seal email to the owner. The row of the last such email is used again. It gets a new
-- id, so that a worker that claimed the row earlier can no longer settle it.
create function private.queue_owner_mail(kind text) returns void
language sql
set search_path = ''
as $$
  insert into private.outbox as last (kind)
  values (queue_owner_mail.kind)
  on conflict (kind) where kind in ('alert', 'seal') do update
  set
    id = excluded.id,
    contents = null,
    status = 'pending',
    reason = null,
    due_at = now(),
    queued_at = now(),
    sent_at = null,
    last_error = null,
    unanswered = 0;
$$;

-- Queues a copy of the email to the owner about this submission for each address in also_notify. As long as
-- the email to the owner is held, the copies are held too.
-- In PL/pgSQL, because Postgres plans an SQL function anew with each form.
create function private.queue_copies(submission uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.outbox (submission_id, lead_id, kind, status, reason, priority, recipient)
  select mail.submission_id, mail.lead_id, 'colleague', mail.status, mail.reason, 'colleague', address
  from private.outbox mail, private.lead_settings, unnest(also_notify) address
  where mail.submission_id = submission and mail.kind = 'owner';
end $$;

-- When also_notify is changed, this trigger queues an email that tells the owner which addresses were added
-- and removed, and which login did it. Whoever changes the list can therefore not do so in secret, whether
-- with the desk or with SQL.
create function private.tell_also_notify() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  added constant text[] := array(select unnest(new.also_notify) except select unnest(old.also_notify));
  removed constant text[] := array(select unnest(old.also_notify) except select unnest(new.also_notify));
begin
  if added || removed <> '{}' then
    insert into private.outbox (kind, contents)
    values ('notice', jsonb_build_object('added', added, 'removed', removed, 'by', private.actor()));
  end if;
  return null;
end $$;

create trigger lead_settings_told
after update on private.lead_settings
for each row
when (old.also_notify is distinct from new.also_notify)
execute function private.tell_also_notify();

-- When a setting is changed that deletes evidence or stops the emails with the seals, this trigger queues an
-- email that tells the owner about it.
create function private.tell_evidence_settings() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into private.outbox (kind, contents)
  select
    'notice',
    jsonb_build_object(
      'settings', jsonb_object_agg(before.key, jsonb_build_array(before.value, after.value)),
      'by', private.actor())
  from jsonb_each_text(to_jsonb(old)) before
  join jsonb_each_text(to_jsonb(new)) after using (key)
  where key = any ('{seals_every,keep_submissions,keep_held,keep_traces}')
    and before.value is distinct from after.value
  having count(*) > 0;
  return null;
end $$;

create trigger lead_settings_evidence_told
after update on private.lead_settings
for each row
execute function private.tell_evidence_settings();

-- Returns the reasons for which a mailbox can be suppressed. Each has its words at the desk, in
-- desk/core/suppression-words.ts.
create function private.suppression_reasons() returns text[]
language sql immutable parallel safe
return '{unsubscribed,complained,bounced}'::text[];

-- What was said about mailboxes. Events are only ever added. The newest event of a mailbox and a reason says
-- whether the mailbox is suppressed for that reason. A mailbox with any such reason gets no more visitor
-- emails. Each row contains only a hash of the mailbox, so that the row can be kept when the person is
-- erased. Somebody who unsubscribed therefore gets no email, even if the address is entered again later.
create table private.mailbox_events (
  -- The order of the events.
  id bigint primary key default nextval('private.event_ids'),
  mailbox_hash uuid not null,
  reason text not null check (reason = any (private.suppression_reasons())),
  -- False if the mailbox is suppressed, true if the operator lifts that.
  is_lift boolean not null default false,
  -- Either 'link' (the page behind the link), 'mail program' (RFC 8058), 'restore', the name of the mail
  -- provider that reported the problem, or 'desk:<database login of the operator>'.
  said_by text not null,
  happened_at timestamptz not null default clock_timestamp()
);

create index mailbox_events_mailbox_idx on private.mailbox_events (mailbox_hash, reason, id);

-- The view lists the mailboxes that are suppressed, each with its reasons. `id` is the event that suppressed
-- it last for this reason.
create view private.suppressed_mailboxes with (security_invoker = true) as
  select mailbox_hash, reason, happened_at as since, said_by as source, id
  from private.mailbox_events refusal
  where not is_lift
    and not exists (
      select
      from private.mailbox_events later
      where later.mailbox_hash = refusal.mailbox_hash
        and later.reason = refusal.reason
        and later.id > refusal.id
    );

-- This table contains the secret for the hashes of mailboxes. Without it, somebody who reads the hashes could
-- hash an address and find it among them. If it is lost, the suppressed mailboxes get emails again.
create table private.mailbox_secret (
  singleton boolean primary key default true check (singleton),
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  -- Suppressions from before this time were hashed with another secret.
  created_at timestamptz not null default now()
);

insert into private.mailbox_secret default values;

-- Takes a mailbox_key, or a dead address in lower case. Returns the hash that private.suppressed_mailboxes
-- stores for this mailbox or address. Raises P0002 if the secret is lost.
create function private.hash_mailbox(mailbox text) returns uuid
language plpgsql stable parallel safe
set search_path = ''
as $$
declare
  key bytea;
begin
  select secret into strict key from private.mailbox_secret;
  return encode(substring(sha256(key || convert_to(mailbox, 'UTF8')) for 16), 'hex')::uuid;
end $$;

-- Returns the hashes by which private.suppressed_mailboxes may know an address: that of its mailbox, and that
-- of the address itself. Raises P0002 if the secret is lost.
create function private.mailbox_hashes(address text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array(
    select distinct private.hash_mailbox(mailbox)
    from unnest(array[private.mailbox_key(address), lower(address)]) mailbox
  );
$$;

-- The hashes are stored, because the desk finds the persons of a suppressed mailbox by them.
alter table private.leads
  add column mailbox_hashes uuid[] not null default '{}';

-- Before a person is stored, or gets another address, this trigger works out the hashes.
create function private.keep_mailbox_hashes() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.mailbox_hashes := private.mailbox_hashes(new.email);
  return new;
end $$;

create trigger leads_keep_mailbox_hashes
  before insert or update of email on private.leads
  for each row execute function private.keep_mailbox_hashes();

create index leads_mailbox_hashes_idx on private.leads
  using gin (mailbox_hashes)
  with (fastupdate = off);

-- Takes the hash of a mailbox_key. Nobody else adds an event about the mailbox until the transaction ends, so
-- the event with the higher id is the later one.
create function private.lock_mailbox(hash uuid) returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('mailbox ' || hash, 0));
$$;

-- Suppresses a mailbox (a mailbox_key) or a dead address in lower case.
create function private.suppress_mailbox(
  mailbox text,
  reason text,
  source text,
  since timestamptz default clock_timestamp()
)
returns void
language sql
set search_path = ''
as $$
  select private.lock_mailbox(private.hash_mailbox(private.mailbox_key(mailbox)));
  insert into private.mailbox_events (mailbox_hash, reason, said_by, happened_at)
  values (private.hash_mailbox(mailbox), suppress_mailbox.reason, suppress_mailbox.source, since);
$$;

-- Suppresses a mailbox by its hash, because a list of removals says so. `event` is the id of the refusal, or
-- null in an older list, which knows only its time `since`. Changes nothing if the mailbox is suppressed for
-- this reason anyway, or if that was lifted later. Returns true if this call changed something.
create function private.restore_suppression(hash uuid, reason text, since timestamptz, event bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  newest private.mailbox_events;
begin
  select *
  into newest
  from private.mailbox_events known
  where known.mailbox_hash = restore_suppression.hash and known.reason = restore_suppression.reason
  order by known.id desc
  limit 1;
  if not newest.is_lift or coalesce(newest.id > event, newest.happened_at > since) then
    return false;
  end if;
  -- Before the list came, another event may have got this id.
  if event is null or exists (select from private.mailbox_events known where known.id = event) then
    event := nextval('private.event_ids');
  end if;
  insert into private.mailbox_events (id, mailbox_hash, reason, said_by, happened_at)
  values (event, hash, restore_suppression.reason, 'restore', since);
  return true;
end $$;

-- Returns why an address gets no more emails, either because the address is dead or because its mailbox is
-- suppressed. Returns no row if the address may get emails.
create function private.suppressions_of(address text) returns setof private.suppressed_mailboxes
language sql stable
set search_path = ''
as $$
  select *
  from private.suppressed_mailboxes
  where mailbox_hash = any (private.mailbox_hashes(suppressions_of.address));
$$;

-- Returns true if an address gets no more emails.
create function private.is_suppressed(address text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (select from private.suppressions_of(is_suppressed.address));
end $$;

-- Lifts one reason for which a person's mailbox is suppressed. If there is no other, it may get emails again.
-- The person's notes then say why there was a suppression, and why it was lifted. `known` is the id of the
-- newest event that the operator saw. If it is null, it does not matter.
-- Returns 'lifted', 'changed' if a newer event says the same again, or null if the mailbox is not suppressed
-- for this reason. Raises 23514 if the note is empty or has more than 1000 characters.
create function desk.lift_suppression(id uuid, reason text, note text, known bigint default null) returns text
language plpgsql security definer
set search_path = ''
set timezone = 'UTC'
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  address constant text := (
    select email
    from private.leads person
    where person.id = lift_suppression.id
  );
  seen bigint;
  were text;
begin
  if coalesce(char_length(btrim(note)), 0) not between 1 and 1000 then
    raise exception 'a note says why the emails may go out again' using errcode = 'check_violation';
  end if;
  perform private.lock_mailbox(private.hash_mailbox(private.mailbox_key(address)));
  select max(held.id), string_agg(format('since %s, by %s', to_char(since, 'YYYY-MM-DD'), source), '; ')
  into seen, were
  from private.suppressions_of(address) held
  where held.reason = lift_suppression.reason;
  if seen is null then
    return null;
  end if;
  if seen <> known then
    return 'changed';
  end if;
  insert into private.mailbox_events (mailbox_hash, reason, is_lift, said_by)
  select mailbox_hash, held.reason, true, 'desk:' || private.actor()
  from private.suppressions_of(address) held
  where held.reason = lift_suppression.reason;
  insert into private.lead_notes (lead_id, kind, words)
  values (
    lift_suppression.id,
    'act',
    format(
      '%s (before: %s, %s). %s',
      case when private.is_suppressed(address) then 'One reason against emails is lifted'
        else 'Emails go out again' end,
      lift_suppression.reason,
      were,
      btrim(note)));
  return 'lifted';
end $$;

create index lead_corrections_mailbox_idx on private.lead_corrections (private.mailbox_key(old_value))
  where field = 'email';

-- Returns true if a mailbox (a mailbox_key) got three visitor emails in 30 days and nobody pressed a button
-- behind the links in them. If a stranger keeps entering somebody's address, that person therefore gets only
-- three emails in 30 days. An email that may have arrived counts too, even if it failed in the end, or if the
-- address was corrected and the email was sent again to another one.
create function private.is_unpressed(mailbox text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(mails), 0) >= 3 and bool_and(pressed_at is null)
    from (
      (
        select
          (mail.status in ('pending', 'sending', 'sent') or mail.unanswered > 0)::integer
            + mail.sent_before as mails,
          -- After a correction, the person presses links in the emails to another mailbox.
          case when private.mailbox_key(person.email) = is_unpressed.mailbox then person.pressed_at end
            as pressed_at
        from private.outbox mail
        join private.leads person on person.id = mail.lead_id
        where mail.mailbox = is_unpressed.mailbox
          and mail.kind = 'visitor'
          and mail.queued_at > now() - interval '30 days'
          and (mail.status in ('pending', 'sending', 'sent') or mail.unanswered + mail.sent_before > 0)
        order by pressed_at
        limit 3
      )
      union all
      select mail.unanswered + mail.sent_before, null
      from private.lead_corrections made
      join private.outbox mail on mail.lead_id = made.lead_id
      where made.field = 'email'
        and private.mailbox_key(made.old_value) = is_unpressed.mailbox
        and mail.mailbox <> is_unpressed.mailbox
        and mail.kind = 'visitor'
        and mail.queued_at > now() - interval '30 days'
        and mail.unanswered + mail.sent_before > 0
    ) recent
  );
end $$;

-- Returns the reason why no visitor email may go to this address, or null if it may be emailed. Everything
-- that asks whether a mailbox may be emailed asks here. `event` says what the email is: null for the email
-- about a form, 'reminder', or 'queued' for an email that was queued or sent before, so that only a
-- suppression stops it. A reminder comes a while after another email. `asked_number` is the same as for
-- has_had_mail.
create function private.refuse_mail(address text, event text, asked_number text default null)
returns private.message_reason
language plpgsql stable
set search_path = ''
as $$
begin
  return case
    when private.is_suppressed(address) then 'suppressed'
    when event = 'queued' then null
    when event is null
      and private.has_had_mail(private.mailbox_key(address), asked_number)
    then 'already_mailed'
    when private.is_unpressed(private.mailbox_key(address)) then 'unpressed'
  end;
end $$;

-- The receiver of the webhooks keeps a copy of persons, for example in a CRM. Whenever what it heard last
-- about a person is no longer true, a webhook is queued.

-- What the receiver is known to have been told about each person: what the newest post said that it answered
-- with 2xx. A person that it may know has a row, also while no post is known to have arrived. The row does
-- not refer to the person, so that a worker who sends a webhook locks no person.
create table private.told_leads (
  lead_id uuid primary key,
  -- The receiver that was told, as in webhook_receivers.
  receiver text,
  -- The sequence of the newest webhook about the person that arrived.
  sequence bigint not null default 0,
  consent private.consent,
  may_be_mailed boolean,
  -- The hash of the person's data that the receiver has, or null if nobody knows.
  data_hash uuid,
  -- The call and the outcome that were last reported (see describe_booking and describe_outcome).
  booking text,
  outcome text
);

-- Changes that the sweep has not looked at yet. Each is a change of a person, or of what was said about a
-- number. Rows are only added here, so that nobody who withdraws waits for others with the same number.
create table private.untold_changes (
  id bigint primary key generated always as identity,
  lead_id uuid,
  phone_e164 text,
  -- True if nothing changed, but the receiver may not know the person as they are. News goes first. A row
  -- without a person stands for everybody whom a receiver may know.
  is_repeat boolean not null default false,
  check (num_nonnulls(lead_id, phone_e164) = 1 or is_repeat and phone_e164 is null)
);

create index untold_changes_order_idx on private.untold_changes (is_repeat, id);
-- Without it, the deletion of each person would read all changes.
create index untold_changes_lead_id_idx on private.untold_changes (lead_id)
  where lead_id is not null;
create index untold_changes_everybody_idx on private.untold_changes (id)
  where lead_id is null and phone_e164 is null;

-- Takes a person, or what is told about one, as JSON. Returns a hash of the data that the receiver stores.
create function private.hash_data(person jsonb) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$
  select md5(
    jsonb_build_array(
      person -> 'name', person -> 'email', person -> 'phone', person -> 'phone_e164',
      person -> 'country_code', person -> 'extra')::text
  )::uuid;
$$;

-- Returns the call of a person as it is compared with what the receiver was told. It is the same before and
-- after the call was held, which the receiver sees from its end.
create function private.describe_booking(person private.leads) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws(' ', person.booking, person.booking_starts_at, person.booking_ends_at);
$$;

-- Returns the outcome of a person in the same way.
create function private.describe_outcome(person private.leads) returns text
language sql stable
set search_path = ''
as $$
  select concat_ws(' ', person.outcome, person.outcome_value);
$$;

-- Returns true if the receiver knows the person, or if a webhook about the person is on its way. While a
-- person's webhooks are held, the receiver does not know the person.
create function private.is_told(person uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.told_leads where lead_id = person)
    or exists (
      select
      from private.outbox
      where lead_id = person and kind = 'webhook' and status in ('pending', 'sending')
    );
$$;

-- Queues a webhook that reports what holds of each of these persons. `event` is 'updated', 'stop_lifted',
-- 'booked' or 'outcome'. The webhook refers to the newest submission of the person.
create function private.queue_updates(
  persons uuid[],
  event text,
  priority private.message_priority default 'webhook_first'
) returns void
language sql
set search_path = ''
as $$
  insert into private.outbox (submission_id, lead_id, kind, priority, event)
  select newest.id, person, 'webhook', queue_updates.priority, queue_updates.event
  from unnest(persons) person,
    lateral (
      select submission.id
      from private.lead_submissions submission
      where submission.lead_id = person
        and not submission.preview
        and not submission.held
      order by submission.consent desc, submission.created_at desc
      limit 1
    ) newest;
$$;

-- Stores that a person or what was said about a number has changed. Whether the receiver knows anybody is not
-- asked here: a worker may be telling it about the first person, and has not committed yet.
create function private.note_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_table_name = 'number_events' then
    insert into private.untold_changes (phone_e164) values (new.phone_e164);
    return null;
  end if;
  insert into private.untold_changes (lead_id) values (new.id);
  if (old.phone_e164, old.consent, old.withdrawn_at)
    is distinct from (new.phone_e164, new.consent, new.withdrawn_at)
  then
    insert into private.untold_changes (phone_e164)
    select phone
    from unnest(array[old.phone_e164, new.phone_e164]) phone
    where phone is not null
    group by phone;
  end if;
  return null;
end $$;

create trigger leads_note_change
  after update of email, name, phone, phone_e164, country_code, extra, consent, withdrawn_at, booking,
    booking_starts_at, booking_ends_at, outcome, outcome_value on private.leads
  for each row
  when (
    (
      old.email, old.name, old.phone, old.phone_e164, old.country_code, old.extra, old.consent,
      old.withdrawn_at, old.booking, old.booking_starts_at, old.booking_ends_at, old.outcome,
      old.outcome_value)
      is distinct from (
        new.email, new.name, new.phone, new.phone_e164, new.country_code, new.extra, new.consent,
        new.withdrawn_at, new.booking, new.booking_starts_at, new.booking_ends_at, new.outcome,
        new.outcome_value)
  )
  execute function private.note_change();
create trigger number_events_note_change
  after insert on private.number_events
  for each row execute function private.note_change();

-- The receiver of the webhooks is told about the persons of a mailbox when it is suppressed and when that is
-- lifted.
create function private.note_suppression() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into private.untold_changes (lead_id)
  select id
  from private.leads
  where mailbox_hashes @> array[new.mailbox_hash];
  return null;
end $$;

create trigger mailbox_events_note_suppression
  after insert on private.mailbox_events
  for each row execute function private.note_suppression();

-- Before a person is deleted, for whatever reason, this trigger tells the receiver that knows the person. It
-- first waits for a worker who is about to send the first webhook about the person.
create function private.tell_erasure() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- In the order in which tell_changes locks them, so that the two never cause a deadlock.
  delete from private.untold_changes where lead_id = old.id;
  perform
  from private.outbox
  where lead_id = old.id and kind = 'webhook'
  for update;
  with known as (
    delete from private.told_leads
    where lead_id = old.id
    returning lead_id
  )
  insert into private.outbox (kind, priority, event, erased_lead)
  select 'webhook', 'webhook_first', 'erased', lead_id
  from known;
  return old;
end $$;

create trigger leads_tell_erasure
  before delete on private.leads
  for each row execute function private.tell_erasure();

-- Stores that the function posts messages of this kind to this receiver. A receiver of webhooks that was not
-- the present one until now hears about everybody that an earlier receiver may know.
create function private.note_receiver(receiver text, kind text default 'webhook') returns void
language plpgsql
set search_path = ''
as $$
begin
  if receiver is null or receiver is not distinct from private.present_receiver(kind) then
    return;
  end if;
  insert into private.webhook_receivers as known (receiver, since)
  values (note_receiver.receiver, clock_timestamp())
  on conflict on constraint webhook_receivers_pkey do update
  set since = excluded.since;
  insert into private.untold_changes (is_repeat)
  select true
  where kind = 'webhook' and exists (select from private.told_leads);
end $$;

-- Returns true if the present receiver does not know the person as they are.
create function private.is_outdated(told private.told_leads, person private.leads) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (told.receiver, told.consent, told.may_be_mailed, told.data_hash, told.booking, told.outcome)
    is distinct from (
      coalesce(private.present_receiver(), told.receiver),
      private.consent_state(person),
      private.refuse_mail(person.email, 'queued') is null,
      private.hash_data(to_jsonb(person)),
      private.describe_booking(person),
      private.describe_outcome(person));
end $$;

-- When the receiver has accepted a webhook, this trigger stores what the webhook said. If that is no longer
-- so, or if the webhook will not be posted again, the sweep looks at the person. An erasure is queued again.
create function private.note_told() returns trigger
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
begin
  if new.status = 'sent' then
    insert into private.told_leads as known
    select (jsonb_populate_record(null::private.told_leads, new.said)).*
    where new.said is not null
    on conflict (lead_id) do update
    set
      receiver = excluded.receiver,
      sequence = excluded.sequence,
      consent = excluded.consent,
      may_be_mailed = excluded.may_be_mailed,
      data_hash = excluded.data_hash,
      booking = excluded.booking,
      outcome = excluded.outcome
    where known.receiver is distinct from excluded.receiver or known.sequence <= excluded.sequence;
  elsif new.attempts > 0 then
    -- It may have arrived without an answer. The receiver then has ignored older posts that it took later.
    update private.told_leads
    set
      sequence = new.sequence,
      may_be_mailed = null,
      data_hash = null
    where lead_id = new.lead_id and sequence < new.sequence;
  end if;
  insert into private.untold_changes (lead_id)
  select told.lead_id
  from private.told_leads told
  left join private.leads person on person.id = told.lead_id
  where told.lead_id = new.lead_id and (new.status <> 'sent' or private.is_outdated(told, person));
  -- Nobody but this post knows of an erasure, so another takes its place.
  if new.event = 'erased' and new.status = 'failed' then
    insert into private.outbox (kind, priority, event, erased_lead)
    values ('webhook', 'webhook_retry', 'erased', new.erased_lead);
  end if;
  new.said := null;
  return new;
end $$;

create trigger outbox_note_told
  before update of status on private.outbox
  for each row
  when (
    new.kind = 'webhook'
      and new.status is distinct from old.status
      and new.status in ('sent', 'failed', 'cancelled')
  )
  execute function private.note_told();

-- Looks at the first 5000 changes, news first, and tells the receiver about each person who is not as it
-- was told. If a newer webhook about the person is still to be sent, it will say what is true then. If one
-- is being sent, note_told looks at the person again. Returns true if there may be more changes.
create function private.tell_changes() returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  changes bigint[];
  persons uuid[];
  news uuid[];
  outdated uuid[];
  free uuid[];
begin
  with everybody as (
    delete from private.untold_changes
    where lead_id is null and phone_e164 is null
    returning id
  )
  insert into private.untold_changes (lead_id, is_repeat)
  select lead_id, true
  from private.told_leads
  where exists (select from everybody);
  changes := array(
    select id
    from private.untold_changes
    order by is_repeat, id
    limit 5000
    for update skip locked
  );
  if changes = '{}' then
    return false;
  end if;
  -- Each number is looked up once, although there is a change for each of its people. Because of
  -- `materialized` and the offset, only these people are read, whatever the statistics say.
  with changed as materialized (
    select lead_id as id, not is_repeat as is_news
    from private.untold_changes
    where id = any (changes) and lead_id is not null
    union
    select person.id, true
    from (
      select distinct phone_e164
      from private.untold_changes
      where id = any (changes)
    ) number,
      lateral (select id from private.leads where phone_e164 = number.phone_e164 offset 0) person
  )
  select array_agg(distinct changed.id), array_agg(distinct changed.id) filter (where changed.is_news)
  into persons, news
  from changed
  where private.is_told(changed.id);
  -- A worker that is claiming or settling a webhook may have read the state from before the change. This
  -- waits for it.
  perform
  from private.outbox
  where lead_id = any (persons) and kind = 'webhook' and status in ('pending', 'sending')
  for update;
  -- Such a webhook may only repeat what the receiver knows. It now has news.
  update private.outbox
  set priority = 'webhook_first'
  where lead_id = any (news)
    and kind = 'webhook'
    and status = 'pending'
    and priority = 'webhook_retry'
    and attempts = 0;
  outdated := array(
    select person.id
    from private.leads person
    join private.told_leads told on told.lead_id = person.id
    where person.id = any (persons)
      and private.is_outdated(told, person)
      and not exists (
        select
        from private.outbox message
        where message.lead_id = person.id
          and message.kind = 'webhook'
          and message.status in ('pending', 'sending')
          and message.sequence > told.sequence
      )
  );
  -- Somebody who is being erased, or who presses a button, is looked at again next time: an erasure may wait
  -- for this step, so this step never waits for an erasure.
  free := array(select id from private.leads where id = any (outdated) for key share skip locked);
  perform private.queue_updates(
    array_agg(stale.id),
    stale.event,
    case when stale.is_news then 'webhook_first' else 'webhook_retry' end::private.message_priority)
  from (
    select
      person.id,
      -- Null means never reported.
      case
        when told.consent = 'stopped' and private.consent_state(person) <> 'stopped' then 'stop_lifted'
        when told.booking <> private.describe_booking(person) then 'booked'
        when told.outcome <> private.describe_outcome(person) then 'outcome'
        else 'updated'
      end as event,
      person.id = any (news) as is_news
    from private.leads person
    join private.told_leads told on told.lead_id = person.id
    where person.id = any (free)
  ) stale
  group by stale.event, stale.is_news;
  delete from private.untold_changes where id = any (changes);
  insert into private.untold_changes (lead_id, is_repeat)
  select person, person <> all (coalesce(news, '{}'))
  from unnest(outdated) person
  where person <> all (free);
  return cardinality(changes) = 5000;
end $$;

-- Forgets what the receiver was told and cancels the webhooks that wait, so that nothing is queued for a
-- receiver that is gone. Call this after the webhook was turned off. Returns how many webhooks were
-- cancelled.
create function desk.end_webhooks() returns integer
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
declare
  cancelled integer;
begin
  update private.outbox
  set
    status = 'cancelled',
    reason = 'dropped'
  where kind = 'webhook' and status in ('pending', 'sending', 'held', 'failed');
  get diagnostics cancelled = row_count;
  delete from private.told_leads;
  delete from private.untold_changes;
  delete from private.webhook_receivers;
  return cancelled;
end $$;

-- Seals make tampering visible. Each seal is a hash of the new submissions and of the previous seal. Anyone
-- who replaces the whole chain is found out by the seals that were emailed earlier.

-- Each format lists the columns of lead_submissions that a seal covers. When a column is added to the table,
-- the seals that were made earlier do not cover this column.
create table private.lead_seal_formats (
  version integer primary key,
  columns text[] not null unique
);

-- There is one row for each seal. `rows_hash` covers the entries of its submissions, `erasures_hash` the
-- tombstones that it was the first to cover. `hash` is the seal itself, and covers `previous_hash` too.
create table private.lead_seals (
  number bigint primary key check (number > 0),
  format integer not null references private.lead_seal_formats,
  latest_at timestamptz,
  rows_hash bytea not null,
  erasures_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null
);

create index lead_seals_sealed_at_idx on private.lead_seals (sealed_at);

-- There is one row for each sealed submission. When the submission is erased, its row becomes a tombstone. A
-- tombstone contains only times and hashes, and each hash includes a random id.
create table private.lead_seal_entries (
  submission_hash bytea primary key,
  submission_id uuid,
  seal_number bigint not null,
  row_hash bytea not null,
  -- `trace_hash` is a hash of ip_hash, user_agent and trace_salt. After all three are deleted, nobody can
  -- learn anything from the hash.
  trace_hash bytea not null,
  trace_salt uuid,
  erased_at timestamptz,
  erasure_seal bigint
);

create index lead_seal_entries_kept_idx on private.lead_seal_entries (seal_number)
  where submission_id is not null;
create index lead_seal_entries_traced_idx on private.lead_seal_entries (seal_number)
  where trace_salt is not null;
create index lead_seal_entries_erased_idx on private.lead_seal_entries (erased_at)
  where erased_at is not null and erasure_seal is null;

-- When a submission is deleted, this trigger turns its seal entry into a tombstone. A submission that was
-- never sealed leaves no tombstone.
create function private.note_submission_erasure() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.lead_seal_entries
  set
    submission_id = null,
    trace_salt = null,
    erased_at = clock_timestamp()
  where submission_hash = sha256(uuid_send(old.id));
  return null;
end $$;

create trigger lead_submissions_erasure
  after delete on private.lead_submissions
  for each row execute function private.note_submission_erasure();

-- Returns the columns of lead_submissions that are not in the given list.
create function private.columns_left_out(columns text[]) returns text[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(attname::text), '{}')
  from pg_attribute
  where attrelid = 'private.lead_submissions'::regclass
    and attnum > 0
    and not attisdropped
    and attname <> all (columns_left_out.columns);
$$;

-- Returns the hash of a seal that covers the given columns.
create function private.hash_seal(seal private.lead_seals, columns text[]) returns bytea
language sql stable
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
  select sha256(convert_to(
    jsonb_build_array(
      seal.number,
      columns,
      seal.latest_at,
      seal.rows_hash,
      seal.erasures_hash,
      seal.previous_hash,
      seal.sealed_at
    )::text,
    'UTF8'));
$$;

-- Seals at most max_rows submissions and at most max_rows erasures, and begins with the oldest.
-- Returns how many submissions and erasures were sealed. If another call is sealing at the same time, this
-- call does nothing and returns 0.
create function private.seal_submissions(max_rows integer default 10000) returns integer
language plpgsql
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
set jit = off
as $$
declare
  submissions uuid[];
  erasures bytea[];
  left_out constant text[] := '{seal_number,ip_hash,user_agent}';
  sealed_columns text[];
  seal private.lead_seals;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal_submissions', 0)) then
    return 0;
  end if;
  submissions := array(
    select id
    from private.lead_submissions
    where seal_number is null and not held
    order by created_at
    limit max_rows
    -- Not `for update`, or somebody who confirms one of them would wait.
    for no key update skip locked
  );
  erasures := array(
    select submission_hash
    from private.lead_seal_entries
    where erased_at is not null and erasure_seal is null
    order by erased_at
    limit max_rows
    for update skip locked
  );
  if cardinality(submissions) + cardinality(erasures) = 0 then
    return 0;
  end if;

  sealed_columns := private.columns_left_out(left_out);
  insert into private.lead_seal_formats
  select coalesce(max(version), 0) + 1, sealed_columns
  from private.lead_seal_formats
  on conflict (columns) do nothing;
  select version into strict seal.format from private.lead_seal_formats where columns = sealed_columns;
  select number, hash
  into seal.number, seal.previous_hash
  from private.lead_seals
  order by number desc
  limit 1;
  seal.number := coalesce(seal.number, 0) + 1;
  seal.previous_hash := coalesce(seal.previous_hash, '');
  seal.sealed_at := clock_timestamp();

  update private.lead_seal_entries set erasure_seal = seal.number where submission_hash = any (erasures);
  update private.lead_submissions set seal_number = seal.number where id = any (submissions);
  with entry as (
    insert into private.lead_seal_entries (
      submission_hash, submission_id, seal_number, row_hash, trace_hash, trace_salt)
    select
      sha256(uuid_send(row.id)),
      row.id,
      seal.number,
      sha256(convert_to((to_jsonb(row) - left_out)::text, 'UTF8')),
      sha256(uuid_send(salt) || convert_to(jsonb_build_array(row.ip_hash, row.user_agent)::text, 'UTF8')),
      salt
    from private.lead_submissions row,
      lateral (select gen_random_uuid() as salt where row.id is not null) salted
    where row.id = any (submissions)
    returning *
  )
  select sha256(coalesce(
    string_agg(submission_hash || row_hash || trace_hash, '' order by submission_hash), ''))
  into seal.rows_hash
  from entry;
  select max(coalesce(released_at, created_at))
  into seal.latest_at
  from private.lead_submissions
  where id = any (submissions);
  select sha256(coalesce(
    string_agg(submission_hash || timestamptz_send(erased_at), '' order by submission_hash), ''))
  into seal.erasures_hash
  from private.lead_seal_entries
  where submission_hash = any (erasures);
  seal.hash := private.hash_seal(seal, sealed_columns);
  insert into private.lead_seals values (seal.*);
  return cardinality(submissions) + cardinality(erasures);
end $$;

-- Seals what is new, at most 10,000 submissions and 10,000 erasures in one call. Returns true if there may be
-- more.
create function private.seal_new() returns boolean
language sql
set search_path = ''
as $$
  select private.seal_submissions(10000) >= 10000;
$$;

-- This table remembers who was erased, so that restoring a backup does not bring these persons back. Each
-- person is stored only as the hash of a random id, so the table names nobody.
create table private.erasures (
  person uuid primary key,
  erased_at timestamptz not null default clock_timestamp()
);

create index erasures_erased_at_idx on private.erasures (erased_at);

-- Returns the key that stands for a person in private.erasures and in the list of removals.
create function private.removal_key(id uuid) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$
  select encode(substring(sha256(uuid_send(id)) for 16), 'hex')::uuid;
$$;

-- Returns the removals since the given time, but only the newest max_rows of them. Each removal is one line:
--   <removal_key of the person> erased <time>
--   <removal_key of the person> withdrawn <time> from <number>   (one for each number that nobody may text)
--   <removal_key of the person> corrected <time> from <value> to <value> as <event>
--   <number> stopped <time>
--   <hash_mailbox of the mailbox> <one of suppression_reasons> <time> as <event>
-- A value is a number (E.164), or the hex digits of an address or of what was typed instead of a number.
create function private.list_removals(since timestamptz, max_rows bigint) returns text
language plpgsql stable
set search_path = ''
set timezone = 'UTC'
as $$
begin
  return (
    select coalesce(string_agg(line, E'\n' order by at, line), '')
    from (
      select
        at,
        concat_ws(' ', whose, what, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), rest) as line
      from (
        select person::text as whose, 'erased' as what, erased_at as at, null as rest
        from private.erasures
        where erased_at >= since
        union all
        select
          private.removal_key(id)::text,
          'withdrawn',
          withdrawn_at,
          'from ' || number.phone_e164
        from private.leads person
        left join lateral (
          select distinct withdrawn.phone_e164
          from private.withdrawn_numbers withdrawn
          where withdrawn.lead_id = person.id
        ) number on true
        where id in (
          select lead_id
          from private.consent_events
          where kind = 'withdrawn' and happened_at >= since
        )
        union all
        select
          private.removal_key(lead_id)::text,
          'corrected',
          corrected_at,
          format(
            'from %s to %s as %s',
            coalesce(old_e164, encode(convert_to(old_value, 'UTF8'), 'hex')),
            case field when 'phone' then new_value else encode(convert_to(new_value, 'UTF8'), 'hex') end,
            event_id)
        from private.lead_corrections
        where undone_id is null and corrected_at >= since
        union all
        select phone_e164, 'stopped', stopped_at, null
        from private.stopped_numbers
        where stopped_at >= since
        union all
        select mailbox_hash::text, reason, suppressed.since, 'as ' || suppressed.id
        from private.suppressed_mailboxes suppressed
        where suppressed.since >= list_removals.since
      ) removal
      order by at desc
      limit max_rows
    ) newest
  );
end $$;

-- Compares the submissions with their seals, the seals with the one that was emailed, and the consent on each
-- record with what was said. Returns one row for each fault that it finds.
-- The file desk/core/verify-evidence.ts explains the kinds of faults.
create function private.find_evidence_faults(mailed_number bigint, mailed_hash text)
returns table (kind text, seal bigint, submission uuid)
language sql stable
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
set work_mem = '64MB'
set jit = off
as $$
  with format as materialized (
    select version, columns, private.columns_left_out(columns) as left_out
    from private.lead_seal_formats
  ), sealed as materialized (
    select
      entry.seal_number,
      sha256(string_agg(submission_hash || row_hash || trace_hash, '' order by submission_hash)) as rows_hash
    from private.lead_seal_entries entry
    group by entry.seal_number
  ), erased as materialized (
    select
      entry.erasure_seal,
      sha256(string_agg(submission_hash || timestamptz_send(erased_at), '' order by submission_hash))
        as erasures_hash
    from private.lead_seal_entries entry
    where erasure_seal is not null
    group by entry.erasure_seal
  ), seal as materialized (
    select
      seal.*,
      format.left_out,
      private.hash_seal(seal, format.columns) as true_hash,
      coalesce(sealed.rows_hash, sha256('')) as true_rows_hash,
      coalesce(erased.erasures_hash, sha256('')) as true_erasures_hash,
      coalesce(lag(seal.number) over earlier, 0) as previous_number,
      coalesce(lag(seal.hash) over earlier, '') as true_previous_hash,
      max(least(seal.latest_at, seal.sealed_at))
        over (earlier rows between unbounded preceding and 1 preceding) as latest_before
    from private.lead_seals seal
    left join format on format.version = seal.format
    left join sealed on sealed.seal_number = seal.number
    left join erased on erased.erasure_seal = seal.number
    window earlier as (order by seal.number)
  ), submission as materialized (
    select
      row.id,
      sha256(uuid_send(row.id)) as submission_hash,
      row.seal_number,
      -- A submission that is held has not entered the order of the seals yet.
      case when not row.held then coalesce(row.released_at, row.created_at) end as entered_at,
      sha256(convert_to((to_jsonb(row) - seal.left_out)::text, 'UTF8')) as row_hash,
      row.ip_hash is not null or row.user_agent is not null as has_traces,
      convert_to(jsonb_build_array(row.ip_hash, row.user_agent)::text, 'UTF8') as traces
    from private.lead_submissions row
    left join seal on seal.number = row.seal_number
  )
  select
    finding.kind,
    coalesce(entry.seal_number, submission.seal_number),
    coalesce(submission.id, entry.submission_id)
  from private.lead_seal_entries entry
  full join submission on submission.submission_hash = entry.submission_hash
  left join seal on seal.number = entry.seal_number,
  lateral (select max(least(latest_at, sealed_at)) as latest_at from private.lead_seals) newest,
  lateral (values
    ('submission_changed', entry.erased_at is null and submission.row_hash <> entry.row_hash),
    ('traces_changed', coalesce(sha256(uuid_send(entry.trace_salt) || submission.traces) <> entry.trace_hash,
      submission.has_traces and entry.seal_number is not null)),
    ('submission_removed', entry.erased_at is null and submission.id is null),
    ('submission_added', entry.seal_number is null and submission.seal_number is not null),
    ('submission_moved', submission.id is not null and entry.seal_number is not null
      and submission.seal_number is distinct from entry.seal_number),
    -- The submission is dated more than an hour after its seal, or more than an hour before submissions of
    -- earlier seals.
    -- A clock that ran fast can also be the reason for this fault.
    ('submission_misdated', submission.entered_at < interval '-1 hour'
        + case when seal.number is null then newest.latest_at else seal.latest_before end
      or submission.entered_at > coalesce(seal.sealed_at, now()) + interval '1 hour'),
    ('tombstone_forged', entry.erased_at is not null
        and (submission.id is not null or entry.submission_id is not null)
      or sha256(uuid_send(entry.submission_id)) <> entry.submission_hash)
  ) finding (kind, is_found)
  where is_found
  union all
  select finding.kind, case finding.kind when 'seal_missing' then previous_number + 1 else number end, null
  from seal, lateral (values
    ('entries_changed', rows_hash <> true_rows_hash),
    ('tombstones_changed', erasures_hash <> true_erasures_hash),
    ('seal_missing', number <> previous_number + 1),
    ('seal_unchained', number = previous_number + 1 and previous_hash <> true_previous_hash),
    ('seal_changed', hash is distinct from true_hash),
    ('seal_not_as_mailed', number = mailed_number and encode(hash, 'hex') is distinct from lower(mailed_hash))
  ) finding (kind, is_found)
  where is_found
  union all
  select 'seal_missing', number, null
  from (
    select seal_number from sealed
    union
    select erasure_seal from erased
    union
    select mailed_number
  ) named (number)
  where number > coalesce((select max(number) from seal), 0)
  union all
  select 'consent_changed', newest.seal_number, newest.id
  from private.leads person
  cross join lateral private.judge_consent(person.id, coalesce(person.phone_e164, person.phone)) said
  left join lateral (
    select seal_number, id
    from private.lead_submissions stored
    where stored.lead_id = person.id
    order by event_id desc
    limit 1
  ) newest on true
  where (person.consent, person.consented_at, person.confirmed_at, person.withdrawn_at)
    is distinct from (said.consent, said.consented_at, said.confirmed_at, said.withdrawn_at);
$$;

-- Returns some counts, the latest seal as "<number>:<hash>", and the faults. At most 100 faults are returned,
-- and those of the oldest seals come first.
create function desk.verify_lead_evidence(mailed_number bigint default null, mailed_hash text default null)
returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '3h'
set jit = off
as $$
  select jsonb_build_object(
    'seals', (select count(*) from private.lead_seals),
    'submissions', (select count(*) from private.lead_submissions),
    'erased', (select count(*) from private.lead_seal_entries where erased_at is not null),
    'unsealed', (
      select count(*)
      from private.lead_submissions
      where seal_number is null and not held
    ),
    'held', (select count(*) from private.lead_submissions where held),
    'released', (select count(*) from private.lead_submissions where released_at is not null),
    'latest', (
      select number || ':' || encode(hash, 'hex')
      from private.lead_seals
      order by number desc
      limit 1
    ),
    'faults', (
      select coalesce(jsonb_agg(to_jsonb(listed)), '[]')
      from (
        select *
        from private.find_evidence_faults(mailed_number, mailed_hash) fault
        order by fault.seal, fault.submission is null, fault.kind, fault.submission
        limit 100
      ) listed
    ));
$$;

-- Each press of a button at the desk, kept for a day: what the next page says once, which persons it changed,
-- and how to undo it.

create table private.desk_acts (
  id uuid primary key default gen_random_uuid(),
  -- A digest of what was sent. Each form has a key of its own, so a second press finds the act of the first.
  press text not null unique,
  login text not null default private.actor(),
  begun_at timestamptz not null default clock_timestamp(),
  -- {"sentence", "undo", "isPending", "typed"}. Null as long as the act is being done.
  told jsonb,
  -- The address that the browser is sent to.
  next text,
  -- The persons that it will change, and then those that it changed.
  persons uuid[] not null default '{}',
  shown_at timestamptz,
  undone_at timestamptz
);

create index desk_acts_begun_at_idx on private.desk_acts (begun_at);

-- What an operator has chosen for the desk. Without a row, keys press buttons, and the list hides no column.
create table private.desk_logins (
  login text primary key default private.actor(),
  has_keys boolean not null default true,
  hidden_columns text[] not null default '{}'
);

-- When persons are deleted, forgets what was done to them alone, because it may name them.
create function private.forget_acts() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  gone constant uuid[] := array(select id from deleted);
begin
  delete from private.desk_acts
  where persons <> '{}' and persons <@ gone;
  update private.desk_acts
  set persons = array(select unnest(persons) except select unnest(gone))
  where persons && gone;
  return null;
end $$;

create trigger leads_forget_acts
  after delete on private.leads
  referencing old table as deleted
  for each statement
  execute function private.forget_acts();

-- Deletes the acts that are older than a day, at most 5000 in one call. Returns true if there may be more.
create function private.delete_acts() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from private.desk_acts
  where id = any (array(
    select id
    from private.desk_acts
    where begun_at < now() - interval '1 day'
    limit 5000
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return deleted = 5000;
end $$;

-- Begins the act of a press. Returns {"id", "is_first", "next"}. If the same was pressed before, "is_first"
-- is false, and "next" is where that act led to, or null as long as it is being done. What it said is then
-- shown once more.
create function desk.begin_act(press text) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  act private.desk_acts;
begin
  insert into private.desk_acts (press)
  values (begin_act.press)
  on conflict on constraint desk_acts_press_key do nothing
  returning * into act;
  if found then
    return jsonb_build_object('id', act.id, 'is_first', true, 'next', null);
  end if;
  update private.desk_acts stored
  set shown_at = null
  where stored.press = begin_act.press
  returning * into act;
  return jsonb_build_object('id', act.id, 'is_first', false, 'next', act.next);
end $$;

-- Stores what an act of this login has led to. If `undone` is given, that act has been taken back. If
-- `persons` is null, they stay as they are.
create function desk.end_act(
  act uuid,
  told jsonb,
  next text,
  persons uuid[] default null,
  undone uuid default null
) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  update private.desk_acts stored
  set
    told = end_act.told,
    next = end_act.next,
    persons = case
      when end_act.persons is null then stored.persons
      -- Of those who are deleted by now, nothing is kept.
      else array(select id from private.leads where id = any (end_act.persons))
    end
  where id = act and login = private.actor();
  update private.desk_acts
  set undone_at = clock_timestamp()
  where id = undone and login = private.actor();
$$;

-- Forgets an act of this login that was not done, so that the same press can do it.
create function desk.drop_act(act uuid) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  delete from private.desk_acts where id = act and login = private.actor();
$$;

-- Returns what each page shows of acts: {"has_keys", "told", "undos"}. "told" is what the act `notice` of
-- this login led to, or null; what it says is returned once, and what was typed each time. "undos" are the
-- last ten other acts of this login that can be taken back, the newest first.
create function desk.open_page(notice uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  act private.desk_acts;
begin
  if notice is not null then
    select * into act from private.desk_acts where id = notice and login = private.actor();
    update private.desk_acts
    set shown_at = clock_timestamp()
    where id = act.id and shown_at is null;
  end if;
  return jsonb_build_object(
    'has_keys', coalesce((select has_keys from private.desk_logins where login = private.actor()), true),
    'told', case
      when act.told ? 'typed' or act.shown_at is null and act.told is not null
        then act.told || jsonb_build_object('id', act.id, 'is_undone', act.undone_at is not null)
    end,
    'undos', (
      select coalesce(jsonb_agg(told || jsonb_build_object('id', id) order by begun_at desc), '[]')
      from (
        select *
        from private.desk_acts
        where login = private.actor()
          and told ? 'undo'
          and undone_at is null
          and (notice is null or id <> notice or act.shown_at is not null)
        order by begun_at desc
        limit 10
      ) last
    ));
end $$;

-- Says whether keys press buttons at the desk of this login.
create function desk.set_keys(has_keys boolean) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  insert into private.desk_logins (has_keys)
  values (set_keys.has_keys)
  on conflict (login) do update
  set has_keys = excluded.has_keys;
$$;

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

-- This table counts how many submissions came from each source and for each mailbox in ten minutes. If the
-- name of a bucket begins with 'minute-', 'hour-' or 'day-', it counts for so long (UTC). The desk on the web
-- counts here, too.
create table private.lead_rates (
  bucket text not null,
  ends_at timestamptz not null,
  hits integer not null default 1,
  primary key (ends_at, bucket)
);

-- Returns the names of the buckets in lead_rates, in the order in which they are locked. A mailbox is limited
-- separately for each source, so that nobody can block the emails to another person.
create function private.rate_buckets(mailbox text, source text, network text default null) returns text[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array[
    'mailbox:' || private.hash_mailbox(mailbox),
    'pair:' || private.hash_mailbox(concat_ws(' ', mailbox, source)),
    'ip:' || source,
    'ip:' || network,
    'day-ip:' || source,
    'day-ip:' || network,
    'source-domain:' || private.hash_mailbox(substring(mailbox from '[^@]*$') || ' ' || source)
  ];
end $$;

-- Adds `added` to each bucket that is not null. Returns the new counts in the same order.
-- The function is written in PL/pgSQL because PL/pgSQL caches the query plan and a function in plain SQL does
-- not.
create function private.count_lead_rates(buckets text[], added integer default 1) returns integer[]
language plpgsql
set search_path = ''
as $$
declare
  counts integer[];
begin
  with counted as (
    insert into private.lead_rates as rate (bucket, ends_at, hits)
    select bucket, date_bin(period, now(), 'epoch') + period, added
    from unnest(count_lead_rates.buckets) bucket,
      lateral (
        select coalesce('1 ' || substring(bucket from '^(minute|hour|day)-'), '10 minutes')::interval
      ) window_of (period)
    where bucket is not null
    on conflict on constraint lead_rates_pkey do update set hits = rate.hits + added
    returning bucket, hits
  )
  select array_agg(hits order by place)
  into counts
  from unnest(count_lead_rates.buckets) with ordinality given (bucket, place)
  left join counted using (bucket);
  return counts;
end $$;

-- Counts a submission and compares the counts with the limits in lead_settings. Raises PT429 if the
-- submission must be refused.
-- `held_for` is the reason why the messages must be held, or null if they need not be held. `is_busy_source`
-- is true if many submissions came from the same source, and `is_busy_mailbox` is true if many had the same
-- mailbox. The emails about such submissions are sent last.
create function private.judge_submission(
  mailbox text,
  context jsonb,
  out held_for private.message_reason,
  out is_busy_source boolean,
  out is_busy_mailbox boolean
)
language plpgsql
set search_path = ''
as $$
declare
  limits private.lead_settings;
  domain constant text := substring(mailbox from '[^@]*$');
  hits constant integer[] := private.count_lead_rates(private.rate_buckets(
    mailbox,
    context ->> 'ip_hash',
    nullif(context ->> 'network_hash', context ->> 'ip_hash')));
  source_hits constant integer := coalesce(hits[3], 0);
  network_hits constant integer := coalesce(hits[4], 0);
  source_day_hits constant integer := coalesce(hits[5], 0);
  network_day_hits constant integer := coalesce(hits[6], 0);
  source_domain_hits integer := 0;
  domain_hits integer[];
  is_untimed constant boolean := coalesce(context -> 'time_unknown' = 'true', false);
  busy_after integer;
begin
  select * into strict limits from private.lead_settings;
  if domain <> all (limits.mailbox_providers) then
    source_domain_hits := coalesce(hits[7], 0);
    -- A source, and a network of sources, counts only with its first submissions of the day. Otherwise one
    -- source could have the emails to all people of a company held. A suspected bot is held anyway.
    domain_hits := private.count_lead_rates(
      array['domain:' || domain, 'day-domain:' || domain],
      (
        source_day_hits <= limits.busy_after
        and network_day_hits <= 10 * limits.busy_after
        and (context ->> 'suspected_bot')::boolean is not true
      )::integer);
  end if;
  if source_day_hits > limits.day_hold_after and (
      source_day_hits > limits.day_refuse_after
      or (private.count_lead_rates('{day-crowd}'))[1] > limits.crowd_refuse_after
    )
    or network_day_hits > 10 * limits.day_refuse_after and source_day_hits > limits.busy_after
  then
    raise exception 'too many submissions' using errcode = 'PT429';
  end if;

  held_for := case
    when (context ->> 'suspected_bot')::boolean then 'suspected_bot'
    when is_untimed and source_hits > limits.untimed_hold_after then 'limit'
    when hits[2] > limits.pair_hold_after then 'limit'
    when source_domain_hits > limits.domain_hold_after then 'limit'
    when greatest(source_hits, network_hits / 10, domain_hits[1]) > limits.ip_hold_after then 'limit'
    when greatest(source_day_hits, network_day_hits / 10, domain_hits[2]) > limits.day_hold_after then 'limit'
  end;
  -- If the form was sent without scripts, nobody knows how long the visitor took to fill it in. From the
  -- second submission of the same source on, the emails are therefore sent last.
  busy_after := case when is_untimed then 1 else limits.busy_after end;
  is_busy_source := greatest(source_hits, network_hits / 10) > busy_after;
  is_busy_mailbox := hits[1] > busy_after;
end $$;

-- What members did at the desk on the web, and which persons they opened. A row names a person only by the
-- id, which goes when the person is deleted.

create table private.desk_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- The name of a member, or 'user ' and the id of somebody else who had signed in.
  member text not null,
  called text not null,
  -- called, done, 'error ' and a code, or 'refused ' and a reason.
  outcome text not null,
  noted jsonb not null default '{}',
  -- Has no foreign key, which would lock the person: a read would wait for each change of the person.
  person uuid,
  -- A digest of who was chosen for a file. Its other pages have the same, and no rows of their own.
  file uuid
);

create index desk_log_at_idx on private.desk_log (at);
create index desk_log_person_idx on private.desk_log (person) where person is not null;
create index desk_log_member_idx on private.desk_log (member, at);

-- When persons are deleted, the log forgets who they were.
create function private.forget_in_log() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.desk_log
  set person = null
  where person = any (array(select id from deleted));
  return null;
end $$;

create trigger leads_forget_in_log
  after delete on private.leads
  referencing old table as deleted
  for each statement
  execute function private.forget_in_log();

-- Deletes what the log has of longer than `period` ago, at most max_rows. Returns of how many.
create function private.delete_log(period interval, max_rows integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from private.desk_log
  where id = any (array(
    select id
    from private.desk_log
    where at < now() - period
    order by at
    limit max_rows
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- Returns the newest 100 rows of the log with an id below `before`, the newest first, and only those of one
-- person if one is given: [{"id", "at", "member", "called", "outcome", "noted", "person", "person_name"}].
create function desk.list_log(person uuid default null, before bigint default null) returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
as $$
  select coalesce(
    jsonb_agg(
      to_jsonb(entry) - 'file' || jsonb_build_object(
        'person_name', (select name from private.leads lead where lead.id = entry.person))
      order by entry.id desc),
    '[]')
  from (
    select *
    from private.desk_log logged
    where (list_log.person is null or logged.person = list_log.person)
      and (list_log.before is null or logged.id < list_log.before)
    order by logged.id desc
    limit 100
  ) entry;
$$;

-- Returns true if a person may be reminded of the video. Returns false if the person has begun the video, has
-- booked a call (also if they cancelled it since), has withdrawn or gets no more emails. Also returns false
-- if the person's number is stopped or if the person's browser asked not to be tracked. Also returns false if
-- a submission of the person is held, for example because it looks as if a bot had sent it.
create function private.may_remind(person private.leads) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return person.begun_at is null
    and person.booking is null
    and private.consent_state(person) = any (private.consents_of('agreed'))
    and private.open_withdrawal(person.id) is null
    and private.refuse_mail(person.email, 'queued') is null
    and exists (
      select
      from private.lead_settings
      where remind_after is not null
    )
    and not exists (
      select
      from private.lead_submissions
      where lead_id = person.id and held
    )
    and not private.refuses_tracking(person.id);
end $$;

-- Plans the reminder for a person whose visitor email was just queued. While reminders are off, this function
-- does nothing. People who sign up during that time therefore never get a reminder, even if reminders are
-- switched on later.
create function private.plan_reminder(person uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.leads
  set remind_at = now() + settings.remind_after
  from private.lead_settings settings
  where leads.id = plan_reminder.person and settings.remind_after is not null;
end $$;

-- Queues the reminders that are due, for at most 500 persons in one call. Each person is checked only once.
-- If the person may not be reminded at that moment, or if the last email to them was not sent, they get no
-- reminder. Returns true if there may be more persons.
create function private.queue_reminders() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  due constant uuid[] := array(
    select id
    from private.leads
    where remind_at <= now()
    order by remind_at
    limit 500
  );
  chosen uuid[];
  submissions uuid[];
  mailboxes text[];
begin
  -- This takes long, and is therefore a statement of its own: nobody is locked before it has ended.
  select array_agg(judged.id), array_agg(judged.submission_id), array_agg(judged.mailbox)
  into chosen, submissions, mailboxes
  from (
    select distinct on (mail.mailbox) person.id, mail.submission_id, mail.mailbox
    from private.leads person,
      lateral (
        select submission_id, mailbox, status
        from private.outbox
        where lead_id = person.id and kind = 'visitor' and status <> 'cancelled'
        order by queued_at desc
        limit 1
      ) mail
    where person.id = any (due)
      and person.reminded_at is null
      and mail.status = 'sent'
      and private.refuse_mail(person.email, 'reminder') is null
      -- The email says that it is the only reminder, and several persons may have one mailbox.
      and not exists (
        select
        from private.outbox reminded
        where reminded.mailbox = mail.mailbox
          and reminded.kind = 'visitor'
          and reminded.event = 'reminder'
          and (
            reminded.status in ('pending', 'sending', 'sent')
            or reminded.unanswered + reminded.sent_before > 0
          )
      )
      and private.may_remind(person)
    order by mail.mailbox, person.remind_at
  ) judged;
  with judged as (
    update private.leads person
    set
      remind_at = null,
      reminded_at = case when person.id = any (chosen) then now() else person.reminded_at end
    where person.id in (
      select free.id
      from private.leads free
      where free.id = any (due) and free.remind_at <= now()
      for no key update skip locked
    )
    returning person.id
  )
  insert into private.outbox (submission_id, lead_id, kind, priority, mailbox, event)
  select picked.submission_id, judged.id, 'visitor', 'visitor_last', picked.mailbox, 'reminder'
  from judged
  join unnest(chosen, submissions, mailboxes) picked (id, submission_id, mailbox) using (id);
  return cardinality(due) = 500;
end $$;

-- Returns true if a person with this variant and source came by `of_variant` and `of_campaign`. Null means by
-- any, and an empty text by none.
create function private.came_by(variant text, source text, of_variant text, of_campaign text) returns boolean
language sql immutable parallel safe
return (of_variant is null or coalesce(variant, '') = of_variant)
  and (
    of_campaign is null
    or case
      when of_campaign = '' then source not like 'campaign:%'
      else source = 'campaign:' || private.fold_campaign(of_campaign)
    end
  );

-- Returns {"reminded", "returned"}. "reminded" is how many persons were reminded from the day `since` to the
-- day before `until`. "returned" is how many of the reminded persons then began the video. If `variant` or
-- `campaign` is not null, only persons who came so are counted. An empty text means those who came without.
create function desk.reminders(
  since date default null,
  until date default null,
  variant text default null,
  campaign text default null
) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select jsonb_build_object(
    'reminded', count(*),
    'returned', count(*) filter (where begun_at > reminded_at))
  from private.leads person
  where reminded_at >= private.start_of(coalesce(since, '-infinity'))
    and reminded_at < private.start_of(coalesce(until, 'infinity'))
    and private.came_by(person.variant, person.source, reminders.variant, reminders.campaign);
$$;

-- Finds the person, or inserts a new one, and locks the row. The data of the submission is copied to the
-- person only if `may_merge` is true and the function may_change allows it too. `withdrawn_at` is the time
-- when the person withdrew. If the person never withdrew, or has confirmed since then, `withdrawn_at` is
-- null. If `counts` is true, the box that was ticked is to be stored in the log of consent. `number` is the
-- number (E.164) that was meant.
create function private.merge_person(
  lead jsonb,
  context jsonb,
  may_merge boolean,
  out person_id uuid,
  out is_known_source boolean,
  out is_merged boolean,
  out withdrawn_at timestamptz,
  out counts boolean,
  out number text
)
language plpgsql
set search_path = ''
as $$
declare
  person private.leads;
  meant private.lead_submissions;
  is_bot constant boolean := coalesce((context ->> 'suspected_bot')::boolean, false);
  is_preview constant boolean := coalesce(context -> 'preview' = 'true', false);
begin
  is_known_source := false;
  is_merged := may_merge;
  counts := may_merge;
  number := lead ->> 'phone_e164';
  loop
    insert into private.leads (
      email, name, phone, phone_e164, country_code, extra, source, medium, content, variant, suspected_bot,
      preview, consent, consented_at)
    values (
      lead ->> 'email',
      lead ->> 'name',
      lead ->> 'phone',
      lead ->> 'phone_e164',
      lead ->> 'country_code',
      coalesce(lead -> 'extra', '{}'),
      private.source_of(context),
      private.fold_campaign(context -> 'campaign' ->> 'utm_medium'),
      private.fold_campaign(context -> 'campaign' ->> 'utm_content'),
      left(context ->> 'variant', 32),
      is_bot,
      is_preview,
      case
        when not may_merge then 'none'
        when (select double_opt_in from private.lead_settings) then 'asked'
        else 'given'
      end,
      case when may_merge then now() end)
    on conflict (lower(email)) do nothing
    returning id into person_id;
    if found then
      return;
    end if;
    -- If the person was erased in the meantime, this query finds nothing. The next pass of the loop then
    -- inserts a new person.
    select * into person from private.leads where lower(email) = lower(lead ->> 'email') for no key update;
    exit when found;
  end loop;

  person_id := person.id;
  withdrawn_at := private.open_withdrawal(person.id);
  is_known_source := private.is_known_source(person.id, context ->> 'ip_hash');
  meant := private.corrected(jsonb_populate_record(
    null::private.lead_submissions,
    '{"extra": {}}' || lead || jsonb_build_object('lead_id', person.id)));
  number := meant.phone_e164;
  is_merged := may_merge and private.may_change(person, number, is_known_source);
  if is_merged then
    perform private.take_data(meant);
  end if;
  -- If a person ticks the box again after a withdrawal, we ask the person to confirm, no matter which network
  -- the submission came from. Somebody else may have typed the address, so the consent is valid again only
  -- after the confirmation.
  counts := is_merged
    or may_merge and withdrawn_at is not null and person.phone_e164 = number;
  if person.suspected_bot and not is_bot or person.preview and not is_preview then
    update private.leads
    set
      suspected_bot = person.suspected_bot and is_bot,
      preview = person.preview and is_preview
    where id = person.id;
  end if;
end $$;

-- Returns the id under which the submission with this idempotency key is stored, or will be. This is the key,
-- unless a submission with this id was sealed and then erased. The id then follows from the key, so that a
-- retry finds the submission under it.
create function private.stored_id(key uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  candidate uuid := key;
begin
  while exists (select from private.lead_seal_entries where submission_hash = sha256(uuid_send(candidate)))
    and not exists (select from private.lead_submissions where id = candidate)
  loop
    candidate := encode(
      substring(sha256(uuid_send(candidate) || convert_to('after an erasure', 'UTF8')) for 16),
      'hex')::uuid;
  end loop;
  return candidate;
end $$;

-- Stores a submission together with its person and its messages.
-- Returns the status 'created', 'replayed' or 'conflict', whether reminders are on, the id under which the
-- submission is stored, and the token in its link to the calendar. Raises PT429 (too many submissions), 55P03
-- (a lock took too long) or 57014 (the whole call took too long).
-- `submission_id` is the idempotency key.
-- `context` contains the fields of LeadContext in snake_case. `context` also contains `webhook`, which says
-- whether to queue a webhook.
create function public.accept_lead(
  submission_id uuid,
  lead jsonb,
  context jsonb default '{}',
  out status text,
  out reminds boolean,
  out stored_id uuid,
  out call_token uuid
)
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  -- The hash leaves out phone_e164, because the same number can get another E.164 form when its country
  -- changes the numbering plan.
  hash constant bytea := sha256(convert_to((accept_lead.lead - 'phone_e164')::text, 'UTF8'));
  is_preview constant boolean := coalesce(context -> 'preview' = 'true', false);
  mailbox constant text := private.mailbox_key(lead ->> 'email');
  stored_hash bytea;
  judged record;
  person record;
  stored private.lead_submissions;
  asked_number text;
  is_last boolean;
  refused private.message_reason;
begin
  reminds := exists (
    select
    from private.lead_settings
    where remind_after is not null
  );
  -- If two calls have the same key, the second call waits for the first one and then sees what it stored.
  perform pg_advisory_xact_lock(hashtextextended(accept_lead.submission_id::text, 0));
  stored_id := private.stored_id(accept_lead.submission_id);
  call_token := private.lead_token(stored_id, 'call');
  select content_hash into stored_hash from private.lead_submissions where id = stored_id;
  if found then
    status := case when stored_hash = hash then 'replayed' else 'conflict' end;
    return;
  end if;

  judged := private.judge_submission(mailbox, context);
  person := private.merge_person(lead, context, judged.held_for is null and not is_preview);
  insert into private.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, extra, consent, consent_text,
    consent_version, page, referrer, user_agent, ip_hash, campaign, variant, suspected_bot, preview,
    refuses_tracking, merged, must_confirm, held)
  values (
    stored_id,
    person.person_id,
    hash,
    lead ->> 'name',
    lead ->> 'email',
    lead ->> 'phone',
    lead ->> 'phone_e164',
    lead ->> 'country_code',
    coalesce(lead -> 'extra', '{}'),
    (lead ->> 'consent')::boolean,
    context ->> 'consent_text',
    context ->> 'consent_version',
    context ->> 'page',
    context ->> 'referrer',
    context ->> 'user_agent',
    context ->> 'ip_hash',
    private.campaign_of(context),
    left(context ->> 'variant', 32),
    coalesce((context ->> 'suspected_bot')::boolean, false),
    is_preview,
    coalesce(context -> 'refuses_tracking' = 'true', false),
    person.is_merged,
    person.withdrawn_at is not null or (select double_opt_in from private.lead_settings),
    judged.held_for is not null)
  returning * into stored;
  if person.counts then
    perform private.note_consent(stored);
  end if;

  asked_number := (
    select person.number
    from private.lead_settings
    where (double_opt_in or person.withdrawn_at is not null) and not is_preview
  );
  is_last := judged.is_busy_source or judged.is_busy_mailbox and not person.is_known_source;
  if judged.held_for is null and not is_preview then
    refused := private.refuse_mail(lead ->> 'email', null, asked_number);
  end if;
  insert into private.outbox (
    submission_id, lead_id, kind, status, reason, priority, mailbox, token, asked_number)
  select
    stored_id,
    person.person_id,
    kind,
    case
      when judged.held_for is not null then 'held'
      when refused is not null and kind = 'visitor' then 'cancelled'
      else 'pending'
    end,
    case
      when judged.held_for is not null then judged.held_for
      when kind = 'visitor' then refused
    end,
    priority::private.message_priority,
    case when kind = 'visitor' and not is_preview then mailbox end,
    case when kind = 'visitor' and asked_number is not null and refused is null then gen_random_uuid() end,
    case when kind = 'visitor' and refused is null then asked_number end
  from (values
    ('visitor', case when is_last then 'visitor_last' else 'visitor_first' end),
    ('owner', case when is_last then 'owner_last' else 'owner_first' end),
    ('webhook', 'webhook_first')
  ) message (kind, priority)
  where kind <> 'webhook' or context -> 'webhook' = 'true' and not is_preview;
  if not is_preview then
    perform private.queue_copies(stored_id);
  end if;
  if judged.held_for is null and not is_preview and refused is null then
    perform private.plan_reminder(person.person_id);
  end if;
  status := 'created';
end $$;

-- The links in the emails to visitors. What a link may do is asked when the email is written, and again when
-- the button behind it is pressed. No email therefore asks with a link that does nothing.

-- The links by which a mailbox refuses something, even after the person is erased. A row contains only
-- hashes. The hash of the token also says the purpose (see lead_token). A link for 'mail' ends all emails to
-- the mailbox to which the email with the link went. A link for 'stop' ends the texts to its persons, if the
-- person to whom it was emailed is erased.
create table private.mailbox_links (
  token_hash uuid primary key,
  mailbox_hash uuid not null
);

-- Takes a mailbox_key. Returns the token in the link that ends all emails to this mailbox.
create function private.mail_token(mailbox text) returns uuid
language sql stable
set search_path = ''
as $$
  select private.hash_mailbox('link ' || mailbox);
$$;

-- Before a person is deleted, this trigger keeps the link with which the person ends the texts. The email
-- with it may be under way, and another person of the same mailbox may have come since it was read.
create function private.keep_stop_link() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into private.mailbox_links (token_hash, mailbox_hash)
  select
    private.lead_token(private.lead_token(old.secret, 'stop'), 'stop'),
    private.hash_mailbox(private.mailbox_key(old.email))
  where exists (
    select
    from private.outbox mail
    where mail.lead_id = old.id and mail.kind = 'visitor' and mail.claimed_at is not null
  );
  return old;
end $$;

create trigger leads_keep_stop_link
  before delete on private.leads
  for each row execute function private.keep_stop_link();

-- Suppresses the mailbox to which the email with this token went, whoever the person behind it is by now. The
-- lead and the consent to texts do not change.
-- `way` is 'link' or 'mail program'. Returns true if the token is known.
create function public.unsubscribe(token uuid, way text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  hash constant uuid := (
    select mailbox_hash
    from private.mailbox_links link
    where link.token_hash = private.lead_token(unsubscribe.token, 'mail')
  );
begin
  if hash is null then
    return false;
  end if;
  perform private.lock_mailbox(hash);
  insert into private.mailbox_events (mailbox_hash, reason, said_by) values (hash, 'unsubscribed', way);
  return true;
end $$;

-- Returns the submission that can be confirmed with this token (see asked_by).
create function private.find_asked(token uuid) returns private.lead_submissions
language sql stable
set search_path = ''
as $$
  select asked.*
  from private.outbox mail
  cross join lateral private.asked_by(mail) asked
  where mail.token = find_asked.token
    and mail.claimed_at is not null
    and asked.id is not null;
$$;

-- Gives emails to visitors the mailbox and the number that are meant now. The caller has locked them, and
-- none of them is on its way. If an email was sent before and asked something else, it gets a new token: who
-- has the older email saw another number, or has another mailbox.
create function private.address_mails(mails uuid[]) returns void
language sql
set search_path = ''
as $$
  update private.outbox mail
  set
    mailbox = meant.mailbox,
    asked_number = meant.number,
    token = case
      when mail.token is null or mail.claimed_at is null then mail.token
      when (mail.mailbox, mail.asked_number) is not distinct from (meant.mailbox, meant.number)
        then mail.token
      else gen_random_uuid()
    end
  from (
    select
      sought.id,
      private.mailbox_key(corrected.email) as mailbox,
      case when sought.token is not null then corrected.phone_e164 end as number
    from private.outbox sought
    join private.lead_submissions submission on submission.id = sought.submission_id
    cross join lateral private.corrected(submission) corrected
    where sought.id = any (mails) and sought.mailbox is not null
  ) meant
  where mail.id = meant.id
    and (mail.mailbox, mail.asked_number) is distinct from (meant.mailbox, meant.number);
$$;

-- Releases submissions that were held until now. Their consent counts in the place in which they arrived, and
-- the next sweep seals them. The data of a person's newest submission is copied to the person if may_change
-- allows this and no newer data is stored. The persons are no longer treated as suspected bots. The caller
-- must have locked the persons.
create function private.release_submissions(submissions uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  newest private.lead_submissions;
  meant private.lead_submissions;
  person private.leads;
  is_taken boolean;
  taken uuid[] := '{}';
begin
  for newest in
    select distinct on (lead_id) *
    from private.lead_submissions
    where id = any (submissions) and held and not preview
    order by lead_id, event_id desc
  loop
    select * into person from private.leads where id = newest.lead_id;
    meant := private.corrected(newest);
    is_taken := private.may_change(
        person,
        meant.phone_e164,
        private.is_known_source(person.id, newest.ip_hash))
      and not exists (
        select
        from private.lead_submissions later
        where later.lead_id = person.id and later.merged and later.event_id > newest.event_id
      );
    if is_taken then
      taken := taken || newest.id;
      perform private.take_data(meant);
    end if;
    if is_taken
      or newest.must_confirm and person.phone_e164 = meant.phone_e164
        and private.open_withdrawal(person.id) is not null
    then
      perform private.note_consent(newest);
    end if;
  end loop;

  with released as (
    update private.lead_submissions
    set
      held = false,
      released_at = now(),
      merged = id = any (taken)
    where id = any (submissions) and held
    returning lead_id
  )
  update private.leads
  set suspected_bot = false
  where id in (select lead_id from released);
end $$;

-- Returns the priority for a message of this kind that the operator queues again. Such messages are sent
-- after all others.
create function private.last_priority(kind text) returns private.message_priority
language sql immutable
set search_path = ''
as $$
  select (
    case kind
      when 'owner' then 'owner_last'
      when 'visitor' then 'visitor_last'
      when 'colleague' then 'colleague'
      when 'webhook' then 'webhook_retry'
      when 'ad' then 'ad'
      else 'general'
    end
  )::private.message_priority;
$$;

-- Queues messages again, after all others. Everything that sends a message once more asks here. The caller
-- has locked the messages and has checked that none of them is on its way. An email that a mail server may
-- have taken keeps its id and so its Message-ID, by which a copy is recognised. A message that was sent or
-- came back gets a new id, because the provider would discard an email with the old one. The email goes to
-- the address that is meant now. If `asks` is true, or if it asked before, it asks to confirm the number that
-- is meant now. If its mailbox must not get it (see refuse_mail, which also explains `event`), a message that
-- failed or was held is cancelled, and any other stays as it is. Of several emails to one mailbox, only the
-- newest is queued. Returns the messages, by their new ids, each with the reason why it was refused.
create function private.queue_again(messages uuid[], event text, asks boolean default false)
returns table (id uuid, reason private.message_reason)
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  judged record;
begin
  for judged in
    select
      before.id,
      before.status = 'sent'
        or before.status = 'failed' and before.reason in ('bounced', 'returned', 'complained') as is_new,
      case when queue_again.asks or before.token is not null then meant.phone_e164 end as asked_number,
      case
        when before.mailbox is null then null
        when row_number() over (
            partition by before.mailbox is null, private.mailbox_key(meant.email)
            order by before.queued_at desc
          ) > 1
          then 'already_mailed'
        else private.refuse_mail(
          meant.email,
          queue_again.event,
          case when queue_again.asks or before.token is not null then meant.phone_e164 end)
      end as reason
    from private.outbox before
    left join private.lead_submissions stored on stored.id = before.submission_id
    left join lateral private.corrected(stored) meant on before.mailbox is not null
    where before.id = any (messages)
  loop
    update private.outbox message
    set
      id = case when judged.is_new then gen_random_uuid() else message.id end,
      former_ids = case when judged.is_new then message.former_ids || message.id else message.former_ids end,
      former_claims = case
        when judged.is_new then message.former_claims || message.claimed_at
        else message.former_claims
      end,
      status = case when judged.reason is null then 'pending' else 'cancelled' end,
      reason = judged.reason,
      priority = private.last_priority(message.kind),
      sent_before = message.sent_before + (message.status = 'sent' or message.unanswered > 0)::integer,
      attempts = case when judged.is_new then 0 else message.attempts end,
      unanswered = 0,
      due_at = now(),
      -- For an ad platform, this is when the event happened.
      queued_at = case when message.kind = 'ad' then message.queued_at else now() end,
      sent_at = null,
      -- Until the next attempt, the desk says why the last one failed.
      last_error = case when judged.is_new then null else message.last_error end,
      token = case when judged.asked_number is not null then coalesce(message.token, gen_random_uuid()) end
    where message.id = judged.id
      and message.status not in ('pending', 'sending')
      and (judged.reason is null or message.status in ('failed', 'held'))
    returning message.id into id;
    id := coalesce(id, judged.id);
    reason := judged.reason;
    perform private.address_mails(array[id]);
    return next;
  end loop;
end $$;

-- Queues a message of a submission again if it was sent before. `kind` says which message: the email to the
-- visitor, the email to the owner or the webhook.
-- Returns 'queued' if the message was queued, 'suppressed' if the address gets no more emails, or null if no
-- such message was sent before.
create function desk.send_again(submission uuid, kind text) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  chosen constant uuid := (
    select id
    from private.outbox message
    where message.submission_id = send_again.submission
      and message.kind = send_again.kind
      and message.status = 'sent'
      and message.event is null
      -- After the end of the webhooks, nobody knows the person.
      and (message.kind <> 'webhook' or private.is_told(message.lead_id))
    for update
  );
begin
  return (
    select coalesce(queued.reason, 'queued')
    from private.queue_again(array[chosen], 'queued') queued
  );
end $$;

-- Queues failed or held messages again, or drops them if is_dropped is true. The queued messages are sent
-- after all others. If only_leads, only_messages or of_act is given, only these messages are taken: of_act is
-- an act at the desk, with its persons. An email is
-- cancelled if its mailbox already got an email in the last 24 hours or gets no more emails.
-- When held messages are queued, their submissions are released too.
-- One call takes the held messages of at most max_persons persons, because these persons are locked and
-- cannot send the form in the meantime.
-- Returns {"done", "cancelled", "persons", "is_more"}. "done" is how many messages were queued or dropped.
-- "persons" is how many persons these messages are about. "is_more" is true if there may be more persons, so
-- that the function should be called again. Raises 22023 if from_status is not 'failed' or 'held'.
create function private.requeue_messages(
  from_status text,
  is_dropped boolean,
  only_leads uuid[],
  only_messages uuid[],
  max_persons integer,
  of_act uuid
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  meant constant uuid[] := case
    when of_act is null then only_leads
    else coalesce((select acted.persons from private.desk_acts acted where acted.id = of_act), '{}')
  end;
  persons uuid[] := meant;
  is_more boolean := false;
  chosen uuid[];
  asking uuid[] := '{}';
  refused integer := 0;
begin
  if from_status is null or from_status not in ('failed', 'held') then
    raise exception 'from_status is failed or held' using errcode = 'invalid_parameter_value';
  end if;
  if from_status = 'held' then
    -- While a person is locked, no new submission of this person is stored, and nobody else can release or
    -- drop the person's messages.
    persons := array(
      select id
      from private.leads
      where (meant is null or id = any (meant))
        and id in (
          select lead_id
          from private.outbox mail
          where status = 'held' and (only_messages is null or mail.id = any (only_messages))
        )
      order by id
      limit max_persons
      for no key update
    );
    is_more := cardinality(persons) = max_persons;
  end if;
  chosen := array(
    select id
    from private.outbox message
    where status = from_status
      and (persons is null or message.lead_id = any (persons))
      and (only_messages is null or message.id = any (only_messages))
    for update skip locked
  );
  persons := array(
    select distinct lead_id
    from private.outbox
    where id = any (chosen) and lead_id is not null
  );
  if is_dropped then
    update private.outbox set status = 'cancelled', reason = 'dropped' where id = any (chosen);
  else
    if from_status = 'held' then
      perform private.release_submissions(
        array(select distinct submission_id from private.outbox where id = any (chosen)));
      asking := array(
        select mail.id
        from private.outbox mail
        join private.leads person on person.id = mail.lead_id
        where mail.id = any (chosen)
          and mail.kind = 'visitor'
          and mail.mailbox is not null
          and ((select double_opt_in from private.lead_settings) or person.consent in ('asked', 'withdrawn'))
      );
    end if;
    select count(*) filter (where reason is not null)
    into refused
    from (
      select reason
      from private.queue_again(asking, null, true)
      union all
      select reason
      from private.queue_again(array(select unnest(chosen) except select unnest(asking)), null)
    ) queued;
  end if;
  return jsonb_build_object(
    'done', cardinality(chosen) - refused,
    'cancelled', refused,
    'persons', cardinality(persons),
    'is_more', is_more);
end $$;

-- Sends failed messages again. Takes and returns what private.requeue_messages does.
create function desk.requeue_messages(
  only_leads uuid[] default null,
  only_messages uuid[] default null,
  max_persons integer default 20,
  of_act uuid default null
) returns jsonb
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
  select private.requeue_messages('failed', false, only_leads, only_messages, max_persons, of_act);
$$;

-- Releases held messages. Takes and returns what private.requeue_messages does.
create function desk.release_messages(
  only_leads uuid[] default null,
  only_messages uuid[] default null,
  max_persons integer default 20,
  of_act uuid default null
) returns jsonb
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
  select private.requeue_messages('held', false, only_leads, only_messages, max_persons, of_act);
$$;

-- Drops failed or held messages. Takes and returns what private.requeue_messages does, and raises the same.
create function desk.drop_messages(
  from_status text,
  only_leads uuid[] default null,
  only_messages uuid[] default null,
  max_persons integer default 20,
  of_act uuid default null
) returns jsonb
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
  select private.requeue_messages(from_status, true, only_leads, only_messages, max_persons, of_act);
$$;

-- Returns the number (E.164) that can be confirmed with this token, or null if there is none.
create function public.asked_number(token uuid) returns text
language sql stable security definer
set search_path = ''
set statement_timeout = '3s'
as $$
  select phone_e164
  from private.find_asked(asked_number.token);
$$;

-- Stores that the person says yes to the number that the link showed, and queues the messages about it. The
-- record gets this number, and no other data change: whoever typed the number may have typed another's name.
-- If the number is confirmed already, nothing changes. Returns false if the token can confirm
-- nothing or if consent_text is missing.
create function public.confirm_lead(token uuid, context jsonb default '{}') returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  asked private.lead_submissions;
  stored private.lead_submissions;
begin
  if coalesce(context ->> 'consent_text', '') = '' then
    return false;
  end if;
  -- The person is locked before find_asked is called. If another call confirms, corrects or erases the person
  -- at the same time, find_asked therefore sees the result. With `for update`, the press would wait for each
  -- step of the sweep that stores something about the person.
  perform
  from private.leads person
  where person.id = (select mail.lead_id from private.outbox mail where mail.token = confirm_lead.token)
  for no key update;
  asked := private.find_asked(token);
  if asked.id is null then
    return false;
  end if;
  if exists (
    select
    from private.leads
    where id = asked.lead_id and phone_e164 = asked.phone_e164 and consent = 'confirmed'
  ) then
    return true;
  end if;

  update private.leads person
  set
    phone = asked.phone,
    phone_e164 = asked.phone_e164,
    country_code = asked.country_code,
    updated_at = now()
  where person.id = asked.lead_id and person.phone_e164 is distinct from asked.phone_e164;
  update private.leads person
  set pressed_at = now()
  where person.id = asked.lead_id and person.pressed_at is null;
  insert into private.lead_submissions (
    id, lead_id, content_hash, name, email, phone, phone_e164, country_code, extra, consent, consent_text,
    consent_version, user_agent, ip_hash, confirms)
  select
    gen_random_uuid(),
    person.id,
    asked.content_hash,
    person.name,
    person.email,
    person.phone,
    person.phone_e164,
    person.country_code,
    person.extra,
    true,
    context ->> 'consent_text',
    context ->> 'consent_version',
    context ->> 'user_agent',
    context ->> 'ip_hash',
    asked.id
  from private.leads person
  where person.id = asked.lead_id
  returning * into stored;
  perform private.note_consent(stored);
  insert into private.outbox (submission_id, lead_id, kind, priority)
  select stored.id, asked.lead_id, message.kind, message.priority::private.message_priority
  from (values ('owner', 'owner_first'), ('webhook', 'webhook_first')) message (kind, priority)
  where message.kind = 'owner' or context -> 'webhook' = 'true';
  perform private.queue_copies(stored.id);
  return true;
end $$;

-- The view lists the visitor emails that can be sent again to ask persons to confirm their number. A person
-- whom there is nothing to ask has no row. The email is the one about the newest submission in which the
-- person entered the current number, or what was corrected to it. Submissions that are held or were dropped
-- do not count. If the person has withdrawn, only later submissions count. `refused` is the reason why the
-- email must not be sent now, or null if it may be sent.
create view private.asking_mails with (security_invoker = true) as
  select
    person.id as lead_id,
    newest.id,
    newest.mailbox,
    newest.queued_at,
    private.refuse_mail(person.email, null, person.phone_e164) as refused
  from private.leads person,
    lateral (
      select mail.id, mail.mailbox, mail.queued_at, mail.status
      from private.lead_submissions submission
      join private.outbox mail on mail.submission_id = submission.id
      where submission.lead_id = person.id
        and (private.corrected(submission)).phone_e164 = person.phone_e164
        and submission.event_id > private.last_withdrawal(person.id)
        and submission.consent
        and submission.confirms is null
        and not submission.held
        and mail.kind = 'visitor'
        and mail.event is null
        and mail.mailbox is not null
      order by submission.event_id desc
      limit 1
    ) newest
  where newest.status in ('sent', 'failed', 'cancelled')
    and person.consent in ('given', 'asked')
    and private.consent_state(person) in ('given', 'asked');

-- Returns 'possible' if we can send the person an email that asks them to confirm the number. If the email
-- would be refused, returns the reason why. If there is nothing to ask, returns null.
create function private.asking_state(person private.leads) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(refused::text, 'possible')
  from private.asking_mails
  where lead_id = person.id;
$$;

-- Sends emails that ask persons to confirm their number. Asks the persons in only_leads, or everybody if
-- only_leads is null, but in both cases only those whose consent is `given` or `asked`. Each of these persons
-- gets the email about their newest submission with that number again, and this time it contains a link to
-- confirm. Nobody's consent changes. `expected` is how many the operator was told. If others than so many
-- would get the email, nobody gets it. If it is null, the number does not matter. Returns {"asked",
-- "skipped"}. "asked" is how many persons get the email, or would get it. "skipped" is how many do not get
-- it, because we must not send an email to their mailbox now.
create function desk.ask_again(only_leads uuid[] default null, expected integer default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
declare
  asked uuid[];
  skipped integer;
begin
  with judged as (
    select
      mail.id,
      row_number() over (partition by mail.mailbox order by mail.queued_at desc) > 1
        or mail.refused is not null as is_skipped
    from private.asking_mails mail
    where only_leads is null or mail.lead_id = any (only_leads)
  )
  select coalesce(array_agg(id) filter (where not is_skipped), '{}'), count(*) filter (where is_skipped)
  into asked, skipped
  from judged;
  if cardinality(asked) = coalesce(expected, cardinality(asked)) then
    perform private.queue_again(asked, 'queued', true);
  end if;
  return jsonb_build_object('asked', cardinality(asked), 'skipped', skipped);
end $$;

-- Copies the data of a submission to its person and writes a note about it. If the phone number changes,
-- the box that was ticked in the submission counts, in the place in which it arrived. What was
-- corrected since stays corrected, and a corrected number has to be confirmed. Returns false if there is no
-- such submission or if its messages are held.
create function desk.take_over(submission uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  chosen private.lead_submissions;
  meant private.lead_submissions;
  old_number text;
begin
  select phone_e164
  into old_number
  from private.leads
  where id = (select lead_id from private.lead_submissions stored where stored.id = take_over.submission)
  for update;
  select *
  into chosen
  from private.lead_submissions stored
  where stored.id = take_over.submission
    and stored.consent
    and not stored.preview
    and not stored.held;
  if not found then
    return false;
  end if;
  meant := private.corrected(chosen);
  perform private.take_data(meant);
  if old_number is distinct from meant.phone_e164 then
    perform private.note_consent(chosen);
  end if;
  insert into private.lead_notes (lead_id, kind, words)
  values (chosen.lead_id, 'act', 'The data of the submission ' || chosen.id || ' were taken over.');
  return true;
end $$;

-- A digest is one email to the owner about many things: leads beyond the hourly budget, withdrawals, text
-- messages, and emails that came back. It takes entries for ten minutes. The sweep then closes it.

-- Returns the digest that can still take entries, and creates one if there is none. Until the caller commits,
-- the digest cannot be closed. A digest that is being closed is skipped, so nobody waits here.
-- If a digest may already have arrived, nothing more is added to it, because a retry must send exactly the
-- same email.
create function private.open_digest() returns uuid
language plpgsql
set search_path = ''
as $$
declare
  open_digest uuid;
begin
  select id
  into open_digest
  from private.outbox
  where priority = 'general'
    and kind = 'digest'
    and status = 'pending'
    and contents is null
    and unanswered + sent_before = 0
  limit 1
  for share skip locked;
  if not found then
    insert into private.outbox (kind, due_at)
    values ('digest', now() + interval '10 minutes')
    returning id into open_digest;
  end if;
  return open_digest;
end $$;

-- Cancels these emails to the owner and puts them into a digest instead. The copies for colleagues are
-- cancelled too, because the digest goes only to the owner.
create function private.digest_mails(mails uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  open_digest constant uuid := private.open_digest();
begin
  update private.outbox
  set
    status = 'cancelled',
    reason = 'in_digest',
    digest_id = open_digest
  where id = any (
    mails || array(
      select copy.id
      from private.outbox mail
      join private.outbox copy on copy.submission_id = mail.submission_id
      where mail.id = any (mails)
        and copy.kind = 'colleague'
        and copy.status = 'pending'
        and copy.attempts = 0
      for update of copy skip locked
    )
  );
end $$;

-- When an entry of a digest is erased, this trigger has the sweep write the digest again.
create function private.reopen_digest() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update private.outbox
  set contents = null
  where id = old.digest_id and kind = 'digest' and contents is not null;
  return null;
end $$;

create trigger outbox_reopen_digest
  after delete on private.outbox
  for each row
  when (old.digest_id is not null)
  execute function private.reopen_digest();

-- These functions withdraw a person's consent. The person can do so with the link in an email, and the
-- operator can do so at the desk. The file 00_states.sql lists the states of consent.

-- Stores a withdrawal for each of these persons as a submission. Queues the webhooks that report the
-- withdrawals, and the emails that the next sweep puts into a digest. `way` is stored in the column
-- withdrawn_by, and `number_event` in the column of that name. `context` is {user_agent, ip_hash}.
create function private.store_withdrawals(
  persons uuid[],
  way text,
  context jsonb,
  withdrawn_at timestamptz,
  number_event bigint default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  with withdrawal as (
    insert into private.lead_submissions (
      id, lead_id, content_hash, name, email, phone, phone_e164, country_code, consent, withdrawn_by,
      number_event, event_id, user_agent, ip_hash, merged, created_at)
    select
      gen_random_uuid(),
      person.id,
      '',
      person.name,
      person.email,
      person.phone,
      person.phone_e164,
      person.country_code,
      false,
      way,
      store_withdrawals.number_event,
      -- What follows from a stop was said when the stop was.
      coalesce(store_withdrawals.number_event, nextval('private.event_ids')),
      context ->> 'user_agent',
      context ->> 'ip_hash',
      false,
      store_withdrawals.withdrawn_at
    from private.leads person
    where person.id = any (persons)
    returning *
  ), noted as (
    insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
    select event_id, lead_id, coalesce(phone_e164, phone), 'withdrawn', way, created_at
    from withdrawal
    where withdrawal.number_event is null
  ), webhook as (
    insert into private.outbox (submission_id, lead_id, kind, priority)
    select withdrawal.id, withdrawal.lead_id, 'webhook', 'webhook_first'
    from withdrawal
    where private.is_told(withdrawal.lead_id)
  )
  insert into private.outbox (submission_id, lead_id, kind, priority, status, reason)
  select withdrawal.id, withdrawal.lead_id, 'owner', 'owner_first', 'cancelled', 'in_digest'
  from withdrawal;
end $$;

-- Puts the withdrawals of which the owner does not know yet into a digest, at most 5000 in one call. Returns
-- true if there may be more.
create function private.tell_withdrawals() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  mails constant uuid[] := array(
    select id
    from private.outbox
    where reason = 'in_digest' and kind = 'owner' and digest_id is null
    limit 5000
    for update skip locked
  );
begin
  if mails <> '{}' then
    perform private.digest_mails(mails);
  end if;
  return cardinality(mails) = 5000;
end $$;

-- Returns true if a person has withdrawn and another withdrawal would change nothing. If the person was asked
-- to confirm in the meantime, another withdrawal does change something: the link in that email stops working.
-- So it does if the number was lifted in the meantime: others with it may not be texted again.
create function private.has_withdrawn(person private.leads) returns boolean
language sql stable
set search_path = ''
as $$
  select person.consent = 'withdrawn' and not exists (
    select
    from private.lead_submissions later
    where later.lead_id = person.id and later.consent and later.event_id > private.last_withdrawal(person.id)
  ) and (
    person.phone_e164 is null
    or exists (
      select
      from private.withdrawn_numbers number
      where number.lead_id = person.id and number.phone_e164 = person.phone_e164
    )
  );
$$;

-- Withdraws a person's consent. Returns true if this call withdrew the consent, false if it had been
-- withdrawn before, and null if there is no such person. `way` and `context` are passed on to
-- store_withdrawals.
create function private.withdraw_consent(person uuid, way text, context jsonb default '{}') returns boolean
language plpgsql
set search_path = ''
as $$
declare
  stored private.leads;
begin
  -- As in confirm_lead, this waits for no step of the sweep.
  select * into stored from private.leads where id = person for no key update;
  if not found then
    return null;
  end if;
  if private.has_withdrawn(stored) then
    return false;
  end if;
  -- With now(), a submission that was stored while this call waited for its lock would seem to be later than
  -- the withdrawal. We therefore use clock_timestamp().
  perform private.lock_number(stored.phone_e164);
  perform private.store_withdrawals(array[person], way, context, clock_timestamp());
  return true;
end $$;

-- Withdraws the consent of the person whose link contains this token. If that person is erased, withdraws the
-- consent of whoever has the same mailbox by now. Returns true if the token is known.
create function public.stop_lead(token uuid, context jsonb default '{}') returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  person constant uuid := (
    select id
    from private.leads
    where private.lead_token(secret, 'stop') = stop_lead.token
  );
  mailbox uuid;
begin
  if person is not null then
    perform private.withdraw_consent(person, 'link', context);
    return true;
  end if;
  select mailbox_hash
  into mailbox
  from private.mailbox_links link
  where link.token_hash = private.lead_token(stop_lead.token, 'stop');
  perform private.withdraw_consent(id, 'link', context)
  from (
    select id
    from private.leads
    where mailbox_hashes @> array[mailbox]
    order by id
  ) later;
  return mailbox is not null;
end $$;

-- Withdraws a person's consent. Returns {"persons": 0 or 1, "withdrawn": 0 or 1}. If the person had withdrawn
-- before, "withdrawn" is 0.
create function desk.withdraw_consent(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  is_new constant boolean := private.withdraw_consent(withdraw_consent.id, 'desk:' || private.actor());
begin
  return jsonb_build_object(
    'persons', (is_new is not null)::integer,
    'withdrawn', coalesce(is_new, false)::integer);
end $$;

-- Returns the country of a number (E.164). The USA and Canada share their numbers, so a person stays in the
-- one that they chose. If no country of the form has such numbers, returns the country that is known.
create function private.country_of(phone text, known text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when phone like '+44%' then 'UK'
    when phone like '+61%' then 'AU'
    when phone like '+1%' and known not in ('US', 'CA') then 'US'
    else known
  end;
$$;

-- The operator corrects what a person mistyped, for example after a call.

-- Returns true if the record still says what this correction made of it, and nothing was agreed to since.
create function private.can_undo(made private.lead_corrections) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (
    select
    from private.lead_corrections later
    where later.lead_id = made.lead_id and later.field = made.field and later.undone_id is null
      and later.event_id > made.event_id
  ) and made.undone_id is null and exists (
    select
    from private.leads person
    where person.id = made.lead_id
      and case made.field
        when 'email' then person.email = made.new_value
        else person.phone_e164 = made.new_value and not exists (
          select
          from private.consent_events event
          where event.lead_id = made.lead_id
            and event.number = made.new_value
            and event.kind <> 'withdrawn'
            and event.id > made.event_id
        )
      end
  );
$$;

-- After a correction, the emails that are still to be sent belong to the new mailbox and ask about the new
-- number.
create function private.redirect_mails(person uuid) returns void
language sql
set search_path = ''
as $$
  select private.address_mails(array(
    select id
    from private.outbox
    where lead_id = redirect_mails.person
      and kind = 'visitor'
      and status in ('pending', 'held')
  ));
$$;

-- Corrects the address or the number (E.164) of a person. Nobody agreed to texts to a corrected number, so it
-- may be texted only after the person has confirmed it.
-- Returns 'corrected', 'same' if the record says so already, 'changed' if it has another value than `known`,
-- which the operator saw, 'taken' if another person has the address, or null if there is no such person.
-- Raises 22023 unless one of email and phone is given.
create function desk.correct_lead(
  id uuid,
  email text default null,
  phone text default null,
  known text default null
) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  person private.leads;
  made private.lead_corrections;
begin
  if num_nonnulls(correct_lead.email, correct_lead.phone) <> 1 then
    raise exception 'an address or a number' using errcode = 'invalid_parameter_value';
  end if;
  select * into person from private.leads lead where lead.id = correct_lead.id for update;
  if not found then
    return null;
  end if;
  if coalesce(correct_lead.email = person.email, correct_lead.phone = person.phone_e164) then
    return 'same';
  end if;
  if known <> (case when correct_lead.email is null then person.phone else person.email end) then
    return 'changed';
  end if;
  if exists (
    select
    from private.leads other
    where lower(other.email) = lower(correct_lead.email) and other.id <> person.id
  ) then
    return 'taken';
  end if;
  insert into private.lead_corrections (
    lead_id, field, old_value, old_e164, new_value, old_country, new_country)
  values (
    person.id,
    case when correct_lead.email is null then 'phone' else 'email' end,
    case when correct_lead.email is null then person.phone else person.email end,
    case when correct_lead.email is null then person.phone_e164 end,
    coalesce(correct_lead.email, correct_lead.phone),
    case when correct_lead.email is null then person.country_code end,
    case when correct_lead.email is null then private.country_of(correct_lead.phone, person.country_code) end)
  returning * into made;
  update private.leads lead
  set
    email = coalesce(correct_lead.email, lead.email),
    phone = coalesce(correct_lead.phone, lead.phone),
    phone_e164 = coalesce(correct_lead.phone, lead.phone_e164),
    country_code = coalesce(made.new_country, lead.country_code),
    updated_at = now()
  where lead.id = person.id;
  perform private.redirect_mails(person.id);
  return 'corrected';
exception when unique_violation then
  return 'taken';
end $$;

-- After the correction of a number was taken back, what was said meanwhile counts for the number that the
-- person had all along, in the place in which it was said: a withdrawal, and a stop of this number.
create function private.restore_number(made private.lead_corrections) returns void
language plpgsql
set search_path = ''
as $$
declare
  stop private.stopped_numbers;
begin
  if made.old_e164 is null then
    return;
  end if;
  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  select distinct on (lead_id) id, lead_id, made.old_e164, kind, said_by, happened_at
  from private.consent_events
  where lead_id = made.lead_id and kind = 'withdrawn' and id > made.event_id
  order by lead_id, id desc
  on conflict do nothing;
  select *
  into stop
  from private.stopped_numbers
  where phone_e164 = made.old_e164 and id > made.event_id;
  if found and stop.stopped_by <> 'withdrawal' then
    perform private.store_withdrawals(
      array[made.lead_id],
      stop.stopped_by,
      '{}',
      clock_timestamp(),
      stop.id)
    from private.leads person
    where person.id = made.lead_id
      and person.consent not in ('withdrawn', 'none')
      and not exists (
        select
        from private.lead_submissions stored
        where stored.lead_id = person.id and stored.number_event = stop.id
      );
  end if;
end $$;

-- Takes back a correction, as if it had not been made, with the consent that the number had before. Returns
-- false if the record says something else in the meantime, if the person has agreed again since then, or if
-- somebody else has the address now.
create function desk.undo_correction(correction uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  made private.lead_corrections;
begin
  perform
  from private.leads
  where id = (select lead_id from private.lead_corrections stored where stored.id = correction)
  for update;
  select *
  into made
  from private.lead_corrections stored
  where stored.id = correction and private.can_undo(stored);
  if not found then
    return false;
  end if;
  update private.lead_corrections
  set
    undone_id = nextval('private.event_ids'),
    undone_by = private.actor(),
    undone_at = clock_timestamp()
  where id = made.id;
  update private.leads person
  set
    email = case when made.field = 'email' then made.old_value else person.email end,
    phone = case when made.field = 'phone' then made.old_value else person.phone end,
    phone_e164 = case when made.field = 'phone' then made.old_e164 else person.phone_e164 end,
    country_code = coalesce(made.old_country, person.country_code),
    updated_at = now()
  where id = made.lead_id;
  perform private.restore_number(made);
  perform private.redirect_mails(made.lead_id);
  return true;
exception when unique_violation then
  return false;
end $$;

-- A text message from a number can stop the number or lift its stop. The owner answers all others.

-- This table contains the text messages that ask neither to stop nor to start again. The sweep puts these
-- messages into a digest and deletes them after 30 days.
create table private.incoming_texts (
  id uuid primary key default gen_random_uuid(),
  -- The sender as the provider reported it. The sender is not always a phone number in E.164.
  sender text not null,
  words text not null,
  received_at timestamptz not null default now(),
  -- The time at which the operator marked this text message as read at the desk.
  answered_at timestamptz,
  digest_id uuid references private.outbox on delete set null
);

-- The ids that the provider gave the text messages. A message that is delivered again acts once, also after
-- its words are gone. The ids name nobody and are never deleted.
create table private.received_texts (
  message_id text primary key
);

create index incoming_texts_received_at_idx on private.incoming_texts (received_at);
create index incoming_texts_unanswered_idx on private.incoming_texts (received_at)
  where answered_at is null;
create index incoming_texts_digest_idx on private.incoming_texts (digest_id);

create trigger incoming_texts_reopen_digest
  after delete on private.incoming_texts
  for each row
  when (old.digest_id is not null)
  execute function private.reopen_digest();

-- Takes a text message that came in. If `meaning` is 'stop', the number of the sender is stopped. If
-- `meaning` is 'start', the stop is lifted. If `meaning` is 'other', or if the sender is not a number in
-- E.164, the message is stored for the owner. `message_id` is the id that the provider gave the message. A
-- second call with the same id changes nothing. Raises 28000 if `report_key` is wrong.
-- This function locks no person, so it can store a stop even while somebody else has locked the person. The
-- sweep does the rest of the work later.
create function public.receive_text(
  sender text,
  words text,
  meaning text,
  message_id text default null,
  report_key text default null
) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  perform private.check_report_key(receive_text.report_key);
  if message_id is not null then
    insert into private.received_texts (message_id)
    values (receive_text.message_id)
    on conflict on constraint received_texts_pkey do nothing;
    if not found then
      return;
    end if;
  end if;
  if meaning = 'other' or coalesce(sender, '') !~ '^\+[1-9][0-9]{1,14}$' then
    insert into private.incoming_texts (sender, words)
    values (
      left(coalesce(receive_text.sender, ''), 40),
      left(coalesce(receive_text.words, ''), 500));
  elsif meaning = 'stop' then
    perform private.stop_number(sender, 'text message', words);
  elsif meaning = 'start' then
    perform private.lock_number(sender);
    insert into private.number_events (phone_e164, kind, said_by, words)
    values (sender, 'start', 'text message', left(receive_text.words, 160));
  else
    raise exception 'meaning is stop, start or other' using errcode = 'invalid_parameter_value';
  end if;
end $$;

-- Puts the new text messages into a digest. Deletes the text messages that are older than 30 days. One call
-- does at most 5000 of each. Returns true if there may be more.
create function private.tell_texts() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  untold constant uuid[] := array(
    select id
    from private.incoming_texts
    where digest_id is null
    limit 5000
    for update skip locked
  );
  open_digest uuid;
  deleted integer;
begin
  if untold <> '{}' then
    open_digest := private.open_digest();
    update private.incoming_texts
    set digest_id = open_digest
    where id = any (untold);
  end if;
  delete from private.incoming_texts
  where id = any (array(
    select id
    from private.incoming_texts
    where received_at < now() - interval '30 days'
    limit 5000
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return greatest(cardinality(untold), deleted) = 5000;
end $$;

-- Returns {"count", "texts"}. "count" is how many text messages wait for an answer, and it stops at 5001.
-- "texts" is a list of the newest 20 of these messages. "person" in each message is the newest person with
-- this number, or null.
create function desk.unanswered_texts() returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set enable_seqscan = off
as $$
  select jsonb_build_object(
    'count', (
      select count(*)
      from (
        select
        from private.incoming_texts
        where answered_at is null
        limit 5001
      ) few
    ),
    'texts', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', message.id,
            'sender', message.sender,
            'words', message.words,
            'received_at', message.received_at,
            'person', (
              select jsonb_build_object(
                'id', person.id,
                'name', person.name,
                'email', person.email)
              from private.leads person
              where person.phone_e164 = message.sender
              order by person.created_at desc
              limit 1
            ))
          order by message.received_at desc),
        '[]')
      from (
        select *
        from private.incoming_texts
        where answered_at is null
        order by received_at desc
        limit 20
      ) message
    ));
$$;

-- Marks a text message as answered. If is_stop is true, the number of the sender is stopped as well, also if
-- the message was answered before. Returns true if the message was still waiting for an answer, false if not,
-- and null if it is gone, and then nothing is done. Raises 23514 if the sender is to be stopped but is not a
-- phone number.
create function desk.answer_text(id uuid, is_stop boolean) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  text_message private.incoming_texts;
begin
  select * into text_message from private.incoming_texts message where message.id = answer_text.id for update;
  if not found then
    return null;
  end if;
  update private.incoming_texts message
  set answered_at = now()
  where message.id = answer_text.id and message.answered_at is null;
  if is_stop then
    perform private.stop_number(text_message.sender, 'text message', text_message.words);
  end if;
  return text_message.answered_at is null;
end $$;

-- Lets a text message wait for an answer again. Returns true if it was answered.
create function desk.reopen_text(id uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  update private.incoming_texts message
  set answered_at = null
  where message.id = reopen_text.id and message.answered_at is not null;
  return found;
end $$;

-- A number is stopped when a text message from it asks for this, or when the operator stops it.

-- Returns the first of the stops in a row that this event repeats: between them, the number said nothing else
-- and nobody else stopped it. If the event repeats nothing, returns its own id.
create function private.first_repeated(event private.number_events) returns bigint
language sql stable
set search_path = ''
as $$
  select min(stop.id)
  from private.number_events stop
  where stop.phone_e164 = event.phone_e164
    and stop.id <= event.id
    and stop.id > coalesce(
      (
        select max(other.id)
        from private.number_events other
        where other.phone_e164 = event.phone_e164
          and other.id < event.id
          and (other.kind, other.said_by) <> (event.kind, event.said_by)
      ),
      0);
$$;

-- Returns true if this start or lift ended a stop, or a withdrawal that counted for the number.
create function private.lifts_something(event private.number_events) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(before.kind = 'stop', false) or exists (
    select
    from private.consent_events withdrawal
    where withdrawal.number = event.phone_e164
      and withdrawal.kind = 'withdrawn'
      and withdrawal.id < event.id
      and withdrawal.id > coalesce(before.id, 0)
      and not exists (
        select
        from private.consent_events later
        where later.lead_id = withdrawal.lead_id
          and later.number = withdrawal.number
          and later.kind = any (private.consents_of('end-a-withdrawal'))
          and later.id between withdrawal.id and event.id
      )
  )
  from (select) one
  left join lateral (
    select *
    from private.number_events earlier
    where earlier.phone_e164 = event.phone_e164 and earlier.id < event.id
    order by earlier.id desc
    limit 1
  ) before on true;
$$;

-- Returns true if a person had given this number (E.164), or had been corrected to it, before the event.
create function private.had_number(person uuid, number text, event bigint) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select
    from private.lead_submissions given
    where given.lead_id = person and given.phone_e164 = number and given.event_id < event
  ) or exists (
    select
    from private.lead_corrections made
    where made.lead_id = person
      and made.field = 'phone'
      and number in (made.new_value, made.old_e164)
      and made.event_id < event
  );
$$;

-- Tells the events of numbers in their order. For a stop, stores a withdrawal for each person who has the
-- number and has agreed to texts, once as long as the same stop is only repeated. For a start or a lift that
-- lifts something, queues a webhook about each person who has the number. Takes at most 500 persons in one
-- call. If a person is locked at that moment, the next sweep goes on from there. Returns true if there may be
-- more.
create function private.tell_number_events() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  event private.number_events;
  first_stop bigint;
  room integer := 500;
  seen integer := 0;
  persons uuid[];
  unlocked uuid[];
  waiting text[] := '{}';
begin
  for event in
    select *
    from private.number_events
    where told_at is null
    order by id
    limit 1000
    for update skip locked
  loop
    seen := seen + 1;
    exit when room <= 0;
    continue when event.phone_e164 = any (waiting);
    if event.kind = 'stop' then
      first_stop := private.first_repeated(event);
      persons := array(
        select id
        from private.leads person
        where phone_e164 = event.phone_e164
          and private.had_number(person.id, event.phone_e164, event.id)
          and consent not in ('withdrawn', 'none')
          and not exists (
            select
            from private.lead_submissions stored
            where stored.lead_id = person.id
              and stored.number_event between first_stop and event.id
          )
        limit room
      );
      unlocked := array(select id from private.leads where id = any (persons) for key share skip locked);
      -- A submission counts as misdated if it is dated more than an hour before an earlier seal. If the stop
      -- is more than half an hour old, the withdrawal is therefore stored with the present time.
      perform private.store_withdrawals(
        unlocked,
        event.said_by,
        '{}',
        case
          when event.happened_at > now() - interval '30 minutes' then event.happened_at
          else clock_timestamp()
        end,
        event.id);
    else
      persons := array(
        select id
        from private.leads person
        where phone_e164 = event.phone_e164
          and private.had_number(person.id, event.phone_e164, event.id)
          and consent not in ('withdrawn', 'none')
          and private.lifts_something(event)
          and private.is_told(person.id)
      );
      unlocked := persons;
      perform private.queue_updates(persons, 'stop_lifted');
    end if;
    if cardinality(unlocked) = cardinality(persons) and cardinality(persons) < room then
      update private.number_events set told_at = clock_timestamp() where id = event.id;
    else
      waiting := waiting || event.phone_e164;
    end if;
    room := room - cardinality(persons);
  end loop;
  return room <= 0 or seen = 1000;
end $$;

-- Stops a number (E.164), no matter who has it. Returns how many persons have this number. Raises 23514 if
-- the text is not a phone number.
create function desk.stop_number(phone text) returns integer
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  perform private.stop_number(phone, 'desk:' || private.actor());
  return (select count(*) from private.leads where phone_e164 = stop_number.phone);
end $$;

-- Lifts the stop of a number. `known` is the id of the stop that the operator saw. Returns true if the number
-- was stopped before, and false if it was not, or if there is a newer stop. Raises 22023 if there is no note
-- that says why the stop is lifted.
create function desk.lift_stop(phone text, note text, known bigint default null) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  if coalesce(btrim(note), '') = '' then
    raise exception 'a note must say why the stop is lifted' using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_number(lift_stop.phone);
  insert into private.number_events (phone_e164, kind, said_by, words)
  select lift_stop.phone, 'lift', 'desk:' || private.actor(), left(btrim(lift_stop.note), 2000)
  from private.untextable_numbers stop
  where stop.phone_e164 = lift_stop.phone
  having max(stop.id) = coalesce(known, max(stop.id));
  return found;
end $$;

-- Returns {"numbers", "texts"}. "numbers" has the newest 1000 numbers that are or were stopped, each with its
-- last stop, the lift of this stop, and the last note of the operator. A number that a person withdrew, while
-- others have it too, counts as stopped. "texts" has the newest 1000 rows of incoming_texts. On the
-- web it is 100 instead of 1000.
create function desk.list_stops() returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set enable_seqscan = off
as $$
  with withdrawn as materialized (
    select distinct on (number.phone_e164) number.id, number.phone_e164, number.withdrawn_at
    from private.withdrawn_numbers number
    join private.leads other using (phone_e164)
    where other.consent = any (private.consents_of('may-be-texted'))
    order by number.phone_e164, number.id desc
  ), stopped as (
    select stop.*, lift.happened_at as lifted_at, lift.said_by as lifted_by
    from private.number_events stop
    left join lateral (
      select happened_at, said_by
      from private.number_events later
      where later.phone_e164 = stop.phone_e164 and later.id > stop.id
      order by later.id
      limit 1
    ) lift on true
    where stop.kind = 'stop'
      and not exists (
        select
        from private.number_events later
        where later.phone_e164 = stop.phone_e164 and later.id > stop.id and later.kind = 'stop'
      )
      and (lift.happened_at is null or stop.phone_e164 not in (select phone_e164 from withdrawn))
    order by stop.id desc
    limit private.most_rows(1000)
  ), listed as (
    select id, phone_e164, happened_at as stopped_at, said_by as stopped_by, words, lifted_at, lifted_by
    from stopped
    union all
    select id, phone_e164, withdrawn_at, 'withdrawal', null, null, null
    from withdrawn
    where phone_e164 not in (select phone_e164 from stopped)
    order by stopped_at desc, phone_e164 desc
    limit private.most_rows(1000)
  )
  select jsonb_build_object(
    'numbers', (
      select coalesce(
        jsonb_agg(
          to_jsonb(listed) - 'id' || jsonb_build_object(
            -- The newest of all that keeps the number stopped. A lift names it.
            'stop', (
              select max(stop.id)
              from private.untextable_numbers stop
              where stop.phone_e164 = listed.phone_e164
            ),
            'note', (
            select event.words
            from private.number_events event
            where event.phone_e164 = listed.phone_e164 and event.kind = 'lift'
            order by event.id desc
            limit 1
          ))
          order by stopped_at desc, phone_e164 desc),
        '[]')
      from listed
    ),
    'texts', (
      select coalesce(
        jsonb_agg(to_jsonb(message) - 'digest_id' order by received_at desc),
        '[]')
      from (
        select *
        from private.incoming_texts
        order by received_at desc
        limit private.most_rows(1000)
      ) message
    ));
$$;

-- This table contains how each step of the sweep went.
create table private.sweep_steps (
  step text primary key,
  -- When the step last ended, and when it ended the time before.
  tried_at timestamptz,
  tried_before timestamptz,
  -- Why the step failed when it was last tried.
  error text,
  -- True if the step left work for the next time.
  has_more boolean not null default false
);

-- Returns true if the time is in the past, but not longer ago than `period`. A time ahead of the clock is not
-- recent: the clock was wrong then.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.is_recent(moment timestamptz, period interval) returns boolean
language sql stable
return coalesce(moment between now() - period and clock_timestamp(), false);

-- Returns the jobs of pg_cron that do the housekeeping, each with its steps. The housekeeping is all the work
-- of a sweep except sending the messages. A step is a function of this schema that takes nothing, and returns
-- true if it left work for the next time. A job does its steps in one transaction, so a step that locks what
-- visitors change has a job of its own. With sweep-outbox there are eight jobs, because Supabase recommends
-- that no more run at once.
create function private.housekeeping_jobs() returns table (jobname text, steps text[])
language sql immutable
set search_path = ''
as $$
  values
    ('sweep-queue', '{delete_rates, delete_acts, expire_messages}'::text[]),
    ('sweep-numbers', '{tell_number_events}'),
    ('sweep-changes', '{tell_changes}'),
    ('sweep-reminders', '{queue_reminders}'),
    ('sweep-seals', '{seal_new}'),
    ('sweep-expired', '{delete_and_log}'),
    (
      'sweep-owner',
      '{
        tell_withdrawals, tell_texts, queue_seal, queue_alerts, queue_overview, close_digests, write_contents
      }');
$$;

-- Returns the steps of the housekeeping in their order.
create function private.housekeeping_steps() returns text[]
language sql immutable
set search_path = ''
as $$
  select array(
    select listed.step
    from private.housekeeping_jobs() with ordinality job (jobname, steps, place),
      unnest(job.steps) with ordinality listed (step, nth)
    order by job.place, listed.nth
  );
$$;

-- Returns the steps that failed when they were last tried, and those that have not ended for ten minutes
-- although another step has ended twice since. The connection of such a step breaks off.
create function private.failing_steps() returns table (step text, error text)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select known.step, coalesce(known.error, 'has not ended since ' || known.tried_at)
  from private.sweep_steps known
  where known.error is not null
    or not private.is_recent(known.tried_at, '10 minutes')
      and known.step = any (private.housekeeping_steps())
      and exists (
        select
        from private.sweep_steps other
        where private.is_recent(other.tried_before, '5 minutes')
          and other.step = any (private.housekeeping_steps())
      );
end $$;

-- Returns true if no step of the sweep has ended for five minutes, or if a general email is overdue and the
-- Edge Function has not been called for five minutes. Before the first sweep, the five minutes are counted
-- from the first lead.
create function private.is_sweep_overdue() returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(
      (select max(tried_at) from private.sweep_steps where tried_at <= clock_timestamp()),
      (select min(created_at) from private.leads),
      'infinity'
    ) < now() - interval '5 minutes'
    or not exists (
      select
      from private.sweep_steps
      where step = 'deliver' and private.is_recent(tried_at, '5 minutes')
    )
    and exists (
      select
      from private.outbox
      where priority = 'general'
        and private.is_waiting(status)
        and due_at < private.overdue_before()
    );
end $$;

-- The view contains everything that a worker needs to send a message. `came_before` is true if the person had
-- sent the form before. A preview says nothing about a person who may be known, because whoever can send one
-- can enter any address. `record` is the data that is stored for the person, if it differs from the data in
-- the submission.
create view private.outbox_contents with (security_invoker = true) as
  select
    message.id,
    message.kind,
    message.attempts as attempt,
    case when (private.asked_by(message)).id is not null then message.token end as token,
    case
      when submission.preview is not true then coalesce(message.lead_id, message.erased_lead)
    end as lead_id,
    submission.id as submission_id,
    submission.created_at as submitted_at,
    told.name,
    told.email,
    told.phone,
    told.phone_e164,
    told.country_code,
    told.extra,
    submission.consent_text,
    submission.consent_version,
    submission.page,
    submission.referrer,
    submission.campaign,
    submission.variant,
    submission.suspected_bot,
    -- `current` is true if the data in the message are the data that are stored for the person. It is looked
    -- up at each claim, because the person may have newer data when the message is retried.
    submission.preview is not true
      and (lead.name, lead.email, lead.phone, lead.phone_e164, lead.country_code, lead.extra)
        is not distinct from (
          told.name, told.email, told.phone, told.phone_e164, told.country_code, told.extra) as current,
    submission.confirms,
    coalesce(submission.preview, false) as preview,
    submission.withdrawn_by,
    case when submission.preview then 'none' else private.consent_state(lead) end::private.consent as consent,
    lead.id is not null
      and submission.preview is not true
      and private.text_fault(lead.id) is null as may_be_texted,
    lead.id is not null
      and submission.preview is not true
      and private.refuse_mail(lead.email, 'queued') is null as may_be_mailed,
    case
      when message.kind = 'visitor' and not submission.preview then private.lead_token(lead.secret, 'stop')
    end as stop_token,
    case
      when message.kind = 'visitor' and not submission.preview then private.mail_token(message.mailbox)
    end as unsubscribe_token,
    case
      when message.kind = 'visitor' and not submission.preview then private.lead_token(lead.secret, 'watch')
    end as watch_token,
    message.event,
    message.watched_percent,
    message.sequence,
    message.queued_at,
    submission.preview is not true and exists (
      select
      from private.lead_submissions earlier
      where earlier.lead_id = message.lead_id
        and earlier.created_at < submission.created_at
        and not earlier.preview
    ) as came_before,
    case
      when message.kind in ('owner', 'colleague')
        and not submission.merged
        and not submission.preview
        and submission.confirms is null
        and submission.consent
        and (lead.name, lead.phone, lead.country_code)
          <> (submission.name, submission.phone, submission.country_code)
      then jsonb_build_object('name', lead.name, 'phone', lead.phone, 'country_code', lead.country_code)
    end as record,
    message.recipient,
    message.contents,
    -- Both say what holds now. `told` is what is compared later (see private.told_leads), so nothing else is
    -- said: a press of the link alone is not told.
    case when lead.id is not null and submission.preview is not true then
      jsonb_build_object(
        'told', private.describe_booking(lead),
        'state', private.booking_state(lead.booking, lead.booking_ends_at, null),
        'starts_at', lead.booking_starts_at,
        'ends_at', lead.booking_ends_at)
    end as booking,
    case when lead.id is not null and submission.preview is not true then
      jsonb_build_object(
        'told', private.describe_outcome(lead),
        'state', lead.outcome,
        'value', lead.outcome_value,
        'currency', nullif(private.currency(), ''),
        'at', lead.outcome_at)
    end as outcome,
    -- An ad platform may ask in which browser it happened.
    case when message.kind = 'ad' then submission.user_agent end as user_agent,
    -- The emails to the operator tell times as the desk does.
    private.time_zone() as time_zone
  from private.outbox message
  left join private.lead_submissions submission on submission.id = message.submission_id
  left join private.leads lead on lead.id = message.lead_id
  -- A webhook about a change reports what is stored now, and all other messages report their submission as it
  -- was meant.
  left join lateral (
    select lead.name, lead.email, lead.phone, lead.phone_e164, lead.country_code, lead.extra
    where coalesce(message.event, 'watched') not in ('watched', 'reminder')
    union all
    select meant.name, meant.email, meant.phone, meant.phone_e164, meant.country_code, meant.extra
    from private.corrected(submission) meant
    where coalesce(message.event, 'watched') in ('watched', 'reminder')
  ) told on true;

-- Returns what a digest says, or null if nothing is left to say:
--   {"leads", "since", "newest", "withdrawals", "withdrawn", "texts", "received", "undelivered", "returned"}
create function private.describe_digest(digest uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  described constant jsonb := (
    select jsonb_build_object(
      'leads', count(*) filter (where digested.is_newest),
      'since', min(digested.created_at) filter (where digested.consent),
      'newest', coalesce(
        to_jsonb((array_agg(
          jsonb_build_object(
            'lead_id', digested.lead_id,
            'name', digested.name,
            'email', digested.email,
            'phone', coalesce(digested.phone_e164, digested.phone))
          order by digested.created_at desc
        ) filter (where digested.is_newest))[:20]),
        '[]'),
      'withdrawals', count(*) filter (where digested.is_withdrawal),
      'withdrawn', coalesce(
        to_jsonb((array_agg(
          jsonb_build_object(
            'lead_id', digested.lead_id,
            'name', digested.name,
            'email', digested.email,
            'phone', coalesce(digested.phone_e164, digested.phone))
          order by digested.created_at desc
        ) filter (where digested.is_withdrawal))[:100]),
        '[]'),
      'texts', (select count(*) from private.incoming_texts where digest_id = digest),
      'received', (
        select coalesce(jsonb_agg(to_jsonb(received) order by received_at desc), '[]')
        from (
          select sender, words, received_at
          from private.incoming_texts
          where digest_id = digest
          order by received_at desc
          limit 100
        ) received
      ),
      'undelivered', (
        select count(*)
        from private.outbox mail
        where mail.digest_id = digest and mail.reason in ('bounced', 'returned', 'complained')
      ),
      'returned', (
        select coalesce(jsonb_agg(to_jsonb(mail)), '[]')
        from (
          select
            mail.reason,
            person.id as lead_id,
            person.name,
            -- The address may have been corrected since the email was sent.
            case
              when private.mailbox_key(person.email) = mail.mailbox then person.email
              when private.mailbox_key(submission.email) = mail.mailbox then submission.email
              else mail.mailbox
            end as email,
            coalesce(person.phone_e164, person.phone) as phone
          from private.outbox mail
          join private.leads person on person.id = mail.lead_id
          join private.lead_submissions submission on submission.id = mail.submission_id
          where mail.digest_id = digest and mail.reason in ('bounced', 'returned', 'complained')
          order by mail.due_at desc
          limit 100
        ) mail
      ))
    from (
      select
        stored.*,
        -- A person counts once, also with a confirmation or a second form.
        stored.consent and row_number() over (
          partition by stored.lead_id
          order by stored.consent desc, stored.created_at desc
        ) = 1 as is_newest,
        not stored.consent
          and private.consent_state(person) <> all (private.consents_of('may-be-texted')) as is_withdrawal
      from private.outbox mail
      join private.lead_submissions stored on stored.id = mail.submission_id
      join private.leads person on person.id = stored.lead_id
      where mail.digest_id = digest and mail.kind = 'owner'
    ) digested
  );
begin
  return case
    when (described ->> 'leads')::integer + (described ->> 'withdrawals')::integer
      + (described ->> 'texts')::integer + (described ->> 'undelivered')::integer > 0
      then described
  end;
end $$;

-- Writes what the due digests say, so that a worker can claim them. A digest with nothing to say is
-- cancelled. A digest that somebody is adding to is closed by the next sweep. A digest is written again if
-- its worker did not come back and one of its entries was erased meanwhile.
create function private.close_digests() returns void
language plpgsql
set search_path = ''
as $$
declare
  digest uuid;
  described jsonb;
begin
  for digest in
    select id
    from private.outbox
    where priority = 'general'
      and kind = 'digest'
      and private.is_waiting(status)
      and contents is null
      and due_at <= now()
    for update skip locked
  loop
    described := private.describe_digest(digest);
    update private.outbox
    set
      contents = described,
      status = case when described is null then 'cancelled' else status end,
      reason = case when described is null then 'outdated' end
    where id = digest;
  end loop;
end $$;

-- Locks at most `room` due messages of the given priority and returns their ids. When emails are sent for the
-- first time, the newest emails come first.
-- If `submissions` is given, only messages of these submissions are locked, and the alert, which only counts
-- messages. Emails with a token are then skipped, and so are the messages of a submission whose data was not
-- copied to the person.
-- A general email is locked only once its contents are written.
create function private.lock_due_messages(
  this_priority private.message_priority,
  room integer,
  submissions uuid[]
) returns uuid[]
language plpgsql
set search_path = ''
as $$
begin
  if submissions is not null and this_priority = 'general' then
    return array(
      select message.id
      from private.outbox message
      where message.kind = 'alert'
        and message.status in ('pending', 'sending')
        and message.due_at <= now()
        and message.contents is not null
      limit room
      for update skip locked
    );
  end if;
  if submissions is not null then
    return array(
      select message.id
      from private.outbox message
      join private.lead_submissions submission on submission.id = message.submission_id
      where message.submission_id = any (submissions)
        and message.priority = this_priority
        and message.status in ('pending', 'sending')
        and message.due_at <= now()
        and (submission.preview or message.token is null and submission.merged)
      order by message.due_at desc
      limit room
      for update of message skip locked
    );
  end if;
  -- The conditions below compare whole rows, so that the planner uses the index on priority and due_at.
  if this_priority in ('owner_first', 'visitor_first') then
    return array(
      select message.id
      from private.outbox message
      where private.is_waiting(message.status)
        and (message.priority, message.due_at)
          between (this_priority, '-infinity'::timestamptz) and (this_priority, now())
      order by message.priority desc, message.due_at desc
      limit room
      for update skip locked
    );
  end if;
  return array(
    select message.id
    from private.outbox message
    where private.is_waiting(message.status)
      and (message.priority, message.due_at)
        between (this_priority, '-infinity'::timestamptz) and (this_priority, now())
      and (this_priority <> 'general' or message.contents is not null)
    order by message.priority, message.due_at
    limit room
    for update skip locked
  );
end $$;

-- Takes emails that the caller has locked. Cancels each email whose mailbox was suppressed after the email
-- was queued, each reminder that no longer applies, and each copy whose address is no longer in also_notify.
-- Returns the emails that are left.
create function private.cancel_unwanted(mails uuid[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  unwanted uuid[];
begin
  with cancelled as (
    update private.outbox mail
    set
      status = 'cancelled',
      reason = case
        when mail.kind = 'colleague' then 'unlisted'
        when private.refuse_mail(meant.email, 'queued') is not null then 'suppressed'
        else 'outdated'
      end
    from private.lead_submissions submission
    join private.leads person on person.id = submission.lead_id
    cross join private.lead_settings settings
    cross join lateral private.corrected(submission) meant
    where mail.id = any (mails)
      and submission.id = mail.submission_id
      and case
        when mail.kind = 'colleague' then mail.recipient <> all (settings.also_notify)
        else mail.mailbox is not null
          and (
            private.refuse_mail(meant.email, 'queued') is not null
            or mail.event = 'reminder' and not private.may_remind(person)
          )
      end
    returning mail.id
  )
  select array_agg(id) into unwanted from cancelled;
  return array(
    select id
    from unnest(mails) with ordinality given (id, place)
    where id <> all (coalesce(unwanted, '{}'))
    order by place
  );
end $$;

-- Takes emails that the caller has locked. If a worker did not come back from an attempt, the email may have
-- arrived, so this attempt counts as unanswered. Fails the emails that have got no answer three times, as
-- settle_message does. Returns the emails that are left.
create function private.fail_unanswered(mails uuid[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  failed uuid[];
begin
  with counted as (
    update private.outbox mail
    set
      unanswered = mail.unanswered + 1,
      status = case when mail.unanswered >= 2 then 'failed' else mail.status end,
      reason = case when mail.unanswered >= 2 then 'unanswered' end,
      last_error = 'no worker came back'
    where mail.id = any (mails) and mail.status = 'sending'
    returning mail.id, mail.status
  )
  select array_agg(id) into failed from counted where status = 'failed';
  return array(
    select id
    from unnest(mails) with ordinality given (id, place)
    where id <> all (coalesce(failed, '{}'))
    order by place
  );
end $$;

-- Takes messages that the caller has locked, and leases them to a worker for 50 seconds. Returns the contents
-- of the messages in the given order.
-- Each lease increases `attempt`, so a worker that held an earlier lease has a lower number.
-- The view takes longer to plan than to read, so its plan is kept.
create function private.lease_messages(ids uuid[]) returns setof private.outbox_contents
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  perform private.address_mails(ids);
  insert into private.mailbox_links (token_hash, mailbox_hash)
  select distinct private.lead_token(private.mail_token(mailbox), 'mail'), private.hash_mailbox(mailbox)
  from private.outbox
  where id = any (ids) and mailbox is not null
  on conflict do nothing;
  update private.outbox message
  set
    status = 'sending',
    attempts = message.attempts + 1,
    claimed_at = now(),
    due_at = now() + interval '50 seconds',
    priority = case message.priority
      when 'owner_first' then 'owner_retry'
      when 'visitor_first' then 'visitor_retry'
      when 'webhook_first' then 'webhook_retry'
      else message.priority
    end
  where message.id = any (ids);
  return query
  select *
  from private.outbox_contents contents
  where contents.id = any (ids)
  order by array_position(ids, contents.id);
end $$;

-- Leases at most max_mails due emails to the caller, in the order of their priority. If `submissions` is
-- given, only the emails of these submissions are leased. Otherwise the emails of all leads are leased, and
-- the caller must pass the right claim_key. Raises 28000 if `submissions` is null and claim_key is wrong.
-- With max_mails = 0, only this is checked.
create function public.claim_mails(
  max_mails integer default 1,
  submissions uuid[] default null,
  claim_key uuid default null
) returns setof private.outbox_contents
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
set jit = off
as $$
declare
  limits private.lead_settings;
  this_priority private.message_priority;
  is_owners boolean;
  owners_left integer;
  visitors_left integer;
  repeated integer;
  room integer;
  is_beyond boolean;
  chosen uuid[];
  claimed uuid[] := '{}';
begin
  if submissions is null then
    perform private.check_claim_key(claim_key);
  end if;
  if max_mails = 0 then
    return;
  end if;
  -- Because of this lock, only one claim runs at a time, and the budgets are counted exactly. The lock is
  -- released before the worker sends the emails.
  perform pg_advisory_xact_lock(hashtextextended('claim_mails', 0));

  select * into strict limits from private.lead_settings;
  -- We compare with clock_timestamp() instead of now(), because claims that were made since this transaction
  -- began must count too. Claims with a time in the future do not count.
  select limits.owner_mails_per_hour - count(*)
  into owners_left
  from private.outbox mail
  where mail.kind = 'owner'
    and mail.status in ('sending', 'sent')
    and mail.claimed_at between now() - interval '1 hour' and clock_timestamp();
  select
    limits.visitor_mails_per_minute - count(*),
    count(*) filter (where mail.attempts > 1 or mail.priority = 'visitor_last')
  into visitors_left, repeated
  from private.outbox mail
  where mail.kind = 'visitor' and mail.claimed_at between now() - interval '1 minute' and clock_timestamp();

  foreach this_priority in array enum_range('general'::private.message_priority, 'visitor_last') loop
    is_owners := this_priority in ('owner_first', 'owner_retry', 'owner_last');
    room := case this_priority
      when 'general' then max_mails
      when 'colleague' then max_mails
      when 'owner_first' then owners_left
      when 'owner_retry' then owners_left - limits.owner_mails_per_hour / 2
      when 'owner_last' then owners_left - limits.owner_mails_per_hour / 2
      when 'visitor_first' then visitors_left - greatest(limits.visitor_mails_per_minute / 4 - repeated, 0)
      else least(visitors_left, (limits.visitor_mails_per_minute + 1) / 2 - repeated)
    end;
    is_beyond := is_owners and room <= 0;
    room := case when is_beyond then 1000 else least(max_mails - cardinality(claimed), room) end;
    continue when room <= 0;
    chosen := private.lock_due_messages(this_priority, room, submissions);
    continue when chosen = '{}';
    if is_beyond then
      perform private.digest_mails(chosen);
      continue;
    end if;
    claimed := claimed || private.cancel_unwanted(private.fail_unanswered(chosen));
    if is_owners then
      owners_left := owners_left - cardinality(chosen);
    elsif this_priority not in ('general', 'colleague') then
      visitors_left := visitors_left - cardinality(chosen);
      if this_priority <> 'visitor_first' then
        repeated := repeated + cardinality(chosen);
      end if;
    end if;
  end loop;
  return query select * from private.lease_messages(claimed);
end $$;

-- Leases at most max_webhooks due webhooks to the caller. New webhooks come before retries, and in both
-- groups the oldest come first.
-- If the receiver must not get webhooks at the moment, none are leased. `receiver` is the key of the receiver
-- in the table webhook_receivers. The other arguments are the same as for claim_mails.
create function public.claim_webhooks(
  max_webhooks integer default 1,
  submissions uuid[] default null,
  claim_key uuid default null,
  receiver text default null
) returns setof private.outbox_contents
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
set enable_seqscan = off
set jit = off
as $$
declare
  chosen uuid[];
  post private.outbox_contents;
begin
  if submissions is null then
    perform private.check_claim_key(claim_key);
  end if;
  perform private.note_receiver(receiver);
  if private.is_resting(receiver) then
    return;
  end if;
  chosen := private.lock_due_messages('webhook_first', max_webhooks, submissions);
  chosen := chosen
    || private.lock_due_messages('webhook_retry', max_webhooks - cardinality(chosen), submissions);
  for post in
    select *
    from private.lease_messages(chosen)
  loop
    if post.event is distinct from 'erased' then
      -- The post may arrive although it gets no answer. The receiver then knows the person.
      insert into private.told_leads (lead_id)
      values (post.lead_id)
      on conflict (lead_id) do nothing;
      -- If the state were read again when the post is settled, a state that changes in between, and then
      -- changes back, would never be told.
      update private.outbox message
      set said = jsonb_build_object(
        'lead_id', post.lead_id,
        'receiver', claim_webhooks.receiver,
        'sequence', post.sequence,
        'consent', post.consent,
        'may_be_mailed', post.may_be_mailed,
        -- A post without data leaves the receiver those that it has. After an attempt without an answer
        -- nobody knows which: the receiver ignores what is older than this post, if that has arrived.
        'data_hash', case
          when post.current then private.hash_data(to_jsonb(post))
          when post.attempt = 1 then (
            select told.data_hash
            from private.told_leads told
            where told.lead_id = post.lead_id and told.receiver = claim_webhooks.receiver
          )
        end,
        'booking', post.booking ->> 'told',
        'outcome', post.outcome ->> 'told')
      where message.id = post.id;
    end if;
    return next post;
  end loop;
end $$;

-- Returns for how long a message of this kind is tried. Meta refuses an event that happened seven days ago,
-- so nobody tries in the last hour before.
create function private.tried_for(kind text) returns interval
language sql immutable
set search_path = ''
as $$
  select interval '7 days' - case when kind = 'ad' then interval '1 hour' else '0' end;
$$;

-- Returns how long to wait before a retry. The pause is half the time since the message was queued, but at
-- least 15 s and at most 50 min, with 20 % jitter.
create function private.retry_delay(queued_for interval) returns interval
language sql
set search_path = ''
as $$
  select (0.8 + 0.4 * random())
    * least(greatest(queued_for / 2, interval '15 seconds'), interval '50 minutes');
$$;

-- Takes the outcome of the last attempt to send a message. Returns the reason why the message has failed, or
-- null if it will be sent again.
create function private.failure_reason(message private.outbox, outcome text) returns text
language sql
set search_path = ''
as $$
  select case
    when outcome = 'rejected' then 'rejected'
    when outcome = 'unanswered' and message.unanswered >= 2 then 'unanswered'
    when message.queued_at < now() - private.tried_for(message.kind) then 'expired'
  end;
$$;

-- Stores how an attempt to send a message ended. The outcome is 'sent', 'deferred' (try again later),
-- 'rejected' (there is no such mailbox, or the receiver is gone) or 'unanswered'.
-- For a webhook, `receiver` says who got it. `rest_seconds` is how long the receiver asked us to wait, or
-- null.
-- Returns the new status of the message, or null if another worker has claimed the message since then.
create function public.settle_message(
  id uuid,
  attempt integer,
  outcome text,
  error text default null,
  receiver text default null,
  rest_seconds double precision default null
) returns text
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
  insert into private.webhook_receivers as known (receiver, rests_until, fault)
  select
    settle_message.receiver,
    case when outcome = 'rejected' then 'infinity' else now() + make_interval(secs => rest_seconds) end,
    left(error, 500)
  where settle_message.receiver is not null and (outcome = 'rejected' or rest_seconds > 0)
  on conflict (receiver) do update
  set
    rests_until = greatest(known.rests_until, excluded.rests_until),
    fault = excluded.fault;

  -- The address or the number may have been corrected while the email was on its way.
  select private.address_mails(array[message.id])
  from private.outbox message
  where message.id = settle_message.id
    and message.attempts = settle_message.attempt
    and message.status = 'sending'
    and message.kind = 'visitor'
    and outcome <> 'sent'
    and private.failure_reason(message, outcome) is null;

  update private.outbox message
  set
    status = case
      when outcome = 'sent' then 'sent'
      when private.failure_reason(message, outcome) is null then 'pending'
      else 'failed'
    end,
    reason = case when outcome <> 'sent' then private.failure_reason(message, outcome) end,
    unanswered = message.unanswered + (outcome = 'unanswered')::integer,
    sent_at = case when outcome = 'sent' then now() end,
    due_at = now() + private.retry_delay(now() - message.queued_at),
    last_error = case when outcome <> 'sent' then left(error, 500) end,
    -- A digest that cannot have arrived takes entries again.
    contents = case
      when message.kind <> 'digest'
        or outcome = 'unanswered'
        or outcome <> 'sent' and message.unanswered > 0
        then message.contents
    end
  where message.id = settle_message.id
    and message.attempts = settle_message.attempt
    and message.status = 'sending'
  returning message.status::text;
$$;

-- What the Edge Function reports to an ad platform (Meta): that a person is a lead, booked a call, or bought.
-- The files for the other platforms are in 27_exports.sql.

-- There is a row as long as the function reports. In countries where the form alone is not enough, the person
-- must have agreed to one of these versions of the consent text.
create table private.ad_settings (
  singleton boolean primary key default true check (singleton),
  consent_versions text[] not null
);

-- Returns what may be reported about a person, with the time at which it happened and the first submission of
-- the person that allows it. A purchase without value or currency is none.
create function private.ad_events(person private.leads)
returns table (event text, happened_at timestamptz, submission_id uuid)
language sql stable
rows 1
set search_path = ''
as $$
  select told.event, least(told.happened_at, now()), visit.id
  from private.ad_settings settings,
    lateral (
      select submission.id, submission.created_at
      from private.lead_submissions submission
      where submission.lead_id = person.id
        and submission.merged
        and submission.consent
        and submission.confirms is null
        and not submission.held
        and not submission.preview
        and (
          submission.country_code in ('US', 'CA', 'AU')
          or submission.consent_version = any (settings.consent_versions)
        )
      order by submission.created_at
      limit 1
    ) visit,
    lateral (
      select 'lead' as event, visit.created_at as happened_at
      union all
      select
        'schedule',
        coalesce(
          (
            select min(said.said_at)
            from private.booking_events said
            where said.lead_id = person.id and said.kind = 'booked'
          ),
          now())
      where person.booking = 'booked'
      union all
      select 'purchase', person.outcome_at
      where person.outcome = 'won' and person.outcome_value is not null and private.currency() <> ''
    ) told
  where not person.suspected_bot
    and not person.preview
    and private.ad_fault('meta', private.consent_state(person), private.refuses_tracking(person.id), '{}')
      is null;
$$;

-- Queues what may be reported about a person now and was not yet, each once. What happened too long ago for
-- the platform is left out (see private.tried_for). The caller has locked the person.
create function private.queue_ads(person uuid) returns void
language sql
set search_path = ''
as $$
  insert into private.outbox (submission_id, lead_id, kind, priority, event, queued_at)
  select may.submission_id, known.id, 'ad', 'ad', may.event, may.happened_at
  from private.leads known, private.ad_events(known) may
  where known.id = person
    and may.happened_at > now() - private.tried_for('ad')
    and not exists (
      select
      from private.outbox earlier
      where earlier.lead_id = known.id
        and earlier.kind = 'ad'
        and earlier.event = may.event
        and earlier.reason is distinct from 'outdated'
    );
$$;

-- Queues what may be reported about the person of the changed row.
create function private.queue_changed_ads() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from private.ad_settings) then
    perform private.queue_ads(coalesce(to_jsonb(new) ->> 'lead_id', to_jsonb(new) ->> 'id')::uuid);
  end if;
  return null;
end $$;

-- Queues the sales that were none for the platform until now, because they had no currency.
create function private.queue_sales() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  person uuid;
begin
  if exists (select from private.ad_settings) then
    for person in
      select id
      from private.leads
      where outcome = 'won' and outcome_at > now() - private.tried_for('ad')
      order by id
      for no key update
    loop
      perform private.queue_ads(person);
    end loop;
  end if;
  return null;
end $$;

-- A new person is stored with the consent already, so no change of it tells of them.
create trigger consent_events_queue_ads
  after insert on private.consent_events
  for each row execute function private.queue_changed_ads();
create trigger lead_submissions_queue_ads
  after update of held on private.lead_submissions
  for each row
  when (old.held and not new.held)
  execute function private.queue_changed_ads();
create trigger leads_queue_ads
  after update of consent, booking, outcome, outcome_value on private.leads
  for each row
  when (
    (old.consent, old.booking, old.outcome, old.outcome_value)
      is distinct from (new.consent, new.booking, new.outcome, new.outcome_value)
  )
  execute function private.queue_changed_ads();

create trigger lead_settings_queue_sales
  after update of currency on private.lead_settings
  for each row
  when (old.currency is null and new.currency is not null)
  execute function private.queue_sales();

-- The function says in each sweep whether it reports to the platform, and which versions of the consent text
-- allow it. With null, it reports nothing, and what waits is dropped. Raises 28000 if the claim key is wrong.
create function public.set_ads(claim_key uuid, consent_versions text[]) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  perform private.check_claim_key(set_ads.claim_key);
  if set_ads.consent_versions is not null then
    insert into private.ad_settings as known (consent_versions)
    values (set_ads.consent_versions)
    on conflict (singleton) do update
    set consent_versions = excluded.consent_versions
    where known.consent_versions <> excluded.consent_versions;
    return;
  end if;
  delete from private.ad_settings;
  if found then
    update private.outbox
    set
      status = 'cancelled',
      reason = 'dropped'
    where kind = 'ad' and status in ('pending', 'sending', 'failed');
  end if;
end $$;

-- Leases at most max_ads due events to the caller, the oldest first, as claim_webhooks does for webhooks.
-- Each is judged again, and cancelled if it may no longer be reported. Raises 28000 if claim_key is wrong.
create function public.claim_ads(max_ads integer, claim_key uuid, receiver text)
returns setof private.outbox_contents
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
set jit = off
as $$
declare
  chosen uuid[];
begin
  perform private.check_claim_key(claim_ads.claim_key);
  perform private.note_receiver(receiver, 'ad');
  if private.is_resting(receiver) then
    return;
  end if;
  chosen := private.lock_due_messages('ad', max_ads, null);
  update private.outbox message
  set
    status = 'cancelled',
    reason = 'outdated'
  where message.id = any (chosen)
    and not exists (
      select
      from private.leads person, private.ad_events(person) may
      where person.id = message.lead_id and may.event = message.event
    );
  return query
  select *
  from private.lease_messages(array(
    select message.id
    from private.outbox message
    where message.id = any (chosen)
      and message.status <> 'cancelled'
      and message.queued_at >= now() - private.tried_for('ad')
    order by message.due_at
  ));
end $$;

-- This table contains the reports from mail providers that were read in the last 31 days. If a report comes a
-- second time, it is found here and changes nothing.
create table private.mail_reports (
  provider text not null,
  id text not null,
  read_at timestamptz not null default now(),
  primary key (provider, id)
);

create index mail_reports_read_at_idx on private.mail_reports (read_at);

-- Finds the visitor email of a report, by its Message-ID if that is one of ours. Otherwise it is the last
-- email that was sent to the address before the report. Returns a row of nulls if there is none.
create function private.find_reported_mail(address text, message_id text, at timestamptz)
returns private.outbox
language sql stable
set search_path = ''
as $$
  select mail.*
  from private.outbox mail
  cross join lateral (
    select substring(message_id from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@')::uuid as id
  ) named
  where mail.mailbox = private.mailbox_key(address)
    and mail.kind = 'visitor'
    and mail.status in ('pending', 'sending', 'sent', 'failed')
    -- The clock of the provider may differ from the clock of the database.
    and (mail.claimed_at <= at + interval '5 minutes' or mail.id = named.id)
    and (named.id is null or named.id = mail.id or named.id = any (mail.former_ids))
  order by mail.claimed_at desc
  limit 1;
$$;

-- Takes an email that bounced or was reported as spam, marks it as failed and puts it into the digest. An
-- email that the provider did not send, because the receiver wants none, is cancelled.
create function private.fail_reported_mail(reported private.outbox, reason text, provider text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if fail_reported_mail.reason = 'unsubscribed' then
    update private.outbox mail
    set
      status = 'cancelled',
      reason = 'suppressed',
      sent_at = null
    where mail.id = reported.id and mail.status in ('pending', 'sending', 'sent');
  elsif reported.status in ('pending', 'sending', 'sent')
    or reported.reason in ('bounced', 'returned') and fail_reported_mail.reason = 'complained'
    or reported.reason = 'returned' and fail_reported_mail.reason = 'bounced'
  then
    update private.outbox mail
    set
      status = 'failed',
      reason = fail_reported_mail.reason,
      -- An email that came back counts as sent, so that a full mailbox does not get more emails than others.
      sent_before = mail.sent_before + (fail_reported_mail.reason = 'returned')::integer,
      unanswered = case when fail_reported_mail.reason = 'returned' then 0 else mail.unanswered end,
      sent_at = null,
      due_at = now(),
      last_error = fail_reported_mail.reason || ': reported by ' || provider,
      digest_id = coalesce(mail.digest_id, private.open_digest())
    where mail.id = reported.id;
  end if;
end $$;

-- Stores what a mail provider has reported. After a hard bounce, the address is treated as dead. After a
-- complaint, or if the receiver wants no emails from us, the mailbox gets no more emails; an email that had
-- arrived stays sent if they unsubscribed afterwards. After a soft bounce of an email that the provider has
-- given up, only this email has failed. Other soft bounces change nothing. Nothing happens if the same bounce
-- of the email was reported before. A bounce of an email that was sent before the operator lifted an earlier
-- bounce no longer counts. A report about an email that was sent again since is not about the email that is
-- under way now. `events` is a list of MailEvent. All events of one report have the same id. A report changes
-- nothing if it was read before or if it is older than 30 days. The reports may come in any order. Returns
-- how many of the events were new.
-- Raises 28000 if `report_key` is wrong, and 22023 if there are more than 1000 events, because emails stay
-- locked until this call ends.
create function public.record_mail_events(provider text, events jsonb, report_key text default null)
returns integer
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  unread text[];
  event record;
  reported private.outbox;
  former integer;
  is_former boolean;
  claimed timestamptz;
  hash uuid;
  recorded integer := 0;
begin
  perform private.check_report_key(record_mail_events.report_key);
  if jsonb_array_length(events) > 1000 then
    raise exception 'more than 1000 events' using errcode = 'invalid_parameter_value';
  end if;
  with inserted as (
    insert into private.mail_reports (provider, id)
    select distinct record_mail_events.provider, listed.id
    from jsonb_to_recordset(events) listed (id text)
    order by listed.id
    on conflict do nothing
    returning id
  )
  select array_agg(id) into unread from inserted;
  for event in
    select
      lower(mailbox) as address,
      private.mailbox_key(mailbox) as mailbox,
      "messageId" as message_id,
      least(at, now()) as at,
      case kind
        when 'bounced hard' then 'bounced'
        when 'bounced softly' then 'returned'
        else kind
      end as reason,
      kind = 'unsubscribed' and "isLost" is not true as has_arrived
    from jsonb_to_recordset(events) listed (
      id text, kind text, mailbox text, "messageId" text, at timestamptz, "isLost" boolean)
    where id = any (unread)
      and (kind in ('bounced hard', 'complained', 'unsubscribed') or kind = 'bounced softly' and "isLost")
      and at > now() - interval '30 days'
      and private.mailbox_key(mailbox) is not null
    -- In this order, two reports about the same addresses never wait for each other.
    order by mailbox, address, at
  loop
    hash := private.hash_mailbox(
      case when event.reason = 'bounced' then private.dead_key(event.address) else event.mailbox end);
    if event.message_id is not null and event.reason in ('bounced', 'returned') then
      insert into private.mail_reports (provider, id)
      values (record_mail_events.provider, concat_ws(' ', event.message_id, event.reason, hash))
      on conflict do nothing;
      continue when not found;
    end if;
    recorded := recorded + 1;
    reported := private.find_reported_mail(event.address, event.message_id, event.at);
    former := array_position(reported.former_ids::text[], split_part(event.message_id, '@', 1));
    is_former := former is not null or reported.queued_at > event.at + interval '5 minutes';
    claimed := case
      when former is not null then reported.former_claims[former]
      when not is_former then reported.claimed_at
    end;
    perform private.lock_mailbox(private.hash_mailbox(event.mailbox));
    if event.reason <> 'returned' and not (event.reason = 'bounced' and exists (
      select
      from private.mailbox_events lift
      where lift.mailbox_hash = hash
        and lift.reason = 'bounced'
        and lift.is_lift
        and lift.happened_at > coalesce(claimed, event.at)
    )) then
      insert into private.mailbox_events (mailbox_hash, reason, said_by, happened_at)
      values (hash, event.reason, record_mail_events.provider, event.at);
    end if;
    if not event.has_arrived and is_former is not true then
      perform private.fail_reported_mail(reported, event.reason, provider);
    end if;
  end loop;
  return recorded;
end $$;

-- Returns the token in the link to the calendar for the person with this token in their link to the video, or
-- null if there is none.
create function public.call_token(token uuid) returns uuid
language sql stable security definer
set search_path = ''
set statement_timeout = '3s'
as $$
  select private.lead_token(submission.id, 'call')
  from private.leads person
  join private.lead_submissions submission on submission.lead_id = person.id
  where private.lead_token(person.secret, 'watch') = call_token.token
    and submission.confirms is null
    and submission.consent
  order by submission.merged desc, submission.created_at desc
  limit 1;
$$;

-- Stores that the link to the calendar was pressed, but at most once a day for a person, and not if the
-- browser asked not to be tracked. Returns {"name", "email"} as they were typed in the submission to which
-- the token belongs, or null if the token is unknown. If somebody else has locked the person for more than a
-- second, nothing is stored.
create function public.press_call(token uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '1s'
set statement_timeout = '3s'
as $$
declare
  stored private.lead_submissions;
begin
  select *
  into stored
  from private.lead_submissions submission
  where private.lead_token(submission.id, 'call') = press_call.token
    and submission.confirms is null
    and submission.consent;
  if not found then
    return null;
  end if;
  begin
    insert into private.booking_events (lead_id, kind, said_by)
    select stored.lead_id, 'pressed', 'link'
    where not stored.preview
      and not private.refuses_tracking(stored.lead_id)
      and private.lock_booking(stored.lead_id)
      and not exists (
        select
        from private.booking_events earlier
        where earlier.lead_id = stored.lead_id
          and earlier.kind = 'pressed'
          and earlier.said_at > now() - interval '1 day'
      );
  exception when lock_not_available then
    null;
  end;
  return jsonb_build_object('name', stored.name, 'email', stored.email);
end $$;

-- Finds the person of a booking: by the token that went to the calendar, else by the booking or the one that
-- it replaces, else by the address. Somebody may book with another address than that of their lead. If a
-- booking has several persons, the address says which one. If it has seats, strangers may be in it, and the
-- token may be that of somebody else, so the address comes first. Returns null if it is none of ours.
create function private.find_booker(token uuid, bookings text[], address text, is_seat boolean)
returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  person uuid;
  known uuid[];
begin
  if is_seat then
    select id
    into person
    from private.leads lead
    where lower(lead.email) = lower(address);
    if found then
      return person;
    end if;
  end if;
  select lead_id
  into person
  from private.lead_submissions submission
  where private.lead_token(submission.id, 'call') = find_booker.token;
  if found or is_seat then
    return person;
  end if;
  known := array(
    select distinct event.lead_id
    from private.booking_events event
    where event.booking = any (bookings)
  );
  if cardinality(known) = 1 then
    return known[1];
  end if;
  return (
    select id
    from private.leads lead
    where lower(lead.email) = lower(address) and (known = '{}' or lead.id = any (known))
  );
end $$;

-- Stores what a calendar ('calendly' or 'cal.com') says about bookings. `statements` is a list of Booking.
-- What is about a stranger is not stored, and what was said before changes nothing. Returns how much was
-- new. Raises 28000 if the key is wrong (see private.check_report_key).
create function public.record_bookings(
  calendar text,
  statements jsonb,
  report_key text default null
) returns integer
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
declare
  said record;
  person uuid;
  recorded integer := 0;
begin
  perform private.check_report_key(report_key);
  for said in
    select *
    from jsonb_to_recordset(statements) listed (
      kind text, booking text, replaces text, "replacedBy" text, "startsAt" timestamptz,
      "endsAt" timestamptz, at timestamptz, token uuid, email text, "isSeat" boolean)
    limit 100
  loop
    person := private.find_booker(
      said.token,
      array[said.booking, said.replaces, said."replacedBy"],
      said.email,
      coalesce(said."isSeat", false));
    continue when person is null or not private.lock_booking(person);
    insert into private.booking_events (
      lead_id, kind, booking, replaces, replaced_by, starts_at, ends_at, said_by, said_at)
    values (
      person,
      said.kind,
      said.booking,
      said.replaces,
      said."replacedBy",
      said."startsAt",
      said."endsAt",
      record_bookings.calendar,
      said.at)
    on conflict do nothing;
    if found then
      recorded := recorded + 1;
    end if;
  end loop;
  return recorded;
end $$;

-- Stores what the operator says about the call of a person: 'booked', 'came' (it was held), 'no-show',
-- 'cancelled' or 'none'. It holds until the calendar says something newer. `starts_at` is when the call
-- begins, as far as it is known; a call without it keeps the time that is known.
-- Returns the state that holds then (see private.booking_state), or null if nobody has this id.
-- Raises 23514 if the kind is unknown.
create function desk.say_booking(person uuid, kind text, starts_at timestamptz default null) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  known private.leads;
  start timestamptz;
begin
  if not private.lock_booking(person) then
    return null;
  end if;
  select * into known from private.leads where id = person;
  start := coalesce(say_booking.starts_at, known.booking_starts_at);
  insert into private.booking_events (lead_id, kind, starts_at, ends_at, said_by)
  values (
    person,
    say_booking.kind,
    case when say_booking.kind <> 'none' then start end,
    case say_booking.kind
      when 'came' then least(known.booking_ends_at, now())
      when 'none' then null
      -- How long it takes is not asked.
      else case
        when start is not distinct from known.booking_starts_at then known.booking_ends_at
        else start + interval '30 minutes'
      end
    end,
    'desk:' || private.actor());
  return (
    select coalesce(private.booking_state(booking, booking_ends_at, booking_pressed_at), 'none')
    from private.leads
    where id = person
  );
end $$;

-- Returns {"people", "pressed", "booked", "held", "won"}: how many people signed up from the day `since` to
-- the day before `until`, and how many of them came how far. Whoever booked counts as pressed too, even if
-- they cancelled later. The other arguments are those of desk.reminders.
create function desk.bookings(
  since date default null,
  until date default null,
  variant text default null,
  campaign text default null
) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select jsonb_build_object(
    'people', count(*),
    'pressed', count(*) filter (where booking_pressed_at is not null or booking is not null),
    'booked', count(*) filter (where booking is not null),
    'held', count(*) filter (
      where private.booking_state(booking, booking_ends_at, booking_pressed_at) = 'held'
    ),
    'won', count(*) filter (where outcome = 'won'))
  from private.leads person
  where created_at >= private.start_of(coalesce(since, '-infinity'))
    and created_at < private.start_of(coalesce(until, 'infinity'))
    and not suspected_bot
    and not preview
    and private.came_by(person.variant, person.source, bookings.variant, bookings.campaign);
$$;

-- Returns since when the link to the calendar is pressed and no calendar has said anything, if that is for a
-- week or longer. Else returns null.
create function private.booking_silence() returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(press.said_at)
  from private.booking_events press
  where press.kind = 'pressed'
    and press.said_at > coalesce(
      (
        select max(received_at)
        from private.booking_events
        where booking is not null
      ),
      '-infinity')
  having min(press.said_at) < now() - interval '7 days';
$$;

-- This table counts how many page views reached each step, for each day, variant and campaign. The counts
-- name nobody. The day is the day in the operator's time zone at the moment of counting, so a count stays
-- with its day if the operator chooses another time zone later. Campaigns are folded as in the source of a
-- person (see fold_campaign), so each is one campaign on all pages.
-- The variant 'watch link' has the steps of those who opened the video by a watch link. They viewed no
-- landing page, so their steps stand apart from those of the visits.
-- The events are the same as in lib/funnel/funnel-event.ts.
create table private.funnel_counts (
  day date not null,
  variant text not null default '',
  campaign text not null default '',
  event text not null check (event in (
    'page_viewed', 'play_clicked', 'dialog_opened', 'form_begun', 'field_error', 'submitted', 'unlocked',
    'video_begun', 'video_25', 'video_50', 'video_75', 'video_100')),
  hits bigint not null check (hits > 0),
  primary key (day, variant, campaign, event)
);

-- Counts the same views and unlocked videos by the hour, so that today can be compared with the same part of
-- an earlier day.
create table private.funnel_hours (
  day date not null,
  hour integer not null check (hour between 0 and 23),
  event text not null check (event in ('page_viewed', 'unlocked')),
  hits bigint not null check (hits > 0),
  primary key (day, hour, event)
);

-- The overview uses this index to read the views of up to two years. The hits are not in the index, because
-- otherwise Postgres would have to change the index with each count.
create index funnel_views_idx on private.funnel_counts (day)
  where event in ('page_viewed', 'unlocked');

-- Adds [{variant, campaign, event, hits}] to the counts of today. Each day has at most 20 variants and 200
-- campaigns, and those of leads come first, so that no made-up names keep them out. All other variants are
-- counted as '', and all other campaigns are counted as 'other'.
-- Returns how many hits were added. Raises 23514 if an event is unknown.
create function public.count_funnel_events(counts jsonb) returns bigint
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
  select pg_advisory_xact_lock(hashtextextended('count_funnel_events', 0));

  with clock as (
    select private.day_of(now()) as today, extract(hour from now() at time zone private.time_zone()) as hour
  ), given as (
    select
      coalesce(left(variant, 32), '') as variant,
      coalesce(private.fold_campaign(campaign), '') as campaign,
      event,
      hits
    from jsonb_to_recordset(counts) as one (variant text, campaign text, event text, hits bigint)
  ), named as (
    select variant, campaign, true as is_stored from private.funnel_counts, clock where day = today
    union
    select variant, campaign, false from given
  ), variants as (
    select variant
    from named
    where variant <> ''
    group by variant
    order by bool_or(is_stored) desc, variant
    limit 20
  ), campaigns as (
    select campaign
    from named
    where campaign <> 'other'
    group by campaign
    order by
      exists (select from private.leads where source = 'campaign:' || campaign) desc,
      bool_or(is_stored) desc,
      campaign
    limit 200
  ), kept as (
    select
      coalesce(variants.variant, '') as variant,
      coalesce(campaigns.campaign, 'other') as campaign,
      event,
      sum(hits)::bigint as hits
    from given
    left join variants using (variant)
    left join campaigns using (campaign)
    group by 1, 2, 3
  ), added as (
    insert into private.funnel_counts as counted (day, variant, campaign, event, hits)
    select today, variant, campaign, event, hits
    from kept, clock
    on conflict on constraint funnel_counts_pkey do update set hits = counted.hits + excluded.hits
    returning 1
  ), added_hours as (
    insert into private.funnel_hours as counted (day, hour, event, hits)
    select today, clock.hour, event, sum(hits)
    from kept, clock
    where event in ('page_viewed', 'unlocked')
    group by today, clock.hour, event
    on conflict on constraint funnel_hours_pkey do update set hits = counted.hits + excluded.hits
    returning 1
  )
  select coalesce(sum(hits), 0)::bigint
  from kept;
$$;

-- Returns how often each event happened on the page, per day and in total. Also returns the names of all
-- variants and of at most 1000 campaigns, and in "watch_link" the steps of those who opened a watch link.
-- If `since` or `until` is null, the period has no such end.
create function desk.funnel(
  since date default null,
  until date default null,
  variant text default null,
  campaign text default null
) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
as $$
  with counted as materialized (
    select
      count.variant = 'watch link' as is_link,
      count.day,
      count.event,
      count.variant,
      count.campaign,
      sum(count.hits) as hits,
      sum(count.hits) filter (
        where (funnel.variant is null or count.variant = funnel.variant)
          and (funnel.campaign is null or count.campaign = funnel.campaign)
      )::bigint as chosen
    from private.funnel_counts count
    where count.day >= coalesce(funnel.since, '-infinity')
      and count.day < coalesce(funnel.until, 'infinity')
    group by grouping sets (
      (count.variant = 'watch link', count.day, count.event),
      (count.variant, count.campaign)
    )
  ), days as (
    select counted.day, counted.event, counted.chosen
    from counted
    where not counted.is_link and counted.chosen is not null
  ), names as (
    select counted.variant, counted.campaign, counted.hits
    from counted
    where counted.variant <> 'watch link'
  )
  select jsonb_build_object(
    'days', (
      select coalesce(jsonb_agg(to_jsonb(one) order by one.day), '[]')
      from (
        select days.day, jsonb_object_agg(days.event, days.chosen) as counts
        from days
        group by days.day
      ) one
    ),
    'totals', (
      select coalesce(jsonb_object_agg(one.event, one.chosen), '{}')
      from (
        select days.event, sum(days.chosen)::bigint as chosen
        from days
        group by days.event
      ) one
    ),
    'watch_link', (
      select coalesce(jsonb_object_agg(one.event, one.hits), '{}')
      from (
        select counted.event, sum(counted.hits) as hits
        from counted
        where counted.is_link
        group by counted.event
      ) one
    ),
    'variants', (
      select coalesce(jsonb_agg(one.variant order by one.hits desc, one.variant), '[]')
      from (
        select names.variant, sum(names.hits) as hits
        from names
        group by names.variant
      ) one
    ),
    'campaigns', (
      select coalesce(jsonb_agg(one.campaign order by one.hits desc, one.campaign), '[]')
      from (
        select names.campaign, sum(names.hits) as hits
        from names
        group by names.campaign
        order by hits desc, names.campaign
        limit 1000
      ) one
    ));
$$;

-- Returns how many views each variant had, in how many of them the video was unlocked (unlocked), how many
-- leads came, and the first day on which the variant was viewed (first_day).
-- A lead counts for the variant that the person saw first. Bots and previews do not count.
create function desk.variants(since date default null, until date default null) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '30s'
set jit = off
set enable_seqscan = off
as $$
  with viewed as (
    select
      variant,
      coalesce(sum(hits) filter (where event = 'page_viewed'), 0) as views,
      coalesce(sum(hits) filter (where event = 'unlocked'), 0) as unlocked,
      min(day) filter (where event = 'page_viewed') as first_day
    from private.funnel_counts
    where day >= coalesce(since, '-infinity')
      and day < coalesce(until, 'infinity')
      and event in ('page_viewed', 'unlocked')
      and variant not in ('', 'watch link')
    group by variant
  ), stored as (
    select variant, count(*) as leads
    from private.leads
    where created_at >= private.start_of(coalesce(since, '-infinity'))
      and created_at < private.start_of(coalesce(until, 'infinity'))
      and variant is not null
      and not suspected_bot
      and not preview
    group by variant
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'variant', variant,
        'views', coalesce(views, 0),
        'unlocked', coalesce(unlocked, 0),
        'leads', coalesce(leads, 0),
        'first_day', first_day)
      order by variant),
    '[]')
  from viewed
  full join stored using (variant);
$$;

-- Returns 'open' or 'measured' if the token opens the video, and null if it does not. 'measured' means that
-- the site also stores how much of the video is watched. The link still works after the person has withdrawn
-- the consent to texts. This function is called when the person presses a button, so it stores that the
-- button was pressed and, unless the person refuses to be tracked, that the video was begun. If somebody else
-- has locked the person for more than a second, nothing is stored.
create function public.may_watch(token uuid) returns text
language plpgsql security definer
set search_path = ''
set lock_timeout = '1s'
set statement_timeout = '3s'
as $$
begin
  begin
    update private.leads
    set
      pressed_at = coalesce(pressed_at, now()),
      begun_at = case when private.refuses_tracking(id) then begun_at else coalesce(begun_at, now()) end
    where private.lead_token(secret, 'watch') = may_watch.token
      and (pressed_at is null or begun_at is null);
  exception when lock_not_available then
    null;
  end;
  return (
    select case when measure_watching and not private.refuses_tracking(id) then 'measured' else 'open' end
    from private.leads, private.lead_settings
    where private.lead_token(secret, 'watch') = may_watch.token
  );
end $$;

-- If reminders are on, stores that the person began the video on the page right after the submission with
-- this idempotency key. Beginning the video on the page does not count as pressing the button behind an
-- emailed link, because anybody may have typed the address.
create function public.begin_video(submission_id uuid) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  update private.leads
  set begun_at = now()
  where id = (
      select lead_id
      from private.lead_submissions
      where lead_submissions.id = private.stored_id(begin_video.submission_id)
    )
    and not private.refuses_tracking(id)
    and begun_at is null
    and exists (
      select
      from private.lead_settings
      where remind_after is not null
    );
end $$;

-- If lead_settings.measure_watching is on, stores how many percent of the video the person has watched.
-- If there is already a webhook about this lead, another webhook is queued to report the percentage.
create function public.store_watched(token uuid, percent integer) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  with person as (
    update private.leads
    set watched_percent = store_watched.percent
    where private.lead_token(secret, 'watch') = store_watched.token
      and store_watched.percent > coalesce(watched_percent, 0)
      and (select measure_watching from private.lead_settings)
      and not private.refuses_tracking(id)
    returning id
  )
  insert into private.outbox (submission_id, lead_id, kind, priority, event, watched_percent)
  select submission.id, person.id, 'webhook', 'webhook_first', 'watched', store_watched.percent
  from person
  join private.lead_submissions submission on submission.lead_id = person.id
  where private.is_told(person.id)
    and not submission.held
    and not submission.preview
  order by submission.consent desc, submission.created_at desc
  limit 1;
end $$;

-- Deletes the words of what was said about numbers longer than `period` ago, of at most max_rows events.
-- Returns of how many.
create function private.delete_words(period interval, max_rows integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  update private.number_events
  set words = null
  where id in (
    select id
    from private.number_events
    where words is not null and happened_at < now() - period
    order by happened_at
    limit max_rows
    for update skip locked
  );
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- Deletes the corrections of these persons. A correction goes with the last submission from before it, unless
-- a later one says such a value again.
create function private.delete_corrections(persons uuid[]) returns void
language sql
set search_path = ''
as $$
  delete from private.lead_corrections made
  where lead_id = any (persons)
    and not exists (
      select
      from private.lead_submissions kept
      where kept.lead_id = made.lead_id
        and (kept.event_id < made.event_id or private.corrected(kept) *<> kept)
    );
$$;

-- Deletes counts of the funnel that are older than `period`, and of each table at most max_rows. Returns how
-- many were deleted of the table of which there were more.
create function private.delete_counts(period interval, max_rows integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  days integer;
  hours integer;
begin
  delete from private.funnel_counts
  where ctid = any (array(
    select ctid
    from private.funnel_counts
    where day < private.day_of(now()) - period
    limit max_rows
    for update skip locked
  ));
  get diagnostics days = row_count;
  delete from private.funnel_hours
  where ctid = any (array(
    select ctid
    from private.funnel_hours
    where day < private.day_of(now()) - period
    limit max_rows
    for update skip locked
  ));
  get diagnostics hours = row_count;
  return greatest(days, hours);
end $$;

-- Deletes data that is older than lead_settings allows, and begins with the oldest.
-- One call deletes at most max_rows traces, max_rows / 2 sealed submissions and max_rows / 2 held
-- submissions, and max_rows rows of each other kind. Returns how many were deleted, and {"has_more"}, which
-- is true if there may be more.
create function private.delete_expired(max_rows integer default 500) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  settings private.lead_settings;
  traced uuid[];
  expired uuid[];
  never_released uuid[];
  persons uuid[];
  deleted integer;
  texts integer;
  posts integer;
  counts integer;
  reports integer;
  bookings integer;
  logged integer;
begin
  select * into strict settings from private.lead_settings;
  traced := array(
    select submission.id
    from private.lead_seal_entries entry
    join private.lead_submissions submission on submission.id = entry.submission_id
    where entry.trace_salt is not null
      and entry.seal_number <= (
        select number
        from private.lead_seals
        where sealed_at < now() - settings.keep_traces
        order by sealed_at desc
        limit 1
      )
    order by entry.seal_number
    limit max_rows
    for update of submission skip locked
  );
  -- Without its source, a link could no longer be found dead because of a newer number.
  update private.outbox mail
  set token = null
  where submission_id = any (traced)
    and claimed_at is not null
    and token is not null
    and (private.asked_by(mail)).id is null;
  update private.lead_submissions set ip_hash = null, user_agent = null where id = any (traced);
  update private.lead_seal_entries
  set trace_salt = null
  where submission_hash = any (array(select sha256(uuid_send(id)) from unnest(traced) id));

  expired := array(
    select submission.id
    from private.lead_seal_entries entry
    join private.lead_submissions submission on submission.id = entry.submission_id
    join private.leads person on person.id = submission.lead_id
    where entry.submission_id is not null
      and entry.seal_number <= (
        select number
        from private.lead_seals
        where sealed_at < now() - settings.keep_submissions
        order by sealed_at desc
        limit 1
      )
    order by entry.seal_number
    limit max_rows / 2
    -- The persons are locked too, as they are for an erasure. The delete below therefore sees all submissions
    -- that were stored in the meantime.
    for update of person, submission skip locked
  );
  never_released := array(
    select submission.id
    from private.lead_submissions submission
    join private.leads person on person.id = submission.lead_id
    where submission.held and submission.created_at < now() - settings.keep_held
    order by submission.created_at
    limit max_rows / 2
    for update of person, submission skip locked
  );
  with gone as (
    delete from private.lead_submissions
    where id = any (expired || never_released)
    returning lead_id
  )
  select array_agg(lead_id) into persons from gone;
  delete from private.leads person
  where id = any (persons)
    and not exists (select from private.lead_submissions kept where kept.lead_id = person.id);
  get diagnostics deleted = row_count;
  perform private.delete_corrections(persons);
  texts := private.delete_words(settings.keep_submissions, max_rows);
  delete from private.booking_events
  where id = any (array(
    select id
    from private.booking_events
    where received_at < now() - settings.keep_submissions
    order by received_at
    limit max_rows
    for update skip locked
  ));
  get diagnostics bookings = row_count;
  delete from private.outbox
  where ctid = any (array(
    select ctid
    from private.outbox
    where event = 'erased'
      and status in ('sent', 'cancelled')
      and queued_at < now() - interval '30 days'
    limit max_rows
    for update skip locked
  ));
  get diagnostics posts = row_count;
  counts := private.delete_counts(settings.keep_funnel, max_rows);
  logged := private.delete_log(settings.keep_submissions, max_rows);
  delete from private.mail_reports
  where ctid = any (array(
    select ctid
    from private.mail_reports
    where read_at < now() - interval '31 days'
    limit max_rows
    for update skip locked
  ));
  get diagnostics reports = row_count;
  return jsonb_build_object(
    'submissions', cardinality(expired),
    'held', cardinality(never_released),
    'traces', cardinality(traced),
    'persons', deleted,
    'has_more',
    greatest(cardinality(expired), cardinality(never_released)) >= max_rows / 2
      or greatest(cardinality(traced), texts, bookings, posts, counts, reports, logged) >= max_rows);
end $$;

-- Takes new values for settings, as desk.change_settings does. Returns what delete_expired would delete if
-- they are stored: {"people", "submissions", "traces", "days"}. "people" would have no submission left.
-- "traces" counts the submissions that stay but lose their network and browser, and "days" those on which the
-- funnel was counted. Values that are wrong, empty or missing delete nothing.
create function desk.count_expiring(changes jsonb) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
as $$
  with kept as materialized (
    select key as setting, value::interval as period
    from jsonb_each_text(changes)
    where key in ('keep_submissions', 'keep_held', 'keep_traces', 'keep_funnel')
      and private.is_interval_between(value, '1 day', null)
  ), sealed as materialized (
    select kept.setting, newest.number
    from kept
    cross join lateral (
      select seal.number
      from private.lead_seals seal
      where seal.sealed_at < now() - kept.period
      order by seal.sealed_at desc
      limit 1
    ) newest
  ), gone as materialized (
    select submission.id, submission.lead_id
    from private.lead_submissions submission
    join sealed on submission.seal_number <= sealed.number
    where sealed.setting = 'keep_submissions'
    union
    select submission.id, submission.lead_id
    from private.lead_submissions submission
    join kept on submission.created_at < now() - kept.period
    where kept.setting = 'keep_held' and submission.held
  )
  select jsonb_build_object(
    'submissions', (select count(*) from gone),
    'people', (
      select count(*)
      from (
        select gone.lead_id
        from gone
        join private.lead_submissions stored on stored.lead_id = gone.lead_id
        group by gone.lead_id
        having count(distinct stored.id) = count(distinct gone.id)
      ) emptied
    ),
    'traces', (
      select count(*)
      from private.lead_seal_entries entry
      join sealed on entry.seal_number <= sealed.number
      where sealed.setting = 'keep_traces'
        and entry.trace_salt is not null
        and entry.submission_id is not null
        and not exists (select from gone where gone.id = entry.submission_id)
    ),
    'days', (
      select count(distinct counts.day)
      from private.funnel_counts counts
      join kept on counts.day < private.day_of(now()) - kept.period
      where kept.setting = 'keep_funnel'
    ));
$$;

-- Returns all numbers that a person's record ever had. A number that somebody merely typed, and that was
-- never copied to the record, may be anybody's.
create function private.numbers_of(person uuid) returns text[]
language sql stable
set search_path = ''
as $$
  select array(
    select submission.phone_e164
    from private.lead_submissions submission
    where submission.lead_id = numbers_of.person
      and submission.phone_e164 is not null
      and (submission.merged and not submission.preview or submission.confirms is not null)
    union
    select lead.phone_e164
    from private.leads lead
    where lead.id = numbers_of.person and lead.phone_e164 is not null
    union
    select made.new_value
    from private.lead_corrections made
    where made.lead_id = numbers_of.person and made.field = 'phone'
  );
$$;

-- Returns the numbers that are only this person's: nobody else agreed to texts to them or was corrected to
-- them. While nobody did either, a number belongs to those who typed it. Whatever a number said that several
-- people share may be the words of another.
create function private.own_numbers(person uuid) returns text[]
language sql stable
set search_path = ''
as $$
  select array(
    select unnested.number
    from unnest(private.numbers_of(own_numbers.person)) unnested (number)
    where coalesce(
      (
        select array_agg(owner.lead_id)
        from (
          select number, lead_id
          from private.consent_events
          union all
          select new_value, lead_id
          from private.lead_corrections
          where field = 'phone'
        ) owner
        where owner.number = unnested.number
      ),
      (
        select array_agg(lead.id)
        from private.leads lead
        where lead.phone_e164 = unnested.number
      ),
      '{}') <@ array[own_numbers.person]
  );
$$;

-- Erases a person together with the submissions, messages, notes and rate counts of this person. The
-- tombstones stay, so that the seals can still be verified. The counts of the person's source go too,
-- although others may share it: its hash tells of the person as well. For these others, the counts start
-- over.
-- Returns how much was erased, or null if the person is unknown.
create function desk.erase_lead(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '1min'
as $$
declare
  hashes bytea[];
  numbers text[];
  buckets text[];
  mails integer;
  rates integer;
  tombstones integer;
begin
  -- Two erasures may change what was said about the same number. One waits for the other, so that they never
  -- cause a deadlock. The sweep passes over what an erasure has locked.
  perform from private.lead_claim_key for update;
  buckets := array(
    select unnest(private.rate_buckets(private.mailbox_key(email), ip_hash))
    from private.lead_submissions
    where lead_id = erase_lead.id
  );
  -- The locks are taken in the same order as in accept_lead, so that the two functions never cause a
  -- deadlock.
  perform
  from private.lead_rates
  where bucket = any (buckets)
  order by
    array_position('{mailbox,pair,ip,day-ip,source-domain}', split_part(bucket, ':', 1)),
    bucket,
    ends_at
  for update;
  perform
  from private.leads person
  where person.id = erase_lead.id
  for update;
  if not found then
    return null;
  end if;

  -- Counts that were stored while this call waited for a lock are deleted too. If a submission is still
  -- running, it will store a new person, so its counts are kept.
  delete from private.lead_rates
  where (ends_at, bucket) in (
    select ends_at, bucket
    from private.lead_rates
    where bucket = any (array(
      select unnest(private.rate_buckets(private.mailbox_key(email), ip_hash))
      from private.lead_submissions
      where lead_id = erase_lead.id
    ))
    for update skip locked
  );
  get diagnostics rates = row_count;
  hashes := array(
    select sha256(uuid_send(submission.id))
    from private.lead_submissions submission
    where lead_id = erase_lead.id
  );
  select count(*) into mails from private.outbox where lead_id = erase_lead.id;
  numbers := private.own_numbers(erase_lead.id);
  delete from private.leads person where person.id = erase_lead.id;
  -- Of what was said about the numbers, only the stops and their times stay. Each erasure locks the rows in
  -- the same order, because two people may have the same number.
  perform
  from private.number_events said
  where phone_e164 = any (numbers) and words is not null
  order by said.id
  for update;
  perform
  from private.incoming_texts text
  where sender = any (numbers)
  order by text.id
  for update;
  update private.number_events set words = null where phone_e164 = any (numbers) and words is not null;
  delete from private.incoming_texts where sender = any (numbers);
  insert into private.erasures (person) values (private.removal_key(erase_lead.id)) on conflict do nothing;
  select count(*) into tombstones from private.lead_seal_entries where submission_hash = any (hashes);
  return jsonb_build_object(
    'submissions', cardinality(hashes),
    'mails', mails,
    'rates', rates,
    'tombstones', tombstones);
end $$;

-- Returns all removals, so that the operator can keep a copy of them outside the database. The lines are the
-- same as those of private.list_removals.
create function desk.list_removals() returns text
language sql stable security definer
set search_path = ''
set statement_timeout = '5min'
as $$
  select private.list_removals('-infinity', null);
$$;

-- Returns a value of private.list_removals as it was. Raises an error if its hex digits are no text.
create function private.read_value(listed text) returns text
language sql immutable
return case
  when listed like '+%' then listed
  else convert_from(decode(listed, 'hex'), 'UTF8')
end;

-- Returns the removals in a text (see private.list_removals) as a list of {key, number, what, at, field,
-- old_value, new_value, event}, and ignores all other lines. `field` is what was corrected.
create function private.read_removals(list text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'key', parts[1],
      'number', coalesce(parts[2], substring(parts[5] from '^\+.*')),
      'what', parts[3],
      'at', parts[4],
      'field', case when parts[6] like '+%' then 'phone' else 'email' end,
      'old_value', private.read_value(parts[5]),
      'new_value', private.read_value(parts[6]),
      'event', parts[7])),
    '[]')
  from regexp_matches(
    list,
    '(?:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(\+[1-9][0-9]{1,14})) '
      '(erased|withdrawn|corrected|stopped|' || array_to_string(private.suppression_reasons(), '|')
      || ') ([0-9TZ:.-]+)'
      '(?:\s+from (\+[1-9][0-9]{1,14}|(?:[0-9a-f]{2})+)'
      '(?:\s+to (\+[1-9][0-9]{1,14}|(?:[0-9a-f]{2})+)(?=\s+as [0-9]))?)?'
      '(?:\s+as ([0-9]{1,18}))?',
    'g') match (parts)
  where (parts[3] = 'corrected') = (parts[6] is not null);
$$;

-- Repeats the corrections among removals (see private.read_removals) that the database does not have, each in
-- the place that it had. An address that another person has by now stays theirs. `field` is 'email' or
-- 'phone'. Returns how many.
create function private.restore_corrections(removals jsonb, field text) returns integer
language plpgsql
set search_path = ''
as $$
declare
  listed record;
  restored integer := 0;
begin
  for listed in
    select distinct on (made.event) made.*, person.id, person.country_code
    from jsonb_to_recordset(removals) made (
      key uuid, number text, what text, at timestamptz, field text, old_value text, new_value text,
      event bigint)
    join private.leads person on private.removal_key(person.id) = made.key
    where made.what = 'corrected'
      and made.field = restore_corrections.field
      and not exists (
        select
        from private.lead_corrections known
        where known.lead_id = person.id and known.event_id = made.event
      )
      and not exists (
        select
        from private.consent_events later
        where later.lead_id = person.id
          and later.number = made.number
          and later.kind = any (private.consents_of('end-a-withdrawal'))
          and later.happened_at > made.at
      )
    order by made.event
  loop
    insert into private.lead_corrections (
      lead_id, field, old_value, old_e164, new_value, old_country, new_country, event_id, corrected_at)
    values (
      listed.id,
      listed.field,
      listed.old_value,
      listed.number,
      listed.new_value,
      case listed.field when 'phone' then listed.country_code end,
      case listed.field when 'phone' then private.country_of(listed.new_value, listed.country_code) end,
      listed.event,
      listed.at);
    update private.leads person
    set
      phone = listed.new_value,
      phone_e164 = listed.new_value,
      country_code = private.country_of(listed.new_value, listed.country_code),
      updated_at = now()
    where listed.field = 'phone'
      and person.id = listed.id
      and coalesce(person.phone_e164, person.phone) = listed.old_value;
    update private.leads person
    set email = listed.new_value, updated_at = now()
    where listed.field = 'email'
      and person.id = listed.id
      and lower(person.email) = lower(listed.old_value)
      and not exists (
        select
        from private.leads other
        where lower(other.email) = lower(listed.new_value) and other.id <> listed.id
      );
    perform private.redirect_mails(listed.id);
    restored := restored + 1;
  end loop;
  return restored;
end $$;

-- Repeats removals after a backup was restored. Takes a text with lines of private.list_removals and ignores
-- all other lines. Anything that happened after a removal is kept, such as a confirmed consent or a lifted
-- stop. A newer form alone is no consent, because after a withdrawal it would have had to be confirmed.
-- If a person who withdrew is not in the backup, the number of this person is stopped, as it is after an
-- erasure.
-- Returns {"listed", "erased", "corrected", "withdrawn", "stopped", "suppressed"}. "listed" is how many
-- removals the text contains. The other counts say how many removals of each kind the restore had lost.
create function desk.reapply_removals(list text) returns jsonb
language plpgsql security definer
set search_path = ''
set statement_timeout = '30min'
as $$
declare
  numbers constant regclass := pg_get_serial_sequence('private.outbox', 'sequence');
  removals constant jsonb := private.read_removals(list);
  removed uuid;
  erased integer := 0;
  corrected integer;
  withdrawn integer := 0;
  stopped integer;
  suppressed integer;
begin
  -- No erasure runs beside this call, see desk.erase_lead.
  perform from private.lead_claim_key for update;
  -- The receiver of the webhooks ignores whatever has a lower number than what it knows, so the numbers must
  -- go on above those that were used after the backup. This includes the webhooks that still wait.
  perform setval(numbers, greatest(nextval(numbers), extract(epoch from now())::bigint));
  update private.outbox
  set sequence = default
  where kind = 'webhook' and status in ('pending', 'sending', 'held', 'failed');
  -- The receiver may have got webhooks that still wait in the backup, so these persons count as told.
  insert into private.told_leads (lead_id, sequence)
  select distinct lead_id, 0
  from private.outbox
  where kind = 'webhook' and status in ('pending', 'sending', 'held', 'failed') and lead_id is not null
  on conflict do nothing;
  -- Whatever is said from now on comes after all that the backup and any list have, even if the backup was
  -- without its sequences. No id before was as high as the seconds since 1970.
  perform setval('private.event_ids', greatest(
    nextval('private.event_ids'),
    extract(epoch from now())::bigint,
    (select max(event_id) from private.lead_submissions),
    (select max(id) from private.consent_events),
    (select max(id) from private.number_events),
    (select max(id) from private.booking_events),
    (select max(id) from private.mailbox_events),
    (select max(greatest(event_id, undone_id)) from private.lead_corrections),
    (select max(event) from jsonb_to_recordset(removals) listed (event bigint))));

  insert into private.erasures (person, erased_at)
  select key, min(at)
  from jsonb_to_recordset(removals) listed (key uuid, what text, at timestamptz)
  where what = 'erased'
  group by key
  on conflict do nothing;

  select count(*) filter (where private.restore_suppression(key, what, at, event))
  into suppressed
  from (
    select distinct on (key, what) key, what, at, event
    from jsonb_to_recordset(removals) listed (key uuid, what text, at timestamptz, event bigint)
    where what = any (private.suppression_reasons())
    order by key, what, event desc nulls last, at desc
  ) listed;

  -- Somebody who was erased still has a claim to their number, and their address is free for others.
  corrected := private.restore_corrections(removals, 'phone');
  for removed in
    select lead.id
    from private.leads lead
    where private.removal_key(lead.id) in (select stored.person from private.erasures stored)
    order by lead.id
  loop
    perform desk.erase_lead(removed);
    erased := erased + 1;
  end loop;
  corrected := corrected + private.restore_corrections(removals, 'email');
  for removed in
    select distinct lead.id
    from jsonb_to_recordset(removals) listed (key uuid, what text, at timestamptz)
    join private.leads lead on private.removal_key(lead.id) = listed.key
    where what = 'withdrawn'
      and at > coalesce(lead.withdrawn_at, '-infinity')
      and at > coalesce(lead.confirmed_at, '-infinity')
    order by lead.id
  loop
    perform desk.withdraw_consent(id => removed);
    withdrawn := withdrawn + 1;
  end loop;

  perform private.stop_number(number, 'desk:' || private.actor())
  from (
    select number
    from jsonb_to_recordset(removals) listed (key uuid, number text, what text, at timestamptz)
    where number is not null
      and what <> 'corrected'
      and not exists (
        select
        from private.leads person
        left join private.withdrawn_numbers kept on kept.lead_id = person.id
        where private.removal_key(person.id) = listed.key
          and listed.number in (person.phone_e164, kept.phone_e164)
      )
      and not exists (
        select
        from private.stopped_numbers known
        where known.phone_e164 = listed.number
      )
      and not exists (
        select
        from private.number_events lift
        where lift.phone_e164 = listed.number and lift.kind <> 'stop' and lift.happened_at > listed.at
      )
    group by number
  ) lost;
  get diagnostics stopped = row_count;
  -- The receiver of the webhooks may know more than the backup. It is told again about everybody.
  update private.told_leads set consent = null;
  insert into private.untold_changes (is_repeat) values (true);
  return jsonb_build_object(
    'listed', jsonb_array_length(removals),
    'erased', erased,
    'corrected', corrected,
    'withdrawn', withdrawn,
    'stopped', stopped,
    'suppressed', suppressed);
end $$;

-- Queues the email with the newest seal, but at most once in seals_every and only if there is something new.
create function private.queue_seal() returns void
language plpgsql
set search_path = ''
as $$
declare
  told constant timestamptz := coalesce(
    (
      select (contents ->> 'at')::timestamptz
      from private.outbox
      where kind = 'seal'
        and status = 'sent'
        and (contents ->> 'at')::timestamptz <= clock_timestamp()
    ),
    '-infinity');
  every constant interval := (select seals_every from private.lead_settings);
begin
  if every is null or exists (
    select
    from private.outbox
    where kind = 'seal' and private.is_recent(queued_at, every)
  ) then
    return;
  end if;
  if exists (select from private.lead_seals where sealed_at > told) or exists (
    select
    from (
      select max(erased_at) from private.erasures
      union all
      select max(happened_at) from private.number_events where kind = 'stop'
      union all
      select max(since) from private.suppressed_mailboxes
      union all
      select max(corrected_at) from private.lead_corrections
    ) removal (latest)
    where latest > told
  ) then
    perform private.queue_owner_mail('seal');
  end if;
end $$;

-- Returns what a seal email says. It lists the removals of the last five weeks. When a backup that is younger
-- than five weeks is restored, the newest seal email is therefore enough.
create function private.describe_seal() returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'at', clock_timestamp(),
    'seal', (
      select number || ':' || encode(hash, 'hex')
      from private.lead_seals
      order by number desc
      limit 1
    ),
    'removals', private.list_removals(now() - interval '35 days', 500));
$$;

-- Deletes expired data and logs what was deleted. Returns true if there may be more.
create function private.delete_and_log() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  deleted constant jsonb := private.delete_expired();
begin
  if deleted - 'has_more' <> '{"submissions": 0, "held": 0, "traces": 0, "persons": 0}' then
    raise log 'Deleted by lead_settings: %', deleted;
  end if;
  return deleted -> 'has_more';
end $$;

-- Deletes the counts of submissions that have ended, at most 100,000 in one call. Returns true if there may
-- be more.
create function private.delete_rates() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from private.lead_rates
  where ctid = any (array(
    select ctid
    from private.lead_rates
    where ends_at < now() - interval '10 minutes'
    limit 100000
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return deleted = 100000;
end $$;

-- Fails the messages from which no worker came back until the time for retries was over, and the events that
-- are too old for an ad platform, at most 5000 in one call. Returns true if there may be more.
create function private.expire_messages() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  expired integer;
begin
  update private.outbox
  set
    status = 'failed',
    reason = 'expired',
    last_error = case
      when kind = 'ad' then coalesce(last_error, 'nobody sent it')
      else 'no worker came back'
    end
  where id = any (array(
    select id
    from private.outbox
    where private.is_waiting(status)
      and (status = 'sending' or kind = 'ad')
      and due_at <= now()
      and queued_at < now() - private.tried_for(kind)
    order by due_at
    limit 5000
    for update skip locked
  ));
  get diagnostics expired = row_count;
  return expired = 5000;
end $$;

-- Returns {problem: how many messages have it}, as count_attention does. Webhooks that failed or wait are one
-- problem, `webhook`.
create function private.describe_problems(for_longer_than interval default null) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(problem, messages), '{}')
  from (
    select 'housekeeping' as problem, (select count(*) from private.failing_steps()) as messages
    union all
    select
      case when is_webhook and problem <> 'held' then 'webhook' else problem end as problem,
      sum(messages) as messages
    from private.count_attention(for_longer_than)
    group by 1
  ) problems
  where messages > 0;
$$;

-- Returns the problems that the owner must hear of. Messages are given ten minutes.
create function private.find_problems() returns text[]
language sql stable
set search_path = ''
as $$
  select array(
    select problem
    from jsonb_object_keys(private.describe_problems('10 minutes')) problem
    where problem <> 'held' or private.is_held_alerted()
  );
$$;

-- When the owner last heard of each problem.
create table private.alerted_problems (
  problem text primary key,
  alerted_at timestamptz not null
);

-- Queues an alert if the owner has not heard of one of these problems for 24 hours. The alert then names all
-- problems.
create function private.alert_about(problems text[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.alerted_problems as known (problem, alerted_at)
  select distinct problem, now()
  from unnest(problems) problem
  order by problem
  on conflict (problem) do update
  set alerted_at = excluded.alerted_at
  where not private.is_recent(known.alerted_at, '24 hours');
  if found then
    perform private.queue_owner_mail('alert');
  end if;
end $$;

-- Tells the owner of problems, each at most once in 24 hours.
create function private.queue_alerts() returns void
language sql
set search_path = ''
as $$
  select private.alert_about(private.find_problems());
$$;

-- Works out what the alert and the seal email say, so that a worker can claim them. An email that may have
-- arrived keeps what it says, because a retry must send exactly the same email.
create function private.write_contents() returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.outbox
  set contents = case kind when 'alert' then private.describe_problems() else private.describe_seal() end
  where kind in ('alert', 'seal') and status = 'pending' and unanswered = 0;
end $$;

-- Returns true if a worker would find a message, or if a step has work left that the function can do.
create function private.is_work_left() returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(min(due_at) <= now(), false)
    from private.outbox
    where private.is_waiting(status)
  ) or exists (
    select
    from private.sweep_steps
    where has_more
  );
end $$;

-- Calls the Edge Function if there is work for it.
create function private.call_function() returns void
language plpgsql
set search_path = ''
as $$
begin
  if private.is_work_left() then
    perform desk.start_sweep();
  end if;
end $$;

-- Does one step, unless another session is doing it, and stores how it went. A step that fails or takes
-- longer than the statement may is undone alone. Returns true if the step left work for the next time.
create function private.run_step(this_step text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  answer text;
  failure text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('step ' || this_step, 0)) then
    return false;
  end if;
  begin
    execute format('select private.%I()', this_step) into answer;
  exception when query_canceled or assert_failure or others then
    failure := left(sqlerrm, 500);
    raise warning 'The step % of the sweep failed: %', this_step, failure;
  end;
  insert into private.sweep_steps as known (step, tried_at, error, has_more)
  values (this_step, clock_timestamp(), failure, coalesce(answer = 'true', false))
  on conflict (step) do update
  set
    tried_at = excluded.tried_at,
    tried_before = known.tried_at,
    error = excluded.error,
    has_more = excluded.has_more;
  return coalesce(answer = 'true', false);
end $$;

-- Does one step of the housekeeping. Each step is called on its own, so that the rows that it locks are
-- free when it ends: nobody who presses a button waits for another step. Without a step, does all of them
-- in one transaction. Returns true if there is work left: of this step, or, without a step, also messages
-- that are due. Raises 22023 if there is no such step.
create function public.run_housekeeping(step text default null) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  if step is not null and step <> all (private.housekeeping_steps() || '{call_function}') then
    raise exception 'no such step' using errcode = 'invalid_parameter_value';
  end if;
  if step is not null then
    return private.run_step(step);
  end if;
  perform private.run_step(name)
  from unnest(private.housekeeping_steps()) with ordinality listed (name, place)
  order by place;
  return private.is_work_left();
end $$;

-- Returns the steps of the housekeeping that did not end within `rest`, or left work. The Edge Function calls
-- this when a sweep begins, so it does no work again that pg_cron has just done.
create function public.due_steps(rest interval default '30 seconds') returns text[]
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  insert into private.sweep_steps (step, tried_at)
  values ('deliver', clock_timestamp())
  on conflict on constraint sweep_steps_pkey do update
  set tried_at = excluded.tried_at;
  return array(
    select name
    from unnest(private.housekeeping_steps()) with ordinality listed (name, place)
    where not exists (
      select
      from private.sweep_steps known
      where known.step = name and not known.has_more and private.is_recent(known.tried_at, rest)
    )
    order by place
  );
end $$;

-- If the sweep is overdue, tells the owner, but at most once in 24 hours. The worker of any lead may claim
-- this alert. Returns true if the sweep is overdue.
create function public.report_overdue_sweep() returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '3s'
as $$
begin
  if not private.is_sweep_overdue() then
    return false;
  end if;
  perform private.alert_about('{sweep}');
  perform private.write_contents();
  update private.outbox
  set contents = contents || '{"sweep": 1}'
  where kind = 'alert' and status = 'pending' and unanswered = 0;
  return true;
end $$;

-- Calls the Edge Function to run a sweep. Returns the id of the request in pg_net.
-- The request contains no project key, because every database login can read the queue of pg_net.
create function desk.start_sweep() returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  project_url constant text := (
    select decrypted_secret
    from vault.decrypted_secrets
    where name = 'project_url'
  );
begin
  if project_url is null then
    raise exception 'Vault has no secret project_url, so the sweep cannot call the function'
      using hint = 'select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  return net.http_post(
    url := rtrim(project_url, '/') || '/functions/v1/send-lead-email/sweep',
    headers := jsonb_build_object('x-claim-key', (select key from private.lead_claim_key)),
    timeout_milliseconds := 60000);
end $$;

-- Takes the id that start_sweep returned. Returns what the Edge Function answered, as {"status", "error"}, or
-- null as long as there is no answer.
create function desk.sweep_answer(sweep bigint) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('status', status_code, 'error', left(error_msg, 200))
    from net._http_response
    where id = sweep
  );
end $$;

-- Drops the indexes that `reindex concurrently` leaves behind when it is cancelled. If a table is in use, its
-- index stays until the next time, so that no visitor waits.
create function private.drop_failed_rebuilds() returns void
language plpgsql
set search_path = ''
set lock_timeout = '200ms'
as $$
declare
  failed regclass;
begin
  for failed in
    select indexrelid
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'private'::regnamespace and not indisvalid and relname ~ '_cc(new|old)[0-9]*$'
  loop
    begin
      execute format('drop index %s', failed);
    exception when lock_not_available then
      raise log 'The index % stays until the next time, because its table is in use', failed;
    end;
  end loop;
end $$;

-- Returns the jobs that pg_cron must run: those of the housekeeping, the call of the function, and some that
-- run at night.
create function private.lead_jobs() returns table (jobname text, schedule text, command text)
language sql immutable
set search_path = ''
as $function$
  values
    ('sweep-outbox', '* * * * *', $$select public.run_housekeeping('call_function')$$),
    -- Without this job, the index would keep the words of deleted persons for ever. With 10,000 bots a day,
    -- this would add 600 MB in a year.
    ('rebuild-search', '47 3 * * 0', 'reindex index concurrently private.leads_words_idx'),
    ('drop-failed-rebuilds', '37 3 * * 0', 'select private.drop_failed_rebuilds()'),
    ('delete-sweep-runs', '17 3 * * *', $job$
    delete from cron.job_run_details
    where end_time < now() - interval '7 days'
      and jobid in (
        select jobid
        from cron.job
        where jobname in (select wanted.jobname from private.lead_jobs() wanted)
      )
  $job$)
  union all
  select
    job.jobname,
    '* * * * *',
    format('select public.run_housekeeping(step) from unnest(%L::text[]) step', job.steps)
  from private.housekeeping_jobs() job;
$function$;

-- Schedules the jobs that lead_jobs() returns and replaces earlier versions of them. If pg_cron, pg_net or
-- Vault is missing, it only raises a notice.
create function private.schedule_lead_sweep() returns void
language plpgsql
set search_path = ''
as $$
declare
  missing constant text := (
    select string_agg(name, ', ' order by name)
    from unnest(array['pg_cron', 'pg_net', 'supabase_vault']) name
    where name not in (select available.name from pg_available_extensions available)
  );
begin
  if missing is not null then
    raise notice 'No sweep was scheduled, because this server does not have %. Have something else call POST '
      '/functions/v1/send-lead-email/sweep once a minute with the claim key, or emails that fail are not '
      'sent again.',
      missing;
    return;
  end if;
  create extension if not exists pg_cron with schema pg_catalog;
  create schema if not exists extensions;
  create extension if not exists pg_net with schema extensions;
  perform cron.unschedule(jobname)
  from cron.job
  where jobname in (select wanted.jobname from private.lead_jobs() wanted);
  perform cron.schedule(jobname, schedule, command)
  from private.lead_jobs();
end $$;

select private.schedule_lead_sweep();

-- Writes the letters that have no accent to take off as people type them, Arabic letters as any keyboard has
-- them, katakana as hiragana, signs between words as '-', and Cyrillic, Greek and Armenian letters in lower
-- case, because lower() knows them only in some locales.
-- Most names are written in ASCII once their accents are off, so they are not looked through.
create function private.plain_letters(words text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  if octet_length(words) = char_length(words) then
    return words;
  end if;
  return replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
      words,
      'łŁøØđĐðÐħĦŧŦı‐–—−‒―־·・“”„‟«»‹›、•'
      'ƁɓƊɗƘƙƳƴŊŋƏəƎǝƐɛƆɔƉɖƑƒƔɣƲʋ'
        'ӘҒҚҢӨҰҮҺҖҲҶҘҠҪ'
      'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЈЅЄЂЋЉЊЏҐґ'
        'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩς'
      'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ'
      'ىیکةەٱہھ髙﨑'
        'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ',
      'llooddddhhtti-------------------'
      'bbddkkyynneeeeeeooddffggvv'
        'әғқңөұүһҗҳҷҙҡҫ'
      'абвгдежзиклмнопрстуфхцчшщъыьэюяіјѕєђћљњџгг'
        'αβγδεζηθικλμνξοπρστυφχψωσ'
      'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'
      'ييكههاهه高崎'
        'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
end $$;

-- Returns the first 500 characters of a text in lower case, without accents, apostrophes and invisible
-- characters. Sets no search_path, because Postgres cannot inline a function that sets one.
create function private.fold_words(words text) returns text
language sql immutable parallel safe
return case
  -- A text of ASCII alone is folded without normalize, which takes many times as long.
  when octet_length(words) = char_length(words) then lower(translate(left(words, 500), '''`', ''))
  else lower(private.plain_letters(regexp_replace(
    normalize(translate(left(words, 500), '''’‘‛‚ʼʹʻʽʾʿˈ′‵`´｀＇΄᾽᾿՚׳Ꞌꞌ', ''), nfkd),
    '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670'
    '\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff'
    '\U000e0100-\U000e01ef]',
    '',
    'g')))
end;

-- Writes 'Mueller' for 'Müller', 'Aagaard' for 'Ågård', 'Soeren' for 'Søren' and 'Djordje' for 'Đorđe', as
-- many people do, in the first 500 characters of a text: normalize takes quadratic time for accents. Returns
-- null if the text has none of these letters. Sets no search_path, for the same reason.
create function private.spell_out(words text) returns text
language sql immutable parallel safe
return case
  when octet_length(words) <> char_length(words) and words ~ '[äÄöÖüÜåÅøØđĐðÐ\u0308\u030a]'
    then regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      normalize(left(words, 500), nfd),
      '([AOUaou])\u0308', '\1e', 'g'),
      '([Aa])\u030a', '\1a', 'g'),
      '[øØ]', 'oe', 'g'),
      '[đĐðÐ]', 'dj', 'g')
end;

-- Splits the first 500 characters of a text at spaces and ASCII punctuation. Returns the words for the
-- search, folded as fold_words does it.
create function private.split_words(words text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array_remove(
    regexp_split_to_array(private.fold_words(words), '[\s!-/:-@\[-`{-~]+'),
    '');
end $$;

-- Returns the words by which the search finds a person: those of the name, and for each word of the email
-- address and each digit of the phone number a word that begins there and runs to the end. A search for any
-- part of the address or the number therefore finds the person. The first word of the address is whole, and
-- the others are cut, because a bot may send the longest addresses to fill the disk.
create function private.lead_words(name text, email text, phone text, phone_e164 text) returns tsvector
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  address text := left(private.fold_words(email), 500);
  rest text := ltrim(address, '+-_.');
  endings text[] := array[substring(address from '[^@]*$'), rest];
begin
  while rest <> '' and cardinality(endings) < 8 loop
    rest := coalesce(substring(rest from '[\s!-/:-@\[-`{-~]+(.*)'), '');
    endings := endings || left(rest, 32);
  end loop;
  return array_to_tsvector(array_remove(
    (private.split_words(name))[:12] || (private.split_words(private.spell_out(name)))[:12]
    -- 'Al-Hassan' is also found as 'alhassan'.
    || case when name ~ '[-‐‑–]' then (private.split_words(translate(name, '-‐‑–', '')))[:12] end
    || endings || array[
      left(ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0'), 500)
    ] || array(
      select substr(phone_e164, place)
      from generate_series(2, length(phone_e164) - 3) place
    ),
    ''));
end $$;

-- Returns the words for addresses and numbers that were corrected.
create function private.former_words(former text[]) returns tsvector
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array_to_tsvector(array(
    select distinct word
    from unnest(former) value,
      unnest(tsvector_to_array(private.lead_words(
        '',
        case when value ~ '@' then value else '' end,
        case when value ~ '@' then '' else value end,
        case when value ~ '^[+]' then value end
      ))) word
  ));
end $$;

-- Quotes the beginning of a word for a tsquery.
create function private.quote_beginning(word text) returns text
language sql immutable parallel safe
set search_path = ''
return '''' || replace(replace(left(word, 500), '\', '\\'), '''', '''''') || ''':*';

-- Returns the query for the text that was typed into the search, or null if the text contains no word. A
-- phone number is not split at its spaces, because the area code alone would find too many persons.
create function private.search_query(search text) returns tsquery
language sql immutable parallel safe
set search_path = ''
as $$
  with term as (
    select ltrim(trim(regexp_replace(term, '^mailto:', ''), '.,;:<>()"''“”«»'), '@') as term
    from regexp_split_to_table(lower(search), '\s+') term
    where search !~ '^[-+()./ 0-9]*[0-9][-+()./ ]+[0-9][-+()./ 0-9]*$'
  ), word as (
    select private.fold_words(term) as word, null as spelled_out
    from term
    where term ~ '[@＠]|[^.]{2}[.][^.]{2}'
    union all
    select word, nullif(spelled_out, word)
    from term
    cross join unnest(private.split_words(term), private.split_words(private.spell_out(term)))
      words (word, spelled_out)
    where term !~ '[@＠]|[^.]{2}[.][^.]{2}'
  ), alternative as (
    select '(' || string_agg(
      '(' || private.quote_beginning(word)
        || coalesce(' | ' || private.quote_beginning(spelled_out), '') || ')',
      ' & ') || ')' as query
    from word
    where word <> ''
    union all
    select '''' || left(number, 500) || ''':*'
    from ltrim(regexp_replace(search, '[^0-9]', '', 'g'), '0') number
    where search ~ '^[-+()./ 0-9]+$' and number <> ''
  )
  select string_agg(query, ' | ')::tsquery
  from alternative;
$$;

-- The words are stored, because splitting a name takes 0.1 ms, and a search may read thousands of persons in
-- the order of the list.
alter table private.leads
  add column words tsvector not null
  generated always as (
    case
      when former = '{}' then private.lead_words(name, email, phone, phone_e164)
      else private.lead_words(name, email, phone, phone_e164) || private.former_words(former)
    end
  ) stored;

-- If the option fastupdate were on, one visitor in hundreds would have to wait until Postgres has emptied the
-- pending list of the index.
create index leads_words_idx on private.leads
  using gin (words)
  with (fastupdate = off);

-- Returns the ids of at most max_leads persons who match the query. With the planner settings of pick_leads,
-- which calls this function and those below, and the one here, Postgres always uses the index on the words.
create function private.find_leads(query tsquery, max_leads integer) returns uuid[]
language sql stable
set search_path = ''
set enable_bitmapscan = on
as $$
  select array(
    select id
    from private.leads
    where words @@ query
    limit max_leads
  );
$$;

-- Returns the ids of at most max_leads of the newest `among` persons who match the query.
create function private.find_newest(query tsquery, among integer, max_leads integer) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array(
    select id
    from (
      select id, words
      from private.leads
      order by created_at desc
      limit among
    ) newest
    where words @@ query
    limit max_leads
  );
$$;

-- Returns the ids of those of the newest 10,000 persons whose name contains all the words of the search, even
-- inside other words. Looks inside no name for a number or an address.
create function private.find_inside(search text) returns uuid[]
language sql stable
set search_path = ''
as $$
  with part as materialized (
    select array_agg('%' || word || '%') as patterns
    from unnest(private.split_words(search)) word
    where search !~ '@' and search !~ '^[-+()./ 0-9]+$'
  )
  select array(
    select id
    from (
      select id, name
      from private.leads
      where (select patterns from part) is not null
      order by created_at desc
      limit 10000
    ) newest
    where private.fold_words(name) like all ((select patterns from part)::text[])
  );
$$;

-- Returns true if at most 100,000 persons were new in the period from `since` to `until`.
create function private.is_short(since timestamptz, until timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select since is not null and not exists (
    select
    from private.leads
    where created_at >= since and created_at < coalesce(until, 'infinity')
    offset 100000
    limit 1
  );
$$;

-- Returns true if the search leaves out persons inside whose names find_inside does not look.
create function private.is_cut(search text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(trim(search), '') <> '' and exists (
    select
    from private.leads
    order by created_at desc
    offset 10000
    limit 1
  );
$$;

-- Looks up the persons of a search. If at most `few` persons have words that begin as the search says,
-- `found_ids` are these persons and those inside whose names it is, and `found_count` is their number.
-- Otherwise `query` is what finds the persons, nobody is looked for inside names, and `found_count` is
-- few + 1.
-- If the search is empty, returns nulls.
create function private.look_up(
  search text,
  few integer,
  out found_ids uuid[],
  out query tsquery,
  out found_count integer
)
language plpgsql stable
set search_path = ''
as $$
declare
  begun_ids uuid[] := '{}';
begin
  if trim(search) <> '' then
    query := private.search_query(search);
    -- If many of the newest persons match, enough are soon found among them. The index on the words would
    -- first collect all who match.
    if cardinality(private.find_newest(query, 200, 50)) = 50 then
      begun_ids := private.find_newest(query, 5 * few, few + 1);
    end if;
    if cardinality(begun_ids) <= few then
      begun_ids := private.find_leads(query, few + 1);
    end if;
    found_count := cardinality(begun_ids);
    if found_count <= few then
      query := null;
      -- Inside the union, the planner would call find_inside once more.
      found_ids := private.find_inside(search);
      found_ids := array(select unnest(begun_ids) union select unnest(found_ids));
      found_count := cardinality(found_ids);
    end if;
  end if;
end $$;

-- Returns the ids of those of the chosen persons who match the query. Because of the planner settings below,
-- Postgres compares the entries of two indexes and reads only the persons that both contain.
create function private.find_among(query tsquery, chosen uuid[]) returns uuid[]
language sql stable
set search_path = ''
set enable_indexscan = off
set enable_bitmapscan = on
as $$
  select array(
    select id
    from private.leads
    where words @@ query and id = any (chosen)
  );
$$;

-- What the operator says about a person in one press: a note, the day to call again, and the outcome.

-- Stores all of it, or nothing. `kind` is that of the note, or null for none. If sets_day is true, the day to
-- call again becomes `call_on`, and otherwise a call, an answer or a meeting clears a day that has come. If
-- `outcome` is given, it becomes that of the person, with the value of a sale. `known_on` and `known_at` are
-- the day, and the time of the outcome, that the operator saw.
-- Returns {"note", "day", "outcome_at", "before"}: the id of the note, what holds now, and the day, the
-- outcome, its value and its time before. Returns {"crossed": "day"} or {"crossed": "outcome"}, and changes
-- nothing, if this part is to be changed and was changed in the meantime, and null if nobody has this id.
-- Raises 23514 if the kind or the outcome is unknown, if the text is too long, or if a value is negative or
-- belongs to no sale.
create function desk.record_contact(
  person uuid,
  kind text default null,
  words text default '',
  sets_day boolean default false,
  call_on date default null,
  known_on date default null,
  outcome text default null,
  value numeric default null,
  known_at timestamptz default null,
  today date default current_date
) returns jsonb
language plpgsql security definer
set search_path = ''
set timezone = 'UTC'
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  before private.leads;
  after private.leads;
  note uuid;
begin
  select * into before from private.leads where id = person for no key update;
  if not found then
    return null;
  end if;
  if sets_day and before.call_again_on is distinct from known_on then
    return '{"crossed": "day"}';
  end if;
  if record_contact.outcome is not null and before.outcome_at is distinct from known_at then
    return '{"crossed": "outcome"}';
  end if;
  if kind is not null then
    insert into private.lead_notes (lead_id, kind, words)
    values (person, record_contact.kind, btrim(record_contact.words, E' \t\r\n'))
    returning id into note;
  end if;
  update private.leads stored
  set
    call_again_on = case
      when sets_day then call_on
      when record_contact.kind <> 'note' and stored.call_again_on <= today then null
      else stored.call_again_on
    end,
    outcome = coalesce(record_contact.outcome, stored.outcome),
    outcome_value = case
      when record_contact.outcome is null then stored.outcome_value
      else record_contact.value
    end,
    outcome_at = case
      when record_contact.outcome is null then stored.outcome_at
      when record_contact.outcome <> 'open' then now()
    end
  where stored.id = person
  returning * into after;
  return jsonb_build_object(
    'note', note,
    'day', after.call_again_on,
    'outcome_at', after.outcome_at,
    'before', jsonb_build_object(
      'day', before.call_again_on,
      'outcome', before.outcome,
      'value', before.outcome_value,
      'outcome_at', before.outcome_at));
end $$;

-- Takes back what desk.record_contact has stored. `contact` is what it returned.
-- Returns false, and changes nothing, if the note is gone, or if what it had changed is changed again by now.
create function desk.take_back_contact(person uuid, contact jsonb) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  before constant jsonb := contact -> 'before';
  sets_day constant boolean := contact -> 'day' <> before -> 'day';
  sets_outcome constant boolean := contact -> 'outcome_at' <> before -> 'outcome_at';
begin
  perform from private.leads where id = person for no key update;
  if contact ->> 'note' is not null and not exists (
    select
    from private.lead_notes
    where id = (contact ->> 'note')::uuid and lead_id = person
  ) then
    return false;
  end if;
  update private.leads stored
  set
    call_again_on = case
      when sets_day then (before ->> 'day')::date
      else stored.call_again_on
    end,
    outcome = case when sets_outcome then before ->> 'outcome' else stored.outcome end,
    outcome_value = case
      when sets_outcome then (before ->> 'value')::numeric
      else stored.outcome_value
    end,
    outcome_at = case
      when sets_outcome then (before ->> 'outcome_at')::timestamptz
      else stored.outcome_at
    end
  where stored.id = person
    and (not sets_day or stored.call_again_on is not distinct from (contact ->> 'day')::date)
    and (
      not sets_outcome
      or stored.outcome_at is not distinct from (contact ->> 'outcome_at')::timestamptz
    );
  if not found then
    return false;
  end if;
  delete from private.lead_notes where id = (contact ->> 'note')::uuid and kind <> 'act';
  return true;
end $$;

-- Deletes a note. Returns true if the note existed. What an act at the desk has left cannot be deleted.
create function desk.remove_note(note uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  delete from private.lead_notes where id = note and kind <> 'act';
  return found;
end $$;

-- Returns a message as JSON. The token is left out, because anybody who has the token can act for the
-- visitor.
create function private.describe_message(message private.outbox) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'kind', message.kind,
    'event', message.event,
    'recipient', message.recipient,
    'status', message.status,
    'reason', message.reason,
    'attempts', message.attempts,
    'last_error', message.last_error,
    'queued_at', message.queued_at,
    'due_at', message.due_at,
    'sent_at', message.sent_at);
$$;

-- Finds a person by id or by email address, and returns null if there is none. The result contains the
-- person, the notes, what was said about the person's numbers, some counts and the newest 500 submissions.
-- Each submission has its seal and its messages.
create function desk.show_lead(id uuid default null, email text default null) returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set jit = off
as $$
  with person as materialized (
    select *
    from private.leads lead
    where lead.id = show_lead.id or lower(lead.email) = lower(show_lead.email)
  ), submission as materialized (
    select submission.*
    from private.lead_submissions submission
    where submission.lead_id = (select person.id from person)
    order by submission.created_at desc
    limit 500
  ), described as (
    select
      submission.created_at,
      to_jsonb(submission) - '{content_hash,lead_id,seal_number,event_id,must_confirm}'::text[]
        || jsonb_build_object(
        'changes', (
          select coalesce(jsonb_object_agg(key, jsonb_build_array(value, to_jsonb(submission) -> key)), '{}')
          from (
            -- The submission is compared with the one that was merged last before it. If no earlier
            -- submission was merged, it is compared with the one that created the person.
            select to_jsonb(earlier) as record
            from submission earlier
            where earlier.created_at < submission.created_at
            order by
              earlier.merged desc,
              case when earlier.merged then earlier.created_at end desc,
              earlier.created_at
            limit 1
          ) before, jsonb_each(record)
          where key in ('name', 'email', 'phone', 'country_code') and value <> to_jsonb(submission) -> key
        ),
        'seal', (
          select jsonb_build_object('number', number, 'hash', encode(hash, 'hex'), 'sealed_at', sealed_at)
          from private.lead_seals
          where number = submission.seal_number
        ),
        'mails', (
          select coalesce(
            jsonb_agg(
              private.describe_message(message)
                || jsonb_build_object('has_new_address', private.has_new_address(message))
              order by array_position(array['visitor', 'owner', 'webhook'], message.kind)),
            '[]')
          from private.outbox message
          where message.lead_id = submission.lead_id and message.submission_id = submission.id
        )) as description
    from submission
  )
  select to_jsonb(person) - '{secret,words,number_fault,former,mailbox_hashes}'::text[] || jsonb_build_object(
    'consent', private.consent_state(person),
    'booking', private.booking_state(person.booking, person.booking_ends_at, person.booking_pressed_at),
    'currency', private.currency(),
    'rests', private.resting_receivers(),
    'text_fault', private.text_fault(person.id),
    'has_withdrawn', private.has_withdrawn(person),
    'asking', private.asking_state(person),
    'stop', (
      select to_jsonb(number) - '{is_stopped,id}'::text[] || jsonb_build_object(
        'id', max(number.id) over (),
        'words', case when number.phone_e164 = any (private.own_numbers(person.id)) then number.words end)
      from private.untextable_numbers number
      where number.phone_e164 = person.phone_e164
        and private.consent_state(person) = 'stopped'
      order by number.is_stopped desc, number.id desc
      limit 1
    ),
    'refuses_mails', private.refuse_mail(person.email, 'queued') is not null,
    'suppressions', (
      select coalesce(
        jsonb_agg(to_jsonb(newest) - 'mailbox_hash' order by newest.reason = 'bounced', id desc),
        '[]')
      from (
        select distinct on (reason) *
        from private.suppressions_of(person.email)
        order by reason, id desc
      ) newest
    ),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(note) - 'lead_id' order by note.created_at desc), '[]')
      from private.lead_notes note
      where note.lead_id = person.id
    ),
    'corrections', (
      select coalesce(
        jsonb_agg(
          to_jsonb(made) - '{lead_id,event_id,undone_id,undone_by,undone_at,old_country,new_country}'::text[]
            || jsonb_build_object('can_undo', private.can_undo(made))
          order by made.corrected_at desc),
        '[]')
      from private.lead_corrections made
      where made.lead_id = person.id and made.undone_id is null
    ),
    'booking_events', (
      select coalesce(jsonb_agg(to_jsonb(event) - 'lead_id' order by event.id desc), '[]')
      from private.booking_events event
      where event.lead_id = person.id
    ),
    'number_events', (
      select coalesce(
        jsonb_agg(
          to_jsonb(event) - '{id,told_at}'::text[] || jsonb_build_object(
            'words', case when event.phone_e164 = any (private.own_numbers(person.id))
              and private.had_number(person.id, event.phone_e164, event.id) then event.words end)
          order by event.id),
        '[]')
      from private.number_events event
      where event.phone_e164 = any (private.numbers_of(person.id))
    ),
    'submissions', (
      select count(*)
      from private.lead_submissions
      where lead_id = person.id and confirms is null and consent
    ),
    'withdrawals', (select count(*) from private.lead_submissions where lead_id = person.id and not consent),
    'confirmations', (
      select count(*)
      from private.lead_submissions
      where lead_id = person.id and confirms is not null
    ),
    'history', (select coalesce(jsonb_agg(description order by created_at desc), '[]') from described))
  from person;
$$;

-- Returns what desk.show_lead does, for the file that the operator gives to a person who asks for their data.
create function desk.download_lead(id uuid) returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select desk.show_lead(id => download_lead.id);
$$;

-- Returns by what the list is sorted in this order of desk.list_leads: 'time', 'name', 'source', 'watched',
-- 'outcome' or 'value'. Only the first three have an index.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.sort_of(sort text) returns text
language sql immutable parallel safe
return case
  when sort in ('newest', 'oldest') then 'time'
  else split_part(sort, '-', 1)
end;

-- Returns the text by which a person is sorted in the list, or null if it is sorted by time alone. Who has
-- not watched or has no value comes first, and of the outcomes open, then lost, then won. This function sets
-- no search_path, because Postgres cannot inline a function that sets one.
create function private.key_of(
  sort_by text,
  name text,
  source text,
  watched_percent smallint,
  outcome text,
  outcome_value numeric
) returns text
language sql immutable parallel safe
return case sort_by
  when 'name' then left(lower(name), 24)
  when 'source' then source
  when 'watched' then lpad(coalesce(watched_percent, 0)::text, 3, '0')
  when 'outcome' then array_position('{open,lost,won}'::text[], outcome)::text
  when 'value' then lpad((coalesce(outcome_value, -1) + 1)::text, 20, '0')
end;

-- The filters of desk.list_leads. A filter is an attribute here, a condition in filter_leads, and, if it has
-- certain values, a line in read_filter. If an attribute is null, it does not restrict the list.
-- `since` is included, and `until` is not. The source 'campaign:' selects the persons without a campaign, and
-- the variant '' selects the persons without a variant. If `calls` is 'none', the list contains only persons
-- who have no note about a call, an answer or a meeting. If `calls` is 'today', it contains only persons whom
-- the operator wants to call again on the day `today` or earlier. `chosen` are the ids of certain persons,
-- and `act` is an act at the desk and selects those to whom it was done.
create type private.list_filter as (
  search text,
  since timestamptz,
  until timestamptz,
  source text,
  variant text,
  mails text,
  kind text,
  number text,
  consent text,
  calls text,
  outcome text,
  booking text,
  watched text,
  mailbox text,
  today date,
  chosen uuid[],
  act uuid
);

-- Takes a value of the filter `mails`. Returns the statuses of the messages that it selects, or null if there
-- is no such value.
create function private.statuses_of(mails text) returns text[]
language sql immutable
set search_path = ''
as $$
  select case
    when mails in ('failed', 'held', 'sent') then array[mails]
    when mails in ('pending', 'overdue') then '{pending,sending}'
  end;
$$;

-- Takes a value of the filter `mails`. Returns the time before which the messages that it selects were due.
-- This function sets no search_path, because Postgres cannot inline a function that sets one.
create function private.due_before(mails text) returns timestamptz
language sql stable
return case when mails = 'overdue' then private.overdue_before() else 'infinity' end;

-- Reads the filters of desk.list_leads: {"kind": "person", "outcome": "won"}. An empty search is none, and
-- `today` is the current date if it is missing.
-- Raises 22023 if there is no such filter or no such value, and 22007 or 22P02 if a time or an id is
-- malformed.
create function private.read_filter(filters jsonb) returns private.list_filter
language plpgsql stable
set search_path = ''
as $$
declare
  filter private.list_filter := jsonb_populate_record(null::private.list_filter, filters);
  wrong text;
begin
  select format('the list has no filter "%s" with the value "%s"', given.key, left(given.value, 100))
  into wrong
  from jsonb_each_text(jsonb_strip_nulls(filters)) given
  where case given.key
    when 'mails' then private.statuses_of(given.value) is null
    when 'consent' then given.value <> all (private.consents_of('any') || 'may-be-texted'::text)
    when 'kind' then given.value not in ('person', 'bot', 'preview')
    when 'number' then given.value not in ('valid', 'invalid', 'confirmed')
    when 'calls' then given.value not in ('none', 'today')
    when 'outcome' then given.value not in ('open', 'won', 'lost')
    when 'booking' then given.value not in ('pressed', 'booked', 'held', 'cancelled', 'no-show')
    when 'watched' then given.value not in ('none', '25', '50', '75', '100')
    when 'mailbox' then given.value not in ('gets-emails', 'no-more-emails')
    else not to_jsonb(filter) ? given.key
  end
  limit 1;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'invalid_parameter_value';
  end if;
  filter.search := nullif(trim(filter.search), '');
  filter.today := coalesce(filter.today, current_date);
  return filter;
end $$;

-- Returns the persons that pass `filter` and all other arguments. A null restricts nothing. `search` and
-- `chosen` are not compared: the caller looks them up, and passes `found_ids`, `query` and `chosen_ids`.
-- If `is_read` is true, Postgres does not use the index on the words for `query`.
-- `below` and `above` are positions in the list when it is sorted by sort_by. A position is [text, time, id].
-- This function sets no search_path, because Postgres cannot inline a function that sets one. Inlined, the
-- planner knows each attribute of the filter, and drops the conditions that do not restrict the list.
create function private.filter_leads(
  filter private.list_filter,
  found_ids uuid[] default null,
  query tsquery default null,
  is_read boolean default false,
  chosen_ids uuid[] default null,
  below text[] default null,
  above text[] default null,
  sort_by text default 'time'
) returns setof private.leads
language sql stable
begin atomic
  select person.*
  from private.leads person,
  lateral (
    select private.key_of(
      sort_by, person.name, person.source, person.watched_percent, person.outcome,
      person.outcome_value) as key
  ) sorted
  where (filter.since is null or person.created_at >= filter.since)
    and (filter.until is null or person.created_at < filter.until)
    and (found_ids is null or person.id = any (found_ids))
    and (query is null or is_read or words @@ query)
    and (query is null or not is_read or ts_match_vq(words, query))
    and (chosen_ids is null or person.id = any (chosen_ids))
    -- If we wrote "exists" instead of this subquery, the planner would read all messages.
    and (
      filter.mails is null
      or (
        select true
        from private.outbox message
        where message.lead_id = person.id
          and message.status = any (private.statuses_of(filter.mails))
          and message.due_at < private.due_before(filter.mails)
        limit 1
      )
    )
    and (filter.source is null or filter.source = 'campaign:' or person.source = lower(filter.source))
    and (filter.source is distinct from 'campaign:' or person.source not like 'campaign:%')
    and (filter.variant is null or coalesce(person.variant, '') = filter.variant)
    and (filter.kind is distinct from 'bot' or suspected_bot and person.consent in ('none', 'withdrawn'))
    and (filter.kind is distinct from 'preview' or preview)
    and (filter.kind is distinct from 'person' or not suspected_bot and not preview)
    and (filter.number is distinct from 'valid' or phone_e164 is not null)
    and (filter.number is distinct from 'invalid' or phone_e164 is null)
    and (filter.number is distinct from 'confirmed' or confirmed_at is not null)
    -- The planner can read the index on the consent in the order of the list with "=", but not with "= any".
    and (
      filter.consent is null
      or filter.consent in ('stopped', 'may-be-texted')
      or person.consent = filter.consent
    )
    and (
      filter.consent is distinct from 'may-be-texted'
      or person.consent = any (private.consents_of('may-be-texted'))
    )
    and (
      filter.consent is null
      or (
        select case
          when filter.consent = 'may-be-texted' then known.is_textable
          else known.state = filter.consent
        end
        from private.lead_states known
        where known.id = person.id
      )
    )
    and (
      filter.calls is distinct from 'none'
      or (
        select true
        from private.lead_notes note
        where note.lead_id = person.id and note.kind not in ('note', 'act')
        limit 1
      ) is null
    )
    and (filter.calls is distinct from 'today' or call_again_on <= filter.today)
    and (filter.outcome is null or person.outcome = filter.outcome)
    and (filter.booking is null or person.booking is not null or person.booking_pressed_at is not null)
    and (
      filter.booking is null
      or private.booking_state(person.booking, person.booking_ends_at, person.booking_pressed_at)
        = filter.booking
    )
    and (
      filter.watched is null
      or filter.watched = 'none'
      or watched_percent >= nullif(filter.watched, 'none')::smallint
    )
    -- Those who have not watched a quarter have no share.
    and (filter.watched is distinct from 'none' or watched_percent is null)
    and (
      filter.mailbox is null
      or (filter.mailbox = 'gets-emails') = ((
        select true
        from private.suppressed_mailboxes suppressed
        where suppressed.mailbox_hash = any (person.mailbox_hashes)
        limit 1
      ) is null)
    )
    and (
      below is null
      or sort_by <> 'time'
      or (created_at, person.id) < (below[2]::timestamptz, below[3]::uuid)
    )
    and (
      above is null
      or sort_by <> 'time'
      or (created_at, person.id) > (above[2]::timestamptz, above[3]::uuid)
    )
    and (
      below is null
      or sort_by = 'time'
      or (sorted.key, created_at, person.id) < (below[1], below[2]::timestamptz, below[3]::uuid)
    )
    and (
      above is null
      or sort_by = 'time'
      or (sorted.key, created_at, person.id) > (above[1], above[2]::timestamptz, above[3]::uuid)
    );
end;

-- Returns the ids of the persons whose number is stopped, or whose number another person withdrew. If there
-- are more than max_leads of them, returns null.
create function private.find_stopped(max_leads integer) returns uuid[]
language sql stable
set search_path = ''
-- What was said later is read once, and not once for each number.
set enable_hashjoin = on
set enable_nestloop = off
as $$
  select case when count(*) <= max_leads then coalesce(array_agg(id), '{}') end
  from (
    -- Because of "offset 0", the planner looks up the persons of each number, and not the other way round.
    select distinct person.id
    from private.untextable_numbers number,
      lateral (
        select id
        from private.leads
        where phone_e164 = number.phone_e164
          and (number.is_stopped or consent = any (private.consents_of('may-be-texted')))
        offset 0
      ) person
    limit max_leads + 1
  ) stopped;
$$;

-- Returns the ids of the persons whose mailbox is suppressed. If there are more than max_leads of them,
-- returns null.
create function private.find_suppressed(max_leads integer) returns uuid[]
language sql stable
set search_path = ''
set enable_bitmapscan = on
as $$
  select case when count(*) <= max_leads then coalesce(array_agg(id), '{}') end
  from (
    select distinct person.id
    from private.suppressed_mailboxes suppressed,
      lateral (
        select id
        from private.leads
        where mailbox_hashes @> array[suppressed.mailbox_hash]
        offset 0
      ) person
    limit max_leads + 1
  ) refusing;
$$;

-- Returns the ids of the persons whom the operator wants to call again on this day or earlier. If there are
-- more than max_leads of them, returns null.
create function private.find_to_call(call_by date, max_leads integer) returns uuid[]
language sql stable
set search_path = ''
as $$
  select case when count(*) <= max_leads then coalesce(array_agg(id), '{}') end
  from (
    select id
    from private.leads
    where call_again_on <= call_by
    limit max_leads + 1
  ) due;
$$;

-- Looks up the persons of those filters that usually select only a few: certain persons, persons with unsent
-- messages, with a stopped number, with a suppressed mailbox, or to be called again. `chosen_ids` are these
-- persons. They are null if there is no such filter, or if the filter selects more than `few`. `filter` is
-- what filter_leads must still compare. `chosen_count` is how many persons have such messages or numbers, if
-- they are looked up.
create function private.choose_leads(
  inout filter private.list_filter,
  few integer,
  out chosen_ids uuid[],
  out chosen_count integer
)
language plpgsql stable
set search_path = ''
as $$
declare
  statuses constant text[] := private.statuses_of(filter.mails);
  due_before constant timestamptz := private.due_before(filter.mails);
  -- A submission usually has an email to the person and one to the owner.
  most_messages constant integer := 2 * few;
  messages integer;
begin
  chosen_ids := filter.chosen;
  filter.chosen := null;
  if filter.act is not null then
    chosen_ids := array(
      select listed.id
      from private.desk_acts
      cross join lateral unnest(persons) listed (id)
      where desk_acts.id = filter.act and (chosen_ids is null or listed.id = any (chosen_ids))
    );
    filter.act := null;
  end if;
  if chosen_ids is null and filter.mails <> 'sent' then
    select coalesce(array_agg(distinct lead_id), '{}'), count(*)
    into chosen_ids, messages
    from (
      select lead_id
      from private.outbox
      where status = any (statuses) and due_at < due_before and lead_id is not null
      limit most_messages
    ) read;
    chosen_count := cardinality(chosen_ids);
    if chosen_count > few or messages = most_messages then
      chosen_ids := null;
      chosen_count := null;
    else
      filter.mails := null;
    end if;
  end if;
  if chosen_ids is null and filter.consent = 'stopped' then
    chosen_ids := private.find_stopped(few);
    if chosen_ids is not null then
      chosen_count := cardinality(chosen_ids);
      filter.consent := null;
    end if;
  end if;
  chosen_ids := coalesce(
    chosen_ids,
    case when filter.calls = 'today' then private.find_to_call(filter.today, few) end,
    case when filter.mailbox = 'no-more-emails' then private.find_suppressed(few) end);
end $$;

-- The operator can act on all persons of a list. The list may have other persons by then.

-- Returns the ids of everybody who passes these filters of desk.list_leads, in the order of the ids.
create function private.ids_of(filters jsonb) returns uuid[]
language plpgsql stable
set search_path = ''
set timezone = 'UTC'
set jit = off
as $$
declare
  few constant integer := 10000;
  filter private.list_filter := private.read_filter(filters);
  found record;
  chosen record;
begin
  found := private.look_up(filter.search, few);
  chosen := private.choose_leads(filter, few);
  return array(
    select id
    from private.filter_leads(
      chosen.filter,
      found.found_ids,
      found.query,
      chosen_ids => chosen.chosen_ids)
    order by id
  );
end $$;

-- Returns a digest of ids that are sorted.
create function private.digest_of(ids uuid[]) returns text
language sql immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(array_to_string(ids, ','), 'utf8')), 'hex');
$$;

-- Returns a digest of who is in the list with these filters. Raises what desk.list_leads raises.
create function desk.digest_list(filters jsonb) returns text
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select private.digest_of(private.ids_of(filters));
$$;

-- Stores the persons of an act: `chosen`, or everybody in the list with these filters, but nobody in
-- `without`. Returns {"people", "left_out"}: how many there are, and how many of them `without` leaves out.
-- If the list has other people than `digest` says, stores nobody, and returns {"people", "is_changed"}.
create function desk.choose_people(
  act uuid,
  chosen uuid[] default null,
  filters jsonb default null,
  digest text default null,
  without uuid[] default '{}'
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  everybody constant uuid[] := coalesce(chosen, private.ids_of(filters));
  helped uuid[];
begin
  if chosen is null and private.digest_of(everybody) is distinct from digest then
    return jsonb_build_object('people', cardinality(everybody), 'is_changed', true);
  end if;
  helped := array(select unnest(everybody) except select unnest(without));
  update private.desk_acts set persons = helped where id = act and login = private.actor();
  return jsonb_build_object(
    'people', cardinality(helped),
    'left_out', cardinality(everybody) - cardinality(helped));
end $$;

-- Returns a person as JSON. The result contains the columns of leads, the first campaign and referrer, some
-- counts, the latest note, the messages of the latest submission, `is_doubtful`, and `ad_faults`, which says
-- of each ad platform why it is not told about the visit, or null (see ad_fault).
create function private.describe_lead(person private.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(person) - '{secret,words,number_fault,former,mailbox_hashes}'::text[] || history.facts
    || jsonb_build_object(
    'consent', history.state,
    'booking', private.booking_state(person.booking, person.booking_ends_at, person.booking_pressed_at),
    'currency', private.currency(),
    'refuses_mails', private.refuse_mail(person.email, 'queued') is not null,
    'mails', coalesce(
      jsonb_agg(
        private.describe_message(message)
        order by array_position(array['visitor', 'owner', 'webhook'], message.kind)
      ) filter (where message.submission_id = history.latest and message.event is null),
      '[]'),
    'failed', count(*) filter (where message.status = 'failed'),
    'held', count(*) filter (where message.status = 'held'),
    'text_fault', private.text_fault(person.id),
    'is_doubtful', private.is_doubtful(person),
    'ad_faults', jsonb_build_object(
      'google-ads', private.ad_fault(
        'google-ads', history.state, history.is_private, history.facts -> 'campaign'),
      'microsoft-ads', private.ad_fault(
        'microsoft-ads', history.state, history.is_private, history.facts -> 'campaign')),
    'noted', (
      select jsonb_build_object('kind', kind, 'created_at', created_at)
      from private.lead_notes
      where lead_id = person.id and kind <> 'act'
      order by created_at desc
      limit 1
    ))
  from (
    select
      (array_agg(id order by created_at desc))[1] as latest,
      coalesce(
        (select to_jsonb(visit) from private.first_visit(person.id) visit),
        '{"campaign": null, "referrer": null}') || jsonb_build_object(
        'submissions', count(*),
        'changes', count(*) filter (
          where not merged
            and not preview
            and (name, phone, country_code) <> (person.name, person.phone, person.country_code)
        ),
        'latest_at', max(created_at)) as facts,
      private.consent_state(person)::text as state,
      private.refuses_tracking(person.id) as is_private
    from private.lead_submissions
    where lead_id = person.id and confirms is null and consent
  ) history
  left join private.outbox message on message.lead_id = person.id
  group by history.latest, history.facts, history.state, history.is_private;
$$;

-- Returns {"leads", "newer", "older"}. "leads" contains the result of describe_lead for each person. "newer"
-- and "older" are the cursors for the pages before and after this one, or null if there is no such page. If
-- is_back is true, the caller passes `persons` in reverse order. is_first and is_last say that the page is
-- at that end of the list.
create function private.describe_page(
  persons private.leads[],
  most integer,
  sort_by text,
  is_first boolean,
  is_last boolean,
  is_back boolean
) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'leads', coalesce(jsonb_agg(private.describe_lead(person) order by place), '[]'),
    'newer', case
      when case when is_back then cardinality(persons) > most else not is_first end
        then (array_agg(key order by place))[1]
    end,
    'older', case
      when not is_last and (is_back or cardinality(persons) > most)
        then (array_agg(key order by place desc))[1]
    end)
  from (
    select
      case when is_back then -place else place end as place,
      person,
      concat_ws(
        '_',
        to_jsonb((person).created_at) #>> '{}',
        (person).id,
        private.key_of(
          sort_by, (person).name, (person).source, (person).watched_percent, (person).outcome,
          (person).outcome_value)) as key
    from (
      select place, persons[place] as person
      from generate_subscripts(persons[:most], 1) place
    ) numbered
  ) placed;
$$;

-- Returns the first `most` persons of filter_leads in the order of the list, which begins after `edge` and
-- ends at `stop`, if these are not null. The settings of its caller tell the planner how to read.
create function private.read_page(
  filter private.list_filter,
  found_ids uuid[],
  query tsquery,
  is_read boolean,
  chosen_ids uuid[],
  edge text[],
  stop text[],
  is_down boolean,
  sorted_by text,
  most integer
) returns private.leads[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array(
    select person
    from private.filter_leads(
      filter,
      found_ids,
      query,
      is_read,
      chosen_ids,
      below => case when is_down then edge else stop end,
      above => case when is_down then stop else edge end,
      sort_by => sorted_by) person,
    lateral (
      select private.key_of(
        sorted_by, person.name, person.source, person.watched_percent, person.outcome,
        person.outcome_value) as key
    ) sorted
    order by
      case when is_down then sorted.key end desc,
      case when is_down then person.created_at end desc,
      case when is_down then person.id end desc,
      sorted.key,
      person.created_at,
      person.id
    limit most
  );
end $$;

-- Takes the arguments of desk.list_leads. `persons` are the persons on the page, and one more if there is
-- another page. If the cursor is `after`, they are in reverse order. `people` and `count_is` are how many
-- persons match (see private.count_leads), and null if max_count is null. `is_cut` is true if the
-- search leaves out persons (see private.is_cut). `sorted_by` is by what they are sorted (see
-- private.sort_of): an order without an index needs all who pass, so above 5000 the newest come first
-- instead. The options that are changed inside are also set below, so that they have their old values after
-- the call. The functions that are called inside rely on them.
create function private.pick_leads(
  filters jsonb,
  sort text,
  before text,
  after text,
  most integer,
  max_count integer,
  out persons private.leads[],
  out people integer,
  out count_is text,
  out is_cut boolean,
  out sorted_by text
)
language plpgsql stable
set search_path = ''
set timezone = 'UTC'
set jit = off
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = on
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_sort = on
as $$
declare
  is_back constant boolean := before is null and after is not null;
  is_down boolean := is_back <> (sort = 'newest' or sort like '%-down');
  is_indexed constant boolean := private.sort_of(sort) in ('time', 'name', 'source');
  most_sorted constant integer := 5000;
  place constant text[] := regexp_match(nullif(coalesce(before, after), 'end'), '^([^_]*)_?([^_]*)_?(.*)$');
  edge constant text[] := case
    when place is not null then array[place[3], place[1]::timestamptz::text, place[2]::uuid::text]
  end;
  few constant integer := 10000;
  steps constant integer := greatest(few, 8 * most);
  filter private.list_filter := private.read_filter(filters);
  restrictions constant integer := (
    select count(*)
    from jsonb_object_keys(jsonb_strip_nulls(to_jsonb(filter) - 'today'))
  );
  query tsquery;
  is_read boolean;
  found_ids uuid[];
  found_count integer;
  chosen record;
  chosen_ids uuid[];
  passing_ids uuid[];
  most_passing integer;
  is_walked boolean;
  is_counted boolean;
  stop text[];
begin
  sorted_by := private.sort_of(sort);
  if sort not in ('newest', 'oldest')
    and (sort !~ '^[a-z]+(-down)?$' or sorted_by not in ('name', 'source', 'watched', 'outcome', 'value'))
  then
    raise exception 'the list has no order "%"', left(sort, 100) using errcode = 'invalid_parameter_value';
  end if;
  is_cut := private.is_cut(filter.search);
  select * into found_ids, query, found_count from private.look_up(filter.search, few);
  chosen := private.choose_leads(filter, few);
  filter := chosen.filter;
  chosen_ids := chosen.chosen_ids;
  found_count := coalesce(chosen.chosen_count, found_count);
  if query is not null and cardinality(chosen_ids) <= few then
    chosen_ids := private.find_among(query, chosen_ids);
    query := null;
  end if;

  is_counted := restrictions = 1 and query is null;

  -- If few persons pass, they are looked up once, for the page and for the count.
  is_walked := num_nonnulls(query, found_ids, chosen_ids) = 0;
  if query is null
    and (
      not is_indexed
      or is_walked and restrictions > 0 and sorted_by <> 'time'
      or not is_walked and (restrictions > 1 or found_count is null)
    )
  then
    perform set_config('enable_sort', case when is_walked then 'off' else 'on' end, true);
    most_passing := case when is_walked then most_sorted else few end;
    passing_ids := array(
      select id
      from private.filter_leads(filter, found_ids, chosen_ids => chosen_ids)
      order by created_at desc
      limit most_passing + 1
    );
    found_count := cardinality(passing_ids);
    is_counted := found_count <= most_passing;
    if is_counted then
      is_walked := false;
      chosen_ids := passing_ids;
      found_ids := null;
      filter := null;
      perform set_config('enable_sort', 'on', true);
    end if;
  end if;
  if not is_indexed and (query is not null or found_count > most_sorted) then
    sorted_by := 'time';
    is_down := not is_back;
  end if;

  -- If the words are common, the page is usually near, so it is first looked for as far as `stop`. If it is
  -- not full there, all who are found are sorted. In a short period they are found by reading everybody,
  -- because the index on the words would take longer.
  is_read := query is not null and private.is_short(filter.since, filter.until);
  if is_walked or is_read and sorted_by = 'time' then
    -- In the order of the list, Postgres stops when it has enough. The planner would often sort everybody.
    perform set_config('enable_sort', 'off', true);
  elsif query is not null then
    stop := private.end_of_walk(filter.since, filter.until, edge, is_down, sorted_by, steps);
  end if;
  loop
    -- Otherwise the planner might compare everybody in the order of the list.
    if stop is null and num_nonnulls(found_ids, query) > 0 and not (is_read and sorted_by = 'time') then
      perform set_config('enable_indexscan', 'off', true), set_config('enable_bitmapscan', 'on', true);
    end if;
    persons := private.read_page(
      filter, found_ids, query, is_read, chosen_ids, edge, stop, is_down, sorted_by, most + 1);
    exit when stop is null or cardinality(persons) > most;
    stop := null;
  end loop;

  if max_count is null then
    return;
  end if;
  count_is := 'exact';
  if edge is null and cardinality(persons) <= most then
    people := cardinality(persons);
  elsif is_counted and found_count is not null then
    people := found_count;
  else
    select counted.people, counted.count_is
    into people, count_is
    from private.count_leads(filter, found_ids, query, chosen_ids, max_count) counted;
  end if;
end $$;

-- Returns how many persons pass. The first arguments are those of filter_leads. count_is is 'exact', or
-- 'about' if the number is an estimate, rounded to two digits, or 'more than' if only that is known. Both are
-- null if nothing is known.
-- As ids are random, the share of those who pass among the first 2000 ids is taken for that of all, whom
-- Postgres has counted when it last analyzed the table. If max_count is near or below this estimate, those
-- who pass are counted instead, up to max_count. To count 200,000 would take longer than the page itself.
create function private.count_leads(
  filter private.list_filter,
  found_ids uuid[],
  query tsquery,
  chosen_ids uuid[],
  max_count integer,
  out people integer,
  out count_is text
)
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_indexscan = on
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  size constant integer := 2000;
  sample constant uuid[] := array(select id from private.leads order by id limit size);
  passing constant integer := (
    select count(*)
    from private.filter_leads(
      filter,
      found_ids,
      query,
      true,
      case
        when chosen_ids is null then sample
        else array(select unnest(sample) intersect select unnest(chosen_ids))
      end)
  );
  everybody numeric;
  estimate numeric;
begin
  if cardinality(sample) < size then
    people := passing;
    count_is := 'exact';
    return;
  end if;
  everybody := (select reltuples from pg_class where oid = 'private.leads'::regclass);
  if everybody <= 0 then
    everybody := (select count(*) from private.leads);
  end if;
  estimate := case
    when passing >= 20
      then round(everybody * passing / size, 1 - floor(log(everybody * passing / size))::integer)
  end;
  -- Without an index, those with a word or a message cannot be counted in the order of the list.
  if coalesce(estimate, 0) < 2 * max_count
    and num_nonnulls(query, found_ids, chosen_ids) = 0
    and coalesce(filter.mails, 'sent') = 'sent'
  then
    people := (
      select count(*)
      from (
        select
        from private.filter_leads(filter) person
        -- Counting needs no order, but with this order the planner uses the same index as for the page.
        order by person.created_at desc
        limit max_count + 1
      ) counted
    );
    count_is := case when people > max_count then 'more than' else 'exact' end;
    people := least(people, max_count);
  end if;
  if coalesce(count_is, 'more than') = 'more than' and estimate > coalesce(people, 0) then
    people := estimate;
    count_is := 'about';
  end if;
end $$;

-- Returns the position of the person who comes `steps` persons after `edge` in the list of everybody in the
-- period, or null if there are not so many. `edge` is a position too, or null for the beginning of the list.
-- The planner settings of the caller apply.
create function private.end_of_walk(
  since timestamptz,
  until timestamptz,
  edge text[],
  is_down boolean,
  sort_by text,
  steps integer
) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  period private.list_filter;
begin
  period.since := since;
  period.until := until;
  return (
    select array[sorted.key, created_at::text, id::text]
    from private.filter_leads(
      period,
      below => case when is_down then edge end,
      above => case when not is_down then edge end,
      sort_by => sort_by) person,
    lateral (
      select private.key_of(
        sort_by, person.name, person.source, person.watched_percent, person.outcome,
        person.outcome_value) as key
    ) sorted
    order by
      case when is_down then sorted.key end desc,
      case when is_down then created_at end desc,
      case when is_down then id end desc,
      sorted.key,
      created_at,
      id
    offset steps - 1
    limit 1);
end $$;

-- Returns the result of describe_page, and adds "count", "count_is", "is_cut", "is_sorted" and "read_at".
-- "count" is how many persons match if max_count is given, up to which it is exact, and "count_is" says what
-- it is (see private.count_leads). "is_sorted" is false if too many match for this order, and "read_at" is
-- the time of the call.
-- `filters` are the filters of private.list_filter by their names, and say who is listed.
-- To get the next page, pass the cursor "older" of the last answer as `before`. To get the previous page,
-- pass the cursor "newer" as `after`. For the last page, pass 'end' as `after`.
-- Raises 22023 if a filter, its value or the order is unknown, and 22007 or 22P02 if a time, an id or a
-- cursor is malformed.
create function desk.list_leads(
  filters jsonb default '{}',
  sort text default 'newest',
  before text default null,
  after text default null,
  max_rows integer default 50,
  max_count integer default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set jit = off
-- With the default, which is meant for hard disks, the planner may read several pages of the list for one.
set random_page_cost = 1.1
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  most constant integer := greatest(least(max_rows, 1000), 1);
  picked record;
begin
  picked := private.pick_leads(filters, sort, before, after, most, max_count);
  return private.describe_page(
      picked.persons,
      most,
      picked.sorted_by,
      coalesce(before, after) is null,
      before is null and after is not distinct from 'end',
      before is null and after is not null)
    || jsonb_build_object(
      'count', picked.people,
      'count_is', picked.count_is,
      'is_cut', picked.is_cut,
      'is_sorted', picked.sorted_by = private.sort_of(sort),
      'read_at', now());
end $$;

-- Returns the different values of leads.source and leads.variant as {"sources", "variants", "is_cut"}. Both
-- lists are in alphabetical order and contain at most 2000 values. "is_cut" says that there are more sources.
create function desk.list_origins() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
as $$
  with recursive found (source, variant, place) as (
    select
      (select min(source) from private.leads),
      (
        select min(coalesce(variant, ''))
        from private.leads
        where coalesce(variant, '') > ''
      ),
      1
    union all
    select
      (select min(person.source) from private.leads person where person.source > found.source),
      (
        select min(coalesce(person.variant, ''))
        from private.leads person
        where coalesce(person.variant, '') > found.variant
      ),
      place + 1
    from found
    where num_nonnulls(source, variant) > 0 and place < 2000
  )
  select jsonb_build_object(
    'sources', coalesce(jsonb_agg(source order by source) filter (where source is not null), '[]'),
    'variants', coalesce(jsonb_agg(variant order by variant) filter (where variant is not null), '[]'),
    'is_cut', coalesce(max(source) < (select max(person.source) from private.leads person), false))
  from found;
$$;

-- What an operator has chosen for the list of persons, kept for the login.

-- Filters under a name. `query` is that of the address of the list. It has nothing of a person in it.
create table private.desk_views (
  login text not null default private.actor(),
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  query text not null check (length(query) <= 1000),
  primary key (login, name)
);

-- Returns {"hidden", "views"} of this login. "hidden" are the columns that it hides, and "views" are its
-- views as [{"name", "query"}], by their names.
create function desk.list_choices() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
  select jsonb_build_object(
    'hidden', coalesce(
      (select to_jsonb(hidden_columns) from private.desk_logins where login = private.actor()),
      '[]'),
    'views', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'query', query) order by name), '[]')
      from private.desk_views
      where login = private.actor()
    ));
$$;

-- Stores which columns the list hides for this login.
create function desk.hide_columns(columns text[]) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  insert into private.desk_logins (hidden_columns)
  values (columns)
  on conflict (login) do update
  set hidden_columns = excluded.hidden_columns;
$$;

-- Stores a view of this login, or replaces the one with this name. If `query` is null, deletes it. Returns
-- false if this login has 20 others already.
create function desk.set_view(name text, query text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
begin
  if query is null then
    delete from private.desk_views stored
    where login = private.actor() and stored.name = set_view.name;
    return true;
  end if;
  insert into private.desk_views (name, query)
  select set_view.name, set_view.query
  where (
    select count(*)
    from private.desk_views stored
    where login = private.actor() and stored.name <> set_view.name
  ) < 20
  on conflict on constraint desk_views_pkey do update
  set query = excluded.query;
  return found;
end $$;

-- Takes the filters and the order of desk.list_leads. Returns {"people", "is_more", "is_cut", "files"}.
-- "people" is how many persons pass, but at most max_people, and "is_more" is true if there are more. "files"
-- counts these persons as [{"file", "reason", "people"}]. The files are 'everything', 'sms', 'google-ads' and
-- 'microsoft-ads'. If "reason" is null, the file contains these persons. Otherwise "reason" is why the file
-- leaves them out.
-- The files leave out people by the same faults, which desk.list_leads returns. desk/core/conversions.ts has
-- the words for the reasons.
create function desk.count_exports(
  filters jsonb default '{}',
  sort text default 'newest',
  max_people integer default 5000
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
set jit = off
-- As in desk.list_leads.
set random_page_cost = 1.1
set enable_seqscan = off
-- A plan for any number of persons reads half as much again.
set plan_cache_mode = force_custom_plan
as $$
declare
  picked record;
begin
  picked := private.pick_leads(filters, sort, null, null, max_people, null);
  return (
    with person as materialized (
      select
        known.state,
        person.number_fault,
        private.refuses_tracking(person.id) as refuses_tracking,
        person.phone_e164,
        private.is_doubtful(person) as is_doubtful,
        first.campaign
      from unnest(picked.persons[:max_people]) person
      join private.lead_states known on known.id = person.id
      left join lateral private.first_visit(person.id) first on true
    ), judged as (
      select
        case when is_doubtful then 'doubtful' end as everything,
        coalesce(
          text_fault,
          case when row_number() over (partition by text_fault, phone_e164) > 1 then 'repeated' end) as sms,
        private.ad_fault('google-ads', state, refuses_tracking, campaign) as google_ads,
        private.ad_fault('microsoft-ads', state, refuses_tracking, campaign) as microsoft_ads
      from person, lateral (select private.text_fault_of(state, number_fault) as text_fault) fault
    )
    select jsonb_build_object(
      'people', cardinality(picked.persons[:max_people]),
      'is_more', cardinality(picked.persons) > max_people,
      'is_cut', picked.is_cut,
      'files', (
        select coalesce(jsonb_agg(to_jsonb(counted)), '[]')
        from (
          select file, reason, count(*) as people
          from judged,
            lateral (
              values
                ('everything', everything), ('sms', sms), ('google-ads', google_ads),
                ('microsoft-ads', microsoft_ads)
            ) named (file, reason)
          group by file, reason
        ) counted
      ))
  );
end $$;

-- Returns a page of desk.list_leads for a file. `use` is what the file is for, as count_exports names it.
create function desk.export_leads(
  use text,
  filters jsonb default '{}',
  sort text default 'newest',
  before text default null,
  max_rows integer default 250
) returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
as $$
  select desk.list_leads(filters, sort, before, null, max_rows);
$$;

-- The role service_role may call the functions of `public` that are listed below, the role lead_desk may call
-- all functions of `desk`, and lead_backup all of `backup`. The desk on the web comes through two functions
-- of `public`, which authenticated may call, and which belong to lead_door. Only the owner may use `private`,
-- besides the three functions that the doors need. The tables in `private` also have row level security
-- without any policy. The rows are therefore hidden even from a role that was granted access.

-- Returns the functions in `public` that belong to this product, each with the only role that may call it.
-- Other applications may have functions of their own in `public`.
create function private.public_functions() returns table (name text, role text)
language sql immutable
set search_path = ''
as $$
  select unnest('{
    accept_lead, asked_number, confirm_lead, stop_lead, receive_text, unsubscribe, record_mail_events,
    may_watch, begin_video, store_watched, call_token, press_call, record_bookings, claim_mails,
    claim_webhooks, claim_ads, settle_message, run_housekeeping, due_steps, set_report_key, set_ads,
    report_overdue_sweep, count_funnel_events
  }'::text[]), 'service_role'
  union all
  values
    ('desk', 'authenticated'), ('desk_slow', 'authenticated'), ('desk_try', 'anon'),
    ('admit_member', 'supabase_auth_admin');
$$;

-- Returns the functions of this product. Each function comes with the only role that may call it, or with
-- null if no role may call it. `is_door` is true for what must belong to lead_door. Where there is no
-- sign-in, the role supabase_auth_admin is missing, and nobody may call its function.
create function private.lead_functions()
returns table (called regprocedure, name text, role text, is_door boolean)
language sql stable
set search_path = ''
as $$
  select
    found.oid::regprocedure,
    schema || '.' || proname,
    case
      when schema = 'desk' then 'lead_desk'
      when schema = 'backup' then 'lead_backup'
      when schema = 'public' and to_regrole(listed.role) is not null then listed.role
      when schema = 'private' and proname in ('call_desk', 'admit', 'settle_call') then 'lead_door'
    end,
    schema = 'public' and proname in ('desk', 'desk_slow')
  from pg_proc found
  cross join lateral (select pronamespace::regnamespace::text as schema) named
  left join private.public_functions() listed on listed.name = proname
  where schema in ('private', 'desk', 'backup') or schema = 'public' and listed.name is not null;
$$;

-- Returns one line for each fault of the doors: another owner, another search path, no definer, a login or a
-- member of lead_door that nobody wanted, a role that it should not have, and a missing door.
create function private.find_door_faults() returns setof text
language sql stable
set search_path = ''
as $$
  select format('%s belongs to %s', name, proowner::regrole)
  from private.lead_functions()
  join pg_proc on oid = called
  where is_door and proowner is distinct from to_regrole('lead_door')
  union
  select name || ' does not fix its search path'
  from private.lead_functions()
  join pg_proc on oid = called
  where is_door and not coalesce(proconfig, '{}') @> array['search_path=""']
  union
  select name || ' does not run as its owner'
  from private.lead_functions()
  join pg_proc on oid = called
  where is_door and not prosecdef
  union
  select 'lead_door may log in'
  from pg_roles
  where rolname = 'lead_door' and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole)
  union
  select format('%s is a member of lead_door', member::regrole)
  from pg_auth_members
  where roleid = to_regrole('lead_door')
    and member <> (select nspowner from pg_namespace where nspname = 'private')
    and not (select rolsuper from pg_roles where oid = member)
  union
  select format('lead_door is a member of %s', roleid::regrole)
  from pg_auth_members
  where member = to_regrole('lead_door') and roleid is distinct from to_regrole('lead_desk')
  union
  select 'lead_door is no member of lead_desk'
  where not exists (
    select
    from pg_auth_members
    where member = to_regrole('lead_door') and roleid = to_regrole('lead_desk')
  )
  union
  select format('%s is a member of lead_desk', member::regrole)
  from pg_auth_members
  where roleid = to_regrole('lead_desk')
    and member::regrole::text in ('authenticator', 'anon', 'authenticated', 'service_role')
  union
  select format('lead_door owns %s', oid::regprocedure)
  from pg_proc
  where proowner = to_regrole('lead_door') and oid not in (
    select called
    from private.lead_functions()
    where is_door
  );
$$;

-- Returns one line for each right that is missing and for each right that nobody should have, such as "anon
-- may call public.accept_lead".
-- Other roles, which the operator may have created, are ignored.
create function private.find_access_faults() returns text[]
language sql stable
set search_path = ''
as $$
  with watched (role) as (
    values
      ('public'), ('anon'), ('authenticated'), ('service_role'), ('authenticator'), ('supabase_auth_admin'),
      ('lead_desk'), ('lead_backup'), ('lead_door')
  ), right_to (what, name, role) as (
    select 'use', 'the schema ' || nspname, grantee
    from pg_namespace, lateral (select (aclexplode(nspacl)).grantee) granted
    where nspname in ('private', 'desk', 'backup')
    union
    select 'use', 'private.' || relname, grantee
    from pg_class, lateral (select (aclexplode(relacl)).grantee) granted
    where relnamespace = 'private'::regnamespace and relkind in ('r', 'v')
    union
    select 'call', name, grantee
    from private.lead_functions()
    join pg_proc on oid = called,
    lateral (select (aclexplode(coalesce(proacl, acldefault('f', proowner)))).grantee) granted
  ), granted as (
    select what, name, role
    from watched
    join (
      select what, name, case when role = 0 then 'public' else role::regrole::text end as role
      from right_to
    ) named using (role)
  ), wanted as (
    select 'call' as what, name, role
    from private.lead_functions()
    where role is not null
    union all
    values
      ('use', 'the schema desk', 'lead_desk'), ('use', 'the schema backup', 'lead_backup'),
      ('use', 'the schema private', 'lead_door')
    union all
    select 'call', 'public.' || name, role
    from private.public_functions()
    where to_regrole(role) is not null
  )
  select coalesce(array_agg(line order by line), '{}')
  from (
    select role || ' may ' || what || ' ' || name as line
    from (select * from granted except select * from wanted) excess
    union
    select role || ' may not ' || what || ' ' || name
    from (select * from wanted except select * from granted) missing
    union
    select format('%s exists %s times', name, count(*))
    from (
      select pronamespace::regnamespace || '.' || proname as name
      from pg_proc
      where pronamespace in ('desk'::regnamespace, 'backup'::regnamespace)
        or pronamespace = 'public'::regnamespace and proname in (select name from private.public_functions())
    ) function
    group by name
    having count(*) > 1
    union
    -- It may be left over from another version. A function that reads nothing of ours is of another
    -- application.
    select 'nobody listed public.' || proname
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and proname not in (select name from private.public_functions())
      and prosrc ~ '\mprivate\.'
    union
    select relname || ' lacks row level security'
    from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r' and not relrowsecurity
    union
    select private.find_door_faults()
  ) found;
$$;

-- Returns {"failed", "held", "overdue", "delayed", "own"}. "own" is how many general emails other than alerts
-- have failed. Each of the other four is how many persons have messages with that problem, and it stops at
-- 5001.
create function desk.attention() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set enable_seqscan = off
as $$
  select jsonb_object_agg(sought.problem, counted.persons) || jsonb_build_object('own', (
    select count(*)
    from private.outbox
    where status = 'failed' and priority = 'general' and kind <> 'alert'
  ))
  from
    (values
      ('failed', '{failed}'::text[]),
      ('held', '{held}'),
      ('overdue', '{pending,sending}'),
      ('delayed', '{pending,sending}')
    ) sought (problem, statuses),
    lateral (
      select least(count(distinct lead_id), 5001) as persons
      from (
        select lead_id
        from private.outbox_attention stuck
        where stuck.status = any (sought.statuses) and stuck.problem = sought.problem
        limit 20004
      ) few
    ) counted;
$$;

-- Returns what mail servers last answered to those of the newest 20 emails to visitors that are still
-- retried.
create function desk.newest_refusals() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set enable_seqscan = off
as $$
  select coalesce(jsonb_agg(last_error), '[]')
  from (
    select status, last_error
    from private.outbox
    where kind = 'visitor'
      and claimed_at is not null
    order by claimed_at desc
    limit 20
  ) newest
  where status = 'pending'
    and last_error is not null;
$$;

-- Returns {"messages", "cut_at", "rests"}. "messages" contains the oldest 2000 messages that failed and
-- the oldest 2000 whose retries keep failing or whose receiver rests, each with the last answer of the
-- server. "cut_at" is 2000 if there are more than 2000 messages of either kind, and null otherwise. On the
-- web it is 100 instead of 2000. "rests" is what private.resting_receivers returns. If a message
-- is not about a person, its person is null.
create function desk.list_failures() returns jsonb
language sql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set enable_seqscan = off
as $$
  select jsonb_build_object(
    'messages', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', stuck.id,
          'kind', stuck.kind,
          'status', stuck.status,
          'reason', stuck.reason,
          'last_error', coalesce(stuck.last_error, resting.rests #>> array[stuck.kind, 'fault']),
          'has_new_address', (
            select private.has_new_address(message)
            from private.outbox message
            where message.id = stuck.id
          ),
          'person', (
            select jsonb_build_object('id', person.id, 'name', person.name, 'email', person.email)
            from private.leads person
            where person.id = stuck.lead_id
          ))
        order by stuck.queued_at)
        filter (where stuck.place <= most),
      '[]'),
    'cut_at', max(most) filter (where stuck.place > most),
    'rests', (select private.resting_receivers()))
  from
    private.most_rows(2000) most,
    (select private.resting_receivers() as rests) resting,
    (values ('failed', '{failed}'::text[]), ('delayed', '{pending,sending}')) sought (problem, statuses),
    lateral (
      select *, row_number() over (order by message.due_at) as place
      from private.outbox_attention message
      where message.status = any (sought.statuses)
        and (
          message.problem in ('failed', 'resting')
          or message.attempts > 0
          or resting.rests ? message.kind
        )
        and message.kind <> 'alert'
      order by message.due_at
      limit most + 1
    ) stuck;
$$;

-- Returns {day: {event: hits}} for the views and the unlocked videos from `first_day` to the day before
-- `end_day`.
create function private.count_days(first_day date, end_day date) returns jsonb
language sql stable
set search_path = ''
set enable_bitmapscan = on
as $$
  select coalesce(jsonb_object_agg(day, counts), '{}')
  from (
    select day, jsonb_object_agg(event, hits) as counts
    from (
      select day, event, sum(hits) as hits
      from private.funnel_counts
      where day >= first_day and day < end_day and event in ('page_viewed', 'unlocked')
      group by day, event
    ) sums
    group by day
  ) counted;
$$;

-- Returns {day: {event: hits}} for these days, each before the hour `until_hour`.
create function private.count_hours(days date[], until_hour integer) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(day, counts), '{}')
  from (
    select day, jsonb_object_agg(event, hits) as counts
    from (
      select day, event, sum(hits) as hits
      from private.funnel_hours
      where day = any (days) and hour < until_hour
      group by day, event
    ) sums
    group by day
  ) counted;
$$;

-- Returns {"people", "value"} of the persons who were stored from `since` to `until` and were won.
create function private.count_won(since timestamptz, until timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'people', count(*),
    'value', coalesce(sum(outcome_value), 0),
    'currency', private.currency())
  from private.leads
  where outcome = 'won'
    and created_at >= since
    and created_at < until
    and not suspected_bot
    and not preview;
$$;

-- Returns the name under which a lead is counted: its source, or its campaign, medium or content, as
-- `grouped_by` says. '' means that the lead has none.
create function private.group_of(grouped_by text, source text, medium text, content text) returns text
language sql immutable parallel safe
return case grouped_by
  when 'medium' then coalesce(medium, '')
  when 'content' then coalesce(content, '')
  when 'campaign' then case when source like 'campaign:%' then source else '' end
  else source
end;

-- Returns for each name of group_of what the won leads are worth who were stored from `since` to `until`.
create function private.worth_by(grouped_by text, since timestamptz, until timestamptz)
returns table (name text, value numeric)
language sql stable
set search_path = ''
as $$
  select private.group_of(grouped_by, source, medium, content), sum(outcome_value)
  from private.leads
  where outcome = 'won'
    and created_at >= since
    and created_at < until
    and not suspected_bot
    and not preview
  group by 1;
$$;

-- Returns {"leads", "may_be_texted", "won", "days", "hours", "stored_since", "counted_since", "groups",
-- "group_count"}. "leads" is a list of how many persons were stored between each bound and the next one.
-- "may_be_texted" is how many of the persons who were stored from `since` to `until` may be texted. "won" is
-- {"people", "value"} of those of them who were won. "days" is {day: {event: hits}} for the views and the
-- unlocked videos from day_before to the day before day_until. "hours" has those of the last day of each
-- half, last_before and day_until - 1, before the hour until_hour. last_before is the day before day_since,
-- unless it is given. "stored_since" and "counted_since" are the first days of which the leads and the views
-- are known. "groups" is a list of {name, leads, views, unlocked, value}, sorted by order_by: 'leads',
-- 'views', 'rate' or 'value'. It has at most `most` groups after the first `skip` ones, and "group_count" is
-- how many groups there are. grouped_by is 'source', 'campaign', 'medium' or 'content'. Views are counted by
-- campaign, so only campaigns have views. "value" is what the won leads are worth, and null if none is worth
-- anything. The group '' is that of everybody without a campaign, medium or content. Bots and previews are
-- never counted.
-- Because of the settings below, Postgres uses the same plan whatever the statistics say. Postgres reads the
-- index that contains all columns once, and it keeps the stopped numbers in a hash table.
create function desk.overview(
  bounds timestamptz[],
  since timestamptz,
  until timestamptz,
  day_before date,
  day_since date,
  day_until date,
  until_hour integer default 24,
  grouped_by text default 'source',
  order_by text default 'leads',
  skip integer default 0,
  most integer default 100,
  last_before date default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set statement_timeout = '10s'
set jit = off
set plan_cache_mode = force_custom_plan
set work_mem = '32MB'
set enable_bitmapscan = off
set enable_sort = off
as $$
begin
  return (
    with spans as materialized (
      select
        place,
        first,
        next,
        first >= since and first < until as is_own
      from
        generate_series(1, cardinality(bounds) - 1) place,
        lateral (select bounds[place] as first, bounds[place + 1] as next) bound
    ), stored as (
      select place, is_own, counted.*
      from
        spans,
        lateral (
          select
            private.group_of(grouped_by, source, medium, content) as name,
            count(*) as leads,
            count(*) filter (where judged.may_be_texted) as may_be_texted
          from (
            -- Of the earlier ones, nobody asks who may be texted.
            select source, medium, content, is_own and is_textable as may_be_texted
            from private.lead_states
            where created_at >= first
              and created_at < next
              and not suspected_bot
              and not preview
            -- With "offset 0", Postgres judges here, where it knows of how many persons.
            offset 0
          ) judged
          group by 1
        ) counted
    ), campaigns as (
      select
        case when campaign = '' then '' else 'campaign:' || campaign end as name,
        sum(hits) filter (where event = 'page_viewed') as views,
        sum(hits) filter (where event = 'unlocked') as unlocked
      from private.funnel_counts
      where day >= day_since
        and day < day_until
        and (grouped_by = 'campaign' or grouped_by = 'source' and campaign <> '')
      group by campaign
    ), groups as (
      select
        row_number() over (order by
          case order_by
            when 'views' then views
            when 'rate' then case when unlocked <= views then unlocked / nullif(views, 0) end
            when 'value' then value
            else leads
          end desc nulls last,
          leads desc,
          views desc nulls last,
          name) as place,
        joined.*
      from (
        select
          name,
          coalesce(leads, 0) as leads,
          case when is_counted then coalesce(views, 0) end as views,
          case when is_counted then coalesce(unlocked, 0) end as unlocked,
          value
        from (
          select name, sum(leads) filter (where is_own) as leads
          from stored
          group by name
        ) named
        full join campaigns using (name)
        left join private.worth_by(grouped_by, since, until) won using (name),
        -- Views are counted for each campaign, and for no other source.
        lateral (
          select grouped_by = 'campaign' or grouped_by = 'source' and name like 'campaign:%' as is_counted
        ) known
      ) joined
      where leads > 0 or views > 0
    )
    select jsonb_build_object(
      'leads', (
        select jsonb_agg(coalesce(leads, 0) order by place)
        from spans
        left join (
          select place, sum(leads) as leads
          from stored
          group by place
        ) counted using (place)
      ),
      'may_be_texted', (
        select coalesce(sum(may_be_texted), 0)
        from stored
      ),
      'won', private.count_won(since, until),
      'days', private.count_days(day_before, day_until),
      'hours', private.count_hours(array[coalesce(last_before, day_since - 1), day_until - 1], until_hour),
      'stored_since', (
        select private.day_of(least(settings.created_at, (select min(created_at) from private.leads)))
        from private.lead_settings settings
      ),
      'counted_since', (
        select min(day)
        from private.funnel_counts
      ),
      'group_count', (
        select count(*)
        from groups
      ),
      'groups', (
        select coalesce(jsonb_agg(to_jsonb(groups) - 'place' order by place), '[]')
        from groups
        where place > skip and place <= skip + most
      ))
  );
end $$;

-- Returns what `npm run doctor` checks in the database (see desk/doctor/ask-database.ts). The result contains
-- no personal data and no secrets. The counts of messages stop at 1001.
create function desk.lead_health() returns jsonb
language plpgsql security definer
set search_path = ''
set statement_timeout = '10s'
as $health$
declare
  parts constant text[] := array[
    ['migrations', $$
      select coalesce(jsonb_agg(version order by version), '[]')
      from supabase_migrations.schema_migrations
    $$],
    ['jobs', $$
      select coalesce(jsonb_agg(wanted.jobname order by wanted.jobname), '[]')
      from private.lead_jobs() wanted
      left join cron.job using (jobname)
      where (job.active and job.schedule = wanted.schedule and job.command = wanted.command) is not true
    $$],
    -- Only the first line of an error is returned, because the other lines may quote a row that contains the
    -- key.
    ['last_run', $$
      select jsonb_build_object(
        'at', max(start_time) filter (where status = 'succeeded'),
        'late', coalesce(max(start_time) filter (where status = 'succeeded'), min(start_time))
          < now() - interval '5 minutes',
        'error', (array_agg(left(split_part(return_message, chr(10), 1), 200) order by runid desc)
          filter (where status = 'failed'))[1])
      from cron.job_run_details
      join cron.job using (jobid)
      where jobname = 'sweep-outbox'
      having count(*) > 0
    $$],
    -- The last run of each other job, if it failed.
    ['failed_jobs', $$
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'job', jobname,
            'at', last.start_time,
            'error', left(split_part(last.return_message, chr(10), 1), 200))
          order by jobname),
        '[]')
      from private.lead_jobs()
      join cron.job using (jobname)
      cross join lateral (
        select status, start_time, return_message
        from cron.job_run_details run
        where run.jobid = job.jobid and status in ('succeeded', 'failed')
        order by runid desc
        limit 1
      ) last
      where jobname <> 'sweep-outbox' and last.status = 'failed'
    $$],
    ['project_url', $$
      select to_jsonb(coalesce((
        select case
          when decrypted_secret ~ '^https?://[[:alnum:].:-]+/?$' then decrypted_secret
          else 'other'
        end
        from vault.decrypted_secrets
        where name = 'project_url'
      ), ''))
    $$]
  ];
  part text[];
  answer jsonb;
  health jsonb;
begin
  select jsonb_object_agg(
    sort.name,
    (
      select jsonb_build_object('oldest', min(queued_at), 'pending', least(count(*), 1001))
      from private.outbox
      where private.is_waiting(status)
        and kind <> 'alert'
        and (kind in ('webhook', 'ad')) = sort.is_webhook
    ) || (
      select jsonb_object_agg(counted.problem, counted.messages)
      from private.count_attention() counted
      where counted.is_webhook = sort.is_webhook
    ))
  into health
  from (values ('mails', false), ('webhooks', true)) sort (name, is_webhook);

  select health || jsonb_build_object(
    'evidence', jsonb_build_object(
      'unsealed', count(*),
      'unsealed_since', min(created_at),
      'late', coalesce(min(created_at) < now() - interval '1 hour', false),
      'keep_submissions', (select keep_submissions from private.lead_settings),
      'keep_traces', (select keep_traces from private.lead_settings)),
    'swept', (
      select jsonb_build_object(
        'at', max(tried_at) filter (where tried_at <= clock_timestamp()),
        'overdue', private.is_sweep_overdue())
      from private.sweep_steps
    ),
    'failed_steps', (select coalesce(jsonb_agg(step order by step), '[]') from private.failing_steps()),
    'invalid_indexes', (
      select coalesce(jsonb_agg(relname order by relname), '[]')
      from pg_index
      join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'private'::regnamespace and not indisvalid
    ),
    'resting_receiver', private.resting_receiver(),
    'booking_silence', private.booking_silence(),
    'tells_ads', exists (select from private.ad_settings),
    'access', to_jsonb(private.find_access_faults()),
    'settings_lost', exists (
      select
      from private.lead_seals, private.lead_settings
      where sealed_at < lead_settings.created_at
    ),
    'secret_changed', exists (
      select
      from private.suppressed_mailboxes, private.mailbox_secret
      where since < created_at
    ),
    'empty', to_jsonb(array_remove(
      array[
        case when not exists (select from private.lead_settings) then 'lead_settings' end,
        case when not exists (select from private.lead_claim_key) then 'lead_claim_key' end,
        case when not exists (select from private.mailbox_secret) then 'mailbox_secret' end
      ],
      null)))
  into health
  from private.lead_submissions
  where seal_number is null and not held;

  foreach part slice 1 in array parts loop
    answer := null;
    begin
      execute part[2] into answer;
    exception when undefined_table or undefined_column or invalid_schema_name or insufficient_privilege then
      null;
    end;
    health := health || jsonb_build_object(part[1], answer);
  end loop;
  return health;
end $health$;

-- Members of the desk on the web: who is added, removed, reset and pinned. On the web, members see only
-- themselves, and the owner the list. All changes are made where the database is.

-- Tells the owner by email of each change of a member, and of the address of the web, whoever made it.
create function private.tell_member() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into private.outbox (kind, contents)
  values ('notice', jsonb_build_object(
    'member', new.name,
    'address', new.address,
    'role', new.role,
    'change', case
      when new.removed_at is not null then 'removed'
      when tg_op = 'INSERT' or old.removed_at is not null then 'added'
      when new.factor_id is null and old.factor_id is not null then 'reset'
      when new.factor_id is not null and old.factor_id is null then 'pinned'
      else 'changed'
    end,
    'by', private.actor()));
  return null;
end $$;

create trigger desk_members_told
after insert or update on private.desk_members
for each row
execute function private.tell_member();

-- Returns the six letters of a second factor, which the member reads to the owner by telephone.
create function private.factor_letters(factor uuid) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(chr(65 + get_byte(sha256(uuid_send(factor)), place) % 26), '' order by place)
  from generate_series(0, 5) place;
$$;

-- Ends all sessions of a member, and with `factors` deletes the second factors, too, and a password: somebody
-- else may have signed up with the address and their own. Without a sign-in in this database there are none.
create function private.end_sessions(member private.desk_members, factors boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  found_users uuid[];
begin
  if to_regclass('auth.users') is null then
    return;
  end if;
  found_users := array(
    select person.id
    from auth.users person
    where person.id = member.user_id or lower(person.email) = member.address);
  delete from auth.sessions where user_id = any (found_users);
  if factors then
    delete from auth.mfa_factors where user_id = any (found_users);
    update auth.users person set encrypted_password = null where person.id = any (found_users);
  end if;
end $$;

-- Returns a member by the name, and locks the row. Raises P0002 if there is none, or no longer.
create function private.lock_member(name text) returns private.desk_members
language plpgsql
set search_path = ''
as $$
declare
  member private.desk_members;
begin
  select *
  into member
  from private.desk_members stored
  where stored.name = lock_member.name and stored.removed_at is null
  for update;
  if not found then
    raise exception 'there is no member with this name' using errcode = 'no_data_found';
  end if;
  return member;
end $$;

-- Returns {"members", "logins", "has_owner"}. "members" are [{"name", "address", "role", "state", "added_at",
-- "added_by", "removed_at"}], and "state" is removed, unpinned or pinned. "logins" are the logins of the
-- database that go around role, second factor and log. "has_owner" is false if nobody who is an owner is
-- left.
create function desk.list_members() returns jsonb
language sql stable security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
as $$
  select jsonb_build_object(
    'members', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'name', name,
            'address', address,
            'role', role,
            'state', case
              when removed_at is not null then 'removed'
              when factor_id is null then 'unpinned'
              else 'pinned'
            end,
            'added_at', added_at,
            'added_by', added_by,
            'removed_at', removed_at)
          order by removed_at nulls first, name),
        '[]')
      from private.desk_members
    ),
    'logins', (
      select coalesce(jsonb_agg(rolname order by rolname), '[]')
      from pg_roles
      where rolcanlogin
        and not rolsuper
        and pg_has_role(oid, 'lead_desk', 'member')
        and rolname <> current_user
    ),
    'has_owner', exists (
      select
      from private.desk_members
      where role = 'owner' and removed_at is null
    ));
$$;

-- Adds a member, or takes one back who was removed and had this name and address. The name is that in the
-- log, such as ada. Raises 23505 if the name or the address is taken, and 23514 if a value is wrong.
create function desk.add_member(name text, address text, role text) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  given constant text := lower(btrim(add_member.address));
begin
  update private.desk_members stored
  set
    removed_at = null,
    user_id = null,
    factor_id = null,
    role = add_member.role,
    added_at = now(),
    added_by = private.actor()
  where stored.name = add_member.name and stored.address = given and stored.removed_at is not null;
  if not found then
    insert into private.desk_members (name, address, role, added_by)
    values (add_member.name, given, add_member.role, private.actor());
  end if;
end $$;

-- Removes a member, and ends all sessions at once. Returns true if an owner is left. Raises P0002 if there is
-- no such member.
create function desk.remove_member(name text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  member private.desk_members;
begin
  member := private.lock_member(remove_member.name);
  update private.desk_members stored set removed_at = now() where stored.id = member.id;
  perform private.end_sessions(member, false);
  return exists (select from private.desk_members where role = 'owner' and removed_at is null);
end $$;

-- Lets a member who has lost the second factor set up a new one: deletes all factors and ends all sessions.
-- Raises P0002 if there is no such member.
create function desk.reset_member(name text) returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  member private.desk_members;
begin
  member := private.lock_member(reset_member.name);
  perform private.end_sessions(member, true);
  update private.desk_members stored
  set user_id = null, factor_id = null
  where stored.id = member.id;
end $$;

-- Pins the second factor with these letters, which the member has read out. Takes away what somebody else may
-- have at Auth, who signed up with the address first: a password, its sessions and other factors. With them
-- they could sign the member out, again and again. Returns false, and changes nothing, if no verified factor
-- of the member has these letters. Raises P0002 if there is no such member, 55000 if one is pinned already,
-- and 3F000 if this database has no sign-in.
create function desk.pin_member(name text, letters text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
declare
  member private.desk_members;
  pinned private.desk_members;
begin
  member := private.lock_member(pin_member.name);
  if member.factor_id is not null then
    raise exception 'the second factor is pinned already; reset the member first' using errcode = '55000';
  end if;
  if to_regclass('auth.users') is null then
    raise exception 'this database has no sign-in: the schema auth is missing' using errcode = '3F000';
  end if;
  update private.desk_members stored
  set user_id = factor.user_id, factor_id = factor.id
  from auth.mfa_factors factor
  join auth.users person on person.id = factor.user_id
  where stored.id = member.id
    and factor.status::text = 'verified'
    and private.factor_letters(factor.id) = upper(regexp_replace(pin_member.letters, '[^[:alpha:]]', '', 'g'))
    and lower(person.email) = member.address
    and (private.find_member(person.id)).id = member.id
  returning stored.* into pinned;
  if pinned.id is null then
    return false;
  end if;
  delete from auth.sessions session
  where session.user_id = pinned.user_id and session.factor_id is distinct from pinned.factor_id;
  delete from auth.mfa_factors factor where factor.user_id = pinned.user_id and factor.id <> pinned.factor_id;
  update auth.users person set encrypted_password = null where person.id = pinned.user_id;
  return true;
end $$;

-- Stores what the desk on the web needs: the issuer of this project's tokens, and the key of public.desk_try,
-- of which only a hash is kept. Tells the owner by email if one of them is another than before.
create function desk.set_web(issuer text, try_key text) returns void
language sql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '10s'
as $$
  with changed as (
    insert into private.desk_web as web (issuer, try_key_hash)
    values (set_web.issuer, sha256(convert_to(set_web.try_key, 'UTF8')))
    on conflict (is_single) do update
    set issuer = excluded.issuer, try_key_hash = excluded.try_key_hash
    where (web.issuer, web.try_key_hash) is distinct from (excluded.issuer, excluded.try_key_hash)
    returning web.issuer
  )
  insert into private.outbox (kind, contents)
  select 'notice', jsonb_build_object('web', changed.issuer, 'by', private.actor())
  from changed;
$$;

-- The hook of Supabase Auth before it creates a user. Takes its event, and returns {} if the address is that
-- of a member. Otherwise returns {"error": {"http_code", "message"}}: without a message, Auth would let them
-- in (https://supabase.com/docs/guides/auth/auth-hooks/before-user-created-hook).
create function public.admit_member(event jsonb) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select case
    when exists (
      select
      from private.desk_members
      where address = lower(event #>> '{user,email}') and removed_at is null
    ) then '{}'::jsonb
    else '{"error": {"http_code": 403, "message": "Signups not allowed for this instance"}}'
  end;
$$;

-- The functions of the schema `backup` run as the owner of the tables, who sees all rows. With
-- `row_security = off`, Postgres raises an error where it would otherwise leave rows out.

-- Holds the lines of a backup while `npm run restore` runs. A restore that ends or fails leaves no row here.
create table private.backup_lines (
  table_name text not null,
  line text not null
);

-- Returns the tables that a backup holds, each after those that its rows refer to, and the columns of each
-- with their types. A generated column is computed again. What the web belongs to is a matter of the project.
create function private.backup_tables() returns table (place bigint, name text, columns text[], types text[])
language sql stable
set search_path = ''
as $$
  with recursive tables as (
    select oid
    from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r'
      and relname <> all ('{backup_lines,desk_web}')
  ), placed (oid, depth) as (
    select oid, 0 from tables
    union
    select conrelid, depth + 1
    from placed
    join pg_constraint on confrelid = placed.oid and contype = 'f' and conrelid <> confrelid
  )
  select
    row_number() over (order by max(depth), placed.oid::regclass::text),
    (select relname::text from pg_class where pg_class.oid = placed.oid),
    described.columns,
    described.types
  from placed
  cross join lateral (
    select
      array_agg(attname::text order by attname) as columns,
      array_agg(format_type(atttypid, atttypmod) order by attname) as types
    from pg_attribute
    where attrelid = placed.oid and attnum > 0 and not attisdropped and attgenerated = ''
  ) described
  group by placed.oid, described.columns, described.types
  order by 1;
$$;

-- Describes what a backup holds now: {tables: [{name, columns, types, rows}], sequences: [{name, value}]}.
create function backup.describe() returns jsonb
language plpgsql stable security definer
set search_path = ''
set row_security = off
as $$
declare
  backup_table record;
  counted bigint;
  tables jsonb := '[]';
begin
  for backup_table in select * from private.backup_tables() order by place loop
    execute format('select count(*) from private.%I', backup_table.name) into counted;
    tables := tables || jsonb_build_object(
      'name', backup_table.name,
      'columns', backup_table.columns,
      'types', backup_table.types,
      'rows', counted);
  end loop;
  return jsonb_build_object(
    'tables', tables,
    'sequences', (
      select jsonb_agg(jsonb_build_object('name', sequencename, 'value', coalesce(last_value, 0)))
      from pg_sequences
      where schemaname = 'private'
    ));
end $$;

-- Returns the rows of a table of private.backup_tables, each as a line of JSON.
create function backup.read_rows(table_name text) returns setof text
language plpgsql stable security definer
set search_path = ''
set row_security = off
set intervalstyle = 'postgres'
as $$
begin
  return query execute (
    select format(
      'select row_to_json(stored)::text from (select %s from private.%I) stored',
      (select string_agg(quote_ident(name), ', ') from unnest(known.columns) name),
      known.name)
    from private.backup_tables() known
    where known.name = table_name);
end $$;

-- Takes lines of a table, one below the other, for backup.restore, which must follow in the same transaction.
create function backup.take_lines(table_name text, lines text) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.backup_lines (table_name, line)
  select table_name, string_to_table(lines, e'\n');
$$;

-- Puts the lines that backup.take_lines took into the tables, and repeats the removals in a list
-- (desk.reapply_removals, whose answer it returns). `described` is what backup.describe returned when the
-- backup was made. Raises `not_empty` if somebody has filled in the form already, `other_schema` if the
-- tables differ, and `incomplete` if lines are missing. An error leaves everything as it was.
create function backup.restore(described jsonb, removals text) returns jsonb
language plpgsql security definer
set search_path = ''
set row_security = off
set intervalstyle = 'postgres'
as $$
declare
  names constant text := (
    select string_agg(format('private.%I', name), ', ') from private.backup_tables());
  backup_table record;
  counted bigint;
begin
  -- A form that comes now waits, and is then stored beside what was restored.
  execute format('lock table %s in access exclusive mode', names);
  if exists (
    select from private.leads
    union all
    select from private.lead_seals
    union all
    select from private.number_events
    union all
    select from private.mailbox_events
  ) then
    raise exception 'not_empty' using errcode = 'BK001';
  end if;
  if exists (
    select *
    from jsonb_to_recordset(described -> 'tables') was (name text, columns text[], types text[])
    full join private.backup_tables() known using (name, columns, types)
    where was.* is null or known.* is null
  ) then
    raise exception 'other_schema' using errcode = 'BK002';
  end if;

  -- The rows are what the triggers have made of them already.
  execute (
    select string_agg(format('alter table private.%I disable trigger user;', name), '')
    from private.backup_tables());
  execute 'truncate ' || names;
  for backup_table in
    select known.name, columns, was.rows
    from private.backup_tables() known
    join jsonb_to_recordset(described -> 'tables') was (name text, rows bigint) using (name)
    order by place
  loop
    execute format(
      'insert into private.%1$I (%2$s) overriding system value
        select %3$s
        from private.backup_lines, json_populate_record(null::private.%1$I, line::json) stored
        where table_name = %1$L',
      backup_table.name,
      (select string_agg(quote_ident(name), ', ') from unnest(backup_table.columns) name),
      (select string_agg('stored.' || quote_ident(name), ', ') from unnest(backup_table.columns) name));
    get diagnostics counted = row_count;
    if counted <> backup_table.rows then
      raise exception 'incomplete' using
        errcode = 'BK003',
        detail = format('%s: %s of %s rows', backup_table.name, counted, backup_table.rows);
    end if;
  end loop;
  -- The sign-in knows nobody yet, or others, so the owner has to pin each member again.
  update private.desk_members set user_id = null, factor_id = null;
  execute (
    select string_agg(format('alter table private.%I enable trigger user;', name), '')
    from private.backup_tables());
  truncate private.backup_lines;

  -- A list of removals or a receiver may know an id that was given after the backup. The seconds since 1970
  -- are beyond all of them.
  perform setval(
    format('private.%I', name)::regclass,
    greatest(value, extract(epoch from now())::bigint))
  from jsonb_to_recordset(described -> 'sequences') was (name text, value bigint);
  return desk.reapply_removals(removals);
end $$;

-- Returns what the web may call of the schema desk. A function without a row is closed. `role` is the least
-- that it takes; enrol is open to a member whose second factor is not pinned yet. A call of the kind quiet is
-- not in the log, and one of the kind kept is. A call of the kind told is in the log, needs a code of the
-- second factor from the last ten minutes, and is told to the owner by email. `person` names the argument
-- that says whom it is about. `noted` names those whose values stay in the log, so none with data of a
-- person. It is a function and not a table, so that a backup does not bring back the doors of another
-- version.
create function private.desk_doors()
returns table (called text, role text, kind text, person text, noted text[])
language sql immutable
set search_path = ''
as $$
  values
    ('show_membership', 'enrol', 'quiet', null, '{}'::text[]),

    ('attention', 'reader', 'quiet', null, '{}'),
    ('begin_act', 'reader', 'quiet', null, '{}'),
    ('bookings', 'reader', 'quiet', null, '{}'),
    ('digest_list', 'reader', 'quiet', null, '{}'),
    ('drop_act', 'reader', 'quiet', null, '{}'),
    ('end_act', 'reader', 'quiet', null, '{}'),
    ('funnel', 'reader', 'quiet', null, '{}'),
    ('hide_columns', 'reader', 'quiet', null, '{}'),
    ('list_choices', 'reader', 'quiet', null, '{}'),
    ('list_failures', 'reader', 'quiet', null, '{}'),
    ('list_leads', 'reader', 'quiet', null, '{}'),
    ('list_origins', 'reader', 'quiet', null, '{}'),
    ('list_stops', 'reader', 'quiet', null, '{}'),
    ('newest_refusals', 'reader', 'quiet', null, '{}'),
    ('open_page', 'reader', 'quiet', null, '{}'),
    ('overview', 'reader', 'quiet', null, '{}'),
    ('reminders', 'reader', 'quiet', null, '{}'),
    ('set_keys', 'reader', 'quiet', null, '{}'),
    ('set_view', 'reader', 'quiet', null, '{}'),
    ('show_lead', 'reader', 'kept', 'id', '{}'),
    ('time_zone', 'reader', 'quiet', null, '{}'),
    ('unanswered_texts', 'reader', 'quiet', null, '{}'),
    ('variants', 'reader', 'quiet', null, '{}'),

    ('answer_text', 'colleague', 'kept', null, '{is_stop}'),
    ('ask_again', 'colleague', 'kept', null, '{}'),
    ('choose_people', 'colleague', 'quiet', null, '{}'),
    ('correct_lead', 'colleague', 'kept', 'id', '{}'),
    ('download_lead', 'colleague', 'kept', 'id', '{}'),
    ('drop_messages', 'colleague', 'kept', null, '{from_status}'),
    ('list_log', 'colleague', 'quiet', null, '{}'),
    ('record_contact', 'colleague', 'kept', 'person', '{kind,outcome,sets_day}'),
    ('release_messages', 'colleague', 'kept', null, '{}'),
    ('remove_note', 'colleague', 'kept', 'note', '{}'),
    ('reopen_text', 'colleague', 'kept', null, '{}'),
    ('requeue_messages', 'colleague', 'kept', null, '{}'),
    ('say_booking', 'colleague', 'kept', 'person', '{kind}'),
    ('send_again', 'colleague', 'kept', 'submission', '{kind}'),
    ('stop_number', 'colleague', 'kept', null, '{}'),
    ('take_back_contact', 'colleague', 'kept', 'person', '{}'),
    ('take_over', 'colleague', 'kept', 'submission', '{}'),
    ('undo_correction', 'colleague', 'kept', 'correction', '{}'),
    ('withdraw_consent', 'colleague', 'kept', 'id', '{}'),

    ('change_settings', 'owner', 'told', null, '{}'),
    ('count_expiring', 'owner', 'quiet', null, '{}'),
    ('count_exports', 'owner', 'quiet', null, '{}'),
    ('erase_lead', 'owner', 'told', 'id', '{}'),
    ('export_leads', 'owner', 'told', null, '{use}'),
    ('lead_health', 'owner', 'quiet', null, '{}'),
    ('lift_stop', 'owner', 'told', null, '{}'),
    ('lift_suppression', 'owner', 'told', 'id', '{reason}'),
    ('list_members', 'owner', 'quiet', null, '{}'),
    ('read_settings', 'owner', 'quiet', null, '{}');
$$;

-- Returns the functions that a member with this role may call.
create function private.list_calls(role text) returns text[]
language sql immutable
set search_path = ''
as $$
  select array_agg(door.called order by door.called)
  from private.desk_doors() door,
    (select '{enrol,reader,colleague,owner}'::text[] as roles) known
  where array_position(known.roles, door.role) <= array_position(known.roles, list_calls.role);
$$;

-- Returns who has signed in on the web: {"name", "role", "calls", "state", "letters"}. "calls" are the
-- functions that the role may call. "state" is unenrolled without a second factor, then unpinned, and then
-- pinned. "letters" are those of the factor of this session as long as it is not pinned, and otherwise null.
-- Raises 42501 if the call does not come from a member on the web.
create function desk.show_membership() returns jsonb
language plpgsql stable security definer
set search_path = ''
set statement_timeout = '10s'
as $$
declare
  claims constant jsonb := private.web_claims();
  member private.desk_members;
begin
  if claims is not null then
    member := private.find_member((claims ->> 'sub')::uuid);
  end if;
  if member.id is null then
    raise exception 'only a member on the web has a membership' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'name', member.name,
    'role', member.role,
    'calls', private.list_calls(member.role),
    'state', case
      when member.factor_id is not null then 'pinned'
      when exists (
        select
        from auth.mfa_factors
        where user_id = (claims ->> 'sub')::uuid and status::text = 'verified'
      ) then 'unpinned'
      else 'unenrolled'
    end,
    'letters', (
      select private.factor_letters(factor.id)
      from auth.sessions session
      join auth.mfa_factors factor on factor.id = session.factor_id
      where session.id = (claims ->> 'session_id')::uuid
        and session.aal::text = 'aal2'
        and factor.user_id = session.user_id
        and factor.status::text = 'verified'
        and member.factor_id is null
    ));
end $$;

-- Each morning, the owner can get an email with the overview of the day before (the setting overview_at).

-- Returns {"day", "figures", "waits"}. "figures" is what desk.overview returns for this day and the day
-- before, with the 8 sources that brought the most leads. "waits" is what desk.attention returns, with
-- "to_call" (the persons to be called today) and "texts" (the text messages to be read). Both stop at 5001.
create function private.describe_day(this_day date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'day', this_day,
    'figures', desk.overview(
      bounds => array[start, middle, finish],
      since => middle,
      until => finish,
      day_before => this_day - 1,
      day_since => this_day,
      day_until => this_day + 1,
      most => 8),
    'waits', desk.attention() || jsonb_build_object(
      'to_call', coalesce(cardinality(private.find_to_call(private.day_of(now()), 5000)), 5001),
      'texts', desk.unanswered_texts() -> 'count'))
  from (
    select
      private.start_of(this_day - 1) as start,
      private.start_of(this_day) as middle,
      private.start_of(this_day + 1) as finish
  ) bound;
$$;

-- Queues the overview of yesterday as soon as the operator's clock shows the time in overview_at. An earlier
-- day never gets one, and an overview that could not be sent until the next day is over is cancelled.
create function private.queue_overview() returns void
language plpgsql
set search_path = ''
as $$
declare
  clock constant timestamp := now() at time zone private.time_zone();
  yesterday constant date := clock::date - 1;
begin
  update private.outbox
  set status = 'cancelled', reason = 'outdated'
  where kind = 'overview'
    and contents ->> 'day' < yesterday::text
    and status = 'pending'
    and unanswered = 0;
  if exists (
    select
    from private.lead_settings
    where overview_at::time <= clock::time
  ) and not exists (
    select
    from private.outbox
    where kind = 'overview' and contents ->> 'day' = yesterday::text
  ) then
    insert into private.outbox (kind, contents)
    values ('overview', private.describe_day(yesterday))
    on conflict ((contents ->> 'day')) where kind = 'overview' do nothing;
  end if;
end $$;

-- Decides whether a call from the web may be made, and keeps the log.

-- Returns why the caller may not call this function now, or null. The reasons are in the order in which they
-- are found: token, stranger, session, method, closed, aal1, factor, role, stale. What is no token at all is
-- refused, too.
create function private.find_refusal(called text, claims jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  member private.desk_members;
  door record;
  session record;
  by_code boolean;
  is_other boolean;
  factor_at bigint;
begin
  if claims ->> 'iss' is distinct from (select issuer from private.desk_web)
    or claims ->> 'iss' is null
    or claims ->> 'aud' is distinct from 'authenticated'
    or claims ->> 'role' is distinct from 'authenticated'
    -- A bigint, because a numeric may be NaN, which is above all.
    or coalesce((claims ->> 'exp')::bigint, 0) <= extract(epoch from clock_timestamp())
    or (claims ->> 'is_anonymous')::boolean is distinct from false
    or claims ? 'client_id'
  then
    return 'token';
  end if;
  -- Before the session, which ends with the membership: who was a member is to read why.
  member := private.find_member((claims ->> 'sub')::uuid);
  if member.id is null then
    return 'stranger';
  end if;
  select stored.aal::text, stored.factor_id, factor.status::text, factor.user_id as factor_user
  into session
  from auth.sessions stored
  left join auth.mfa_factors factor on factor.id = stored.factor_id
  where stored.id = (claims ->> 'session_id')::uuid
    and stored.user_id = (claims ->> 'sub')::uuid
    and (stored.not_after is null or stored.not_after > now())
    and stored.created_at > now() - interval '7 days';
  if not found then
    return 'session';
  end if;
  select
    bool_or(way ->> 'method' = 'otp'),
    bool_or(coalesce(way ->> 'method', '') not in ('otp', 'totp')),
    max((way ->> 'timestamp')::bigint) filter (where way ->> 'method' = 'totp')
  into by_code, is_other, factor_at
  from jsonb_array_elements(claims -> 'amr') way;
  if by_code is not true or is_other then
    return 'method';
  end if;
  select * into door from private.desk_doors() listed where listed.called = find_refusal.called;
  if not found then
    return 'closed';
  end if;
  if door.role = 'enrol' then
    return null;
  end if;
  if claims ->> 'aal' is distinct from 'aal2' or session.aal is distinct from 'aal2' or factor_at is null then
    return 'aal1';
  end if;
  if member.factor_id is null
    or session.factor_id is distinct from member.factor_id
    or session.status is distinct from 'verified'
    or session.factor_user is distinct from member.user_id
  then
    return 'factor';
  end if;
  if not find_refusal.called = any (private.list_calls(member.role)) then
    return 'role';
  end if;
  return case
    when factor_at < extract(epoch from now() - case
      when door.kind = 'told' then interval '10 minutes'
      else interval '12 hours'
    end) then 'stale'
  end;
exception when data_exception then
  -- An id that is no uuid, an amr that is no list, and the like.
  return 'token';
end $$;

-- Returns 'rows' if the web asks for more than 100 persons of the list at once, 'limit' if a member has asked
-- for more than 2000 in this minute, and otherwise null.
create function private.find_excess(called text, arguments jsonb, member text) returns text
language plpgsql
set search_path = ''
as $$
declare
  asked numeric := 50;
begin
  if called <> 'list_leads' then
    return null;
  end if;
  -- As the call will read it: without a number it lists 50 persons, and with null as many as it can.
  if arguments ? 'max_rows' then
    asked := coalesce((arguments ->> 'max_rows')::numeric, 'infinity');
  end if;
  if asked > 100 then
    return 'rows';
  end if;
  return case
    when (private.count_lead_rates(array['minute-list:' || member], greatest(asked, 1)::integer))[1] > 2000
      then 'limit'
  end;
exception when data_exception then
  return 'arguments';
end $$;

-- Returns a digest of what a file is for and of who was chosen for it, or null if the call makes none.
-- Without the secret, nobody can tell from it what was searched for.
create function private.file_of(called text, arguments jsonb) returns uuid
language sql stable
set search_path = ''
as $$
  select private.hash_mailbox('file ' || (arguments - '{before,max_rows}'::text[])::text)
  where called = 'export_leads';
$$;

-- Returns true if this call goes on with a file that the member has begun, which is in the log already.
create function private.is_next_page(called text, arguments jsonb, member text) returns boolean
language sql stable
set search_path = ''
as $$
  select called = 'export_leads'
    and arguments ->> 'before' is not null
    and exists (
      select
      from private.desk_log row
      where row.member = is_next_page.member
        and row.called = is_next_page.called
        and row.file = private.file_of(is_next_page.called, arguments)
        and row.at > now() - interval '10 minutes'
        and row.outcome = 'done'
    );
$$;

-- Returns the id of the person whom a call is about, or null. `what` is the name of the argument that says
-- it.
create function private.find_person(what text, arguments jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return case
    when what is null then null
    when what = 'submission' then (
      select lead_id from private.lead_submissions where id = (arguments ->> what)::uuid)
    when what = 'note' then (
      select lead_id from private.lead_notes where id = (arguments ->> what)::uuid)
    when what = 'correction' then (
      select lead_id from private.lead_corrections where id = (arguments ->> what)::uuid)
    when arguments ->> what is not null then (
      select id from private.leads where id = (arguments ->> what)::uuid)
    -- Only desk.show_lead finds a person by the address.
    else (select id from private.leads where lower(email) = lower(arguments ->> 'email') limit 1)
  end;
exception when data_exception then
  return null;
end $$;

-- Returns true if a function of the desk may take longer than 10 seconds, as its own setting says.
create function private.is_slow(called text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(bool_or(split_part(setting, '=', 2)::interval > interval '10 seconds'), false)
  from pg_proc, unnest(proconfig) setting
  where pronamespace = 'desk'::regnamespace
    and proname = called
    and setting like 'statement_timeout=%';
$$;

-- Decides about a call through a door, and writes the row of the log. Returns {"refused": the reason}, or {}
-- or {"log": the id of the row} if the call may be made. Raises nothing but a timeout, because an error would
-- undo the log.
create function private.admit(called text, arguments jsonb, by_slow_door boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claims jsonb;
  caller text := 'unknown';
  refused text;
  door record;
  is_kept boolean;
  log bigint;
begin
  -- A GET is read-only, so it could leave nothing in the log.
  if current_setting('transaction_read_only') = 'on' then
    return '{"refused": "read_only"}';
  end if;
  begin
    claims := private.web_claims();
    if claims is null then
      return '{"refused": "not_web"}';
    end if;
    caller := left('user ' || coalesce(claims ->> 'sub', 'without an id'), 41);
    caller := coalesce((private.find_member((claims ->> 'sub')::uuid)).name, caller);
    refused := case
      -- With Prefer: tx=rollback, PostgREST answers and then undoes the log.
      when nullif(current_setting('request.headers', true), '')::jsonb ? 'prefer' then 'prefer'
      else private.find_refusal(called, claims)
    end;
    refused := coalesce(refused, private.find_excess(called, arguments, caller));
  exception when others then
    -- Claims that are no JSON, or no schema auth.
    refused := 'token';
  end;
  if refused is null and private.is_slow(called) <> by_slow_door then
    return jsonb_build_object('refused', case when by_slow_door then 'closed' else 'slow' end);
  end if;
  -- The slow door shares its connections with the form of the page, so it has two places.
  if refused is null and by_slow_door
    and not pg_try_advisory_xact_lock(hashtextextended('desk_slow', 1))
    and not pg_try_advisory_xact_lock(hashtextextended('desk_slow', 2))
  then
    return '{"refused": "busy"}';
  end if;
  select * into door from private.desk_doors() listed where listed.called = admit.called;
  is_kept := case
    when refused is null then door.kind <> 'quiet' and not private.is_next_page(called, arguments, caller)
    -- Refusals are kept, but a flood of them must not fill the disk.
    else (
      select count(*) < 100
      from private.desk_log row
      where row.member = caller
        and row.at > now() - interval '1 hour'
        and row.outcome like 'refused %'
    )
  end;
  if is_kept then
    insert into private.desk_log (member, called, outcome, person, file)
    values (
      caller,
      coalesce(door.called, '(closed)'),
      coalesce('refused ' || refused, 'called'),
      private.find_person(door.person, arguments),
      case when refused is null then private.file_of(called, arguments) end)
    returning id into log;
  end if;
  return jsonb_strip_nulls(jsonb_build_object('refused', refused, 'log', log));
end $$;

-- Completes the row of a call that was made. What the call was given is noted only if it was done, and only
-- words such as `no answer`: anybody could write anything into a call that does nothing. Tells the owner if
-- the door says so.
create function private.settle_call(log bigint, outcome text, arguments jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  door record;
begin
  update private.desk_log row
  set outcome = settle_call.outcome
  where row.id = log and row.outcome = 'called';
  if not found or settle_call.outcome <> 'done' then
    return;
  end if;
  select listed.*
  into door
  from private.desk_doors() listed
  join private.desk_log row on row.called = listed.called
  where row.id = log;
  update private.desk_log row
  set noted = coalesce(
    (
      select jsonb_object_agg(key, value)
      from jsonb_each(arguments)
      where key = any (door.noted) and value::text ~ '^("[a-z_ -]{1,20}"|true|false)$'
    ),
    '{}')
  where row.id = log;
  if door.kind = 'told' then
    insert into private.outbox (kind, contents)
    values ('notice', jsonb_build_object('act', door.called, 'by', private.actor()));
  end if;
end $$;

-- The doors: the only way from the web to the functions of the schema desk. Both are owned by lead_door,
-- which has the rights of lead_desk and nothing else. See private.secure_leads.

-- Calls a function of the schema desk for somebody on the web. Returns {"answer"}, or {"refused": the
-- reason}, or {"error": {"code", "message"}} if the called function fails, and then all that it did is
-- undone. Reasons are arguments, and those of private.admit. Runs with the rights of lead_door.
create function private.call_desk(called text, arguments jsonb, by_slow_door boolean) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := coalesce(nullif(arguments, 'null'), '{}');
  admitted jsonb;
  target pg_catalog.pg_proc;
  list text;
  kinds text;
  keys text[];
  answer jsonb;
  code text;
  said text;
begin
  if jsonb_typeof(given) <> 'object' then
    return '{"refused": "arguments"}';
  end if;
  admitted := private.admit(called, given, by_slow_door);
  if admitted ? 'refused' then
    return admitted - 'log';
  end if;
  begin
    -- Fails if there are two functions of this name, or none, or only one that returns rows.
    select function.*
    into strict target
    from pg_catalog.pg_proc function
    where function.pronamespace = 'desk'::regnamespace
      and function.proname = called
      and function.prokind = 'f'
      and not function.proretset
      and function.provariadic = 0;
    select
      string_agg(format('%I => given.%I', named.name, named.name), ', '),
      string_agg(format('%I %s', named.name, format_type(named.type, null)), ', '),
      array_agg(named.name)
    into list, kinds, keys
    from unnest(
      target.proargnames, coalesce(target.proallargtypes, target.proargtypes::oid[]), target.proargmodes
    ) named (name, type, mode)
    where given ? named.name and coalesce(named.mode, 'i') in ('i', 'b');
    if exists (select from jsonb_object_keys(given) key where key <> all (coalesce(keys, '{}'))) then
      raise exception 'unknown argument' using errcode = 'undefined_function';
    end if;
    -- All names come from the catalog, and none from the caller.
    execute format('select to_jsonb(desk.%I(%s))', called, coalesce(list, ''))
      || coalesce(' from jsonb_to_record($1) given (' || kinds || ')', '')
    into answer
    using given;
  -- `others` alone would let these two pass, and with them the log would be undone.
  exception when query_canceled or assert_failure or others then
    get stacked diagnostics code = returned_sqlstate, said = message_text;
  end;
  if admitted ? 'log' then
    perform private.settle_call((admitted ->> 'log')::bigint, coalesce('error ' || code, 'done'), given);
  end if;
  return case
    when code is null then jsonb_build_object('answer', answer)
    else jsonb_build_object('error', jsonb_build_object('code', code, 'message', said))
  end;
end $$;

-- The quick door. PostgREST sets this timeout before the call, so one of the called function has no effect.
-- It is volatile, because PostgREST runs a stable function read-only. It sets the time zone, which a client
-- can choose. Takes the name of a function and named arguments, and returns what private.call_desk does.
create function public.desk(called text, arguments jsonb default '{}') returns jsonb
language plpgsql volatile security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '10s'
as $$
begin
  return private.call_desk(called, arguments, false);
end $$;

-- The slow door, for the functions that may take longer than 10 seconds. All members share two places, and
-- whoever finds none is refused with busy.
create function public.desk_slow(called text, arguments jsonb default '{}') returns jsonb
language plpgsql volatile security definer
set search_path = ''
set timezone = 'UTC'
set statement_timeout = '55s'
as $$
begin
  return private.call_desk(called, arguments, true);
end $$;

-- Says whether the web server may ask Supabase Auth, which sees one source for all visitors. `step` is send
-- for a new code, and code for a code that was typed. `network` is that of the visitor. The answer is true
-- only for the address of a member, and only within the limits. These are for a network, and for an address
-- from one network: if they were for an address alone, strangers could lock a member out.
-- With the step factor, `address` is the id of a user, whose second factor is to be checked. Only somebody
-- who has signed in with a code gets that far, so this is counted for the user alone.
-- Each call with the right key counts, and does the same work for members and strangers. From a network that
-- is over its limit nothing more is kept, because each new address would be another row.
create function public.desk_try(key text, step text, network text, address text) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set statement_timeout = '5s'
as $$
declare
  given constant text := lower(btrim(desk_try.address));
  source constant text := private.hash_mailbox('network ' || network);
  pair constant text := private.hash_mailbox('network ' || network || ' ' || given);
  person constant text := private.hash_mailbox('user ' || given);
  counts integer[];
  is_member boolean;
begin
  if not exists (
    select
    from private.desk_web
    where try_key_hash = sha256(convert_to(desk_try.key, 'UTF8'))
  ) then
    return false;
  end if;
  if step = 'factor' then
    counts := private.count_lead_rates(array['hour-factor:' || person, 'day-factor:' || person]);
    return coalesce(counts[1] <= 10 and counts[2] <= 40, false);
  end if;
  is_member := exists (
    select
    from private.desk_members
    where desk_members.address = given and removed_at is null
  );
  if step = 'send' then
    counts := private.count_lead_rates(array['hour-send:' || source, 'day-send:' || source]);
    if counts[1] > 20 or counts[2] > 60 then
      return false;
    end if;
    counts := private.count_lead_rates(array['hour-send:' || pair, 'day-send:' || pair]);
    return coalesce(is_member and counts[1] <= 5 and counts[2] <= 20, false);
  elsif step = 'code' then
    counts := private.count_lead_rates(array['code:' || source, 'day-code:' || source]);
    if counts[1] > 40 or counts[2] > 240 then
      return false;
    end if;
    counts := private.count_lead_rates(array['code:' || pair, 'day-code:' || pair]);
    return coalesce(is_member and counts[1] <= 10 and counts[2] <= 60, false);
  end if;
  return false;
end $$;

-- Gives the doors to lead_door, which has no login, no member but the owner of the schema, and no role but
-- lead_desk. A login that is a member of the owner of a door could replace it.
create function private.secure_doors() returns void
language plpgsql
set search_path = ''
as $$
declare
  other regrole;
  door regprocedure;
begin
  -- Only if it is needed: two databases of a server cannot change a role at the same time.
  if exists (select from pg_roles where rolname = 'lead_door' and rolcanlogin) then
    alter role lead_door nologin;
  end if;
  for other in
    select member
    from pg_auth_members
    where roleid = 'lead_door'::regrole and member <> current_user::regrole
  loop
    execute format('revoke lead_door from %s', other);
  end loop;
  for other in
    select roleid
    from pg_auth_members
    where member = 'lead_door'::regrole and roleid <> 'lead_desk'::regrole
  loop
    execute format('revoke %s from lead_door', other);
  end loop;
  grant lead_desk to lead_door;
  grant usage on schema private to lead_door;
  -- A new owner must be able to create in the schema, for this moment.
  grant create on schema public to lead_door;
  for door in select called from private.lead_functions() where is_door loop
    execute format('alter function %s security definer set search_path = ''''', door);
    execute format('alter function %s owner to lead_door', door);
  end loop;
  revoke create on schema public from lead_door;
end $$;

-- Grants each role its rights, revokes all other rights and turns on row level security. It does not matter
-- which rights existed before, so this also works after a restore.
create function private.secure_leads() returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted text;
  watched constant text := concat_ws(
    ', ',
    'public, anon, authenticated, service_role, lead_desk, lead_backup, lead_door',
    to_regrole('authenticator')::text,
    to_regrole('supabase_auth_admin')::text);
begin
  foreach wanted in array array['lead_desk', 'lead_backup', 'lead_door'] loop
    begin
      -- Roles belong to the whole Postgres server, so the role may already exist because of another database.
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
    execute format('grant %I to current_user', wanted);
  end loop;
  -- If a login could create temporary functions, it could use one as a trigger on a table of an extension.
  -- Other logins would then run that function.
  execute format('revoke temporary on database %I from public', current_database());
  execute 'revoke all on schema private, desk, backup from ' || watched;
  grant usage on schema desk to lead_desk;
  grant usage on schema backup to lead_backup;
  execute 'revoke all on all tables in schema private from ' || watched;
  -- A migration calls this while visitors come. Each `alter table` locks them out of a table, so none is made
  -- in vain.
  execute (
    select coalesce(string_agg(format('alter table %s enable row level security;', oid::regclass), ''), '')
    from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r' and not relrowsecurity);
  perform private.secure_doors();
  execute (
    select string_agg(
      format('revoke all on function %s from %s;', called, watched)
        || case
          when role is not null then format('grant execute on function %s to %I;', called, role)
          else ''
        end,
      '')
    from private.lead_functions());
end $$;

select private.secure_leads();
