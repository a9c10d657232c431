import { waitUntil } from '../kit/wait-until.ts'
import { openDatabase } from './open-database.ts'
import type { Query } from './test-database.ts'

/**
 * For each table, returns how many times this connection has lately read it from the first row to the last. For an
 * index, returns how many times it was used.
 */
async function scans(query: Query, tables: string[]) {
  const rows = await query(
    'select relname, pg_stat_get_xact_numscans(oid) as scans from pg_class where relname = any ($1)',
    [tables],
  )
  return new Map(rows.map(({ relname, scans }) => [String(relname), Number(scans)]))
}

/** Opens a database, and returns functions that tell what a call of the desk reads there. */
export async function openPlans() {
  const database = await openDatabase()
  const { query } = database

  /** Makes the call, and returns how many times it reads each of these tables and uses each of these indexes. */
  const scansOf = (call: string, tables: string[]) =>
    database.rollBackAfter(async (run) => {
      const before = await scans(run, tables)
      await run(`select desk.${call}`)
      const found = await scans(run, tables)
      return new Map([...found].map(([table, count]) => [table, count - (before.get(table) ?? 0)]))
    })

  /** Makes the call. Returns the names of the tables that it reads from the first row to the last, and of the indexes it uses. */
  const tablesRead = async (call: string, tables = ['leads', 'lead_submissions', 'outbox']) => {
    const found = await scansOf(call, tables)
    return [...found.keys()].filter((table) => (found.get(table) ?? 0) > 0).sort()
  }

  /**
   * Waits until Postgres can use an index of leads alone. It can only if every connection can see all rows, and another
   * connection that is just being opened can get in the way.
   */
  const waitUntilSeen = () =>
    waitUntil('all rows of leads are seen by everybody', 60_000, async () => {
      await query('vacuum analyze leads')
      const [leads] = await query(
        `select relallvisible = relpages as is_seen from pg_class where relname = 'leads'`,
      )
      return Boolean(leads?.is_seen)
    })

  /** Makes the call, and returns how many rows of this table it reads. */
  const rowsRead = (call: string, table = 'leads') =>
    database.rollBackAfter(async (run) => {
      const read = async () => {
        const [row] = await run(`select sum(pg_stat_get_xact_tuples_fetched(oid))::integer as rows
          from pg_class where relname ~ '^${table}(_|$)'`)
        return Number(row?.rows)
      }
      const before = await read()
      await run(`select desk.${call}`)
      return (await read()) - before
    })

  return { database, query, scansOf, tablesRead, waitUntilSeen, rowsRead }
}
