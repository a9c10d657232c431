-- The product's tables and views. Row level security without a policy hides rows even from a role with a grant.
create function public.lead_relations() returns text[]
language sql immutable set search_path = '' as $$
  select '{leads, lead_notes, lead_submissions, lead_settings, lead_rates, outbox, outbox_attention, outbox_contents,
    lead_seal_formats, lead_seals, lead_seal_entries, lead_claim_key, funnel_counts}'::text[];
$$;

-- The product's functions, each with the one role that may call it: service_role, lead_desk, or only the owner.
create function public.lead_functions() returns table (name text, role text)
language sql immutable set search_path = '' as $$
  select listed.schema || '.' || name, listed.role from (values
    ('public', 'service_role', '{accept_lead, asked_number, confirm_lead, stop_lead, stop_number, may_watch,
      keep_watched, claim_mails, claim_webhooks, settle_message, begin_lead_sweep, count_funnel_events}'::text[]),
    ('desk', 'lead_desk', '{list_leads, show_lead, forget_lead, withdraw_consent, requeue_messages, list_origins,
      attention, overview, add_note, remove_note, lead_health, start_sweep, sweep_answer, verify_lead_evidence, funnel, variants}'),
    ('desk', null, '{split_words, lead_words, search_query, find_leads, describe_lead, describe_page, consents_of,
      filter_leads}'),
    ('public', null, '{lead_token, consent_state, withdraw_consent, fold_campaign, source_of, refuse_submission_update,
      count_lead_rates, mailbox_key, rate_buckets, judge_submission, merge_person, has_had_mail, find_asked, count_attention,
      queue_owner_mail, retry_delay, note_submission_erasure, columns_left_out, hash_seal, seal_submissions,
      find_evidence_faults, forget_expired, keep_evidence, check_claim_key, lock_due_messages, digest_mails, lease_messages,
      lead_jobs, schedule_lead_sweep, lead_relations, lead_functions, find_access_faults, secure_leads}')
  ) listed (schema, role, names), unnest(listed.names) name;
$$;

-- Returns a line for each missing or excess right, such as "anon may call public.accept_lead". Ignores the operator's other roles.
create function public.find_access_faults() returns text[]
language sql stable set search_path = '' as $$
  with watched (role) as (values ('public'), ('anon'), ('authenticated'), ('service_role'), ('lead_desk')),
  relation as (
    select oid, relname, relkind, relrowsecurity, relacl from pg_class
    where relnamespace = 'public'::regnamespace and relname = any (public.lead_relations())
  ),
  granted (name, role) as (
    select pronamespace::regnamespace || '.' || proname, case when grantee = 0 then 'public' else grantee::regrole::text end
    from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
  ),
  wanted as (select name, role from public.lead_functions() where role is not null)
  select coalesce(array_agg(line order by line), '{}') from (
    select relname || ' lacks row level security' as line from relation where relkind = 'r' and not relrowsecurity
    union
    select role || ' has privileges on ' || relname from relation, aclexplode(relacl), watched
    where role = case when grantee = 0 then 'public' else grantee::regrole::text end
    union
    select role || ' may call ' || name from (select * from granted except select * from wanted) loose
    join watched using (role) where name in (select name from public.lead_functions())
    union
    select role || ' may not call ' || name from (select * from wanted except select * from granted) missing
    union
    select 'lead_desk may not use the schema desk'
    where not exists (
      select from pg_namespace, aclexplode(nspacl) where nspname = 'desk' and grantee::regrole::text = 'lead_desk')
  ) found;
$$;

-- Grants each role its rights, revokes all others and turns on row level security. Works from any state, as after a restore.
create function public.secure_leads() returns void
language plpgsql set search_path = '' as $$
begin
  begin
    -- Roles belong to the whole Postgres server, so another database may have created this role.
    create role lead_desk nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  grant lead_desk to current_user;
  grant usage on schema desk to lead_desk;
  execute (
    select string_agg(format('revoke all on %s from public, anon, authenticated, service_role, lead_desk;', oid::regclass)
      || case when relkind = 'r' then format('alter table %s enable row level security;', oid::regclass) else '' end, '')
    from pg_class where relnamespace = 'public'::regnamespace and relname = any (public.lead_relations()));
  execute (
    select string_agg(format('revoke all on function %s from public, anon, authenticated, service_role, lead_desk;', called)
      || case when role is not null then format('grant execute on function %s to %I;', called, role) else '' end, '')
    from public.lead_functions() wanted, lateral (
      select oid::regprocedure as called from pg_proc where wanted.name = pronamespace::regnamespace || '.' || proname) found);
end $$;

select public.secure_leads();
