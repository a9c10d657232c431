import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { waitUntil } from '../../tests/kit/wait-until.ts'

/** A database engine to run the experiments on. */
export type Engine = {
  name: 'PGlite' | 'Postgres'
  /** Creates an empty database and returns its URL. Returns undefined for the embedded database. */
  freshDatabase(): Promise<string | undefined>
}

// The experiments crash this server. DATABASE_URL is not used here, because its server may hold other databases.
const url = process.env.CHAOS_DATABASE_URL

/** PGlite, and the Postgres server at CHAOS_DATABASE_URL if this variable is set. */
export const engines: Engine[] = [
  { name: 'PGlite', freshDatabase: async () => undefined },
  ...(url ? [{ name: 'Postgres' as const, freshDatabase: () => createDatabase(url) }] : []),
]

/**
 * Opens a new connection to Postgres that the tested services do not use. It does not ask for the types of arrays: if
 * Postgres crashes before it answers this question, nobody can catch the driver's error.
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

/** As a superuser, kills Postgres with SIGKILL to simulate a crash. Resolves when Postgres answers again. */
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
