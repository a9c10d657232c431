import { execFileSync } from 'node:child_process'
import { cpSync, linkSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, '../..')

/** Copies what git would commit of the working tree, with the installed packages, into a proof's folder; gives where. */
export function copyProject(proof: string): string {
  const folder = join(project, '.local', proof, 'site')
  rmSync(folder, { recursive: true, force: true })
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const files = execFileSync('git', listed, { cwd: project, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(join(project, file), join(folder, file))
  cpSync(join(project, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    // Hard links in place of 900 MB; nothing writes to an installed file.
    filter: (from, to) => {
      if (!lstatSync(from).isFile()) return true
      linkSync(from, to)
      return false
    },
  })
  return folder
}
