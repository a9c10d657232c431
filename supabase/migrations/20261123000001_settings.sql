-- The operator may change these settings by SQL.
create table private.lead_settings (
  singleton boolean primary key default true check (singleton),
  created_at timestamptz not null default now(),

  -- Above these limits, leads are stored, but their messages are held.
  -- ip: per source (IPv4 address, IPv6 /64) in ten minutes. untimed: the same for submissions without
  -- scripts, whose time is unknown. pair: per mailbox and source in ten minutes.
  -- day: per source and day (UTC).
  -- An IPv6 /48 has ten times the limits of a source. The mailboxes of a domain together have the limits of a
  -- source, unless it is one of mailbox_providers.
  ip_hold_after integer not null default 100,
  untimed_hold_after integer not null default 20,
  pair_hold_after integer not null default 5,
  day_hold_after integer not null default 400,
  mailbox_providers text[] not null default '{
    aol.com, btinternet.com, fastmail.com, gmail.com, gmx.com, gmx.net, googlemail.com,
    hotmail.co.uk, hotmail.com, icloud.com, live.com, mac.com, mail.com, me.com, msn.com,
    outlook.com, proton.me, protonmail.com, rediffmail.com, rogers.com, shaw.ca, sympatico.ca,
    verizon.net, att.net, comcast.net, bigpond.com, optusnet.com.au, xtra.co.nz, yahoo.ca,
    yahoo.co.in, yahoo.co.uk, yahoo.com, yahoo.com.au, yandex.com, ymail.com, zoho.com
  }',
  -- Above these limits per day (UTC), leads are refused with 429, so that a source stores at most 11 MB.
  -- day: per source. crowd: for all sources above day_hold_after together.
  -- In a /48 above ten times day_refuse_after, only sources above busy_after are refused.
  day_refuse_after integer not null default 1000,
  crowd_refuse_after integer not null default 8000,
  -- Submissions of a source or a mailbox in ten minutes. Above this limit, their mails are sent last.
  busy_after integer not null default 3,

  -- New leads have half of each budget. Other visitor mails have a quarter of theirs.
  -- Owner mails above the budget go into a digest.
  visitor_mails_per_minute integer not null default 240,
  owner_mails_per_hour integer not null default 100,

  double_opt_in boolean not null default false,
  -- Whether to store how far a person watches the video. The page says so.
  measure_watching boolean not null default false,

  -- Null means for ever.
  -- A claim over a message may be brought for four years in the USA (28 USC 1658) and for six in the UK.
  keep_submissions interval default '7 years' check (keep_submissions >= interval '1 day'),
  keep_held interval default '30 days' check (keep_held >= interval '1 day'),
  keep_traces interval default '90 days' check (keep_traces >= interval '1 day'),
  keep_funnel interval default '25 months' check (keep_funnel >= interval '1 day')
);

insert into private.lead_settings default values;
