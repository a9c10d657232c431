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
