import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import postgres from 'postgres'
import { childrenOf } from './processes.ts'
import { waitUntil } from './wait-until.ts'

export type PostgresServer = Awaited<ReturnType<typeof openPostgresServer>>

/** The folder of Postgres's programs: on PATH, or the newest packaged version; undefined where there is none. */
export function findPostgres(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const folders = [...onPath, ...versions.map((version) => path.join(packaged, version, 'bin'))]
  return folders.find((bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'postgres')))
}

/** Starts a throw-away cluster of this run's own, which may be stopped, killed and frozen. */
export async function openPostgresServer(bin: string, folder: string, port: number) {
  const account = unprivilegedAccount()
  const run = { ...account, stdio: 'ignore' as const, cwd: '/' }
  const url = `postgres://experiments@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  let ended = Promise.resolve()

  function launch() {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60']
    const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
    const started = spawn(path.join(bin, 'postgres'), args, { ...run, detached: true })
    ended = new Promise((resolve) => started.once('exit', () => resolve()))
    server = started
  }

  async function start() {
    launch()
    await waitUntil('Postgres answers', 60_000, () => {
      // It refuses to start while a process of its predecessor is still about to end.
      if (server?.exitCode !== null) launch()
      return answers(url)
    })
  }

  /** Each backend has a session of its own, out of reach of a signal to the group. */
  function signal(name: NodeJS.Signals) {
    const pid = server?.pid ?? 0
    for (const one of [pid, ...childrenOf(pid)]) sendSignal(one, name)
  }

  async function stop(name: 'SIGINT' | 'SIGQUIT') {
    sendSignal(server?.pid, name)
    await ended
  }

  mkdirSync(folder, { recursive: true })
  if (account) chownSync(folder, account.uid, account.gid)
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', folder, '-U', 'experiments', '-A', 'trust', '-E', 'UTF8'],
    run,
  )
  await start()
  return {
    url,
    start,
    signal,
    /** SIGKILL to all its processes, which is what a crash leaves behind. */
    async kill() {
      // Stopped, it cannot begin a process that the next line does not know of.
      sendSignal(server?.pid, 'SIGSTOP')
      signal('SIGKILL')
      await ended
    },
    /** Ends it in one of its own ways: SIGINT is a fast shutdown, SIGQUIT an immediate one. */
    stop,
    async close() {
      signal('SIGCONT')
      await stop('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Postgres refuses to run as root. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody']).toString())
  return { uid: id('-u'), gid: id('-g') }
}

function sendSignal(pid: number | undefined, name: NodeJS.Signals) {
  try {
    if (pid) process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

async function answers(url: string) {
  const sql = postgres(url, { max: 1, connect_timeout: 2, backoff: false, onnotice: () => {} })
  try {
    await sql`select 1`
    return true
  } finally {
    await sql.end({ timeout: 1 })
  }
}
