-- Returns what `npm run doctor` checks in the database (see desk/doctor/ask-database.ts). The result contains
-- no personal data and no secrets. The counts of messages stop at 1001.
create function desk.lead_health() returns jsonb
language plpgsql security definer
set search_path = ''
set statement_timeout = '10s'
as $health$
declare
  parts constant text[] := array[
    ['migrations', $$
      select coalesce(jsonb_agg(version order by version), '[]')
      from supabase_migrations.schema_migrations
    $$],
    ['jobs', $$
      select coalesce(jsonb_agg(wanted.jobname order by wanted.jobname), '[]')
      from private.lead_jobs() wanted
      left join cron.job using (jobname)
      where (job.active and job.schedule = wanted.schedule and job.command = wanted.command) is not true
    $$],
    -- Only the first line of an error is returned, because the other lines may quote a row that contains the
    -- key.
    ['last_run', $$
      select jsonb_build_object(
        'at', max(start_time) filter (where status = 'succeeded'),
        'late', coalesce(max(start_time) filter (where status = 'succeeded'), min(start_time))
          < now() - interval '5 minutes',
        'error', (array_agg(left(split_part(return_message, chr(10), 1), 200) order by runid desc)
          filter (where status = 'failed'))[1])
      from cron.job_run_details
      join cron.job using (jobid)
      where jobname = 'sweep-outbox'
      having count(*) > 0
    $$],
    -- The last run of each other job, if it failed.
    ['failed_jobs', $$
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'job', jobname,
            'at', last.start_time,
            'error', left(split_part(last.return_message, chr(10), 1), 200))
          order by jobname),
        '[]')
      from private.lead_jobs()
      join cron.job using (jobname)
      cross join lateral (
        select status, start_time, return_message
        from cron.job_run_details run
        where run.jobid = job.jobid and status in ('succeeded', 'failed')
        order by runid desc
        limit 1
      ) last
      where jobname <> 'sweep-outbox' and last.status = 'failed'
    $$],
    ['project_url', $$
      select to_jsonb(coalesce((
        select case
          when decrypted_secret ~ '^https?://[[:alnum:].:-]+/?$' then decrypted_secret
          else 'other'
        end
        from vault.decrypted_secrets
        where name = 'project_url'
      ), ''))
    $$]
  ];
  part text[];
  answer jsonb;
  health jsonb;
begin
  select jsonb_object_agg(
    sort.name,
    (
      select jsonb_build_object('oldest', min(queued_at), 'pending', least(count(*), 1001))
      from private.outbox
      where private.is_waiting(status)
        and kind <> 'alert'
        and (kind in ('webhook', 'ad')) = sort.is_webhook
    ) || (
      select jsonb_object_agg(counted.problem, counted.messages)
      from private.count_attention() counted
      where counted.is_webhook = sort.is_webhook
    ))
  into health
  from (values ('mails', false), ('webhooks', true)) sort (name, is_webhook);

  select health || jsonb_build_object(
    'evidence', jsonb_build_object(
      'unsealed', count(*),
      'unsealed_since', min(created_at),
      'late', coalesce(min(created_at) < now() - interval '1 hour', false),
      'keep_submissions', (select keep_submissions from private.lead_settings),
      'keep_traces', (select keep_traces from private.lead_settings)),
    'swept', (
      select jsonb_build_object(
        'at', max(tried_at) filter (where tried_at <= clock_timestamp()),
        'overdue', private.is_sweep_overdue())
      from private.sweep_steps
    ),
    'failed_steps', (select coalesce(jsonb_agg(step order by step), '[]') from private.failing_steps()),
    'invalid_indexes', (
      select coalesce(jsonb_agg(relname order by relname), '[]')
      from pg_index
      join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'private'::regnamespace and not indisvalid
    ),
    'resting_receiver', private.resting_receiver(),
    'booking_silence', private.booking_silence(),
    'tells_ads', exists (select from private.ad_settings),
    'access', to_jsonb(private.find_access_faults()),
    'settings_lost', exists (
      select
      from private.lead_seals, private.lead_settings
      where sealed_at < lead_settings.created_at
    ),
    'secret_changed', exists (
      select
      from private.suppressed_mailboxes, private.mailbox_secret
      where since < created_at
    ),
    'empty', to_jsonb(array_remove(
      array[
        case when not exists (select from private.lead_settings) then 'lead_settings' end,
        case when not exists (select from private.lead_claim_key) then 'lead_claim_key' end,
        case when not exists (select from private.mailbox_secret) then 'mailbox_secret' end
      ],
      null)))
  into health
  from private.lead_submissions
  where seal_number is null and not held;

  foreach part slice 1 in array parts loop
    answer := null;
    begin
      execute part[2] into answer;
    exception when undefined_table or undefined_column or invalid_schema_name or insufficient_privilege then
      null;
    end;
    health := health || jsonb_build_object(part[1], answer);
  end loop;
  return health;
end $health$;
