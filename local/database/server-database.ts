import postgres from 'postgres'
import { createConnections, isServerError } from '../../machine/connections.ts'
import { type Database, parsers, prepareWebCall, type Role, type Row, type WebCall } from './database.ts'

/** Throws an error that names DATABASE_URL. */
export async function openServerDatabase(url: string): Promise<Database> {
  if (!URL.canParse(url))
    throw new Error('DATABASE_URL is not a URL; write postgres://user:password@host/name')
  const connections = createConnections(() => connectTo(url), 10)
  await connections
    .use((sql) => sql`select 1`)
    .catch((error) => {
      const reason = isServerError(error) ? `refused: ${error.message}` : `does not answer (${error.code})`
      throw new Error(`The Postgres server at DATABASE_URL ${reason}`, { cause: error })
    })

  return {
    callAs: (caller, statement, parameters) =>
      connections.use(async (sql) => {
        const { statements, query, parameters: settings } = prepare(caller)
        // One message for all statements saves round trips. statement_timeout comes first: it has no effect
        // on a running statement.
        const before = ['begin', ...statements].map((text) => sql.unsafe(text))
        const set = sql.unsafe(query, settings as never[], { prepare: true })
        const called = sql.unsafe<Row[]>(statement, parameters as never[], { prepare: true })
        await Promise.all([...before, set, called, sql`commit`])
        return [...(await called)]
      }),
    transaction: (work) =>
      connections.transaction((sql) =>
        work(async (statements, parameters) => {
          const result = await sql.unsafe<Row[]>(statements, parameters as never[])
          // Several statements return a list of results.
          return [...(Array.isArray(result.at(-1)) ? (result.at(-1) as unknown as Row[]) : result)]
        }),
      ),
    async close() {
      await connections.close()
    },
  }
}

function prepare(caller: Role | WebCall) {
  if (typeof caller !== 'string') return prepareWebCall(caller)
  return {
    statements: [],
    query: `select set_config('role', $1, true), set_config('statement_timeout', $2, true)`,
    parameters: [caller, timeouts[caller]],
  }
}

/** The operator's is that of the slowest function of the desk. */
const timeouts = { service_role: '3s', lead_desk: '3h' }

// With `fetch_types` off, the client does not know arrays.
const uuids = 2951

const types = [
  ...Object.entries(parsers).map(([id, parse]) => [
    id,
    { to: Number(id), from: [Number(id)], serialize: String, parse },
  ]),
  [
    'uuids',
    {
      to: uuids,
      from: [],
      // The desk itself sends an array literal.
      serialize: (ids: string[] | string) => (typeof ids === 'string' ? ids : `{${ids}}`),
      parse: String,
    },
  ],
]

const connectTo = (url: string) =>
  postgres(url, {
    max: 1,
    connect_timeout: 5,
    // It would send one more query, whose errors nothing handles: the process would end.
    fetch_types: false,
    onnotice: () => {},
    types: Object.fromEntries(types),
  })
