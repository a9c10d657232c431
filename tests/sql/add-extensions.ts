import type { PGlite } from '@electric-sql/pglite'

/**
 * Scripts that stand in for extensions. Each is listed under the name of the extension. Who may decrypt is as in
 * supabase/vault 16f1570e, sql/supabase_vault--0.3.0.sql, lines 121 to 127.
 */
export const extensions = {
  pg_cron: `
    create schema cron;
    create table cron.job (
      jobid bigint generated always as identity primary key, jobname text unique, schedule text, command text,
      active boolean not null default true);
    create table cron.job_run_details (
      jobid bigint, runid bigint generated always as identity primary key, status text, return_message text,
      start_time timestamptz, end_time timestamptz);
    create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
      insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
      on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command
      returning jobid $$;
    create function cron.unschedule(job_name text) returns boolean language sql as $$
      delete from cron.job where jobname = $1 returning true $$;`,
  pg_net: `
    create schema net;
    create table net.http_request_queue (
      id bigint generated always as identity, method text, url text, headers jsonb, timeout_milliseconds integer);
    create function net.worker_restart() returns boolean language sql as $$ select true $$;
    create table net._http_response (
      id bigint generated always as identity, status_code integer, content text, timed_out boolean, error_msg text,
      created timestamptz not null default now());
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint language sql as $$
      insert into net.http_request_queue (method, url, headers, timeout_milliseconds)
      values ('POST', $1, $4, $5) returning id $$;`,
  supabase_vault: `
    create schema vault;
    create table vault.secrets (
      id uuid primary key default gen_random_uuid(), name text unique, secret text);
    create function vault._crypto_aead_det_decrypt(message text) returns text language plpgsql as $$
      begin return message; end $$;
    revoke all on function vault._crypto_aead_det_decrypt from public;
    do $$ begin
      if exists (select from pg_roles where rolname = 'postgres') then
        grant all on function vault._crypto_aead_det_decrypt to postgres;
      end if;
    end $$;
    create view vault.decrypted_secrets as
      select name, vault._crypto_aead_det_decrypt(secret) as decrypted_secret, id from vault.secrets;
    create function vault.create_secret(new_secret text, new_name text) returns void language sql as $$
      insert into vault.secrets (name, secret) values ($2, $1) $$;
    create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as $$
      update vault.secrets set secret = $2 where id = $1 $$;`,
}

/**
 * The migration for the sweep needs three extensions. Every hosted project has them, but PGlite does not. This
 * function gives PGlite a stand-in for each, so that `create extension` works. A stand-in has only the parts that the
 * migration uses. Vault is created right away, because a hosted project also has it from the start. Call this for
 * every new PGlite, because the files of the stand-ins are not stored with the data.
 */
export async function addExtensions(db: PGlite) {
  for (const [name, script] of Object.entries(extensions)) {
    const path = `/pglite/share/postgresql/extension/${name}`
    db.Module.FS.writeFile(`${path}.control`, `default_version = '1'\n`)
    db.Module.FS.writeFile(`${path}--1.sql`, script)
  }
  await db.exec('create extension if not exists supabase_vault')
}
