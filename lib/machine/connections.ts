import type postgres from 'postgres'

/** What a server reports with an error (https://www.postgresql.org/docs/current/protocol-error-fields.html). */
type ServerError = Error & { severity: string; code: string; detail?: string; hint?: string }

/** Whether the database answered with an error, rather than not at all. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error && 'code' in error

/** Whether the error ended the connection, or was caused by its end. */
function isBroken(error: unknown): boolean {
  if (isServerError(error)) return ['FATAL', 'PANIC'].includes(error.severity)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall !== undefined || /^CONNECT/.test(code)
}

/**
 * A pool of `count` clients with one connection each; a client whose connection broke is replaced by a new one.
 * (A client of postgres.js that reconnects by itself may write to the old socket, which ends the process, or wait for
 * ever for a write that it believes to be under way.)
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
    /** Runs the work on a client that does nothing else meanwhile. */
    use,
    /** Runs the work in one transaction. (The client's own would write a rollback to a socket that is gone.) */
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
