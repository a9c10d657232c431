import { setTimeout as pause } from 'node:timers/promises'
import { type Service, services } from './chain.ts'
import { crashPostgres } from './crash-postgres.ts'
import type { Harness } from './experiment.ts'

/** What is killed: a service, the database, or all services and the database server. */
export type Victim = Service | 'database' | 'all'

/** Kills the victim with SIGKILL and restarts it. The embedded database dies with the gateway, whose process it is in. */
export async function killAndRestart({ chain }: Harness, victim: Victim): Promise<void> {
  const { databaseUrl } = chain
  let killed: readonly Service[] = services
  if (victim === 'database') killed = databaseUrl ? [] : ['gateway']
  else if (victim !== 'all') killed = [victim]
  for (const name of killed) chain[name].kill('SIGKILL')
  if (databaseUrl && (victim === 'database' || victim === 'all')) await crashPostgres(databaseUrl)
  await Promise.all(killed.map((name) => chain[name].restart()))
}

/** Kills a random one of the services again and again, after `leastMs` to three times that; gives what stops it and counts them. */
export function killRepeatedly(harness: Harness, victims: readonly Service[], leastMs: number) {
  const { random } = harness
  const abort = new AbortController()
  const kills: Partial<Record<Service, number>> = {}
  async function kill() {
    for (;;) {
      await pause(leastMs + random.below(2 * leastMs), undefined, { signal: abort.signal }).catch(() => {})
      if (abort.signal.aborted) return kills
      const victim = random.pick(victims)
      await killAndRestart(harness, victim)
      kills[victim] = (kills[victim] ?? 0) + 1
    }
  }
  const done = kill()
  return () => {
    abort.abort()
    return done
  }
}
