import { waitUntil } from '../../tests/kit/wait-until.ts'
import { openSession } from './open-session.ts'

/** Kills Postgres with SIGKILL as a superuser, as in a crash; resolves when it answers again. */
export async function crashPostgres(url: string): Promise<void> {
  const sql = openSession(url)
  const kill = `format('copy (select 1) to program %L', 'kill -9 ' || pg_backend_pid())`
  await sql.unsafe(`do $$ begin execute ${kill}; end $$`).then(
    () => Promise.reject(new Error('Postgres did not crash')),
    () => sql.end({ timeout: 0 }),
  )
  await waitUntil('Postgres answers', 60_000, async () => {
    const next = openSession(url)
    const rows = await next`select 1`.finally(() => next.end({ timeout: 0 }))
    return rows.length === 1
  })
}
