import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import type { Env } from './settings.ts'

export type ServicePlan = {
  name: string
  command: string
  args: string[]
  env: Env
  ports: number[]
  /** Milliseconds from SIGTERM to SIGKILL. */
  stopWithin: number
  /** Such lines are not printed. */
  unsaid?: RegExp
}

export type Service = ReturnType<typeof createService>

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL')
})

/** Calls `onDeath` if the process ends unasked. */
export function createService(
  plan: ServicePlan,
  log: (line: string) => void,
  onDeath: (ending: string) => void,
) {
  let child: ChildProcess | undefined
  let ended = Promise.resolve('')
  let isStopping = false

  /** Waits until it listens. If it ends first, throws with its exit code or signal. */
  async function start() {
    isStopping = false
    const held: string[] = []
    let isReady = false
    const print = (line: string) => log(`${styleText('dim', `${plan.name.padEnd(8)} │`)} ${line}`)
    const started = spawn(plan.command, plan.args, {
      env: { ...(plan.env as NodeJS.ProcessEnv), LOCAL_ENDS_WITH_PARENT: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own does not get Ctrl-C.
      detached: process.platform !== 'win32',
    })
    child = started
    running.add(started)
    started.stdin.on('error', () => {})
    createInterface(started.stdout).on('line', (line) => {
      if (!isReady) held.push(line)
      else if (!plan.unsaid?.test(line)) print(line)
    })
    createInterface(started.stderr).on('line', print)
    // Ends child processes that were left behind.
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
    // The process has ended already.
  }
}

/** On `localhost`: Next.js may listen on IPv6 only. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost')
  const connected = await once(socket, 'connect').catch(() => undefined)
  socket.destroy()
  return connected !== undefined
}
