import { setTimeout as pause } from 'node:timers/promises'
import { atOnce } from '../../../supabase/functions/send-lead-email/deliver.ts'
import { type Chain, type Service, services } from './chain.ts'
import { concurrently } from './concurrently.ts'
import type { Harness } from './experiment.ts'
import { figure } from './figure.ts'
import type { Way } from './ledger.ts'
import { untilNoMail } from './outbox.ts'
import { crashPostgres } from './postgres.ts'

/** What to kill. `all` means all services and the database server. */
export type Victim = Service | 'database' | 'all'

/**
 * Kills a service with SIGKILL, and starts it again. The embedded database runs in the process of the gateway, so
 * both are killed together.
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
  /**
   * This many visitors submit at the same time. `by` says how they submit, and `pauseMs` how long they wait before a
   * retry.
   */
  visitors: number
  by: Way
  pauseMs?: number
  /**
   * The services to kill. Each victim is chosen at random, and so is the time to the next kill. This time is between
   * `leastMs` and three times `leastMs`.
   */
  victims: readonly Service[]
  leastMs: number
  /**
   * As long as an email in the outbox meets this SQL condition, the kills go on. If there is no condition,
   * they stop after the last visitor.
   */
  until?: string
}

/**
 * Kills services again and again while visitors submit. Each visitor retries until the submission is
 * acknowledged. Returns the result of each visitor, the figures, and the number of duplicate emails that the
 * kills can explain.
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
