import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, '../..')

/** The path of a file of an installed tool. */
export const toolPath = (tool: string, file = '') => join(project, '.local', tool, file)

/**
 * Installs a program that weighs over 100 MB and that one proof alone needs, by the lockfile in this folder of proof/. Not
 * beside the lockfile, where `node --test` would find the tests of its packages.
 */
export function installTool(tool: string): void {
  cpSync(join(project, 'proof', tool), toolPath(tool), { recursive: true })
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', '--prefix', toolPath(tool), ...options], { stdio: 'inherit' })
}
