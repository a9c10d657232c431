import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { findProgram } from '../../e2e/find-program.ts'
import { freePort, listen } from '../kit/listen.ts'
import { waitUntil } from '../kit/wait-until.ts'

const document = readFileSync(path.join(import.meta.dirname, '../../docs/hosting.md'), 'utf8')
const rules = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(document)?.[1] ?? ''

/** How each proxy is started with the rules of docs/hosting.md, without TLS. */
const proxies = {
  nginx: {
    program: findProgram('nginx', '/usr/sbin/nginx'),
    config: (folder: string, port: number, second: number, page: number) => `
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      daemon off;
      pid ${folder}/pid;
      error_log ${folder}/log-of-nginx;
      events {}
      http {
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        ${rules('nginx')
          .replace('127.0.0.1:3000', `127.0.0.1:${page}`)
          .replace('listen 80;', `listen 127.0.0.1:${second};`)
          .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
          // Versions before 1.25.1 do not know this.
          .replace('http2 on;', '')
          .replaceAll(/ssl_certificate.*;/g, '')
          .replaceAll('/var/log/nginx/', `${folder}/log-`)}
      }`,
    args: (file: string) => ['-c', file, '-e', '/dev/null'],
  },
  caddy: {
    program: findProgram('caddy'),
    config: (_: string, port: number, __: number, page: number) =>
      rules('caddyfile')
        .replace('{\n', '{\n  admin off\n')
        .replace('training.example.com {', `http://localhost:${port} {`)
        .replace('127.0.0.1:3000', `127.0.0.1:${page}`),
    args: (file: string) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
}

for (const name of ['nginx', 'caddy'] as const) {
  const skip = proxies[name].program ? false : `there is no ${name} on PATH (Debian: apt-get install ${name})`
  test(`${name} keeps links out of its logs, and passes on what the page may believe`, {
    skip,
  }, async (t) => {
    const { url, page, logs } = await start(t, name)
    const told = { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Host': 'evil.example' }
    const answer = await fetch(`${url}/watch/token?x=query`, { headers: told })
    const seen = (await answer.json()) as Record<string, string>
    assert.equal(seen['x-forwarded-for'], '127.0.0.1')
    assert.equal(seen['x-forwarded-host'], new URL(url).host)
    for (const header of ['Strict-Transport-Security', 'X-Content-Type-Options', 'X-Frame-Options'])
      assert.ok(answer.headers.get(header), header)
    const asked = async (query: string) =>
      ((await (await fetch(`${url}/?${query}`)).json()) as { url: string }).url
    assert.equal(await asked('utm_source=x'), '/?utm_source=x')
    assert.match(await asked('a=1&'.repeat(500)), /^\/\??$/)

    const many = await Promise.all(Array.from({ length: 200 }, () => fetch(`${url}/watch/token`)))
    const isLimited = many.some(({ status }) => status === 429)
    assert.equal(isLimited, name === 'nginx', 'docs/hosting.md says that Caddy has no limit')
    assert.ok(many.filter(({ status }) => status === 200).length >= 80)
    page.closeAllConnections()
    page.close()
    assert.ok((await fetch(`${url}/stop/token`)).status >= 429)
    for (const [file, text] of logs()) assert.doesNotMatch(text, /token|query/, file)
  })
}

/** Starts a page that tells what it was asked, and a proxy in front of it. */
async function start(t: TestContext, name: keyof typeof proxies) {
  const { program, config, args } = proxies[name]
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`))
  const page = createServer((request, answer) => {
    answer.end(JSON.stringify({ ...request.headers, url: request.url }))
  })
  const [port, second] = [await freePort(), await freePort()]
  writeFileSync(path.join(folder, 'rules'), config(folder, port, second, await listen(page)))
  const printed = openSync(path.join(folder, 'log-printed'), 'w')
  const proxy = spawn(program ?? name, args(path.join(folder, 'rules')), {
    stdio: ['ignore', printed, printed],
    env: { ...process.env, HOME: folder },
  })
  t.after(async () => {
    proxy.kill()
    if (proxy.exitCode === null) await once(proxy, 'exit')
    page.close()
    rmSync(folder, { recursive: true })
  })
  const url = `http://localhost:${port}`
  await waitUntil(`${name} answers`, 10_000, async () => (await fetch(url)).ok)
  const logs = () =>
    globSync(`${folder}/log-*`).map((file): [string, string] => [file, readFileSync(file, 'utf8')])
  return { url, page, logs }
}
