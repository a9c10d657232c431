import { execFileSync } from 'node:child_process'

const cwd = new URL('../../supabase/migrations/', import.meta.url)
const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' })

/**
 * Returns the migrations of the last release. A release is a tag such as v1.0.0. If there is no release yet, there
 * are no migrations. If this clone does not have the whole history, it throws an error that says what to do.
 */
export function readRelease(): { name: string; sql: string }[] {
  if (git('rev-parse', '--is-shallow-repository').trim() === 'true')
    throw new Error('This clone is shallow: run git fetch --unshallow --tags (in CI: fetch-depth: 0).')
  const tag = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged').split('\n')[0]
  if (!tag) return []
  const names = git('ls-tree', '--name-only', tag, './').split('\n')
  return names
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: git('show', `${tag}:./${name}`) }))
}
