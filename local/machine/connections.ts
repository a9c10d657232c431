import type postgres from 'postgres'

type ServerError = Error & { severity: string; code: string; detail?: string; hint?: string }

/** Returns whether this error was sent by the database server. If the server did not answer, returns false. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error && 'code' in error

function isBroken(error: unknown): boolean {
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
     * Runs the work in a transaction. Does not use `begin` from postgres.js, because that writes a rollback to a
     * socket even when the socket is broken.
     */
    transaction: <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> =>
      use(async (sql) => {
        await sql`begin`
        try {
          const result = await work(sql)
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
