import { existsSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import type { Chain } from '../harness/chain.ts'
import { waitUntil } from '../harness/wait-until.ts'

/** So long is a call stopped once its rows are written. */
const pauseSeconds = 2
/** So long after arming a call is stopped: shorter than a restart, after which none is to wait. */
const armedMs = 400

let armings = 0

/** Makes the next accept_lead stop between its last INSERT and its COMMIT, and tells when one is there. */
export async function pauseInTransaction(chain: Chain): Promise<{ reached: Promise<unknown> }> {
  const marker = `paused-${++armings}`
  const note = chain.databaseUrl ? '' : `copy (select 1) to '/pglite/data/${marker}';`
  await chain.query(`
    create or replace function public.pause() returns trigger language plpgsql as $$ begin
      if clock_timestamp() < '${new Date(Date.now() + armedMs).toISOString()}' then
        ${note} perform pg_sleep(${pauseSeconds});
      end if;
      return null;
    end $$;
    create or replace trigger pause after insert on public.lead_emails
      for each statement execute function public.pause();`)
  const inFolder = () => existsSync(path.join(chain.settings.dataDir, 'postgres', marker))
  return {
    reached: chain.databaseUrl ? sleeps(chain.databaseUrl) : waitUntil('a paused call', 5_000, inFolder),
  }
}

async function sleeps(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await waitUntil('a paused call', 5_000, async () => {
      const rows = await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'
        and datname = current_database()`
      return rows.length > 0
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}
