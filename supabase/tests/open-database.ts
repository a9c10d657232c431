import { readdir, readFile } from 'node:fs/promises'
import { env } from 'node:process'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'

export type Row = Record<string, unknown>

export type TestDatabase = {
  query: (sql: string, values?: unknown[]) => Promise<Row[]>
  /** One statement in a transaction of its own, with the rights of `role`. */
  queryAs: (role: string, sql: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

const migrations = new URL('../migrations/', import.meta.url)

/**
 * An empty database with Supabase's roles and our migrations: a new one on the server at TEST_DATABASE_URL, or
 * PGlite in this process. Throws what the first wrong migration raises.
 */
// biome-ignore lint/style/noProcessEnv: the one setting of these tests
export async function openDatabase(serverUrl = env.TEST_DATABASE_URL): Promise<TestDatabase> {
  const database = serverUrl ? await createOnServer(serverUrl) : await createInProcess()
  await database.exec(await setUpSql())
  return database
}

/** Roles and default privileges as a Supabase project has them, then the migrations in order. */
async function setUpSql() {
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, migrations), 'utf8')))
  const roles = ['anon', 'authenticated', 'service_role']
    .map((role) => `begin create role ${role} nologin; exception when duplicate_object then null; end;`)
    .join('\n')
  const privileges = ['tables', 'functions', 'sequences']
    .map(
      (kind) =>
        `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role;`,
    )
    .join('\n')
  return `do $roles$ begin ${roles} end $roles$; ${privileges}
    alter role service_role bypassrls;
    grant usage on schema public to anon, authenticated, service_role;
    ${sources.join('\n')}`
}

async function createInProcess() {
  const db = await PGlite.create()
  return {
    exec: (sql: string) => db.exec(sql),
    query: async (sql: string, values: unknown[] = []) => (await db.query<Row>(sql, values)).rows,
    queryAs: (role: string, sql: string, values: unknown[] = []) =>
      db.transaction(async (transaction) => {
        await transaction.exec(`set local role ${role}`)
        return (await transaction.query<Row>(sql, values)).rows
      }),
    close: () => db.close(),
  }
}

async function createOnServer(serverUrl: string) {
  const name = `lead_test_${crypto.randomUUID().slice(0, 8)}`
  const server = postgres(serverUrl, { max: 1, onnotice: () => undefined })
  await server.unsafe(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const sql = postgres(url.href, { max: 40, onnotice: () => undefined })
  return {
    exec: (text: string) => sql.unsafe(text),
    query: async (text: string, values: unknown[] = []) => [
      ...(await sql.unsafe<Row[]>(text, values as never[])),
    ],
    queryAs: (role: string, text: string, values: unknown[] = []) =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(`set local role ${role}`)
        return [...(await transaction.unsafe<Row[]>(text, values as never[]))]
      }),
    close: async () => {
      await sql.end()
      await server.unsafe(`drop database ${name} with (force)`)
      await server.end()
    },
  }
}
