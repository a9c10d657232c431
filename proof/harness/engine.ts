import { randomUUID } from 'node:crypto'
import { openSession } from './open-session.ts'

/** A database to run on. */
export type Engine = {
  name: 'PGlite' | 'Postgres'
  /** Makes a new empty database; gives its address, or undefined for the embedded one. */
  freshDatabase(): Promise<string | undefined>
}

// Not DATABASE_URL, which may be of a server with other databases: this one is crashed.
const url = process.env.CHAOS_DATABASE_URL

/** PGlite, and the Postgres at CHAOS_DATABASE_URL. */
export const engines: Engine[] = [
  { name: 'PGlite', freshDatabase: async () => undefined },
  ...(url ? [{ name: 'Postgres' as const, freshDatabase: () => createDatabase(url) }] : []),
]

async function createDatabase(server: string) {
  const name = `leads_${randomUUID().slice(0, 8)}`
  const sql = openSession(server)
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
