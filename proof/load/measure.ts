import { type Chain, services } from '../harness/chain.ts'
import { percentile } from '../harness/percentile.ts'
import { groupCpuMs } from '../harness/processes.ts'
import type { Work } from './loads.ts'

export type Measurement = { perSecond: number; failed: number; figures: string }

/** Does the work so many at a time for so long; gives the figures, with the processor time that a call took of each process. */
export async function measure(
  chain: Chain,
  concurrent: number,
  seconds: number,
  work: Work,
): Promise<Measurement> {
  const times: number[] = []
  let failed = 0
  const cpu = () => services.map((name) => groupCpuMs(chain[name].pid))
  const [before, own, begin] = [cpu(), process.cpuUsage(), performance.now()]
  const run = async () => {
    while (performance.now() < begin + seconds * 1000) {
      const start = performance.now()
      if (!(await work())) failed += 1
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: concurrent }, run))
  const perSecond = times.length / ((performance.now() - begin) / 1000)
  const { user, system } = process.cpuUsage(own)
  const spent = cpu().map((ms, index) => ms - (before[index] ?? 0))
  const costs = [...spent, (user + system) / 1000].map((ms) => (ms / times.length).toFixed(2))
  const ms = (share: number, width: number) => percentile(times, share).toFixed(1).padStart(width)
  const speed = `${perSecond.toFixed(0).padStart(6)}/s  p50 ${ms(0.5, 6)} ms  p99 ${ms(0.99, 7)} ms`
  const cost = [...services, 'load'].map((name, index) => `${name} ${costs[index]}`).join(', ')
  return { perSecond, failed, figures: `${speed}  failed ${failed}  processor ms a call: ${cost}` }
}
