import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const commandOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // The process has ended.
    return ''
  }
}

/**
 * Looks at the arguments of all processes of this machine again and again. `stop` returns each command that was seen
 * once. On a system without /proc, it sees none.
 */
export function watchProcesses() {
  const seen = new Set<string>()
  let isOn = true
  const watching = (async () => {
    while (isOn) {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) seen.add(commandOf(pid))
      await setTimeout(15)
    }
  })()
  return {
    stop: async () => {
      isOn = false
      await watching
      return [...seen]
    },
  }
}
