import assert from 'node:assert/strict'
import { mkdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import test from 'node:test'
import { createTransport } from 'nodemailer'
import { startStack } from './stack.ts'
import { testSettings } from './test-settings.ts'

const settings = await testSettings()
const stack = await startStack(settings, { parts: ['inbox'], log: () => {} })
const inbox = `http://localhost:${settings.inboxPort}`
test.after(async () => {
  await stack.stop()
  await rm(settings.dataDir, { recursive: true })
})

test('A mail outlives the inbox that took it, with the recipients of its envelope', async () => {
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

  const { total, messages } = await (await fetch(`${inbox}/api/v1/messages`)).json()
  assert.equal(total, 1)
  const [mail] = messages
  assert.equal(mail.Subject, 'Grüße')
  assert.deepEqual(mail.To, [{ Name: '', Address: 'ann@example.com' }])
  assert.deepEqual(mail.EnvelopeTo, ['ann@example.com', 'hidden@example.com'])
  const raw = await (await fetch(`${inbox}/api/v1/message/${mail.ID}/raw`)).text()
  assert.match(raw, /^Return-Path: <bounce@example\.com>\r\n[\s\S]*\r\nMessage-ID: </)

  const shown = await fetch(`${inbox}/mail/${mail.ID}/html`)
  assert.match(shown.headers.get('content-security-policy') ?? '', /^sandbox .*default-src 'none'/)
  assert.match(await (await fetch(`${inbox}/mail/${mail.ID}`)).text(), /<iframe [^>]*sandbox="allow-popups/)
  assert.equal((await fetch(`${inbox}/mail/none/html`)).status, 404)
})

test('A mail that cannot be read is an error that names its file', async () => {
  const file = path.join(settings.dataDir, 'mail', `${Date.now()}-1-000000.eml`)
  await mkdir(file)
  for (const page of ['', 'api/v1/messages']) {
    const response = await fetch(`${inbox}/${page}`)
    assert.equal(response.status, 500)
    assert.deepEqual(await response.json(), { message: `${file} cannot be read (EISDIR)` })
  }
  await rmdir(file)
})

test('A folder that cannot be made is named at the start', async () => {
  const lines: string[] = []
  const wrong = await testSettings({ LOCAL_DATA_DIR: import.meta.filename })
  await assert.rejects(startStack(wrong, { parts: ['inbox'], log: (line) => lines.push(line) }))
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /The data folder .* is below a file, not a folder; move that file away/)
})
