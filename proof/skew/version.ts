import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type * as settings from '../../local/settings.ts'
import type * as stack from '../../local/stack.ts'
import { buildSite, copyProject } from '../../tests/kit/copy-project.ts'

export type Version = { name: string; folder: string }

/** The project as it lies here; npm run build:test has built its site. */
export const present: Version = { name: 'the working tree', folder: path.join(import.meta.dirname, '../..') }

/** The last release. Before the first one the schema is edited in place: then the commit that did so last. */
export function versionBefore(): string {
  const git = (...options: string[]) =>
    execFileSync('git', options, { cwd: present.folder, encoding: 'utf8' }).trim()
  const [release] = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged').split('\n')
  const commit = release || git('log', '-1', '--format=%h', '--', 'supabase/migrations')
  if (!commit)
    throw new Error('The history of git has no earlier version (in a shallow clone: git fetch --unshallow)')
  return commit
}

/** Copies the version that a commit, branch or tag names, and builds its site with the packages that are installed here. */
export function checkOut(ref: string): Version {
  const folder = copyProject(path.join('skew', ref.replaceAll('/', '-')), ref)
  buildSite(folder)
  return { name: ref, folder }
}

/** Starts services of the local stack as that version has them, so with its function or its migrations. */
export async function startServices({ folder }: Version, env: settings.Env, services: stack.ServiceName[]) {
  const { readSettings }: typeof settings = await import(path.join(folder, 'local/settings.ts'))
  const { startStack }: typeof stack = await import(path.join(folder, 'local/stack.ts'))
  // Before 1.0 the option was `parts`.
  const options = { services, parts: services, log: () => {} }
  return startStack(readSettings(env), options)
}
