import { setTimeout as pause } from 'node:timers/promises'
import type { Chain } from '../harness/chain.ts'
import { crashPostgres } from '../harness/crash-postgres.ts'
import { openSession } from '../harness/open-session.ts'
import type { NetworkFault } from '../harness/proxy.ts'

/** A fault of the database server; `run` causes it and resolves when it is over. */
export type PostgresFault = {
  name: string
  run(proxy: NonNullable<Chain['databaseProxy']>, url: string): Promise<void>
}

const network = (name: string, fault: NetworkFault, ms: number): PostgresFault => ({
  name,
  async run(proxy) {
    await proxy.break(fault)
    await pause(ms)
    await proxy.break('none')
  },
})

export const faults: PostgresFault[] = [
  network('cut off', 'none', 0),
  network('away for 5 s', 'refuse', 5_000),
  { name: 'crashed', run: (_, url) => crashPostgres(url) },
  network('frozen for 30 s', 'freeze', 30_000),
  { name: 'locked for 60 s', run: (_, url) => lock(url, 60_000) },
  { name: 'out of connections for 20 s', run: (_, url) => exhaust(url, 20_000) },
]

/** Locks the table of submissions in an open transaction. */
async function lock(url: string, ms: number) {
  const sql = openSession(url)
  await sql.begin(async (transaction) => {
    await transaction`lock table public.lead_submissions in access exclusive mode`
    await pause(ms)
  })
  await sql.end()
}

/** Takes and holds every connection, including those of the gateway. */
async function exhaust(url: string, ms: number) {
  const holders = Array.from({ length: 110 }, () => openSession(url))
  const take = () => Promise.allSettled(holders.map((sql) => sql`set application_name = 'holder'`))
  await take()
  await (holders[0] as (typeof holders)[number])`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> 'holder'`
  const taken = await take()
  if (taken.every(({ status }) => status === 'fulfilled'))
    throw new Error('the server still accepts connections')
  await pause(ms)
  await Promise.all(holders.map((sql) => sql.end({ timeout: 1 })))
}
