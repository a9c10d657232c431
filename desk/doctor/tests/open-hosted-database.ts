import { readMigrations, readSchema } from '../../../supabase/tests/open-database.ts'
import { openPGlite } from '../../../supabase/tests/open-empty-database.ts'
import { sampleLead } from '../../../supabase/tests/sample-lead.ts'
import { callDesk } from '../../core/call-desk.ts'
import { openWire } from '../../tests/open-wire.ts'
import { leadHealthSchema } from '../database/lead-health.ts'

/** A project's database in which all is well: migrated by the CLI, its sweep at work, and the mails of three leads sent. */
export async function openHostedDatabase(supabaseUrl: string) {
  const db = await openPGlite(await readSchema())
  const migrations = await readMigrations()
  const lead = JSON.stringify(sampleLead())
  await db.exec(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, name text);
    insert into supabase_migrations.schema_migrations (version, name) values
      ${migrations.map(({ name }) => `('${name.split('_')[0]}', '${name}')`)};
    insert into vault.decrypted_secrets values ('project_url', '${supabaseUrl}');
    insert into cron.job_run_details (jobid, status, return_message, start_time)
      select jobid, 'succeeded', '1 row', now() from cron.job where jobname = 'sweep-lead-emails';
    insert into net._http_response (status_code) values (200);
    select accept_lead(gen_random_uuid(), jsonb_set('${lead}', '{email}', to_jsonb(number || '@example.com')))
      from generate_series(1, 3) number;
    update lead_emails set status = 'sent';`)
  const wire = await openWire(db)
  return {
    url: wire.url,
    /** Runs statements as superuser. */
    run: (sql: string) => db.exec(sql),
    /** What the database tells of itself after these statements, which are then undone. */
    healthAfter: (sql: string) =>
      db.transaction(async (transaction) => {
        const query = async (statement: string, values: unknown[]) =>
          (await transaction.query<Record<string, unknown>>(statement, values)).rows
        await transaction.exec(sql)
        const health = leadHealthSchema.parse(await callDesk(query, 'lead_health', {}))
        await transaction.rollback()
        return health
      }),
    async close() {
      wire.close()
      await db.close()
    },
  }
}
