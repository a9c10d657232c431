import postgres from 'postgres'
import type { Database, Row } from './database.ts'

const asText = (ids: number[]) => ({
  to: ids[0] as number,
  from: ids,
  serialize: String,
  parse: (value: string) => value,
})

/** Connects to the Postgres server of DATABASE_URL. */
export async function openServerDatabase(url: string): Promise<Database> {
  const sql = postgres(url, {
    max: 10,
    connect_timeout: 5,
    // The usual pause grows to 20 seconds, which is long after a restart of the server.
    backoff: () => 0.25,
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
  await sql`select 1`

  return {
    callAs: (role, statement, parameters, statementTimeout) =>
      sql.begin(async (tx) => {
        // Sent together: the server runs the second one with what the first one has set.
        const [, rows] = await Promise.all([
          tx`select set_config('role', ${role}, true), set_config('statement_timeout',
            coalesce(${statementTimeout ?? null}, current_setting('statement_timeout')), true)`,
          tx.unsafe<Row[]>(statement, parameters as never[], { prepare: true }),
        ])
        return [...rows]
      }),
    transaction: <T>(work: Parameters<Database['transaction']>[0]) =>
      sql.begin((tx) =>
        work(async (statements, parameters) => {
          const result = await tx.unsafe<Row[]>(statements, parameters as never[])
          // Several statements answer a list of results.
          const rows = Array.isArray(result.at(-1)) ? (result.at(-1) as unknown as Row[]) : result
          return [...rows]
        }),
      ) as Promise<T>,
    close: () => sql.end({ timeout: 5 }),
  }
}
