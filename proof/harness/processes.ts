import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

function processes() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=']).toString().trim().split('\n')
  return lines.map((line) => {
    const [pid = 0, parent = 0, group = 0, rss = 0] = line.trim().split(/\s+/).map(Number)
    return { pid, parent, group, rssMb: rss / 1024 }
  })
}

/** The memory, in MB, that a process and the others of its group hold. */
export function groupRss(pid: number | undefined): number {
  const group = processes().filter((one) => one.group === pid)
  return Math.round(group.reduce((sum, one) => sum + one.rssMb, 0))
}

/** The process ids of a process's children. */
export const childrenOf = (pid: number): number[] =>
  processes().flatMap((one) => (one.parent === pid ? [one.pid] : []))

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
