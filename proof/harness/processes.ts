import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The memory, in MB, that a process and the others of its group hold. */
export function groupRss(group: number | undefined): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,rss=']).toString().trim().split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return Math.round(rows.reduce((sum, [one, kib = 0]) => sum + (one === group ? kib : 0), 0) / 1024)
}

/** The processor time, in milliseconds, that a process and the others of its group have used. Linux only. */
export function groupCpuMs(group: number | undefined): number {
  const ticks = readdirSync('/proc').map((name) => {
    try {
      // After the name in brackets: state, parent, group; the 12th and 13th are user and system time.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(fields[2]) === group ? Number(fields[11]) + Number(fields[12]) : 0
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}
