import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Chain, Service } from './chain.ts'
import { type Figure, figure } from './figure.ts'

/** Returns the resident memory of a process group, in MB. */
export function groupRss(group: number | undefined): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,rss=']).toString().trim().split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return Math.round(rows.reduce((sum, [one, kib = 0]) => sum + (one === group ? kib : 0), 0) / 1024)
}

/** Returns how many milliseconds of processor time a process group has used. This works only on Linux. */
export function groupCpuMs(group: number | undefined): number {
  const ticks = readdirSync('/proc').map((name) => {
    try {
      // See proc_pid_stat(5). We count the fields from the name in brackets. Field 2 is the group, field 11 the user
      // time and field 12 the system time.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(fields[2]) === group ? Number(fields[11]) + Number(fields[12]) : 0
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}

/**
 * How many MB of memory each service may use. The number for the function is the limit on Supabase. The gateway gets
 * more than the others because the embedded database runs in it.
 */
const boundsMb: Record<Service, number> = { next: 600, function: 256, gateway: 700, inbox: 400 }

/** Measures the memory of services twice a second. */
export function watchMemory(chain: Chain, services: readonly Service[]) {
  const samples = services.map((name) => ({ name, values: [] as number[] }))
  const timer = setInterval(() => {
    for (const { name, values } of samples) values.push(groupRss(chain[name].pid))
  }, 500)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    /**
     * Stops measuring. For each service, returns the largest value, and the growth from the first half of the run to
     * the second.
     */
    stop(): Figure[] {
      clearInterval(timer)
      return samples.flatMap(({ name, values }) => {
        const half = Math.floor(values.length / 2)
        const growth = mean(values.slice(half)) / mean(values.slice(0, half))
        return [
          figure(`${name}: MB of memory`, Math.max(...values), { most: boundsMb[name] }),
          figure(`${name}: memory in the second half, times the first`, growth, { most: 1.3 }),
        ]
      })
    },
  }
}
