import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testDistDir } from '../../build/dist-dir.ts'

export type App = { origin: string; stop(): Promise<void> }

/** Starts the built page in a folder, with a backend behind it that stores every lead at once. */
export async function startApp(folder: string): Promise<App> {
  const backend = await listen(
    createServer((request, answer) => {
      request
        .resume()
        .on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
    }),
  )
  const probe = await listen(createServer())
  await new Promise((closed) => probe.server.close(closed))

  const next = new URL(import.meta.resolve('next/dist/bin/next')).pathname
  const child = spawn(process.execPath, [next, 'start', '-p', `${probe.port}`], {
    cwd: folder,
    env: {
      ...process.env,
      NEXT_DIST_DIR: testDistDir,
      SUPABASE_URL: `http://127.0.0.1:${backend.port}`,
      SUPABASE_SECRET_KEY: 'sb_secret_bench',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    backend.server.close()
    await ended
  }
  const origin = `http://127.0.0.1:${probe.port}`
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The page in ${folder} did not start; is it built?`)
    if (
      await fetch(origin).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { origin, stop }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await stop()
  throw new Error(`The page in ${folder} did not answer within 30 seconds.`)
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
