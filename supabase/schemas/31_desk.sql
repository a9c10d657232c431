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
