import { randomUUID } from 'node:crypto'
import path from 'node:path'
import postgres from 'postgres'
import { createPostgresServer, findPostgres, type PostgresServer } from './postgres-server.ts'

/** A database to run on; `server` is there when it may be stopped and killed as well. */
export type Engine = {
  name: 'PGlite' | 'Postgres'
  /** The address of a new empty database, or undefined for the embedded one. */
  freshDatabase(): Promise<string | undefined>
  server?: PostgresServer
  close(): Promise<void>
}

/** The engines of this machine: PGlite, and a real Postgres from its programs or else from DATABASE_URL. */
export async function openEngines(folder: string, port: number, only?: string): Promise<Engine[]> {
  const engines: Engine[] = []
  if (!only || only === 'PGlite') {
    engines.push({ name: 'PGlite', freshDatabase: async () => undefined, close: async () => {} })
  }
  const bin = findPostgres()
  const url = process.env.DATABASE_URL
  if ((only && only !== 'Postgres') || !(bin || url)) return engines
  if (!bin) {
    const name = 'Postgres'
    return [...engines, { name, freshDatabase: () => createDatabase(`${url}`), close: async () => {} }]
  }
  const server = createPostgresServer(bin, path.join(folder, 'cluster'), port)
  await server.open()
  return [
    ...engines,
    {
      name: 'Postgres',
      freshDatabase: () => createDatabase(server.urlOf('postgres')),
      server,
      close: () => server.close(),
    },
  ]
}

async function createDatabase(url: string) {
  const name = `leads_${randomUUID().slice(0, 8)}`
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}
