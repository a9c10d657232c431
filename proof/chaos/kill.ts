import { type Service, services } from '../harness/chain.ts'
import { crashPostgres } from '../harness/crash-postgres.ts'
import type { Harness } from '../harness/experiment.ts'
import type { Victim } from './kill-stages.ts'

/** Kills with SIGKILL and starts anew. The embedded database is killed with the gateway, whose process it is in. */
export async function killAndRestart({ chain }: Harness, victim: Victim): Promise<void> {
  const { databaseUrl } = chain
  let named: readonly Service[] = services
  if (victim === 'database') named = databaseUrl ? [] : ['gateway']
  else if (victim !== 'all') named = [victim]
  for (const name of named) chain[name].kill('SIGKILL')
  if (databaseUrl && (victim === 'database' || victim === 'all')) await crashPostgres(databaseUrl)
  await Promise.all(named.map((name) => chain[name].restart()))
}
