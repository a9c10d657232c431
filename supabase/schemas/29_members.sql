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
