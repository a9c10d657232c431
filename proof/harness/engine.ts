import { randomUUID } from 'node:crypto'
import { openSession } from './open-session.ts'

/** A database engine to run the experiments on. */
export type Engine = {
  name: 'PGlite' | 'Postgres'
  /** Creates an empty database and gives its URL; gives undefined for the embedded database. */
  freshDatabase(): Promise<string | undefined>
}

// Not DATABASE_URL, whose server may hold other databases: the experiments crash this server.
const url = process.env.CHAOS_DATABASE_URL

/** PGlite, and where CHAOS_DATABASE_URL is set, that Postgres. */
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
