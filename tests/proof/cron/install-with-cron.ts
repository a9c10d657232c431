import { cpSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { addStandIns, type Programs } from '../../kit/start-postgres.ts'

/**
 * Puts the Postgres of Debian or Ubuntu that has pg_cron into the folder, with stand-ins for pg_net and Vault, which no
 * distribution has. Postgres looks for its files beside its program, so nothing of the system is changed. Throws an
 * error that names the package if there is none.
 */
export async function installWithCron(folder: string): Promise<Programs> {
  const [library] = globSync('/usr/lib/postgresql/*/lib/pg_cron.so').sort().reverse()
  if (!library)
    throw new Error('pg_cron is not installed: apt-get install postgresql-15-cron (or -16-cron, …)')
  const native = path.join(library, '../..')
  const version = path.basename(native)
  const own = path.join(folder, native)
  mkdirSync(own, { recursive: true })
  cpSync(path.join(native, 'bin'), path.join(own, 'bin'), { recursive: true, dereference: true })
  symlinkSync(path.join(native, 'lib'), path.join(own, 'lib'))

  const share = `/usr/share/postgresql/${version}`
  const ownShare = path.join(folder, share)
  mkdirSync(path.join(ownShare, 'extension'), { recursive: true })
  for (const name of readdirSync(share))
    if (name !== 'extension') symlinkSync(path.join(share, name), path.join(ownShare, name))
  for (const name of readdirSync(path.join(share, 'extension')))
    symlinkSync(path.join(share, 'extension', name), path.join(ownShare, 'extension', name))
  addStandIns(path.join(ownShare, 'extension'), ['pg_net', 'supabase_vault'])

  return {
    initdb: path.join(own, 'bin/initdb'),
    postgres: path.join(own, 'bin/postgres'),
    initOptions: [],
    settings: {
      shared_preload_libraries: 'pg_cron',
      'cron.database_name': 'postgres',
      // The jobs run without a login of their own, so they need no password.
      'cron.use_background_workers': 'on',
    },
  }
}
