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
