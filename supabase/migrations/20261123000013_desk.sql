-- What the operator does with leads: a role of its own may call the functions of a schema of its own, and nothing else. The
-- Data API does not expose that schema, so no key of the site reaches them. The owner of the database takes the role by
-- `set role lead_desk`. For somebody who is to work with leads and not to own the database:
--   create role <name> login password '<password>' in role lead_desk;
do $$
begin
  -- Roles belong to the whole server, so another database may have made it, or be making it at this moment.
  create role lead_desk nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant lead_desk to current_user;

create schema desk;
grant usage on schema desk to lead_desk;
