import { execFileSync } from 'node:child_process'

type Version = { commit: string; subject: string; migrations: { name: string; sql: string }[] }

const cwd = new URL('../migrations/', import.meta.url)
const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' })

/**
 * Returns the migrations as each of the last commits that touched them left them, newest first. Throws an error that
 * says what to do where git does not have the whole history.
 */
export function readHistory(count: number): Version[] {
  const commits = listCommits(count)
  return commits.map((line) => {
    const [commit = '', subject = ''] = line.split('\t')
    const names = git('ls-tree', '--name-only', commit, './').split('\n')
    const migrations = names
      .filter((name) => name.endsWith('.sql'))
      .map((name) => ({ name, sql: git('show', `${commit}:./${name}`) }))
    return { commit, subject, migrations }
  })
}

function listCommits(count: number): string[] {
  const way = 'These tests read older migrations from the history of git'
  let isShallow: string
  try {
    isShallow = git('rev-parse', '--is-shallow-repository')
  } catch (error) {
    throw new Error(`${way}; run them in a clone of the repository, with git installed.`, { cause: error })
  }
  if (isShallow.trim() === 'true') {
    throw new Error(`${way}, and this clone is shallow: run git fetch --unshallow (in CI: fetch-depth: 0).`)
  }
  return git('log', `-${count}`, '--format=%h%x09%s', '--', '.').trim().split('\n')
}
