import { existsSync } from 'node:fs'
import path from 'node:path'
import { waitUntil } from '../../../tests/kit/wait-until.ts'
import type { Chain } from '../../harness/chain.ts'
import { openSession } from '../../harness/open-session.ts'

/** How long a transaction sleeps between its last INSERT and its COMMIT. */
const pauseSeconds = 2
/** For how long transactions are put to sleep: shorter than a restart, so that none sleeps after it. */
const armedMs = 400

let armings = 0

/** Makes the next calls of accept_lead sleep between the last INSERT and COMMIT; `reached` resolves when one sleeps. */
export async function pauseInTransaction({ databaseUrl, settings, query }: Chain) {
  const marker = `paused-${++armings}`
  const note = databaseUrl ? '' : `copy (select 1) to '/pglite/data/${marker}';`
  await query(`
    create or replace function public.pause() returns trigger language plpgsql as $$ begin
      if clock_timestamp() < '${new Date(Date.now() + armedMs).toISOString()}' then
        ${note} perform pg_sleep(${pauseSeconds});
      end if;
      return null;
    end $$;
    create or replace trigger pause after insert on public.outbox
      for each statement execute function public.pause();`)
  const isPaused = async () => {
    if (!databaseUrl) return existsSync(path.join(settings.dataDir, 'postgres', marker))
    const sql = openSession(databaseUrl)
    const rows = await sql`select 1 from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`
    await sql.end({ timeout: 1 })
    return rows.length > 0
  }
  return { reached: waitUntil('a transaction sleeps', 5_000, isPaused) }
}
