import type postgres from 'postgres'

type ServerError = Error & { severity: string; code: string; detail?: string; hint?: string }

/** False without an answer of the server. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error && 'code' in error

// The message that cancels a statement may come late and hit the next one.
const cancelled = '57014'

function isBroken(error: unknown): boolean {
  if (isServerError(error) && error.code === cancelled) return true
  if (isServerError(error)) return ['FATAL', 'PANIC'].includes(error.severity)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall !== undefined || /^CONNECT/.test(code)
}

/** A pool that replaces broken clients. When postgres.js reconnects one, it may end the process or hang. */
export function createConnections(connect: () => postgres.Sql, count: number) {
  const free = Array.from({ length: count }, connect)
  const waiting: ((sql: postgres.Sql) => void)[] = []

  async function use<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    let sql = free.pop() ?? (await new Promise<postgres.Sql>((resolve) => waiting.push(resolve)))
    try {
      return await work(sql)
    } catch (error) {
      if (isBroken(error)) {
        sql.end({ timeout: 0 }).catch(() => {})
        sql = connect()
      }
      throw error
    } finally {
      const next = waiting.shift()
      if (next) next(sql)
      else free.push(sql)
    }
  }

  return {
    use,
    /**
     * In a transaction that the statements `begin` start, in one message with the first statement of the
     * work. Not postgres.js's `begin`, which writes a rollback even to a broken socket.
     */
    transaction: <T>(work: (sql: postgres.Sql) => Promise<T>, begin = 'begin'): Promise<T> =>
      use(async (sql) => {
        try {
          const [, result] = await Promise.all([sql.unsafe(begin).execute(), work(sql)])
          await sql`commit`
          return result
        } catch (error) {
          if (!isBroken(error)) await sql`rollback`
          throw error
        }
      }),
    close: () => Promise.all(free.map((sql) => sql.end({ timeout: 5 }))),
  }
}
