import postgres from 'postgres'
import { createConnections, isBroken } from './connections.ts'
import type { Database, Query, Row } from './database.ts'

const asText = (ids: number[]) => ({
  to: ids[0] as number,
  from: ids,
  serialize: String,
  parse: (value: string) => value,
})

/** Connects to the Postgres server of DATABASE_URL. */
export async function openServerDatabase(url: string): Promise<Database> {
  const connections = createConnections(() => connectTo(url), 10)
  await connections.use((sql) => sql`select 1`)

  return {
    callAs: (role, statement, parameters, statementTimeout) =>
      connections.use(async (sql) => {
        // Sent together: the server runs the statement with what was set before it, and ends a failed one at commit.
        const [, , rows] = await Promise.all([
          sql`begin`,
          sql`select set_config('role', ${role}, true), set_config('statement_timeout',
            coalesce(${statementTimeout ?? null}, current_setting('statement_timeout')), true)`,
          sql.unsafe<Row[]>(statement, parameters as never[], { prepare: true }),
          sql`commit`,
        ])
        return [...rows]
      }),
    transaction: (work) =>
      connections.use(async (sql) => {
        const query: Query = async (statements, parameters) => {
          const result = await sql.unsafe<Row[]>(statements, parameters as never[])
          // Several statements answer a list of results.
          const rows = Array.isArray(result.at(-1)) ? (result.at(-1) as unknown as Row[]) : result
          return [...rows]
        }
        await sql`begin`
        try {
          const result = await work(query)
          await sql`commit`
          return result
        } catch (error) {
          if (!isBroken(error)) await sql`rollback`
          throw error
        }
      }),
    async close() {
      await connections.close()
    },
  }
}

const connectTo = (url: string) =>
  postgres(url, {
    max: 1,
    connect_timeout: 5,
    // Nobody hears of it when this extra query of a new connection fails, which would end the process.
    fetch_types: false,
    onnotice: () => {},
    // As in Supabase's postgres-meta: times and binaries stay as Postgres writes them, a count is a number.
    types: {
      time: asText([1082, 1114, 1184]),
      binary: asText([17]),
      count: {
        to: 20,
        from: [20],
        serialize: String,
        parse: (value: string) => (Number.isSafeInteger(Number(value)) ? Number(value) : value),
      },
    },
  })
