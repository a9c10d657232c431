import { createHash, randomUUID } from 'node:crypto'
import postgres from 'postgres'

/**
 * Creates a database on the server with these statements applied, and returns its address. The database is a copy of a
 * template. The template stays on the server, and its name is a hash of the statements. If a statement is wrong, throws
 * the error of the first wrong one.
 */
export async function copyTemplate(serverUrl: string, statements: string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(statements)).digest('hex').slice(0, 16)
  const template = `lead_template_${hash}`
  const name = `lead_test_${randomUUID().slice(0, 8)}`
  const server = openSession(serverUrl)
  try {
    const isMade = async () => (await server`select from pg_database where datname = ${template}`).length > 0
    if (!(await isMade())) {
      // Roles belong to the whole server, so the server must make only one template at a time.
      await server`select pg_advisory_lock(hashtextextended('lead_template', 0))`
      if (!(await isMade())) await makeTemplate(serverUrl, template, statements)
    }
    // On a server without fsync, this copy takes 20 ms. The other strategy takes five times as long.
    await server.unsafe(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await server.end()
  }
  return addressOf(serverUrl, name)
}

// Until the template is complete it has another name, so that no process copies an incomplete schema.
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

const openSession = (url: string) => postgres(url, { max: 1, onnotice: () => undefined, fetch_types: false })
const addressOf = (serverUrl: string, name: string) =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
