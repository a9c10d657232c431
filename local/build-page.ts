import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** Builds the page in silence. If the build fails or is aborted, throws an error with everything that the build printed. */
export async function buildPage(signal: AbortSignal): Promise<void> {
  const build = spawn(process.execPath, ['build/run.ts'], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    build.on('error', reject).on('close', resolve),
  )
  const [output, errors, code] = await Promise.all([text(build.stdout), text(build.stderr), ended])
  if (code !== 0) throw new Error(`${output}${errors}`.trim())
}
