import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Env } from '../../local/settings.ts'
import { toolPath } from '../harness/install-tool.ts'

/** Runs the CLI on the folder supabase/ inside `project`; resolves to what it printed, rejects with that when it fails. */
export async function supabase(project: string, ...args: string[]): Promise<string> {
  const { PATH } = process.env
  const env: Env = { PATH, HOME: project, DO_NOT_TRACK: '1', SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}` }
  const file = toolPath('push/cli', 'node_modules/@supabase/cli-linux-x64/bin/supabase')
  const options = { cwd: project, env: env as NodeJS.ProcessEnv }
  const { stdout, stderr } = await promisify(execFile)(file, [...args, '--yes'], options)
  return `${stdout}${stderr}`
}
