import { type TestOptions, test } from 'node:test'
import type { TestDatabase } from './test-database.ts'

// This deletes from one table after another, because truncating the tables takes ten times as long.
const empty = `
  delete from lead_seal_entries; delete from leads; delete from lead_seals; delete from outbox; delete from lead_rates;
  delete from suppressed_mailboxes; delete from mail_reports; delete from funnel_counts; delete from erasures; delete from stopped_numbers;
  delete from incoming_texts; delete from webhook_receivers; delete from lead_settings;
  insert into lead_settings default values;`

/**
 * Returns a function that defines a test. The test starts on a database without rows and with the settings of a new
 * one. These statements then run before the test's work. (A hook would run before the tests of all files.)
 */
export const testOnEmpty =
  ({ query }: Pick<TestDatabase, 'query'>, prepare = '', options: TestOptions = {}) =>
  (title: string, work: () => Promise<unknown>) =>
    test(title, options, async () => {
      await query(empty + prepare)
      await work()
    })
