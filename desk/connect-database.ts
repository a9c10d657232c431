import postgres from 'postgres'
import { isLoopback } from './doctor/target.ts'

/** Whether a text is an address that `connectDatabase` takes; one with a bare `%` in its password is none. */
export function isDatabaseAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false
  try {
    decodeURIComponent(url.password)
    return true
  } catch {
    return false
  }
}

/** One connection to the operator's database, over TLS unless it is on this machine; made by the first statement. */
export function connectDatabase(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: 10,
    // Before the pooler closes it, which would fail the next statement.
    idle_timeout: 30,
    // The transaction pooler keeps no prepared statements.
    prepare: false,
    fetch_types: false,
    // A time goes as it was typed, so that the database says what is wrong with it.
    types: { date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: String } },
    onnotice: () => {},
    ...(!isLoopback(url) && !url.includes('sslmode=') && { ssl: 'require' }),
  })
}
