import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { openMailbox } from './mailbox.ts'
import { receiveMail } from './receive-mail.ts'

test('a recipient called refused is refused for good, so that a failed email can be tried', async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'inbox-'))
  const { server } = receiveMail(0, await openMailbox(folder))
  context.after(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  await once(server, 'listening')
  const transport = createTransport({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const mail = { from: 'training@example.com', to: 'Refused@example.com', subject: 'No', text: 'No' }
  await assert.rejects(transport.sendMail(mail), { responseCode: 550, command: 'RCPT TO' })
  assert.deepEqual(await readdir(folder), [])
})
