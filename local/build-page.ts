import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** Builds the page without a word. Throws an error that has all the build said when it fails, or when the signal ends it. */
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
