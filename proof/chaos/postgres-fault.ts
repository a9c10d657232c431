import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import type { PostgresServer } from '../harness/postgres-server.ts'
import { openSession } from './open-session.ts'

/** A way for the database server to fail: does it, and resolves when it is over. */
export type PostgresFault = { name: string; run(server: PostgresServer, url: string): Promise<void> }

export const faults: PostgresFault[] = [
  { name: 'restarted', run: (server) => server.stop('SIGINT').then(server.start) },
  { name: 'stopped at once', run: (server) => server.stop('SIGQUIT').then(server.start) },
  { name: 'killed', run: (server) => server.kill().then(server.start) },
  {
    name: 'frozen for 30 s',
    async run(server) {
      server.signal('SIGSTOP')
      await pause(30_000)
      server.signal('SIGCONT')
    },
  },
  { name: 'locked for 60 s', run: (_, url) => lock(url, 60_000) },
  { name: 'out of connections for 20 s', run: (_, url) => exhaust(url, 20_000) },
]

/** Keeps the table of submissions to itself in an open transaction. */
async function lock(url: string, ms: number) {
  const sql = openSession(url)
  await sql.begin(async (transaction) => {
    await transaction`lock table public.lead_submissions in access exclusive mode`
    await pause(ms)
  })
  await sql.end()
}

/** Takes every connection, also those of the gateway, and keeps them. */
async function exhaust(url: string, ms: number) {
  const first = openSession(url)
  const held: postgres.Sql[] = [first]
  for (let refusals = 0; refusals < 3; ) {
    const sql = openSession(url)
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
