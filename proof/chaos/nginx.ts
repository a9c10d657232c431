import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findProgram } from '../../e2e/find-program.ts'
import { waitUntil } from '../harness/wait-until.ts'

/** Finds nginx; undefined when this machine has none. */
export const findNginx = () => findProgram('nginx', '/usr/sbin/nginx')

/**
 * Starts nginx as a shared cache in front of a page: it keeps what `Cache-Control` lets it keep and tells answers apart by
 * `Vary` alone. `X-Cache` says whether an answer came from it. Gives what stops it.
 */
export async function startNginx(program: string, folder: string, port: number, pagePort: number) {
  const root = path.join(folder, 'nginx')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await mkdir(root)
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${root}/pid;
    error_log ${root}/error.log;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${root}/${name};`).join(' ')}
      proxy_cache_path ${root}/cache keys_zone=pages:1m;
      large_client_header_buffers 4 16k;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://localhost:${pagePort};
          proxy_http_version 1.1;
          proxy_set_header Host $http_host;
          proxy_cache pages;
          add_header X-Cache $upstream_cache_status always;
        }
      }
    }`
  await writeFile(`${root}/nginx.conf`, config)
  const nginx: ChildProcess = spawn(program, ['-c', `${root}/nginx.conf`, '-e', `${root}/error.log`], {
    stdio: 'inherit',
  })
  const url = `http://localhost:${port}/`
  await waitUntil('nginx answers', 10_000, async () => (await fetch(`${url}robots.txt`)).ok)
  return {
    url,
    async stop() {
      nginx.kill()
      if (nginx.exitCode === null) await once(nginx, 'exit')
    },
  }
}
