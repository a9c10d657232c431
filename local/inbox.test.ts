import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { createTransport } from 'nodemailer'
import { testSettings } from '../tests/kit/test-settings.ts'
import { startStack } from './stack.ts'

const settings = await testSettings()
const stack = await startStack(settings, { services: ['inbox'], log: () => {} })
const inbox = `http://localhost:${settings.inboxPort}`
const login = { authorization: `Bearer ${settings.deskKey}` }
const ask = (path: string) => fetch(`${inbox}${path}`, { headers: login })
test.after(async () => {
  await stack.stop()
  await rm(settings.dataDir, { recursive: true })
})

test('An email outlives the inbox that took it, with the recipients of its envelope', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: settings.smtpPort })
  await transport.sendMail({
    from: 'Training <training@example.com>',
    to: 'ann@example.com',
    envelope: { from: 'bounce@example.com', to: ['ann@example.com', 'hidden@example.com'] },
    subject: 'Grüße',
    html: '<p>Hello <b>Ann</b></p><script>alert(1)</script>',
  })
  stack.inbox.kill('SIGKILL')
  await stack.inbox.restart()

  const { total, messages } = await (await ask('/api/v1/messages')).json()
  assert.equal(total, 1)
  const [mail] = messages
  assert.equal(mail.Subject, 'Grüße')
  assert.deepEqual(mail.To, [{ Name: '', Address: 'ann@example.com' }])
  assert.deepEqual(mail.EnvelopeTo, ['ann@example.com', 'hidden@example.com'])
  const raw = await (await ask(`/api/v1/message/${mail.ID}/raw`)).text()
  assert.match(raw, /^Return-Path: <bounce@example\.com>\r\n[\s\S]*\r\nMessage-ID: </)

  const shown = await ask(`/mail/${mail.ID}/html`)
  assert.match(shown.headers.get('content-security-policy') ?? '', /^sandbox .*default-src 'none'/)
  assert.match(await (await ask(`/mail/${mail.ID}`)).text(), /<iframe [^>]*sandbox="allow-popups/)
  assert.equal((await ask('/mail/none/html')).status, 404)
})

test('What an email says is shown as text, and the page loads only what is its own', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: settings.smtpPort })
  const subject = '<b>Bold</b>'
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject, text: '<i>Text</i>' })
  const { messages } = await (await ask('/api/v1/messages?limit=1')).json()
  const shown = await ask(`/mail/${messages[0].ID}`)
  const page = await shown.text()
  assert.match(page, /<h2>&lt;b&gt;Bold&lt;\/b&gt;<\/h2>/)
  assert.match(page, /<pre tabindex="0">&lt;i&gt;Text/)
  assert.doesNotMatch(page, /<b>Bold|<i>Text/)
  const sources = Array.from(page.matchAll(/<(style|script)>(.*?)<\/\1>/gs), ([, name, text]) => {
    const hash = createHash('sha256').update(String(text)).digest('base64')
    return `${name}-src 'sha256-${hash}'`
  })
  const policy = shown.headers.get('content-security-policy')?.split('; ') ?? []
  assert.equal(policy[0], `default-src 'none'`)
  assert.deepEqual(
    policy.filter((directive) => /^(style|script)/.test(directive)),
    sources,
  )
  const [, font = ''] = /src: url\((\S+)\)/.exec(page) ?? []
  assert.equal((await ask(font)).headers.get('content-type'), 'font/woff2')
})

test('Only the names of this machine are answered, and no other site', async () => {
  for (const host of ['evil.example', `evil.example:${settings.inboxPort}`, 'localhost:1']) {
    for (const path of ['/', '/api/v1/messages']) {
      const call = request(`http://127.0.0.1:${settings.inboxPort}${path}`, {
        headers: { host, ...login },
      }).end()
      const [answer] = await once(call, 'response')
      assert.equal(answer.statusCode, 403, host)
      assert.doesNotMatch(await text(answer), /example\.com/)
    }
  }
  const preflight = await fetch(inbox, {
    method: 'OPTIONS',
    headers: { ...login, origin: 'https://evil.example' },
  })
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [403, null])
})

test('Another user of this machine gets 401, and can read neither the folder nor its emails', async () => {
  for (const path of ['/', '/api/v1/messages', '/mail/none', '/mail/none/html', '/api/v1/message/none/raw'])
    assert.equal((await fetch(`${inbox}${path}`)).status, 401, path)
  const folder = path.join(settings.dataDir, 'mail')
  const files = (await readdir(folder)).map((name) => path.join(folder, name))
  assert.notEqual(files.length, 0)
  for (const name of [folder, ...files]) assert.equal((await stat(name)).mode & 0o077, 0, name)
})

test('A folder that cannot be created is named at the start', async () => {
  const lines: string[] = []
  const wrong = await testSettings({ LOCAL_DATA_DIR: import.meta.filename })
  await assert.rejects(startStack(wrong, { services: ['inbox'], log: (line) => lines.push(line) }))
  assert.equal(lines.length, 1)
  assert.match(
    lines[0] ?? '',
    /The data folder .* cannot be created \(ENOTDIR\); fix that, or set LOCAL_DATA_DIR/,
  )
})
