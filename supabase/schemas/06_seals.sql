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
