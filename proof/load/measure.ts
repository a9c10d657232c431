import { percentile } from '../harness/percentile.ts'

export type Measurement = { perSecond: number; p50: number; p99: number; failed: number; count: number }

/** Does the work so many at a time for so long and tells how it went; `work` tells whether it succeeded. */
export async function measure(concurrent: number, seconds: number, work: () => Promise<boolean>) {
  const times: number[] = []
  let failed = 0
  const begin = performance.now()
  const end = begin + seconds * 1000
  const run = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      if (!(await work())) failed += 1
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: concurrent }, run))
  const perSecond = times.length / ((performance.now() - begin) / 1000)
  const measurement: Measurement = {
    perSecond,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failed,
    count: times.length,
  }
  return measurement
}
