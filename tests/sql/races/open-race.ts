import assert from 'node:assert/strict'
import { env } from 'node:process'
import { after } from 'node:test'
import postgres from 'postgres'
import { openDatabase } from '../open-database.ts'
import { type Row, searchPath } from '../test-database.ts'
import { testOnEmpty } from '../test-on-empty.ts'

const { RACES } = env
/** How often a race is run whose outcome depends on chance. `npm run test:all -- races` sets RACES to 20. */
export const runs = Number(RACES) || 1

/** A separate connection. It can keep a transaction open while other connections make calls. */
export type Session = {
  query: (sql: string, values?: unknown[]) => Promise<Row[]>
  /** Waits until the call is either blocked by a lock or has ended. Resolves with true if it is blocked. */
  isStuck: (call: Promise<unknown>) => Promise<boolean>
  /** Waits until the call is blocked by a lock. If it ends without that, there was no race, and the test fails. */
  untilStuck: (call: Promise<unknown>) => Promise<void>
}

/** Makes timeouts longer than usual, because the calls have to wait until the test takes its next step. */
export const waitLonger = `
  do $$ declare name regprocedure; begin
    for name in select oid from pg_proc where proconfig::text like '%lock_timeout=2s%' loop
      execute format('alter function %s set lock_timeout = ''1min''', name);
    end loop;
  end $$;`

const lift = `
  update lead_settings set pair_hold_after = 10000, busy_after = 10000, visitor_mails_per_minute = 10000, mailbox_providers = '{example.org}',
    owner_mails_per_hour = 10000`

/**
 * Opens a database for calls that run at the same time. The limits in it are so high that no test reaches them.
 * PGlite can run only one transaction at a time, so the tests are skipped there.
 */
export async function openRace() {
  const database = await openDatabase()
  const { url = '', query } = database
  const sessions: { sql: postgres.Sql; pid: unknown }[] = []
  // A server process whose client is gone goes on with its call. It would lock rows that the next test deletes.
  const closeSessions = async () => {
    const open = sessions.splice(0)
    const pids = open.map(({ pid }) => pid)
    await query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
    // If pg_terminate_backend waited itself, it would look only every 100 ms whether a process has ended.
    while ((await query('select from pg_stat_activity where pid = any ($1::int[])', [pids])).length > 0);
    await Promise.all(open.map(({ sql }) => sql.end({ timeout: 0 })))
  }
  after(() => database.close())
  await query(waitLonger)
  const skip = url === '' && 'the embedded database takes one transaction at a time'
  const test = testOnEmpty(database, lift, { skip })

  return {
    ...database,
    /** Defines a test that starts on an empty database. */
    race: (title: string, work: () => Promise<unknown>) => test(title, () => work().finally(closeSessions)),
    /** Makes this many calls at the same time. Returns all answers. If a call fails, it throws its error. */
    atOnce: <Answer>(count: number, call: (index: number) => Promise<Answer>) =>
      Promise.all(Array.from({ length: count }, (_, index) => call(index))),
    async openSession(): Promise<Session> {
      const sql = postgres(url, {
        max: 1,
        fetch_types: false,
        onnotice: () => undefined,
        connection: { search_path: searchPath },
      })
      const [{ pid } = {}] = await sql`select pg_backend_pid() as pid`
      sessions.push({ sql, pid })
      const isStuck = async (call: Promise<unknown>) => {
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
      }
      return {
        query: async (text, values) => [...(await sql.unsafe<Row[]>(text, values as never[]))],
        isStuck,
        untilStuck: async (call) => assert.ok(await isStuck(call), 'the call was not blocked by a lock'),
      }
    },
  }
}
