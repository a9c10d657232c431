-- What lets the sweep claim the mails of all leads. The keys of the Data API do not: whoever has one claims the mails of the
-- submissions that they stored. Another scheduler than the one below reads it here and sends it in the header X-Claim-Key. To
-- change it:
--   update lead_claim_key set key = gen_random_uuid();
create table public.lead_claim_key (
  only_row boolean primary key default true check (only_row),
  key uuid not null default gen_random_uuid()
);
insert into public.lead_claim_key default values;
alter table public.lead_claim_key enable row level security;
revoke all on public.lead_claim_key from anon, authenticated, service_role;

-- Where the extensions are missing there is no such function: see the migration before, which is repeated with this one
-- once they are there.
do $migration$
begin
  if to_regproc('public.sweep_lead_emails') is null then return; end if;
  -- Sends the request, with the key, if any mail is due. Raises an error that names the secrets that Vault does not have.
  create or replace function public.sweep_lead_emails() returns void
  language plpgsql security definer set search_path = '' as $$
  declare
    project_url constant text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
    api_key constant text := (select decrypted_secret from vault.decrypted_secrets where name = 'sweep_key');
    missing constant text := concat_ws(' and ',
      case when project_url is null then 'project_url' end, case when api_key is null then 'sweep_key' end);
  begin
    if missing <> '' then
      raise exception 'Vault has no secret %, so the sweep cannot call the function', missing using hint =
        'select vault.create_secret(''<value>'', ''<name>''); for a name that exists '
        'select vault.update_secret((select id from vault.secrets where name = ''<name>''), ''<value>'');';
    end if;
    if public.begin_lead_sweep() then
      perform net.http_post(
        url := project_url || '/functions/v1/send-lead-email/sweep',
        headers := jsonb_build_object('apikey', api_key, 'x-claim-key', (select key from public.lead_claim_key)),
        timeout_milliseconds := 60000);
    end if;
  end $$;
end $migration$;
