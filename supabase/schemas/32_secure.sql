-- Gives the doors to lead_door, which has no login, no member but the owner of the schema, and no role but
-- lead_desk. A login that is a member of the owner of a door could replace it.
create function private.secure_doors() returns void
language plpgsql
set search_path = ''
as $$
declare
  other regrole;
  door regprocedure;
begin
  -- Only if it is needed: two databases of a server cannot change a role at the same time.
  if exists (select from pg_roles where rolname = 'lead_door' and rolcanlogin) then
    alter role lead_door nologin;
  end if;
  for other in
    select member
    from pg_auth_members
    where roleid = 'lead_door'::regrole and member <> current_user::regrole
  loop
    execute format('revoke lead_door from %s', other);
  end loop;
  for other in
    select roleid
    from pg_auth_members
    where member = 'lead_door'::regrole and roleid <> 'lead_desk'::regrole
  loop
    execute format('revoke %s from lead_door', other);
  end loop;
  grant lead_desk to lead_door;
  grant usage on schema private to lead_door;
  -- A new owner must be able to create in the schema, for this moment.
  grant create on schema public to lead_door;
  for door in select called from private.lead_functions() where is_door loop
    execute format('alter function %s security definer set search_path = ''''', door);
    execute format('alter function %s owner to lead_door', door);
  end loop;
  revoke create on schema public from lead_door;
end $$;

-- Grants each role its rights, revokes all other rights and turns on row level security. It does not matter
-- which rights existed before, so this also works after a restore.
create function private.secure_leads() returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted text;
  watched constant text := concat_ws(
    ', ',
    'public, anon, authenticated, service_role, lead_desk, lead_backup, lead_door',
    to_regrole('authenticator')::text,
    to_regrole('supabase_auth_admin')::text);
begin
  foreach wanted in array array['lead_desk', 'lead_backup', 'lead_door'] loop
    begin
      -- Roles belong to the whole Postgres server, so the role may already exist because of another database.
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
    execute format('grant %I to current_user', wanted);
  end loop;
  -- If a login could create temporary functions, it could use one as a trigger on a table of an extension.
  -- Other logins would then run that function.
  execute format('revoke temporary on database %I from public', current_database());
  execute 'revoke all on schema private, desk, backup from ' || watched;
  grant usage on schema desk to lead_desk;
  grant usage on schema backup to lead_backup;
  execute 'revoke all on all tables in schema private from ' || watched;
  -- A migration calls this while visitors come. Each `alter table` locks them out of a table, so none is made
  -- in vain.
  execute (
    select coalesce(string_agg(format('alter table %s enable row level security;', oid::regclass), ''), '')
    from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r' and not relrowsecurity);
  perform private.secure_doors();
  execute (
    select string_agg(
      format('revoke all on function %s from %s;', called, watched)
        || case
          when role is not null then format('grant execute on function %s to %I;', called, role)
          else ''
        end,
      '')
    from private.lead_functions());
end $$;

select private.secure_leads();
