import { allCalls, doorCalls, setKnownKeys } from './access-calls.ts'
import { sampleLead } from './sample-lead.ts'
import type { Query } from './test-database.ts'

/** The schemas that belong to this product. */
const schemas = `(select oid from pg_namespace where nspname in ('private', 'public', 'desk', 'backup'))`

/** The checks, each under the name of its rule. A check returns one line for each violation of the rule. */
const checks: Record<string, (query: Query) => Promise<string[]>> = {
  'no role but the owner has a privilege on a table, view or sequence': async (query) => {
    const granted = await query(`
      select format('%s has %s on %s', case when grantee = 0 then 'public' else grantee::regrole::text end,
        string_agg(privilege_type, ', '), relname) as line
      from (
        select relname::text, relowner, relacl from pg_class where relnamespace in ${schemas}
        union all
        select relname || '.' || attname, relowner, attacl from pg_attribute
        join pg_class on pg_class.oid = attrelid where relnamespace in ${schemas}
      ) relation, aclexplode(relacl)
      where grantee <> relowner
      group by grantee, relname`)
    return granted.map(({ line }) => String(line))
  },

  'each role may call functions, and only its own': async (query) => {
    const granted = await query(`
      select format('%s calls %s.%s', case when grantee = 0 then 'public' else grantee::regrole::text end,
        pronamespace::regnamespace, proname) as line
      from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
      where pronamespace in ${schemas} and grantee <> proowner`)
    const found = new Set(granted.map(({ line }) => String(line)))
    const promised = new Set([...allCalls.map(({ role, name }) => `${role} calls ${name}`), ...doorCalls])
    return [
      ...[...found.difference(promised)].map((line) => `not promised: ${line}`),
      ...[...promised.difference(found)].map((line) => `missing: ${line}`),
    ]
  },

  'the operator’s roles alone use the schemas of desk and backup, and only the doors the private one': async (
    query,
  ) => {
    const granted = await query(`
      select format('%s uses %s', case when grantee = 0 then 'public' else grantee::regrole::text end, nspname) as line
      from pg_namespace, aclexplode(nspacl) where nspname in ('private', 'desk', 'backup')
      and grantee <> nspowner`)
    const promised = ['lead_desk uses desk', 'lead_backup uses backup', 'lead_door uses private']
    return granted.map(({ line }) => String(line)).filter((line) => !promised.includes(line))
  },

  'every function has a fixed search path': async (query) => {
    const loose = await query(`
      select proname from pg_proc where pronamespace in ${schemas}
        and not coalesce(proconfig, '{}') @> array['search_path=""'] and prosqlbody is null`)
    return loose.map(({ proname }) => String(proname))
  },

  'no role reads or writes a table, even if it may use the schema': async (query) => {
    await query('grant usage on schema private to anon, authenticated, service_role')
    const statements = `
      select format(statement, oid::regclass) as statement from pg_class, unnest(array['select 1 from %s',
        'insert into %s default values', 'delete from %s', 'truncate table %s cascade']) statement
      where relnamespace = 'private'::regnamespace
        and (relkind = 'r' or relkind = 'v' and statement not like 'truncate%')`
    const outcomes = await query(`
      select role, statement, pg_temp.attempt(role, statement) as outcome
      from unnest(array['anon', 'authenticated', 'service_role']) role, (${statements}) statements`)
    // Postgres calls what the check of a domain calls before it asks for the table.
    const denied =
      /^42501 permission denied for (table|view|function consents_of)|^55000 cannot (insert into|delete from) view/
    return outcomes
      .filter(({ outcome }) => !denied.test(String(outcome)))
      .map(({ role, statement, outcome }) => `${role}: ${statement}: ${outcome}`)
  },

  'a key of the Data API reaches no other function, even if it may use the schemas': async (query) => {
    await query('grant usage on schema private, desk, backup to anon, authenticated, service_role')
    const outcomes = await query(
      `
      select role, name, pg_temp.attempt(role, format('select %s.%I(%s)', schema, name, values)) as outcome
      from unnest(array['anon', 'authenticated', 'service_role']) role, (
        select pronamespace::regnamespace::text as schema, proname::text as name,
          (select string_agg('null::' || format_type(type, null), ', ') from unnest(proargtypes) type) as values
        from pg_proc
        where pronamespace in ${schemas} and prorettype <> 'trigger'::regtype) function
      where role || ' ' || schema || '.' || name <> all ($1)`,
      [allCalls.map(({ role, name }) => `${role} ${name}`)],
    )
    return outcomes
      .filter(({ outcome }) => !/^42501 permission denied for function/.test(String(outcome)))
      .map(({ role, name, outcome }) => `${role}: ${name}: ${outcome}`)
  },

  'a call needs no privilege but EXECUTE': async (query) => {
    const outcomes = await callAll(query)
    return outcomes.filter(
      (outcome) =>
        !/: done$|^backup\.restore: BK001 not_empty$|^desk\.show_membership: 42501 only a member/.test(
          outcome,
        ),
    )
  },

  'a hostile search path changes no function': async (query) => {
    // This now() is immutable, so Postgres may call it even while it plans a statement.
    await query(`
      create schema hostile;
      create function hostile.now() returns timestamptz language plpgsql immutable as $$
        begin raise 'hostile.now was called'; end $$;
      create function hostile.jsonb_build_object(text, text) returns jsonb language plpgsql as $$
        begin raise 'hostile.jsonb_build_object was called'; end $$;
      grant usage on schema hostile to public;
      set local search_path = hostile, pg_catalog`)
    const outcomes = await callAll(query)
    return outcomes.filter((outcome) => outcome.includes('hostile'))
  },

  'row level security hides the rows from a role that was granted everything': async (query) => {
    await query('grant usage on schema private to authenticated')
    await query('grant all on all tables in schema private to authenticated')
    await query('grant execute on all functions in schema private to authenticated')
    const outcomes = await query(`
      select relname, pg_temp.attempt(current_user, 'select 1 / count(*) from ' || oid::regclass) as stored,
        pg_temp.attempt('authenticated', 'select 1 / count(*) from ' || oid::regclass) as outcome
      from pg_class where relnamespace = 'private'::regnamespace and relkind in ('r', 'v')`)
    return outcomes
      .filter(({ stored, outcome }) => stored !== 'done' || outcome !== '22012 division by zero')
      .map(({ relname, stored, outcome }) => `${relname}: ${stored}, ${outcome}`)
  },
}

