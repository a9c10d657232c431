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
