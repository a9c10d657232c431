import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The resident memory of a process group, in MB. */
export function groupRss(group: number | undefined): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,rss=']).toString().trim().split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return Math.round(rows.reduce((sum, [one, kib = 0]) => sum + (one === group ? kib : 0), 0) / 1024)
}

/** The processor time that a process group has used, in ms. Linux only. */
export function groupCpuMs(group: number | undefined): number {
  const ticks = readdirSync('/proc').map((name) => {
    try {
      // See proc_pid_stat(5): after the name in brackets, field 2 is the group, 11 and 12 are user and system time.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(fields[2]) === group ? Number(fields[11]) + Number(fields[12]) : 0
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}
