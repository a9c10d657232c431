-- Who may use the desk on the web, and who acts.

-- A member is an address until the owner has pinned the second factor, and then a user and a factor of the
-- sign-in (the schema auth). Auth's admin can make a user with a known id, but no factor. A member who was
-- removed keeps the row, so that the name stays theirs in the log.
create table private.desk_members (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,39}$'),
  address text not null check (
    address = lower(btrim(address)) and address ~ '^[^@[:space:]]+@[^@[:space:]]+$'
  ),
  role text not null check (role in ('reader', 'colleague', 'owner')),
  user_id uuid,
  factor_id uuid,
  added_at timestamptz not null default now(),
  added_by text not null default session_user,
  removed_at timestamptz,
  check ((user_id is null) = (factor_id is null))
);

create unique index desk_members_address_idx on private.desk_members (address) where removed_at is null;
create unique index desk_members_user_id_idx on private.desk_members (user_id) where removed_at is null;
create unique index desk_members_factor_id_idx on private.desk_members (factor_id) where removed_at is null;

-- Has a row once the desk is on the web. The issuer is the `iss` of this project's tokens. The key is what
-- the web server shows to public.desk_try.
create table private.desk_web (
  is_single boolean primary key default true check (is_single),
  issuer text not null,
  try_key_hash bytea not null
);

-- Returns the claims of the token with which this call came through PostgREST, or null. PostgREST alone logs
-- in as authenticator. Any other login can set what looks like claims. Raises 22P02 if the claims are no
-- JSON.
create function private.web_claims() returns jsonb
language sql stable
set search_path = ''
as $$
  select case
    when session_user = 'authenticator' and current_setting('role') = 'authenticated'
      then nullif(current_setting('request.jwt.claims', true), '')::jsonb
  end;
$$;

-- Returns how many rows a list may have: `here` where the database is, and at most 100 on the web.
create function private.most_rows(here integer) returns integer
language sql stable
set search_path = ''
as $$
  select case when session_user = 'authenticator' then least(here, 100) else here end;
$$;

-- Returns who acts: 'web:' and the name of a member, or the login of the database. Never raises, and is never
-- null.
create function private.actor() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  member text;
begin
  if session_user <> 'authenticator' then
    return session_user;
  end if;
  select name
  into member
  from private.desk_members
  where user_id = (private.web_claims() ->> 'sub')::uuid
  order by removed_at desc nulls first
  limit 1;
  return coalesce('web:' || member, session_user);
exception when data_exception then
  return session_user;
end $$;

-- Returns the member whose user of the sign-in this is, or null. Until the factor is pinned, this is the user
-- with the confirmed address of the member. Raises 3F000 if this database has no schema auth.
create function private.find_member(id uuid) returns private.desk_members
language plpgsql stable
set search_path = ''
as $$
declare
  found_member private.desk_members;
begin
  if to_regclass('auth.users') is null then
    raise exception 'this database has no sign-in: the schema auth is missing' using errcode = '3F000';
  end if;
  select member.*
  into found_member
  from auth.users person
  join private.desk_members member
    on member.user_id = person.id or member.user_id is null and member.address = lower(person.email)
  where person.id = find_member.id
    and member.removed_at is null
    and person.email_confirmed_at is not null
    and person.deleted_at is null
    and (person.banned_until is null or person.banned_until <= now())
    and not person.is_anonymous
    and not person.is_sso_user
  order by member.user_id is null
  limit 1;
  return found_member;
end $$;
