import { type Service, services } from '../harness/chain.ts'
import { crashPostgres } from '../harness/crash-postgres.ts'
import type { Harness } from '../harness/experiment.ts'
import type { Victim } from './kill-stages.ts'

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
