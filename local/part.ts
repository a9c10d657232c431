import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import type { Env } from './settings.ts'

/** How a part is run. */
export type PartPlan = {
  name: string
  command: string
  args: string[]
  env: Env
  ports: number[]
  /** How long it may take to end after SIGTERM, in milliseconds. */
  stopWithin: number
}

/** One process of the stack. */
export type Part = {
  readonly name: string
  readonly pid: number | undefined
  /** Starts it and waits until it listens. */
  start(): Promise<void>
  /** Sends a signal to it and its children. */
  kill(signal?: NodeJS.Signals): void
  /** Ends it with SIGTERM, with SIGKILL when that takes too long. */
  stop(): Promise<void>
  /** Starts it anew, after ending it if it still runs. */
  restart(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL')
})

/** Makes a handle to a part that does not run yet; `onDeath` hears of an end that nobody asked for. */
export function createPart(
  plan: PartPlan,
  log: (line: string) => void,
  onDeath: (ending: string) => void,
): Part {
  let child: ChildProcess | undefined
  let ended = Promise.resolve('')
  let stopping = false

  async function start() {
    stopping = false
    const held: string[] = []
    let isReady = false
    const print = (line: string) => log(`${styleText('dim', `${plan.name.padEnd(8)} │`)} ${line}`)
    // A group of its own: Ctrl-C in a terminal reaches every process of the foreground group.
    const started = spawn(plan.command, plan.args, {
      env: { ...(plan.env as NodeJS.ProcessEnv), LOCAL_ENDS_WITH_PARENT: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    child = started
    running.add(started)
    started.stdin.on('error', () => {})
    createInterface(started.stdout).on('line', (line) => (isReady ? print(line) : held.push(line)))
    createInterface(started.stderr).on('line', print)
    ended = new Promise((resolve) => {
      started.on('error', (error) => resolve(error.message))
      // What is left of the group, when the leader died without its children.
      started.on('exit', () => signalGroup(started, 'SIGKILL'))
      started.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    ended.then((ending) => {
      running.delete(started)
      if (child === started) child = undefined
      if (isReady && !stopping) onDeath(ending)
    })
    const failed = await Promise.race([ended, listening(plan.ports, () => running.has(started))])
    if (failed !== undefined) {
      held.forEach(print)
      throw new Error(`${plan.name} did not start (${failed})`)
    }
    isReady = true
  }

  async function stop() {
    stopping = true
    if (!child) return
    const late = new AbortController()
    signalGroup(child, 'SIGTERM')
    const last = child
    sleep(plan.stopWithin, undefined, { signal: late.signal }).then(
      () => signalGroup(last, 'SIGKILL'),
      () => {},
    )
    await ended
    late.abort()
  }

  return {
    name: plan.name,
    get pid() {
      return child?.pid
    },
    start,
    kill: (signal = 'SIGKILL') => child && signalGroup(child, signal),
    stop,
    restart: async () => {
      await stop()
      await start()
    },
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // Nothing is left of it.
  }
}

async function listening(ports: number[], isRunning: () => boolean) {
  for (const port of ports) {
    while (isRunning() && !(await accepts(port))) await sleep(40)
  }
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false))
      .on('close', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
