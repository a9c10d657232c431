-- Calls the function's sweep once a minute while mails are due. It needs pg_cron, pg_net and Vault, which Supabase
-- provides; elsewhere something else has to make that call. Reads two secrets that the operator sets once:
--   select vault.create_secret('https://<project>.supabase.co', 'project_url');
--   select vault.create_secret('sb_secret_…', 'sweep_key');
-- create_secret fails for a name that exists. A new value for it:
--   select vault.update_secret((select id from vault.secrets where name = 'sweep_key'), 'sb_secret_…');
do $migration$
declare
  missing text;
  is_idle boolean;
begin
  select string_agg(name, ', ' order by name) into missing
  from unnest(array['pg_cron', 'pg_net', 'supabase_vault']) name
  where name not in (select available.name from pg_available_extensions available);
  if missing is not null then
    raise notice 'No sweep was scheduled, because this server does not have %. Have something else call POST '
      '/functions/v1/send-lead-email/sweep once a minute with a secret key, or mails that fail are not sent again.', missing;
    return;
  end if;
  create extension if not exists pg_cron;

  -- pg_net cannot be moved out of `public`, only be dropped and created anew, which forgets its requests and answers
  -- (https://supabase.com/docs/guides/database/extensions/pg_net). So that is done only while it has none.
  create schema if not exists extensions;
  if exists (select from pg_extension where extname = 'pg_net' and extnamespace = 'public'::regnamespace) then
    execute 'select not exists (select from net.http_request_queue) and not exists (select from net._http_response)'
      into is_idle;
    begin
      if not is_idle then
        raise exception 'it has requests or answers';
      end if;
      drop extension pg_net;
      create extension pg_net with schema extensions;
    exception when others then
      raise notice 'pg_net stays in the schema public: %. When nothing needs its requests any more, run: '
        'drop extension pg_net; create extension pg_net with schema extensions;', sqlerrm;
    end;
  end if;
  create extension if not exists pg_net with schema extensions;

  drop function if exists public.sweep_lead_emails();
  -- Sends the request if any mail is due. Raises an error that names the secrets that Vault does not have.
  create function public.sweep_lead_emails() returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    project_url constant text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
    sweep_key constant text := (select decrypted_secret from vault.decrypted_secrets where name = 'sweep_key');
    missing constant text := concat_ws(' and ',
      case when project_url is null then 'project_url' end, case when sweep_key is null then 'sweep_key' end);
  begin
    if missing <> '' then
      raise exception 'Vault has no secret %, so the sweep cannot call the function', missing using hint =
        'select vault.create_secret(''<value>'', ''<name>''); for a name that exists '
        'select vault.update_secret((select id from vault.secrets where name = ''<name>''), ''<value>'');';
    end if;
    if public.begin_lead_sweep() then
      perform net.http_post(
        url := project_url || '/functions/v1/send-lead-email/sweep',
        headers := jsonb_build_object('apikey', sweep_key),
        timeout_milliseconds := 60000);
    end if;
  end $$;
  revoke execute on function public.sweep_lead_emails() from public, anon, authenticated, service_role;

  perform cron.schedule('sweep-lead-emails', '* * * * *', 'select public.sweep_lead_emails()');
  -- pg_cron keeps a row of every run for ever.
  perform cron.schedule('forget-sweep-runs', '17 3 * * *', $job$
    delete from cron.job_run_details
    where end_time < now() - interval '7 days'
      and jobid in (select jobid from cron.job where jobname in ('sweep-lead-emails', 'forget-sweep-runs'))
  $job$);
end $migration$;
