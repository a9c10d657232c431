import { type TestOptions, test } from 'node:test'
import type { TestDatabase } from './test-database.ts'

/**
 * Deletes all rows. The settings and triggers are then those of a new project. The rows are deleted table by table,
 * because it would take ten times as long to truncate the tables.
 */
export const emptyDatabase = `
  delete from lead_seal_entries; delete from leads; delete from lead_seals; delete from outbox; delete from lead_rates;
  delete from mailbox_events; delete from mailbox_links; delete from mail_reports; delete from funnel_counts; delete from funnel_hours; delete from erasures; delete from number_events; delete from told_leads; delete from untold_changes;
  delete from alerted_problems; delete from sweep_steps; delete from desk_members; delete from desk_web; delete from desk_log;
  delete from incoming_texts; delete from received_texts; delete from webhook_receivers; delete from ad_settings; delete from lead_settings;
  do $$ begin
    if exists (select from pg_trigger where tgname = 'lead_submissions_written_once' and tgenabled = 'D') then
      alter table lead_submissions enable trigger lead_submissions_written_once;
    end if;
  end $$;
  insert into lead_settings default values;`

/**
 * Returns a function that defines a test. When the test starts, the database has no rows, and its settings and
 * triggers are those of a new project. The statements in `prepare` are run before the work. (We cannot use a hook,
 * because it would run before the tests of all files.)
 */
export const testOnEmpty =
  ({ query }: Pick<TestDatabase, 'query'>, prepare = '', options: TestOptions = {}) =>
  (title: string, work: () => Promise<unknown>) =>
    test(title, options, async () => {
      await query(emptyDatabase + prepare)
      await work()
    })
