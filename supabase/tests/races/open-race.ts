import { after } from 'node:test'
import postgres from 'postgres'
import { openDatabase } from '../open-database.ts'
import type { Row } from '../test-database.ts'
import { testOnEmpty } from '../test-on-empty.ts'

/** A connection of its own, for what keeps a transaction open while others call. */
export type Session = {
  query: (sql: string, values?: unknown[]) => Promise<Row[]>
  /** Resolves once the call waits for a lock, with true, or has ended. */
  untilStuck: (call: Promise<unknown>) => Promise<boolean>
}

// Who waits in these tests waits for another test step, however slow the machine is.
const waitLonger = `
  do $$ declare name regprocedure; begin
    for name in select oid from pg_proc where proconfig::text like '%lock_timeout=2s%' loop
      execute format('alter function %s set lock_timeout = ''1min''', name);
    end loop;
  end $$`

const lift = `
  update lead_settings set pair_hold_after = 10000, busy_after = 10000, visitor_mails_per_minute = 10000,
    owner_mails_per_hour = 10000`

/**
 * Opens a database, with limits that no test reaches, for calls at the same time. Only a server takes such: on PGlite the
 * tests are skipped.
 */
export async function openRace() {
  const database = await openDatabase()
  const { url = '', query } = database
  const sessions: postgres.Sql[] = []
  after(() => database.close())
  await query(waitLonger)
  const skip = url === '' && 'the embedded database takes one transaction at a time'
  const test = testOnEmpty(database, lift, { skip })

  return {
    ...database,
    /** Defines a test, which starts on an empty database. */
    race: (title: string, work: () => Promise<unknown>) =>
      test(title, () =>
        work().finally(() => Promise.all(sessions.splice(0).map((sql) => sql.end({ timeout: 0 })))),
      ),
    /** Makes so many calls at once; returns their answers, errors included. */
    atOnce: <Answer>(count: number, call: (index: number) => Promise<Answer>) =>
      Promise.all(Array.from({ length: count }, (_, index) => call(index))),
    async openSession(): Promise<Session> {
      const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined })
      sessions.push(sql)
      const [{ pid } = {}] = await sql`select pg_backend_pid() as pid`
      return {
        query: async (text, values) => [...(await sql.unsafe<Row[]>(text, values as never[]))],
        async untilStuck(call) {
          let isOver = false
          const end = () => {
            isOver = true
          }
          call.then(end, end)
          while (!isOver) {
            const waiting = await query(
              `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
              [pid],
            )
            if (waiting.length > 0) return true
          }
          return false
        },
      }
    },
  }
}
