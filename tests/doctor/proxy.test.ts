import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { ignoreEnvFiles } from '../../lib/load-env-files.ts'
import { listen } from '../kit/listen.ts'

const root = path.join(import.meta.dirname, '../..')
const asked: string[] = []
// A proxy that notes what it is asked for, and refuses it.
const proxy = createServer((_, answer) => answer.writeHead(502).end())
proxy.on('connect', ({ url, headers }, socket) => {
  asked.push(`${url} ${Buffer.from(headers['proxy-authorization']?.slice(6) ?? '', 'base64')}`.trim())
  socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
})
const port = await listen(proxy)
after(() => proxy.close())

/** Runs npm run doctor for a page that nobody can reach, with these variables. Returns what it printed. */
async function runDoctor(variables: Record<string, string>): Promise<string> {
  asked.length = 0
  const env: NodeJS.ProcessEnv = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' },
    ...{ SITE_URL: 'https://page.invalid', SUPABASE_SECRET_KEY: 'sb_secret_0123456789' },
    SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
    ...variables,
  }
  ignoreEnvFiles(env)
  const doctor = spawn(process.execPath, ['local/run.js', 'desk/cli/run.ts', 'doctor'], { cwd: root, env })
  const [said, error] = await Promise.all([text(doctor.stdout), text(doctor.stderr)])
  return said + error
}

const page = 'page.invalid:443'
const rows: [name: string, variables: Record<string, string>, asked: string | undefined, said: RegExp][] = [
  [
    'HTTPS_PROXY',
    { HTTPS_PROXY: `http://127.0.0.1:${port}` },
    page,
    /if the proxy of HTTPS_PROXY is at fault/,
  ],
  ['an address without http://', { https_proxy: `127.0.0.1:${port}` }, page, /the proxy of HTTPS_PROXY/],
  [
    'a login',
    { HTTPS_PROXY: `http://ada:p%40ss@127.0.0.1:${port}` },
    `${page} ada:p@ss`,
    /HTTPS_PROXY is at fault/,
  ],
  ['ALL_PROXY', { ALL_PROXY: `http://127.0.0.1:${port}` }, page, /the proxy of HTTPS_PROXY/],
  [
    'NO_PROXY',
    { HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'page.invalid' },
    undefined,
    /page\.invalid\/ does not answer/,
  ],
  [
    'NO_PROXY for every host',
    { HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'intranet.example, *' },
    undefined,
    /page\.invalid\/ does not answer/,
  ],
  [
    'NODE_USE_ENV_PROXY=0',
    { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_USE_ENV_PROXY: '0' },
    undefined,
    /does not answer/,
  ],
  [
    'no address at all',
    { HTTPS_PROXY: 'ftp://ada:secret@proxy' },
    undefined,
    /^HTTPS_PROXY is no address of a proxy[^\n]*Correct it, or unset it\.\n$/,
  ],
]
for (const [name, variables, wanted, sentence] of rows)
  test(`npm run doctor heeds ${name}`, async () => {
    const said = await runDoctor(variables)
    assert.match(said, sentence)
    assert.doesNotMatch(said, /p@ss|p%40ss|ada:/)
    const calls = asked.filter((call) => call.startsWith(page))
    assert.deepEqual([...new Set(calls)], [wanted].filter(Boolean))
  })

test('what is on this machine is asked without the proxy', async () => {
  const said = await runDoctor({
    ...{ HTTP_PROXY: `http://127.0.0.1:${port}`, SITE_URL: `http://127.0.0.1:${port}` },
  })
  assert.match(said, /answers with status 502/)
  assert.deepEqual(
    asked.filter((call) => call.includes(`${port}`)),
    [],
  )
})
