import { type Chain, services } from '../harness/chain.ts'
import { percentile } from '../harness/percentile.ts'
import { groupCpuMs } from '../harness/processes.ts'

/** Repeats the work, `concurrent` at a time; gives the calls per second and a line with each process's processor time. */
export async function measure(
  chain: Chain,
  concurrent: number,
  seconds: number,
  work: () => Promise<boolean>,
) {
  const times: number[] = []
  let failed = 0
  const cpu = () => [...services.map((name) => groupCpuMs(chain[name].pid)), ownCpuMs()]
  const [before, begin] = [cpu(), performance.now()]
  const run = async () => {
    while (performance.now() < begin + seconds * 1000) {
      const start = performance.now()
      if (!(await work())) failed += 1
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: concurrent }, run))
  const perSecond = times.length / ((performance.now() - begin) / 1000)
  const costs = cpu().map((ms, index) => ((ms - (before[index] ?? 0)) / times.length).toFixed(2))
  const cost = [...services, 'load'].map((name, index) => `${name} ${costs[index]}`).join(', ')
  const ms = (share: number) => percentile(times, share).toFixed(1)
  const line = (name: string) =>
    `${name.padEnd(18)} ${perSecond.toFixed(0).padStart(5)}/s, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, processor ms a call: ${cost}`
  return { perSecond, failed, line }
}

const ownCpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000
