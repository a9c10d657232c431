import type postgres from 'postgres'

type ServerError = Error & { severity: string; code: string; detail?: string; hint?: string }

/** False if the server did not answer. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error && 'code' in error

// A statement was cancelled. The message that cancels it may come late, and would then hit the next statement.
const cancelled = '57014'

function isBroken(error: unknown): boolean {
  if (isServerError(error) && error.code === cancelled) return true
  if (isServerError(error)) return ['FATAL', 'PANIC'].includes(error.severity)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall !== undefined || /^CONNECT/.test(code)
}

/**
 * Creates a pool that replaces a broken client with a new one. When a client of postgres.js reconnects, it may end
 * the process or hang.
 */
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
     * Runs the work in a transaction, which the statements `begin` start. They go in one message with the first
     * statement of the work. Does not use `begin` from postgres.js, because that writes a rollback to a socket even
     * when the socket is broken.
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
