import { setTimeout as pause } from 'node:timers/promises'
import type { Chain } from '../harness/chain.ts'
import type { Experiment, Harness } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import type { Way } from '../harness/ledger.ts'
import { crashPostgres, openSession } from '../harness/postgres.ts'
import type { NetworkFault } from '../harness/proxy.ts'

const visitors = 20

/** The database server fails under load. Every visitor must get an answer in time. All services must recover by themselves. */
export const postgresFaults: Experiment = {
  id: 'E8',
  title: 'Postgres faults',
  needsPostgres: true,
  async run(harness) {
    const { answers } = harness.ledger
    const by = await harness.openForm()
    const backs = []
    for (const fault of faults) {
      const back = await underLoad(harness, by, fault)
      backs.push(figure(`${fault.name}: ms until a call succeeds again`, back, { most: 10_000 }))
    }
    const settled = await harness.settle()
    const unanswered = answers.filter(({ outcome }) => outcome === 'none').length
    const slowest = Math.max(...answers.map(({ ms }) => ms))
    return [
      figure('answers', answers.length),
      figure('visitors without an answer', unanswered, { exactly: 0 }),
      figure('ms of the slowest answer', slowest, { most: 15_000 }),
      ...backs,
      ...settled.figures,
    ]
  },
}

/**
 * Lets visitors submit before, during and after a fault. Returns the milliseconds from the end of the fault to the
 * first call that succeeded after it.
 */
async function underLoad({ chain, ledger, submission }: Harness, by: Way, fault: PostgresFault) {
  let endedAt = Number.POSITIVE_INFINITY
  let firstAt = Number.POSITIVE_INFINITY
  let isOver = false
  const load = Array.from({ length: visitors }, async () => {
    while (!isOver) {
      const { at, lastMs, isAcknowledged } = await ledger.sendUntilAcknowledged(submission(), by)
      if (isAcknowledged && at - lastMs > endedAt) firstAt = Math.min(firstAt, at)
      await pause(200)
    }
  })
  await pause(1_000)
  const { databaseProxy, databaseUrl } = chain
  if (databaseProxy && databaseUrl) await fault.run(databaseProxy, databaseUrl)
  endedAt = performance.now()
  await pause(3_000)
  isOver = true
  await Promise.all(load)
  return firstAt - endedAt
}

/** A fault of the database server. `run` causes the fault, and resolves when the fault is over. */
type PostgresFault = {
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

const faults: PostgresFault[] = [
  network('cut off', 'none', 0),
  network('away for 5 s', 'refuse', 5_000),
  { name: 'crashed', run: (_, url) => crashPostgres(url) },
  network('frozen for 30 s', 'freeze', 30_000),
  { name: 'locked for 60 s', run: (_, url) => lock(url, 60_000) },
  { name: 'out of connections for 20 s', run: (_, url) => exhaust(url, 20_000) },
]

async function lock(url: string, ms: number) {
  const sql = openSession(url)
  await sql.begin(async (transaction) => {
    await transaction`lock table private.lead_submissions in access exclusive mode`
    await pause(ms)
  })
  await sql.end()
}

/**
 * Terminates the connections of the gateway. Then opens connections itself until the database server allows no more.
 */
async function exhaust(url: string, ms: number) {
  const first = openSession(url)
  const [row] = await first`select setting::integer as most from pg_settings where name = 'max_connections'`
  const holders = [first, ...Array.from({ length: row?.most }, () => openSession(url))]
  const take = () => Promise.allSettled(holders.map((sql) => sql`set application_name = 'holder'`))
  await take()
  await first`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> 'holder'`
  const taken = await take()
  if (taken.every(({ status }) => status === 'fulfilled'))
    throw new Error('the server still accepts connections')
  await pause(ms)
  await Promise.all(holders.map((sql) => sql.end({ timeout: 1 })))
}
