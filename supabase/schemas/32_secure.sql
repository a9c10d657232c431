-- Grants each role its rights, revokes all other rights and turns on row level security. It does not matter
-- which rights existed before, so this also works after a restore.
create function private.secure_leads() returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted text;
begin
  foreach wanted in array array['lead_desk', 'lead_backup'] loop
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
  revoke all on schema private, desk, backup
    from public, anon, authenticated, service_role, lead_desk, lead_backup;
  grant usage on schema desk to lead_desk;
  grant usage on schema backup to lead_backup;
  revoke all on all tables in schema private
    from public, anon, authenticated, service_role, lead_desk, lead_backup;
  execute (
    select string_agg(format('alter table %s enable row level security;', oid::regclass), '')
    from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r');
  execute (
    select string_agg(
      format(
        'revoke all on function %s from public, anon, authenticated, service_role, lead_desk, lead_backup;',
        called)
        || case
          when role is not null then format('grant execute on function %s to %I;', called, role)
          else ''
        end,
      '')
    from private.lead_functions());
end $$;

select private.secure_leads();
