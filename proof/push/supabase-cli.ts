import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Env } from '../../local/settings.ts'
import { listen } from '../../tests/kit/listen.ts'
import { toolPath } from '../harness/install-tool.ts'

/**
 * Runs the CLI on the folder supabase/ inside `project`. Resolves to what it printed. If it fails, rejects with that
 * text.
 */
export async function supabase(project: string, ...args: string[]): Promise<string> {
  const { PATH } = process.env
  const env: Env = { PATH, HOME: project, DO_NOT_TRACK: '1', SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}` }
  const file = toolPath('push/cli', 'node_modules/@supabase/cli-linux-x64/bin/supabase')
  const options = { cwd: project, env: env as NodeJS.ProcessEnv }
  const { stdout, stderr } = await promisify(execFile)(file, [...args, '--yes'], options)
  return `${stdout}${stderr}`
}

/** What the CLI uploads of a function: https://api.supabase.com/api/v1#tag/edge-functions */
export type Upload = {
  files: File[]
  metadata: { entrypoint_path: string; import_map_path: string; verify_jwt: boolean }
}

/** Makes the CLI deploy the project's functions to our own server. Resolves to what it uploaded for each function. */
export async function uploadFunctions(project: string): Promise<Upload[]> {
  const uploads: Upload[] = []
  const server = createServer(async (request, answer) => {
    const type = request.headers['content-type'] ?? ''
    const body = await buffer(request)
    answer.setHeader('content-type', 'application/json')
    if (request.method !== 'POST') return answer.end('[]')
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const metadata = JSON.parse(String(form.get('metadata')))
    uploads.push({ files: form.getAll('file') as File[], metadata })
    answer.statusCode = 201
    return answer.end(
      JSON.stringify({ id: '1', slug: metadata.name, version: 1, status: 'ACTIVE', ...metadata }),
    )
  })
  const api = `http://127.0.0.1:${await listen(server)}`
  const profile = path.join(project, 'profile.yaml')
  const addresses = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${api}\n`)
  writeFileSync(profile, `name: proof\nproject_host: example.com\n${addresses.join('')}`)
  try {
    const target = `--remote=${'a'.repeat(20)}`
    await supabase(project, 'functions', 'deploy', '--use-api', target, '--profile', profile)
  } finally {
    server.close()
  }
  return uploads
}
