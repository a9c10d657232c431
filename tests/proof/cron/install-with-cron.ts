import { globSync } from 'node:fs'
import path from 'node:path'
import type { Programs } from '../../kit/start-postgres.ts'
import { installSystem } from '../../kit/system-postgres.ts'

/**
 * Puts the Postgres of Debian or Ubuntu that has pg_cron into the folder, with stand-ins for pg_net and Vault, which no
 * distribution has. Throws an error that names the package if there is none.
 */
export async function installWithCron(folder: string): Promise<Programs> {
  const [library] = globSync('/usr/lib/postgresql/*/lib/pg_cron.so').sort().reverse()
  if (!library)
    throw new Error('pg_cron is not installed: apt-get install postgresql-15-cron (or -16-cron, …)')
  return {
    ...installSystem(folder, path.basename(path.join(library, '../..')), ['pg_cron']),
    settings: {
      shared_preload_libraries: 'pg_cron',
      'cron.database_name': 'postgres',
      // The jobs run without a login of their own, so they need no password.
      'cron.use_background_workers': 'on',
    },
  }
}
