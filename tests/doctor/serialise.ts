import { sampleLead } from '../sql/sample-lead.ts'
import type { Query } from '../sql/test-database.ts'
import { workOffNet } from '../sql/work-off-net.ts'

/** Runs statements one after the other in one transaction. If a statement fails, the others still succeed. */
export function serialise(query: Query) {
  let last: Promise<unknown> = Promise.resolve()
  function alone<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const done = last.then(async () => {
      await query('savepoint call')
      try {
        const result = await work(query)
        await query('reset role')
        return result
      } catch (error) {
        await query('rollback to savepoint call')
        throw error
      } finally {
        await query('release savepoint call')
      }
    })
    last = done.catch(() => {})
    return done
  }
  return {
    alone,
    query: (sql: string, values?: unknown[]) => alone((inside) => inside(sql, values)),
    queryAs: (role: string, sql: string, values?: unknown[]) =>
      alone(async (inside) => {
        await inside(`set local role ${role}`)
        return inside(sql, values)
      }),
    workOffNet: (fetch: (request: Request) => Response | Promise<Response>) =>
      workOffNet((sql, values) => alone((inside) => inside(sql, values)), fetch),
  }
}

/**
 * This SQL brings the database into the state of a working project. The CLI has migrated it, the sweep is
 * running, and there are three leads whose emails were sent.
 */
export const workingProject = (address: string, versions: string[]) => `
  create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (version text primary key);
  insert into supabase_migrations.schema_migrations values ${versions.map((version) => `('${version}')`)};
  select vault.create_secret('${address}', 'project_url');
  insert into cron.job_run_details (jobid, status, return_message, start_time)
    select jobid, 'succeeded', '1 row', now() from cron.job where jobname = 'sweep-outbox';
  select accept_lead(gen_random_uuid(), jsonb_set('${JSON.stringify(sampleLead())}', '{email}', to_jsonb(number || '@example.org')))
    from generate_series(1, 3) number;
  update outbox set status = 'sent', reason = null;`
