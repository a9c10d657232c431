import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { freePort } from '../kit/listen.ts'
import { type Upload, unpackUpload } from '../kit/unpack-upload.ts'
import { waitUntil } from '../kit/wait-until.ts'

const root = path.join(import.meta.dirname, '../..')
const flags = [
  '--quiet',
  '--no-check',
  '--no-lock',
  '--node-modules-dir=manual',
  '--cached-only',
  '--no-prompt',
]
const rights = ['--allow-net', '--allow-env', '--allow-read']

/**
 * Serves an uploaded function in the Deno of Supabase, with these variables and no others. Of the project, it has only
 * what was uploaded, and the installed packages. Returns how to call it. Throws what Deno printed if it does not start.
 */
export async function serveUpload(upload: Upload, variables: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'uploaded-'))
  await unpackUpload(upload, folder)
  // Deno looks for the packages beside its settings.
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const config = path.join(folder, 'deno.json')
  writeFileSync(config, JSON.stringify({ importMap: `./${upload.metadata.import_map_path}` }))
  const port = await freePort()
  const functions = pathToFileURL(path.join(folder, 'supabase/functions/')).href
  const { PATH, HOME } = process.env
  const host = spawn(
    'deno',
    [
      'run',
      ...flags,
      ...rights,
      '--config',
      config,
      path.join(root, 'local/function-host.ts'),
      functions,
      `${port}`,
    ],
    {
      cwd: folder,
      env: { PATH, HOME, ...variables } as unknown as NodeJS.ProcessEnv,
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  const ended = once(host, 'exit')
  const said = text(host.stderr)
  const call = (route: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${route}`, init)
  const stop = async () => {
    host.stdin.end()
    await ended
    rmSync(folder, { recursive: true })
  }
  const isUp = () =>
    call(`/${upload.metadata.name}/health`, { method: 'POST' }).then(
      () => true,
      () => host.exitCode !== null,
    )
  await waitUntil('the uploaded function answers', 60_000, isUp)
  if (host.exitCode !== null) throw new Error(`The uploaded function does not start: ${await said}`)
  return { call, stop }
}
