import type { Chain } from '../harness/chain.ts'
import type { Engine } from '../harness/engine.ts'
import type { KillStage } from './kill-stages.ts'

const parts = ['next', 'function', 'gateway', 'inbox'] as const

/** Kills with SIGKILL and starts anew. The embedded database is the gateway's; without a server of our own it stays. */
export async function killAndRestart(
  chain: Chain,
  engine: Engine,
  victim: KillStage['victim'],
): Promise<void> {
  if (victim === 'all') {
    for (const name of parts) chain[name].kill('SIGKILL')
    await engine.server?.kill()
    await engine.server?.start()
    await Promise.all(parts.map((name) => chain[name].restart()))
  } else if (victim === 'database' && engine.server) {
    await engine.server.kill()
    await engine.server.start()
  } else {
    const part = chain[victim === 'database' ? 'gateway' : victim]
    part.kill('SIGKILL')
    await part.restart()
  }
}
