-- What the operator does with leads: a role of its own may call the functions of a schema of its own, and nothing else. The
-- Data API does not expose that schema, so no key of the site reaches them. The owner of the database takes the role by
-- `set role lead_desk`. For somebody who is to work with leads and not to own the database:
--   create role <name> login password '<password>' in role lead_desk;
create schema desk;
