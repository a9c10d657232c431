import { type TestOptions, test } from 'node:test'
import type { TestDatabase } from './test-database.ts'

// One table after the other, for truncating them takes ten times as long.
const empty = `
  delete from lead_seal_entries; delete from leads; delete from lead_seals; delete from outbox; delete from lead_rates;
  delete from funnel_counts; delete from lead_settings;
  insert into lead_settings default values;`

/**
 * Returns what defines a test that starts on a database without rows, with the settings of a new one, and with these
 * statements run. (A hook would run before the tests of all files.)
 */
export const testOnEmpty =
  ({ query }: Pick<TestDatabase, 'query'>, prepare = '', options: TestOptions = {}) =>
  (title: string, work: () => Promise<unknown>) =>
    test(title, options, async () => {
      await query(empty + prepare)
      await work()
    })
