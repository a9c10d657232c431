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
