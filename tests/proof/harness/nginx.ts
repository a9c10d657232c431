import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../../../e2e/find-program.ts'
import { waitUntil } from '../../kit/wait-until.ts'

/**
 * Returns the settings for the block `http` of nginx. The server listens on `port` and passes requests on to
 * `pagePort`.
 */
export type NginxSettings = (port: number, pagePort: number) => string

const program = findProgram('nginx', '/usr/sbin/nginx')

/** Returns the reason why nginx cannot run on this machine, or undefined if it can. */
export const withoutNginx = program
  ? undefined
  : 'there is no nginx on PATH (Debian: apt-get install nginx-light)'

/**
 * The settings of docs/hosting.md without TLS. HTTP/2 is left out too, because versions of nginx before 1.25.1 do not
 * know the setting `http2`.
 */
export const documentedSettings: NginxSettings = (port, pagePort) => {
  const document = readFileSync(path.join(import.meta.dirname, '../../../docs/hosting.md'), 'utf8')
  const [, settings = ''] = /```nginx\n(.*?)```/s.exec(document) ?? []
  return (
    settings
      .replace('127.0.0.1:3000', `127.0.0.1:${pagePort}`)
      .replace('listen 80;', `listen 127.0.0.1:${port + 1};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace('http2 on;', '')
      .replaceAll(/ssl_certificate.*;/g, '')
      .replaceAll(/\/var\/log\/nginx\/training.*log/g, '/dev/null')
      // In these tests, one machine stands for all visitors.
      .replace('rate=10r/s', 'rate=100000r/s')
  )
}

/**
 * Starts nginx in a folder, and waits until it answers on the port. Returns its URL. To stop nginx, dispose of the
 * result.
 */
export async function startNginx(folder: string, port: number, settings: string) {
  const root = path.join(folder, 'nginx')
  mkdirSync(root)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${root}/pid;
    error_log ${root}/error.log;
    events { worker_connections 8192; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${root}/${name};`).join(' ')}
      proxy_cache_path ${root}/cache keys_zone=pages:1m;
      ${settings}
    }`
  writeFileSync(`${root}/nginx.conf`, config)
  const args = ['-c', `${root}/nginx.conf`, '-e', `${root}/error.log`]
  const nginx = spawn(program ?? 'nginx', args, { stdio: 'inherit' })
  const url = `http://localhost:${port}/`
  await waitUntil('nginx answers', 10_000, async () => (await fetch(`${url}robots.txt`)).ok)
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill()
      if (nginx.exitCode === null) await once(nginx, 'exit')
    },
  }
}
