import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../../../e2e/find-program.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const program = findProgram('caddy')

/** Returns the reason why Caddy cannot run on this machine, or undefined if it can. */
export const withoutCaddy = program ? undefined : 'there is no caddy on PATH (Debian: apt-get install caddy)'

/**
 * Returns the configuration of docs/hosting.md, without TLS. Caddy listens on `port` and passes requests on to
 * `pagePort`.
 */
function documentedConfig(port: number, pagePort: number): string {
  const document = readFileSync(path.join(import.meta.dirname, '../../../docs/hosting.md'), 'utf8')
  const [, config = ''] = /```caddyfile\n(.*?)```/s.exec(document) ?? []
  return config
    .replace('{\n', '{\n  admin off\n')
    .replace('training.example.com {', `http://localhost:${port} {`)
    .replace('127.0.0.1:3000', `127.0.0.1:${pagePort}`)
}

/**
 * Starts Caddy with the configuration from docs/hosting.md, and waits until it answers. To stop Caddy, dispose of the
 * result.
 */
export async function startCaddy(folder: string, port: number, pagePort: number) {
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, documentedConfig(port, pagePort))
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  const caddy = spawn(program ?? 'caddy', args, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
  const url = `http://localhost:${port}/`
  await waitUntil('Caddy answers', 10_000, async () => (await fetch(`${url}robots.txt`)).ok)
  return {
    url,
    async [Symbol.asyncDispose]() {
      caddy.kill()
      if (caddy.exitCode === null) await once(caddy, 'exit')
    },
  }
}
