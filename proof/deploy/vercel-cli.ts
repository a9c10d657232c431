import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolPath } from '../harness/install-tool.ts'

export type Variables = Record<string, string>

/** The CLI accepts any token, because it asks Vercel for nothing. */
export const token = 'recognisable_token'

/** Builds a copy of the project as Vercel does, without an account. Returns whether that succeeded and what it printed. */
export function vercelBuild(folder: string, variables: Variables, buildCommand?: string) {
  const settings = { framework: 'nextjs', installCommand: '', buildCommand }
  mkdirSync(join(folder, '.vercel'), { recursive: true })
  writeFileSync(
    join(folder, '.vercel/project.json'),
    JSON.stringify({ projectId: 'project', orgId: 'org', settings }),
  )
  const cli = toolPath('deploy/vercel', 'node_modules/vercel/dist/vc.js')
  const target = variables.VERCEL_ENV === 'production' ? ['--prod'] : []
  const args = [cli, 'build', ...target, '--standalone', '--yes', '--token', token]
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { PATH, HOME, VERCEL_TELEMETRY_DISABLED: '1', ...variables } as Variables as NodeJS.ProcessEnv,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { isBuilt: status === 0, printed: stdout + stderr }
}
