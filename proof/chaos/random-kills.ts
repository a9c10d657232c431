import { setTimeout as pause } from 'node:timers/promises'
import type { ChainPart } from '../harness/chain.ts'
import type { Workbench } from '../harness/experiment.ts'

/** Kills one of the parts every 5 to 15 seconds, in the short set more often, and starts it anew, until stopped. */
export function randomKills({ chain, random, isFull }: Workbench, victims: ChainPart[]) {
  const unitMs = isFull ? 5_000 : 1_500
  const abort = new AbortController()
  const kills: Partial<Record<ChainPart, number>> = {}
  async function run() {
    while (!abort.signal.aborted) {
      await pause(unitMs + random.below(2 * unitMs), undefined, { signal: abort.signal }).catch(() => {})
      if (abort.signal.aborted) return
      const victim = random.pick(victims)
      chain[victim].kill('SIGKILL')
      await chain[victim].restart()
      kills[victim] = (kills[victim] ?? 0) + 1
    }
  }
  const done = run()
  return {
    async stop() {
      abort.abort()
      await done
      return kills
    },
  }
}
