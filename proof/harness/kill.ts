import { setTimeout as pause } from 'node:timers/promises'
import { atOnce } from '../../supabase/functions/send-lead-email/deliver.ts'
import { type Chain, type Service, services } from './chain.ts'
import { concurrently } from './concurrently.ts'
import type { Harness } from './experiment.ts'
import { figure } from './figure.ts'
import type { Way } from './ledger.ts'
import { untilNoMail } from './outbox.ts'
import { crashPostgres } from './postgres.ts'

/** What to kill: one service, the database, or all services together with the database server. */
export type Victim = Service | 'database' | 'all'

/**
 * Kills a service with SIGKILL and restarts it. The embedded database ends with the gateway, because both are one
 * process.
 */
export async function killAndRestart(chain: Chain, victim: Victim): Promise<void> {
  const { databaseUrl } = chain
  let killed: readonly Service[] = services
  if (victim === 'database') killed = databaseUrl ? [] : ['gateway']
  else if (victim !== 'all') killed = [victim]
  for (const name of killed) chain[name].kill('SIGKILL')
  if (databaseUrl && (victim === 'database' || victim === 'all')) await crashPostgres(databaseUrl)
  await Promise.all(killed.map((name) => chain[name].restart()))
}

type Load = {
  count: number
  /** How many visitors submit at the same time, how they submit, and how long each waits before a retry. */
  visitors: number
  by: Way
  pauseMs?: number
  /** The services to kill, chosen at random. The time between two kills is between `leastMs` and three times `leastMs`. */
  victims: readonly Service[]
  leastMs: number
  /**
   * Kills continue while a mail in the outbox meets this SQL condition. Without this condition, kills end with the last
   * visitor.
   */
  until?: string
}

/**
 * Lets visitors submit until each submission is acknowledged, while services are killed repeatedly. Returns the
 * visitors' results, how many duplicates the kills explain, and figures.
 */
export async function submitUnderKills(harness: Harness, load: Load) {
  const { count, visitors, by, pauseMs, victims, leastMs, until } = load
  const { chain, ledger, random } = harness
  const over = new AbortController()
  const counts: Partial<Record<Service, number>> = {}
  async function killRepeatedly() {
    for (;;) {
      await pause(leastMs + random.below(2 * leastMs), undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      const victim = random.pick(victims)
      await killAndRestart(chain, victim)
      counts[victim] = (counts[victim] ?? 0) + 1
    }
  }
  const killing = killRepeatedly()
  const results = await concurrently(harness.submissions(count), visitors, (submission) =>
    ledger.sendUntilAcknowledged(submission, by, pauseMs),
  )
  if (until) await untilNoMail(chain, 'everything was tried', until, 900_000)
  over.abort()
  await killing
  const kills = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const figures = [
    figure(`kills ${JSON.stringify(counts)}`, kills, { least: 1 }),
    figure('tries of one visitor', Math.max(...results.map(({ tries }) => tries))),
  ]
  return { results, duplicates: atOnce * kills, figures }
}
