import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
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
  assert.equal(mail.ReturnPath, 'bounce@example.com')
  assert.match(await (await fetch(`${inbox}/api/v1/message/${mail.ID}/raw`)).text(), /^Message-ID: </m)

  const shown = await fetch(`${inbox}/mail/${mail.ID}/html`)
  assert.match(shown.headers.get('content-security-policy') ?? '', /^sandbox .*default-src 'none'/)
  assert.match(await (await fetch(`${inbox}/mail/${mail.ID}`)).text(), /<iframe [^>]*sandbox="allow-popups/)

  await fetch(`${inbox}/api/v1/messages`, { method: 'DELETE' })
  assert.equal((await (await fetch(`${inbox}/api/v1/messages`)).json()).total, 0)
  assert.equal((await fetch(`${inbox}/mail/${mail.ID}/html`)).status, 404)
})
