import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const commandOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // The process has ended.
    return ''
  }
}

/** All of this machine. Without /proc, there are none. */
export const listCommands = (): string[] =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(commandOf)
    : []

/** Again and again. `stop` returns each command that was seen once. Without /proc, it sees none. */
export function watchProcesses() {
  const seen = new Set<string>()
  let isOn = true
  const watching = (async () => {
    while (isOn) {
      for (const command of listCommands()) seen.add(command)
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
