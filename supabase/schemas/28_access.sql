-- The role service_role may call the functions of `public` that are listed below, the role lead_desk may call
-- all functions of `desk`, and lead_backup all of `backup`. Only the owner may use `private`. The tables in
-- `private` also have row level security without any policy. The rows are therefore hidden even from a role
-- that was granted access.

-- Returns the functions in `public` that belong to this product. Other applications may have functions of
-- their own in `public`.
create function private.public_functions() returns text[]
language sql immutable
set search_path = ''
as $$
  select '{
    accept_lead, asked_number, confirm_lead, stop_lead, receive_text, unsubscribe, record_mail_events,
    may_watch, begin_video, store_watched, call_token, press_call, record_bookings, claim_mails,
    claim_webhooks, claim_ads, settle_message, run_housekeeping, due_steps, set_report_key, set_ads,
    report_overdue_sweep, count_funnel_events
  }'::text[];
$$;

-- Returns the functions of this product. Each function comes with the only role that may call it:
-- service_role, lead_desk, lead_backup, or null if no role may call it.
create function private.lead_functions() returns table (called regprocedure, name text, role text)
language sql stable
set search_path = ''
as $$
  select
    oid::regprocedure,
    schema || '.' || proname,
    case schema
      when 'public' then 'service_role'
      when 'desk' then 'lead_desk'
      when 'backup' then 'lead_backup'
    end
  from pg_proc, lateral (select pronamespace::regnamespace::text as schema) named
  where schema in ('private', 'desk', 'backup')
    or schema = 'public' and proname = any (private.public_functions());
$$;

-- Returns one line for each right that is missing and for each right that nobody should have, such as "anon
-- may call public.accept_lead".
-- Other roles, which the operator may have created, are ignored.
create function private.find_access_faults() returns text[]
language sql stable
set search_path = ''
as $$
  with watched (role) as (
    values ('public'), ('anon'), ('authenticated'), ('service_role'), ('lead_desk'), ('lead_backup')
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
    values ('use', 'the schema desk', 'lead_desk'), ('use', 'the schema backup', 'lead_backup')
    union all
    select 'call', 'public.' || name, 'service_role'
    from unnest(private.public_functions()) name
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
        or pronamespace = 'public'::regnamespace and proname = any (private.public_functions())
    ) function
    group by name
    having count(*) > 1
    union
    -- It may be left over from another version. A function that reads nothing of ours is of another
    -- application.
    select 'nobody listed public.' || proname
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and proname <> all (private.public_functions())
      and prosrc ~ '\mprivate\.'
    union
    select relname || ' lacks row level security'
    from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r' and not relrowsecurity
  ) found;
$$;
