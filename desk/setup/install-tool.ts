import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process, { arch, platform } from 'node:process'
import { driveRemedy } from '../../machine/windows-drive.ts'
import { failureCode } from '../core/failure-code.ts'
import { SetupError } from './setup-error.ts'
import supabase from './tools/supabase/package.json' with { type: 'json' }

const project = join(import.meta.dirname, '../..')

/** Each with a lockfile of its own. */
export const tools = { supabase: 'desk/setup/tools/supabase', vercel: 'desk/setup/tools/vercel' }

export const toolPath = (tool: string, file = '') => join(project, '.local/tools', basename(tool), file)

const system = platform === 'win32' ? 'windows' : platform
const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
const isMusl = platform === 'linux' && !report?.header?.glibcVersionRuntime
const supabasePackage = `@supabase/cli-${system}-${arch}${isMusl ? '-musl' : ''}`

export const programs = {
  supabase: toolPath(tools.supabase, `node_modules/${supabasePackage}/bin/supabase`),
  vercel: toolPath(tools.vercel, 'node_modules/vercel/dist/vc.js'),
}

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Installs from the lockfile in its folder, unless this version is there. Throws a SetupError. */
export function installTool(tool: string, to = toolPath(tool)): void {
  try {
    install(tool, to)
  } catch (error) {
    const why = 'status' in (error as object) ? 'npm says why above' : failureCode(error)
    const remedy =
      driveRemedy(to, why) || 'This user must be able to write there, and npm must reach its registry'
    throw new SetupError(
      `The program in ${tool} cannot be installed in ${to} (${why}). ${remedy}. Then run it again.`,
    )
  }
}

function install(tool: string, to: string): void {
  const from = join(project, tool)
  // npm writes the hidden lockfile last.
  const isInstalled = existsSync(join(to, 'node_modules/.package-lock.json'))
  const [wanted, present] = [from, to].map((folder) => textOf(join(folder, 'package-lock.json')))
  if (!isInstalled || wanted !== present) {
    cpSync(from, to, { recursive: true })
    npm(to, 'ci')
  }
  // Programs for other systems are packages of the same version. npm takes this system's from the lockfile if
  // it is there: the registry had only one of them when we pinned it.
  const isMissing = tool === tools.supabase && !existsSync(join(to, 'node_modules', supabasePackage))
  const version = supabase.optionalDependencies['@supabase/cli-linux-x64']
  if (isMissing) npm(to, 'install', '--no-save', `${supabasePackage}@${version}`)
}

function npm(folder: string, ...command: string[]) {
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', [...command, '--prefix', folder, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
