import { execFileSync } from 'node:child_process'

type Process = { pid: number; parent: number; group: number; rssMb: number }

function processes(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=']).toString().trim().split('\n')
  return lines.map((line) => {
    const [pid = 0, parent = 0, group = 0, rss = 0] = line.trim().split(/\s+/).map(Number)
    return { pid, parent, group, rssMb: rss / 1024 }
  })
}

/** The memory that the process and the others of its group hold, in MB. */
export function groupRss(pid: number | undefined): number {
  const group = processes().filter((one) => one.group === pid)
  return Math.round(group.reduce((sum, one) => sum + one.rssMb, 0))
}

/** The process ids of a process's children. */
export const childrenOf = (pid: number): number[] =>
  processes().flatMap((one) => (one.parent === pid ? [one.pid] : []))
