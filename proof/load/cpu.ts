import { readdirSync, readFileSync } from 'node:fs'

/** The processor time, in milliseconds, that a part's process and the others of its group have used. Linux only. */
export function cpuMs(group: number | undefined): number {
  const ticks = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      // After the name in brackets: state, parent, group; the 12th and 13th are user and system time.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(fields[2]) === group ? [Number(fields[11]) + Number(fields[12])] : []
    } catch {
      return []
    }
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}
