import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, linkSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../../local/settings.ts'

const project = join(import.meta.dirname, '../..')
/**
 * When an older version is copied, its tests and its lockfile are left out. They may need packages that are not
 * installed any more.
 */
const leftOut = [':!e2e', ':!tests', ':!*.test.ts', ':!playwright.config.ts', ':!package-lock.json']

const git = (...args: string[]) => execFileSync('git', args, { cwd: project, maxBuffer: 2 ** 28 })

/**
 * Copies the working tree into .local, or the version `ref` without its tests. The copy also gets the
 * installed packages. Returns its path.
 */
export function copyProject(name: string, ref?: string): string {
  const folder = join(project, '.local', name, 'site')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (ref) {
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', ref, '--', '.', ...leftOut) })
    cpSync(join(project, 'package-lock.json'), join(folder, 'package-lock.json'))
  } else {
    const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate')
    for (const file of `${files}`.split('\0').filter(Boolean)) cpSync(join(project, file), join(folder, file))
  }
  cpSync(join(project, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    // With hard links, we do not have to copy 900 MB. This is safe, because nothing ever writes to an installed file.
    filter: (from, to) => {
      if (!lstatSync(from).isFile()) return true
      linkSync(from, to)
      return false
    },
  })
  return folder
}

/**
 * Keeps a build of the same sources and settings. If the build fails, throws an error that contains the
 * output.
 */
export function buildSite(folder: string, changes: Env = {}): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/run.ts', '--test', '--if-changed'], {
    cwd: folder,
    env: { ...process.env, ...changes } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The build in ${folder} failed:\n${stdout}${stderr}`)
}
