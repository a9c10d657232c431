import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { waitUntil } from '../../kit/wait-until.ts'

/** A database engine to run the experiments on. */
export type Engine = {
  name: 'PGlite' | 'Postgres'
  /** Creates an empty database and returns its URL. For the embedded database, it returns undefined. */
  freshDatabase(): Promise<string | undefined>
}

// The experiments crash this server. They do not use the server at DATABASE_URL, because there may be other databases
// on it.
const url = process.env.CHAOS_DATABASE_URL

/** The first engine is PGlite. If CHAOS_DATABASE_URL is set, the Postgres server at this URL is the second. */
export const engines: Engine[] = [
  { name: 'PGlite', freshDatabase: async () => undefined },
  ...(url ? [{ name: 'Postgres' as const, freshDatabase: () => createDatabase(url) }] : []),
]

/**
 * Opens a connection to Postgres that only the experiment uses. The driver would normally ask for the types of arrays
 * first. We turn this off, because nobody could catch its error if Postgres crashed before the answer.
 */
export const openSession = (url: string) =>
  postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5, fetch_types: false })

/** Creates an empty database on a server and returns its URL. */
async function createDatabase(server: string): Promise<string> {
  const name = `proof_${randomUUID().slice(0, 8)}`
  const sql = openSession(server)
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/**
 * Kills Postgres with SIGKILL, as if it had crashed. This needs a superuser. Resolves when Postgres answers again.
 */
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
