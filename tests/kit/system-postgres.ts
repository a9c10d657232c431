import { cpSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { extensions } from '../sql/add-extensions.ts'
import { addStandIns, type Programs } from './start-postgres.ts'

/**
 * Puts the Postgres of Debian or Ubuntu of this version into the folder, with stand-ins for the extensions of Supabase.
 * The extensions in `real` are taken from the system instead. Postgres looks for its files beside its program, so
 * nothing of the system is changed. Throws an error if this version is not installed.
 */
export function installSystem(folder: string, version: string, real: string[] = []): Programs {
  const native = `/usr/lib/postgresql/${version}`
  if (globSync(`${native}/bin/postgres`).length === 0)
    throw new Error(`Postgres ${version} is not installed: apt-get install postgresql-${version}`)
  const own = path.join(folder, native)
  mkdirSync(own, { recursive: true })
  cpSync(path.join(native, 'bin'), path.join(own, 'bin'), { recursive: true, dereference: true })
  symlinkSync(path.join(native, 'lib'), path.join(own, 'lib'))

  const share = `/usr/share/postgresql/${version}`
  const ownShare = path.join(folder, share)
  mkdirSync(path.join(ownShare, 'extension'), { recursive: true })
  for (const name of readdirSync(share))
    if (name !== 'extension') symlinkSync(path.join(share, name), path.join(ownShare, name))
  const standIns = (Object.keys(extensions) as (keyof typeof extensions)[]).filter(
    (name) => !real.includes(name),
  )
  for (const name of readdirSync(path.join(share, 'extension')))
    if (!standIns.some((one) => name.startsWith(one)))
      symlinkSync(path.join(share, 'extension', name), path.join(ownShare, 'extension', name))
  addStandIns(path.join(ownShare, 'extension'), standIns)
  return { initdb: path.join(own, 'bin/initdb'), postgres: path.join(own, 'bin/postgres'), initOptions: [] }
}
