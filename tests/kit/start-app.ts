import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { testDistDir } from '../../build/dist-dir.ts'
import type { Env } from '../../local/settings.ts'
import { freePort, listen } from './listen.ts'
import { waitUntil } from './wait-until.ts'

const callToken = 'd2719ad0-3c14-4b4a-8c3e-0f6f1f0a7a11'

/** If `given` does not contain the URL of a backend, the site gets one that accepts every lead. */
export async function startApp(folder: string, given: Env = {}, mode: 'start' | 'dev' = 'start') {
  const backend = createServer((request, answer) =>
    request
      .resume()
      .on('end', () =>
        answer.setHeader('content-type', 'application/json').end(JSON.stringify({ callToken })),
      ),
  )
  const [backendPort, port] = [await listen(backend), await freePort()]
  const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'))
  const child = spawn(process.execPath, [next, mode, '-p', `${port}`], {
    cwd: folder,
    env: {
      ...process.env,
      NEXT_DIST_DIR: testDistDir,
      SUPABASE_URL: `http://127.0.0.1:${backendPort}`,
      SUPABASE_SECRET_KEY: 'sb_secret_bench',
      ...given,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    backend.close()
    await ended
  }
  const origin = `http://127.0.0.1:${port}`
  try {
    const answers = waitUntil(`the page in ${folder} answers`, 180_000, async () => (await fetch(origin)).ok)
    const ends = ended.then(() => Promise.reject(new Error(`The page in ${folder} ended; is it built?`)))
    await Promise.race([answers, ends])
    const send = (message: number) => void child.send(message)
    return { origin, send, stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}
