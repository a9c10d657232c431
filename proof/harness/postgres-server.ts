import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import postgres from 'postgres'
import { childrenOf } from './processes.ts'
import { waitUntil } from './wait-until.ts'

export type PostgresServer = ReturnType<typeof createPostgresServer>

/** The folder of Postgres's programs, newest version first, or undefined. */
export function findPostgres(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(packaged, version, 'bin')),
  ]
  return folders.find((bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'postgres')))
}

/** A throw-away cluster of this run's own, which may be stopped, killed and frozen. */
export function createPostgresServer(bin: string, folder: string, port: number) {
  const account = unprivilegedAccount()
  const run = { ...account, stdio: 'ignore' as const, cwd: '/' }
  let server: ChildProcess | undefined
  let ended = Promise.resolve()
  const urlOf = (database: string) => `postgres://faults@127.0.0.1:${port}/${database}`

  function init() {
    mkdirSync(folder, { recursive: true })
    if (account) chownSync(folder, account.uid, account.gid)
    execFileSync(path.join(bin, 'initdb'), ['-D', folder, '-U', 'faults', '-A', 'trust', '-E', 'UTF8'], run)
  }

  async function start() {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60']
    const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
    const launch = () => {
      const log = openSync(`${folder}.log`, 'a')
      const started = spawn(path.join(bin, 'postgres'), args, {
        ...run,
        stdio: ['ignore', log, log],
        detached: true,
      })
      closeSync(log)
      server = started
      ended = new Promise((resolve) => started.once('exit', () => resolve()))
    }
    launch()
    await waitUntil('Postgres answers', 60_000, () => {
      // It refuses to start while a process of its predecessor is still about to end.
      if (server?.exitCode !== null) launch()
      return answers(urlOf('postgres'))
    })
  }

  function signal(name: NodeJS.Signals) {
    const pid = server?.pid
    if (!pid) return
    // Each backend has a session of its own, out of reach of a signal to the group.
    for (const one of [pid, ...childrenOf(pid)]) sendSignal(one, name)
  }

  return {
    urlOf,
    start,
    signal,
    pid: () => server?.pid,
    /** SIGKILL to all its processes, which is what a crash leaves behind. */
    async kill() {
      // Stopped, it cannot begin a process that the next line does not know of.
      if (server?.pid) sendSignal(server.pid, 'SIGSTOP')
      signal('SIGKILL')
      await ended
    },
    /** Ends it in one of its own ways: SIGINT is a fast shutdown, SIGQUIT an immediate one. */
    async stop(name: 'SIGINT' | 'SIGQUIT') {
      if (server?.pid) sendSignal(server.pid, name)
      await ended
    },
    async open() {
      init()
      await start()
    },
    async close() {
      signal('SIGCONT')
      await this.stop('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Postgres refuses to run as root. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return
  const id = (flag: string, user: string) => Number(execFileSync('id', [flag, user]).toString())
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) }
    } catch {
      // There is no such user here.
    }
  }
  return
}

function sendSignal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
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
