import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { answerTo, formOf } from '../tests/kit/answer.ts'
import { documentedCommands } from '../tests/kit/documented-commands.ts'
import { freePort, listen } from '../tests/kit/listen.ts'
import { actionCall, actionId, hiddenFields } from '../tests/kit/post-form.ts'
import { waitUntil } from '../tests/kit/wait-until.ts'
import { expect, test } from './test.ts'

const root = path.join(import.meta.dirname, '..')
const documented = documentedCommands('hosting.md').find((command) => command.includes('next start')) ?? ''
const token = '0b9ee1a2-5a41-4d7e-9d3c-0123456789ab'
const lead = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  countryCode: 'US',
  phone: '2015550123',
  consent: 'on',
}

/** From docs/hosting.md. */
const behindTls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'training.example.com' }

async function withServer(
  command: string,
  env: Record<string, string>,
  use: (site: string, called: string[]) => Promise<void>,
) {
  const called: string[] = []
  const backend = createServer((request, answer) => {
    called.push(`${request.url}`)
    request.resume().on('end', () => answer.setHeader('content-type', 'application/json').end('{}'))
  })
  const SUPABASE_URL = `http://127.0.0.1:${await listen(backend)}`
  const port = await freePort()
  const [, program = '', ...words] = command.split(' ')
  const server = spawn(path.join(root, 'node_modules/.bin', program), [...words, '-p', `${port}`], {
    cwd: root,
    env: { ...process.env, SUPABASE_URL, SUPABASE_SECRET_KEY: 'sb_secret_e2e', ...env },
    stdio: 'ignore',
  })
  try {
    const site = `http://${command.includes('127.0.0.1') ? '127.0.0.1' : 'localhost'}:${port}`
    await waitUntil('the page answers', 60_000, async () => (await fetch(site)).ok)
    await use(site, called)
  } finally {
    server.kill()
    await once(server, 'exit')
    backend.close()
  }
}

for (const command of [documented, 'npx next start -H localhost', 'npx next start'])
  test(`native posts are answered by the page that \`${command}\` serves, also behind TLS`, () =>
    withServer(command, {}, async (site, called) => {
      const hidden = Object.fromEntries(await hiddenFields({ pageUrl: site }))
      const post = async (
        address: string,
        headers: Record<string, string>,
        fields: Record<string, string>,
      ) => {
        const body = new FormData()
        for (const [name, value] of Object.entries({ ...hidden, ...fields })) body.set(name, value)
        const answer = await fetch(site + address, { method: 'POST', headers, body })
        return { status: answer.status, html: await answer.text() }
      }
      for (const headers of [{}, behindTls]) {
        called.length = 0
        const stored = await post('/', headers, lead)
        expect([stored.status, /<iframe|<video/.test(stored.html)]).toEqual([200, true])
        const invalid = await post('/', headers, { ...lead, name: ' ' })
        expect([invalid.status, invalid.html.includes('aria-invalid="true"')]).toEqual([200, true])
        const opened = await post(`/watch/${token}`, headers, {})
        expect([opened.status, /<iframe|<video/.test(opened.html)]).toEqual([200, true])
        expect(called.map((url) => url.split('/').at(-1))).toEqual(['send-lead-email', 'watch'])
        for (const inner of ['/answer', '/link/watch', '/variants/b'])
          expect((await fetch(site + inner, { headers })).status, inner).toBe(404)
      }
    }))

test('a submission arrives behind a proxy that drops the port or names another host', () =>
  withServer(documented, { SITE_URL: 'https://training.example.com:8443' }, async (site, called) => {
    const pageUrl = `${site}/`
    const id = await actionId({ pageUrl })
    const hidden = Object.fromEntries(await hiddenFields({ pageUrl }))
    const submit = async (origin: string, host: string, isNative: boolean) => {
      called.length = 0
      const headers = { origin, 'x-forwarded-proto': 'https', 'x-forwarded-host': host }
      const fields = { ...hidden, ...lead }
      const call = isNative
        ? { body: formOf(Object.entries(fields)), headers }
        : actionCall(id, fields, headers)
      const { status } = await answerTo(pageUrl, call)
      return [status, called.length]
    }
    for (const isNative of [false, true]) {
      for (const host of ['training.example.com:8443', 'training.example.com', 'page.internal:3000'])
        expect(await submit('https://training.example.com:8443', host, isNative), host).toEqual([200, 1])
      for (const origin of ['https://evil.example', 'https://training.example.com:9000']) {
        const [status, count] = await submit(origin, 'training.example.com', isNative)
        expect([status, count], origin).toEqual([isNative ? 400 : 500, 0])
      }
    }
  }))
