import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { testDistDir } from '../../build/dist-dir.ts'
import type * as settings from '../../local/settings.ts'
import type * as stack from '../../local/stack.ts'

/** A version of the whole project in a folder of its own, with its site built. */
export type Version = { name: string; folder: string }

const project = path.join(import.meta.dirname, '../..')
const copies = path.join(project, '.local/skew')

/**
 * What proves a version, with packages that may no longer be here, and the lockfile: Next takes its folder for the root,
 * and what is above, as the packages are, for out of bounds.
 */
const leftOut = [
  ':!proof',
  ':!e2e',
  ':!playwright.config.ts',
  ':!*/tests/*',
  ':!*.test.ts',
  ':!package-lock.json',
]

/** The project as it lies here; npm run build:test has built its site. */
export const present: Version = { name: 'the working tree', folder: project }

/** The version before the last one that changed what Supabase runs, as the main line of the history tells. */
export function versionBefore(): string {
  const options = ['--first-parent', '--skip=1', '-1', '--format=%h']
  const commit = git('log', ...options, '--', 'supabase/functions', 'supabase/migrations')
    .toString()
    .trim()
  if (!commit)
    throw new Error('The history of git has no earlier version (in a shallow clone: git fetch --unshallow)')
  return commit
}

/** Copies the version that a commit, branch or tag names, and builds its site with the packages that are installed here. */
export function checkOut(ref: string): Version {
  const folder = path.join(copies, ref.replaceAll('/', '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', ref, '--', '.', ...leftOut) })
  symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'))
  // Without it Tailwind searches every package for class names.
  writeFileSync(path.join(folder, '.gitignore'), `node_modules\n${testDistDir}\n`)
  const options = { cwd: folder, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/run.ts', '--test'], options)
  if (status !== 0) throw new Error(`The build of ${ref} failed:\n${stdout}${stderr}`)
  return { name: ref, folder }
}

/** Deletes all copies. */
export const removeCopies = () => rmSync(copies, { recursive: true, force: true })

/** Starts parts of the local stack as that version has them, so with its function or its migrations. */
export async function startParts({ folder }: Version, env: settings.Env, parts: stack.PartName[]) {
  const { readSettings }: typeof settings = await import(path.join(folder, 'local/settings.ts'))
  const { startStack }: typeof stack = await import(path.join(folder, 'local/stack.ts'))
  return startStack(readSettings(env), { parts, log: () => {} })
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: project, maxBuffer: 2 ** 28 })
