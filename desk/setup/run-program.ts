import { spawn } from 'node:child_process'
import { kill } from 'node:process'
import { text } from 'node:stream/consumers'

export type Call = {
  args: string[]
  env: Record<string, string | undefined>
  folder: string
  /** Standard input, for secrets: never as an argument. */
  input?: string
  /** Milliseconds. */
  timeout: number
}

export type Answer = { code: number | null; stdout: string; stderr: string; isLate: boolean }

/** Throws only if the program cannot be started. */
export async function runProgram(
  program: string,
  { args, env, folder, input = '', timeout }: Call,
): Promise<Answer> {
  // A process group of its own, so that the program's children end with it. Node gives a child a socket,
  // which cannot be opened as /dev/stdin; a shell's pipe can.
  const child = spawn('sh', ['-c', 'cat | "$0" "$@"', program, ...args], {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    stdio: 'pipe',
    detached: true,
  })
  let isLate = false
  const end = () => {
    if (child.pid && child.exitCode === null) kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, timeout)
  // Ctrl-C does not reach another group, and the signal ends Node without an exit event.
  const stop = (signal: NodeJS.Signals) => {
    end()
    kill(process.pid, signal)
  }
  process.once('exit', end)
  for (const signal of signals) process.once(signal, stop)
  try {
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject)),
    ])
    return { code, stdout, stderr, isLate }
  } finally {
    clearTimeout(timer)
    process.off('exit', end)
    for (const signal of signals) process.off(signal, stop)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
