import { createHash, randomUUID } from 'node:crypto'
import postgres from 'postgres'

/**
 * Creates a database on the server, applies these statements to it, and returns its address. To save time, it makes a
 * template once and then copies it. The template stays on the server, and its name contains a hash of the statements.
 * If a statement fails, it throws the error.
 */
export async function copyTemplate(serverUrl: string, statements: string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(statements)).digest('hex').slice(0, 16)
  const template = `lead_template_${hash}`
  const name = `lead_test_${randomUUID().slice(0, 8)}`
  const server = serverOf(serverUrl)
  const isMade = async () => (await server`select from pg_database where datname = ${template}`).length > 0
  if (!(await isMade())) {
    const alone = openSession(serverUrl)
    try {
      // Roles belong to the whole server, so two templates must not be made at the same time.
      await alone`select pg_advisory_lock(hashtextextended('lead_template', 0))`
      if (!(await isMade())) await makeTemplate(serverUrl, template, statements)
    } finally {
      await alone.end()
    }
  }
  // On a server without fsync, this copy takes 20 ms. With the other strategy, it would take five times as long.
  await server.unsafe(`create database ${name} template ${template} strategy file_copy`)
  return addressOf(serverUrl, name)
}

// The template gets its name only when it is complete. Otherwise another process could copy it too early.
async function makeTemplate(serverUrl: string, template: string, statements: string[]) {
  const server = openSession(serverUrl)
  const unfinished = `${template}_${randomUUID().slice(0, 8)}`
  await server.unsafe(`create database ${unfinished} strategy file_copy`)
  const database = openSession(addressOf(serverUrl, unfinished))
  try {
    for (const statement of statements) await database.unsafe(statement)
    await database.end()
    await server.unsafe(`alter database ${unfinished} rename to ${template}`)
  } catch (error) {
    await server.unsafe(`drop database ${unfinished} with (force)`)
    throw error
  } finally {
    await server.end()
  }
}

const open = { max: 1, onnotice: () => undefined, fetch_types: false }
const openSession = (url: string) => postgres(url, open)
const servers = new Map<string, postgres.Sql>()

/**
 * Returns a session on the server, the same for all who ask within a second. A session of its own for each database
 * that is created or dropped would cost as much as half of the copy.
 */
export function serverOf(url: string): postgres.Sql {
  const server = servers.get(url) ?? postgres(url, { ...open, idle_timeout: 1 })
  servers.set(url, server)
  return server
}

const addressOf = (serverUrl: string, name: string) =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
