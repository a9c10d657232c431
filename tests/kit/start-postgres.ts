import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { installBinaries, type User } from './install-postgres.ts'
import { freePort } from './listen.ts'

// Sorts and folds Unicode alike on every platform.
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

// Nothing in it outlives a test run, so nothing is written for the case of a crash.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '64MB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  log_min_messages: 'log',
}

// Ends the server and deletes its folder as soon as the process at the other end of its stdin is gone, however it ended.
const keeper = `
  read -r _
  if kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")"; then
    while [ -e "$1/data/postmaster.pid" ]; do sleep 0.05; done
  fi
  rm -rf "$1"`

/** Starts an empty Postgres that ends with this process; returns a superuser's address, throws why it does not start. */
export async function startPostgres() {
  const user: User = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const folder = mkdtempSync(path.join(dataParent(), 'postgres-'))
  const keeping = spawn('sh', ['-c', keeper, 'sh', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const password = randomUUID()
  const passwordFile = path.join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (user.uid) for (const file of [folder, passwordFile]) chownSync(file, user.uid, user.gid ?? user.uid)
  const { initdb, postgres } = await installBinaries(folder, user)

  const data = path.join(folder, 'data')
  const authentication = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=password']
  execFileSync(initdb, [`--pgdata=${data}`, '--no-sync', ...authentication, ...locale], {
    ...user,
    cwd: folder,
    stdio: 'pipe',
  })
  const port = await freePort()
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(postgres, ['-D', data, '-p', String(port), ...options], {
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

/** Where there is room for the data in memory: a database has hundreds of files, and to make them costs more than all else. */
function dataParent() {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 31 ? memory : tmpdir()
}
