import { services } from '../harness/chain.ts'
import type { Harness } from '../harness/experiment.ts'
import type { Victim } from './kill-stages.ts'

/** Kills with SIGKILL and starts anew. The embedded database is the gateway's; without a server of our own it stays. */
export async function killAndRestart({ chain, engine }: Harness, victim: Victim): Promise<void> {
  const isServer = Boolean(engine.server) && (victim === 'database' || victim === 'all')
  const named =
    victim === 'all' ? services : victim !== 'database' ? [victim] : isServer ? [] : ['gateway' as const]
  for (const name of named) chain[name].kill('SIGKILL')
  if (isServer) {
    await engine.server?.kill()
    await engine.server?.start()
  }
  await Promise.all(named.map((name) => chain[name].restart()))
}
