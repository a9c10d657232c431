-- Creates what a hosted Supabase project has before its first migration. These are the roles of the Data API,
-- with grants on everything in the schema public. Supabase stopped these grants on 30 October 2026
-- (https://supabase.com/changelog, 28 April 2026). The grants stay here, because without them the tests would
-- not notice a missing `revoke`.
do $$
declare
  role text;
begin
  -- Roles belong to the whole server. Another database may therefore create the same role at the same moment.
  foreach role in array array['anon', 'authenticated', 'service_role bypassrls'] loop
    begin
      execute format('create role %s nologin', role);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
