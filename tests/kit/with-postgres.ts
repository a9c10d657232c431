import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { noPostgres } from './no-postgres.ts'
import { startPostgres } from './start-postgres.ts'
import { installSystem } from './system-postgres.ts'

// Runs a command for which TEST_DATABASE_URL must be set. If it is not set yet, this script starts a Postgres for the
// command: the one of the system in the version TEST_POSTGRES, or the one that npm has installed.
const version = process.env.TEST_POSTGRES
const [program = '', ...values] = process.argv.slice(2)
const server = process.env.TEST_DATABASE_URL ? undefined : await start()
const command = spawn(program, values, {
  stdio: 'inherit',
  env: server ? { ...process.env, TEST_DATABASE_URL: server.url } : process.env,
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => command.kill(signal))
const [code, signal] = await once(command, 'exit').finally(() => server?.stop())
process.exitCode = code ?? 128 + constants.signals[signal as NodeJS.Signals]

async function start() {
  try {
    return await (version ? startPostgres(async (folder) => installSystem(folder, version)) : startPostgres())
  } catch (error) {
    if (process.env.CI || version) throw error
    console.warn(noPostgres((error as Error).message.split('\n')[0]))
    return undefined
  }
}
