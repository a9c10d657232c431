import type { Chain, Service } from './chain.ts'
import { type Figure, figure } from './figure.ts'
import { groupRss } from './processes.ts'

/** The most memory that each may use, in MB: the function has the platform's limit, the gateway holds the database. */
const boundsMb: Record<Service, number> = { next: 600, function: 256, gateway: 700, inbox: 400 }
const largestGrowth = 1.3

/** Samples the memory of services twice a second, to check the invariant I8. */
export function watchMemory(chain: Chain, services: readonly Service[]) {
  const samples = services.map((name) => ({ name, values: [] as number[] }))
  const timer = setInterval(() => {
    for (const { name, values } of samples) values.push(groupRss(chain[name].pid))
  }, 500)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    /** Stops sampling; gives each service's largest value, and the growth from the first half of the time to the second. */
    stop(): Figure[] {
      clearInterval(timer)
      return samples.flatMap(({ name, values }) => {
        const half = Math.floor(values.length / 2)
        const growth = mean(values.slice(half)) / mean(values.slice(0, half))
        return [
          figure(`${name}: MB of memory`, Math.max(...values), { most: boundsMb[name] }),
          figure(`${name}: memory in the second half, times the first`, growth, { most: largestGrowth }),
        ]
      })
    },
  }
}
