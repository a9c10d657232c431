import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, '../../..')

/** Returns the path of a file in an installed tool. */
export const toolPath = (tool: string, file = '') => join(project, '.local', tool, file)

/** Installs a large program that only one experiment needs. The program has a lockfile of its own in tests/proof/. */
export function installTool(tool: string): void {
  cpSync(join(project, 'tests/proof', tool), toolPath(tool), { recursive: true })
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', '--prefix', toolPath(tool), ...options], { stdio: 'inherit' })
}
