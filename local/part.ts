import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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
export type Part = ReturnType<typeof createPart>

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL')
})

/** Returns a handle to a part that does not run yet; `onDeath` is called when it ends without being asked to. */
export function createPart(plan: PartPlan, log: (line: string) => void, onDeath: (ending: string) => void) {
  let child: ChildProcess | undefined
  let ended = Promise.resolve('')
  let isStopping = false

  /** Starts it and waits until it listens. Throws an error with its exit code or signal when it ends before. */
  async function start() {
    isStopping = false
    const held: string[] = []
    let isReady = false
    const print = (line: string) => log(`${styleText('dim', `${plan.name.padEnd(8)} │`)} ${line}`)
    const started = spawn(plan.command, plan.args, {
      env: { ...(plan.env as NodeJS.ProcessEnv), LOCAL_ENDS_WITH_PARENT: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own, because Ctrl-C in a terminal reaches every process of the foreground group.
      detached: process.platform !== 'win32',
    })
    child = started
    running.add(started)
    started.stdin.on('error', () => {})
    createInterface(started.stdout).on('line', (line) => (isReady ? print(line) : held.push(line)))
    createInterface(started.stderr).on('line', print)
    // The children that a part leaves behind when it dies alone.
    started.on('exit', () => signalGroup(started, 'SIGKILL'))
    ended = new Promise((resolve) => {
      started.on('error', (error) => resolve(error.message))
      started.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    ended.then((ending) => {
      running.delete(started)
      if (child === started) child = undefined
      if (isReady && !isStopping) onDeath(ending)
    })
    const failed = await Promise.race([ended, listening(started)])
    if (failed !== undefined) {
      held.forEach(print)
      throw new Error(`${plan.name} did not start (${failed})`)
    }
    isReady = true
  }

  async function listening(started: ChildProcess) {
    for (const port of plan.ports) {
      while (running.has(started) && !(await accepts(port))) await sleep(40)
    }
  }

  /** Ends it with SIGTERM, and with SIGKILL when that takes too long. */
  async function stop() {
    isStopping = true
    const last = child
    if (!last) return
    signalGroup(last, 'SIGTERM')
    const timer = setTimeout(() => signalGroup(last, 'SIGKILL'), plan.stopWithin)
    await ended
    clearTimeout(timer)
  }

  return {
    get pid() {
      return child?.pid
    },
    start,
    /** Sends a signal to it and its children. */
    kill: (signal: NodeJS.Signals) => child && signalGroup(child, signal),
    stop,
    async restart() {
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
    // The whole group has ended already.
  }
}

/** Whether a server listens on this port: by name, since Next does on the address that the system gives for it, which may be of IPv6. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost')
  const connected = await once(socket, 'connect').catch(() => undefined)
  socket.destroy()
  return connected !== undefined
}