/**
 * Lets the service role execute all functions of the schema public. Then it calls every function, and returns "name:
 * outcome" for each.
 */
async function callAll(query: Query): Promise<string[]> {
  await query('grant execute on all functions in schema public to service_role')
  const outcomes = await query(
    `select name || ': ' || pg_temp.attempt(role, 'select ' || name || arguments) as line
    from unnest($1::text[], $2::text[], $3::text[]) call (role, name, arguments)
    where name not in ('desk.start_sweep', 'desk.sweep_answer')
      or to_regnamespace('vault') is not null`,
    [
      allCalls.map(({ role }) => role),
      allCalls.map(({ name }) => name),
      allCalls.map(({ values }) => values),
    ],
  )
  return outcomes.map(({ line }) => String(line))
}

/**
 * From this check on, the tables need rows. The checks before it find most faults and take only a quarter of the
 * time.
 */
const firstOnRows = 'a call needs no privilege but EXECUTE'

/**
 * Stores two leads. The emails of the first lead are due, but the one to the visitor has failed. Those of the
 * second lead are held. Both leads are sealed, so that every table and view has rows.
 */
export async function storeLeads(query: Query): Promise<void> {
  for (const context of ['{}', '{"suspected_bot": true}']) {
    await query('select accept_lead(gen_random_uuid(), $1, $2)', [sampleLead(), JSON.parse(context)])
  }
  await query('select run_housekeeping()')
  await query(`
    select count_funnel_events('[{"event": "page_viewed", "hits": 1}]');
    select private.suppress_mailbox('ada@example.org', 'unsubscribed', 'link');
    insert into private.mailbox_links values (gen_random_uuid(), gen_random_uuid());
    insert into mail_reports values ('postmark', '1');
    insert into alerted_problems values ('held', now()) on conflict do nothing;
    insert into sweep_steps (step, error) values ('tell_number_events', 'broken') on conflict (step) do update set error = excluded.error;
    update leads set created_at = created_at - interval '2 days';
    update outbox set status = 'failed', reason = 'rejected' where kind = 'visitor' and status = 'pending';
    select desk.correct_lead(id, phone => '+12015550177') from leads;
    select desk.record_contact(id, 'called', '') from leads;
    select desk.begin_act('a press');
    select desk.add_member('gone', 'gone@team.example', 'reader'), desk.add_member('lost', 'lost@team.example', 'reader');
    select desk.set_web('https://project.test/auth/v1', 'a key');
    insert into desk_log (member, called, outcome) values ('ada', 'show_lead', 'done');
    select desk.set_keys(true);
    select desk.set_view('Known', 'consent=given');
    insert into booking_events (lead_id, kind, said_by) select id, 'pressed', 'link' from leads;
    ${setKnownKeys};
    insert into ad_settings (consent_versions) values ('{}') on conflict do nothing;
    insert into erasures select gen_random_uuid();
    insert into backup_lines values ('leads', '{}');
    insert into webhook_receivers values ('a', now());
    insert into told_leads (lead_id, sequence) select id, 1 from leads;
    update leads set phone_e164 = '+12015550199' where suspected_bot;
    select desk.withdraw_consent(id) from leads where suspected_bot;
    select desk.variants(), receive_text('+12015550100', 'STOP', 'stop', 'SM1'), receive_text('+12015550100', '', 'other');
    do $$ begin
      if to_regnamespace('vault') is not null then
        perform vault.create_secret('https://project.test', 'project_url');
      end if;
    end $$`)
}

/**
 * Checks who can reach the leads. `query` runs SQL as a superuser on a database with our migrations. It must run in a
 * transaction, and the caller must roll it back. Yields "promise: finding" for everything that breaks a promise. If
 * all promises hold, it yields nothing.
 */
export async function* findAccessFaults(query: Query): AsyncGenerator<string> {
  // `attempt` runs a statement with the rights of a role, and then undoes it. It returns "done" or the error from the
  // database.
  await query(`
    create function pg_temp.attempt(role text, statement text) returns text language plpgsql as $$
    begin
      execute format('set local role %I', role);
      execute statement;
      raise 'done' using errcode = 'ZZ000';
    exception
      when sqlstate 'ZZ000' then return 'done';
      when others then return sqlstate || ' ' || sqlerrm;
    end $$`)
  for (const [promise, find] of Object.entries(checks)) {
    if (promise === firstOnRows) await storeLeads(query)
    await query('savepoint before_check')
    for (const finding of await find(query)) yield `${promise}: ${finding}`
    await query('rollback to savepoint before_check')
  }
}
