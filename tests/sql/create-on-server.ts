import postgres from 'postgres'
import { copyTemplate, serverOf } from './copy-template.ts'
import { type Query, type Row, searchPath, type TestDatabase } from './test-database.ts'

/**
 * Creates a database on this server and applies these statements to it. If a statement fails, it throws the error.
 */
export async function createOnServer(serverUrl: string, statements: string[]): Promise<TestDatabase> {
  const url = await copyTemplate(serverUrl, statements)
  const notices: string[] = []
  const sql = postgres(url, {
    max: 40,
    idle_timeout: 2,
    connection: { search_path: searchPath },
    onnotice: ({ message }) => notices.push(String(message)),
  })
  const queryOn =
    (connection: Pick<postgres.Sql, 'unsafe'>): Query =>
    async (text, values) => {
      const result = await connection.unsafe<Row[]>(text, values as never[])
      // If a query has several statements, the driver returns a list of results.
      return [...(Array.isArray(result.at(-1)) ? (result.at(-1) as unknown as Row[]) : result)]
    }
  const close = async () => {
    await sql.end()
    await serverOf(serverUrl).unsafe(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
  }
  return {
    query: queryOn(sql),
    queryAs: (role, text, values) =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(`set local role ${role}`)
        return queryOn(transaction)(text, values)
      }) as Promise<Row[]>,
    rollBackAfter: async (work) => {
      const connection = await sql.reserve()
      try {
        await connection.unsafe('begin')
        return await work(queryOn(connection))
      } finally {
        await connection.unsafe('rollback')
        connection.release()
      }
    },
    url,
    notices,
    close,
    [Symbol.asyncDispose]: close,
  }
}
