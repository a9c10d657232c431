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
