import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

type Running = { pid: number; parent: number; command: string }

function describe(pid: string): Running[] {
  try {
    // The name of the program stands in brackets, and may have some itself. Behind it come the state and the parent.
    const [, , parent] = /^.*\) (\S) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return [{ pid: Number(pid), parent: Number(parent), command }]
  } catch {
    // The process has ended.
    return []
  }
}

const listProcesses = (): Running[] =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap(describe)
    : []

/** All of this machine. Without /proc, there are none. */
export const listCommands = (): string[] => listProcesses().map(({ command }) => command)

/** Of what this process started, and what that started. Others may run the same test beside it. */
function listOwn(): Running[] {
  const all = listProcesses()
  const childrenOf = (pid: number): Running[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...childrenOf(child.pid)])
  return childrenOf(process.pid)
}

/** Again and again. `stop` returns each command of a child that was seen once. Without /proc, it sees none. */
export function watchProcesses() {
  const seen = new Set<string>()
  let isOn = true
  const watching = (async () => {
    while (isOn) {
      for (const { command } of listOwn()) seen.add(command)
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
