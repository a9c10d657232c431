import { randomUUID } from 'node:crypto'
import path from 'node:path'
import postgres from 'postgres'
import { findPostgres, openPostgresServer, type PostgresServer } from './postgres-server.ts'

/** A database to run on; `server` is there when it may be stopped and killed as well. */
export type Engine = {
  name: 'PGlite' | 'Postgres'
  /** The address of a new empty database, or undefined for the embedded one. */
  freshDatabase(): Promise<string | undefined>
  server?: PostgresServer
  close(): Promise<void>
}

/** Opens PGlite, and a real Postgres from this machine's programs or else at DATABASE_URL; `only` one of them by name. */
export async function openEngines(folder: string, port: number, only?: string): Promise<Engine[]> {
  const engines: Engine[] = [{ name: 'PGlite', freshDatabase: async () => undefined, close: async () => {} }]
  const bin = only === 'PGlite' ? undefined : findPostgres()
  const server = bin ? await openPostgresServer(bin, path.join(folder, 'cluster'), port) : undefined
  const url = server?.url ?? process.env.DATABASE_URL
  if (url) {
    const close = async () => server?.close()
    engines.push({ name: 'Postgres', freshDatabase: () => createDatabase(url), server, close })
  }
  return engines.filter(({ name }) => !only || name === only)
}

async function createDatabase(url: string) {
  const name = `leads_${randomUUID().slice(0, 8)}`
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
