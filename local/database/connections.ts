import type postgres from 'postgres'
import { isServerError } from './database.ts'

/**
 * So many connections to a Postgres server, each for one piece of work at a time and each a client of its own: one
 * that broke is replaced. (A client that connects anew by itself may write to the old socket, which ends the process,
 * or wait for ever for a write that it believes to be under way.)
 */
export function createConnections(connect: () => postgres.Sql, count: number) {
  const free = Array.from({ length: count }, connect)
  const waiting: ((sql: postgres.Sql) => void)[] = []

  function giveBack(sql: postgres.Sql) {
    const next = waiting.shift()
    if (next) next(sql)
    else free.push(sql)
  }

  return {
    async use<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
      const sql = free.pop() ?? (await new Promise<postgres.Sql>((resolve) => waiting.push(resolve)))
      try {
        const result = await work(sql)
        giveBack(sql)
        return result
      } catch (error) {
        if (!isBroken(error)) giveBack(sql)
        else {
          sql.end({ timeout: 0 }).catch(() => {})
          giveBack(connect())
        }
        throw error
      }
    },
    close: () => Promise.all(free.map((sql) => sql.end({ timeout: 5 }))),
  }
}

/** Whether the error ended the connection, or came of its end. */
export function isBroken(error: unknown): boolean {
  if (isServerError(error)) return ['FATAL', 'PANIC'].includes(error.severity)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return syscall !== undefined || /^CONNECT/.test(code)
}
