import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import type { PostgresServer } from '../harness/postgres-server.ts'

/** A way for the database server to fail: does it, and resolves when it is over. */
export type PostgresFault = { name: string; run(server: PostgresServer, url: string): Promise<void> }

const connection = (url: string) => postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 })

/** What runs in one session with a transaction open for so long. */
async function inTransaction(url: string, statement: string, ms: number) {
  const sql = connection(url)
  await sql.begin(async (tx) => {
    await tx.unsafe(statement)
    await pause(ms)
  })
  await sql.end()
}

/** Takes every connection, also those of the gateway, and keeps them. */
async function exhaust(url: string, ms: number) {
  const held: postgres.Sql[] = []
  const first = connection(url)
  await first`select 1`
  held.push(first)
  for (let refusals = 0; refusals < 3; ) {
    const sql = connection(url)
    await first`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> 'holder' and pid <> pg_backend_pid()`
    const isIn = await sql`set application_name = 'holder'`.then(
      () => true,
      () => false,
    )
    if (isIn) held.push(sql)
    else {
      refusals += 1
      await sql.end({ timeout: 0 })
    }
  }
  await pause(ms)
  await Promise.all(held.map((sql) => sql.end({ timeout: 1 })))
}

const restart = (name: string, signal: 'SIGINT' | 'SIGQUIT'): PostgresFault => ({
  name,
  async run(server) {
    await server.stop(signal)
    await server.start()
  },
})

export const postgresFaults: PostgresFault[] = [
  restart('restarted', 'SIGINT'),
  restart('stopped at once', 'SIGQUIT'),
  {
    name: 'killed',
    async run(server) {
      await server.kill()
      await server.start()
    },
  },
  {
    name: 'frozen for 30 s',
    async run(server) {
      server.signal('SIGSTOP')
      await pause(30_000)
      server.signal('SIGCONT')
    },
  },
  {
    name: 'locked for 60 s',
    run: (_, url) =>
      inTransaction(url, 'lock table public.lead_submissions in access exclusive mode', 60_000),
  },
  { name: 'out of connections for 20 s', run: (_, url) => exhaust(url, 20_000) },
]
