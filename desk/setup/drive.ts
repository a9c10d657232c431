import { spawn } from 'node:child_process'
import { kill } from 'node:process'
import { text } from 'node:stream/consumers'
import { Doubt } from './doubt.ts'

export type Call = {
  args: string[]
  env: Record<string, string | undefined>
  folder: string
  /** What the program reads from its standard input. Secrets go this way, never as an argument. */
  input?: string
  /** The milliseconds after which the program is stopped. */
  timeout: number
}

export type Answer = { code: number | null; stdout: string; stderr: string; isLate: boolean }

/** Runs a program and returns what it printed. Throws only if the program cannot be started. */
export async function drive(
  program: string,
  { args, env, folder, input = '', timeout }: Call,
): Promise<Answer> {
  // The program gets a process group of its own, so that its own children end with it.
  // Node gives a child a socket, which cannot be opened as the file /dev/stdin. A pipe of the shell can.
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
  // Ctrl-C does not reach a group of its own, and the signal ends Node without an exit event.
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

const remedies: [RegExp, string][] = [
  [
    /\b401\b|unauthorized|invalid access token|token (?:provided )?(?:is )?not valid|not authenticated|credentials/i,
    'The login was not accepted. Sign in again, or give another token',
  ],
  [
    /\b403\b|forbidden|not authorized|not have (?:permission|access)|privileges|could not retrieve project settings/i,
    'The login has not the rights for this. Give it more rights, or use another login',
  ],
  [
    /\b409\b|conflict|already (?:exists|in use|registered)/i,
    'Something of this name is there already. Rename or remove it',
  ],
  [/\b429\b|too many requests|rate limit|slow down/i, 'Too many requests for now. Wait a few minutes'],
  [
    /\b402\b|upgrade|plan limit|maximum (?:number|limit)/i,
    'The plan of the account does not allow it. Change the plan',
  ],
  [
    /\b5\d\d\b|internal (?:server )?error|ECONN|ENOTFOUND|EAI_AGAIN|fetch failed|TransportError/i,
    'The company’s service or the network has a fault. Wait a little',
  ],
]

/**
 * Says which rights a scoped token of Supabase lacks. The API lists them, and a token cannot be changed later:
 * https://supabase.com/changelog/scoped-personal-access-tokens-ga
 */
function needRights(printed: string): string | undefined {
  const [, list = ''] = /"missing_permissions":\s*\[([^\]]*)\]/.exec(printed) ?? []
  const missing = list.match(/\w+/g)
  return missing
    ? `The token lacks the right ${missing.join(', ')}. It cannot be changed, so make one with all rights that docs/deploy.md lists`
    : undefined
}

/** Throws a doubt that says which call failed and why. `mask` takes the secrets out of what the program printed. */
export function refuse(
  what: string,
  { stdout, stderr, isLate }: Answer,
  mask: (text: string) => string,
): never {
  const printed = mask(`${stderr}\n${stdout}`).trim()
  const lines = printed
    .split('\n')
    .filter((line) => line.trim() && !/--debug|^Target:|^Confirmed by/.test(line))
  const remedy = isLate
    ? 'It did not end in time. Wait a little'
    : (needRights(printed) ?? remedies.find(([pattern]) => pattern.test(printed))?.[1])
  const said = lines.slice(-4).join('\n    ')
  throw new Doubt(`${what} failed. ${remedy ?? 'Read what it printed'}. Then run this again.\n    ${said}`)
}
