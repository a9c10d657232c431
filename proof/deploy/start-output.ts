import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Variables } from './vercel-cli.ts'

/** Starts the built functions outside the project, so that they cannot find its packages. If they fail, throws their log. */
export async function startOutput(output: string, variables: Variables) {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  cpSync(join(output, 'functions'), folder, { recursive: true, verbatimSymlinks: true })
  const { PATH = '' } = process.env
  const child = fork(join(import.meta.dirname, 'serve-output.ts'), [folder], {
    env: { PATH, NODE_ENV: 'production', VERCEL: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (log += text))
  const ended = once(child, 'exit')
  const ends = ended.then(() => Promise.reject(new Error(`The functions ended: ${log}`)))
  const [pageUrl] = await Promise.race([once(child, 'message'), ends])
  return {
    pageUrl: String(pageUrl),
    log: () => log,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
