-- Calls the function's sweep once a minute while mails are due. Runs where Supabase provides pg_cron, pg_net and
-- Vault; elsewhere something else has to make that call. Reads two Vault secrets, set once by the operator:
--   select vault.create_secret('https://<project>.supabase.co', 'project_url');
--   select vault.create_secret('sb_secret_…', 'sweep_key');
do $migration$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net', 'supabase_vault')) < 3 then
    return;
  end if;
  create extension if not exists pg_cron;
  create extension if not exists pg_net;

  create function public.sweep_lead_emails() returns void
  language sql security definer set search_path = '' as $$
    select net.http_post(
      url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
        || '/functions/v1/send-lead-email/sweep',
      headers := jsonb_build_object(
        'apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'sweep_key')),
      timeout_milliseconds := 60000)
    where public.begin_lead_sweep();
  $$;
  revoke execute on function public.sweep_lead_emails() from public, anon, authenticated, service_role;

  perform cron.schedule('sweep-lead-emails', '* * * * *', 'select public.sweep_lead_emails()');
  -- pg_cron keeps a row of every run for ever.
  perform cron.schedule('forget-sweep-runs', '17 3 * * *', $job$
    delete from cron.job_run_details
    where end_time < now() - interval '7 days'
      and jobid in (select jobid from cron.job where jobname in ('sweep-lead-emails', 'forget-sweep-runs'))
  $job$);
end $migration$;
