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

-- What PostgREST and Auth log in as. PostgREST takes the role of its caller.
do $$
declare
  role text;
begin
  foreach role in array array['authenticator noinherit', 'supabase_auth_admin noinherit'] loop
    begin
      execute format('create role %s nologin', role);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  grant anon, authenticated, service_role to authenticator;
exception when unique_violation then null;
end $$;

-- The tables of Supabase Auth as far as sign-in by code and TOTP uses them, with the columns, types and row security
-- of supabase/auth, migrations/*.up.sql. Other tables and columns are left out.
do $$
declare
  name text;
begin
  if to_regnamespace('auth') is not null then return; end if;
  create schema auth authorization supabase_auth_admin;
  create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
  create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  create type auth.factor_status as enum ('unverified', 'verified');
  create table auth.users (
    id uuid primary key,
    aud varchar(255),
    role varchar(255),
    email varchar(255),
    encrypted_password varchar(255),
    email_confirmed_at timestamptz,
    confirmation_token varchar(255),
    confirmation_sent_at timestamptz,
    recovery_token varchar(255),
    recovery_sent_at timestamptz,
    last_sign_in_at timestamptz,
    raw_app_meta_data jsonb,
    raw_user_meta_data jsonb,
    created_at timestamptz default now(),
    updated_at timestamptz default now(),
    banned_until timestamptz,
    deleted_at timestamptz,
    is_sso_user boolean not null default false,
    is_anonymous boolean not null default false
  );
  create unique index users_email_partial_key on auth.users (email) where not is_sso_user;
  create table auth.sessions (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    created_at timestamptz default now(),
    updated_at timestamptz default now(),
    factor_id uuid,
    aal auth.aal_level,
    not_after timestamptz,
    -- Without a zone: Auth writes UTC.
    refreshed_at timestamp,
    user_agent text,
    ip inet,
    tag text
  );
  create table auth.refresh_tokens (
    id bigserial primary key,
    token varchar(255) unique,
    user_id varchar(255),
    revoked boolean default false,
    created_at timestamptz default now(),
    updated_at timestamptz default now(),
    parent varchar(255),
    session_id uuid references auth.sessions on delete cascade
  );
  create table auth.mfa_factors (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    friendly_name text,
    factor_type auth.factor_type not null,
    status auth.factor_status not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    secret text,
    last_challenged_at timestamptz unique
  );
  create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
    where trim(friendly_name) <> '';
  create table auth.mfa_challenges (
    id uuid primary key,
    factor_id uuid not null references auth.mfa_factors on delete cascade,
    created_at timestamptz not null default now(),
    verified_at timestamptz,
    ip_address inet not null
  );
  create table auth.mfa_amr_claims (
    id uuid primary key,
    session_id uuid not null references auth.sessions on delete cascade,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    authentication_method text not null,
    constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
  );
  foreach name in array array[
    'users', 'sessions', 'refresh_tokens', 'mfa_factors', 'mfa_challenges', 'mfa_amr_claims'
  ] loop
    execute format('alter table auth.%I owner to supabase_auth_admin', name);
    execute format('alter table auth.%I enable row level security', name);
  end loop;
  -- The role that migrates a hosted project has these rights, and row security does not bind it.
  if exists (select from pg_roles where rolname = 'postgres') then
    grant usage on schema auth to postgres;
    grant all on all tables in schema auth to postgres;
  end if;
end $$;
