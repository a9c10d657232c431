import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { throwAwayCertificate } from '../kit/certificate.ts'
import { freePort, listen } from '../kit/listen.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { answerRpc } from './open-client.ts'
import { openDatabase } from './open-database.ts'
import { openInbox } from './open-inbox.ts'
import { webhookSecret } from './open-receiver.ts'

// This test runs in Node, because node:tls cannot start a TLS server in Deno 2.1.4.
const certificate = throwAwayCertificate()
const folder = await mkdtemp(path.join(tmpdir(), 'tls-'))
const trusted = path.join(folder, 'cert.pem')
await writeFile(trusted, certificate.cert)

const database = await openDatabase()
const dataApi = createHttp(async (request, response) => {
  const answer = await answerRpc(database, path.basename(String(request.url)), await text(request))
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
})
const posts: string[] = []
const receiver = createHttps(certificate, async (request, response) => {
  posts.push(await text(request))
  response.writeHead(204).end()
})
const [dataPort, receiverPort] = [await listen(dataApi), await listen(receiver)]
const closing: (() => unknown)[] = []
after(async () => {
  for (const close of closing) await close()
  for (const server of [dataApi, receiver]) {
    server.closeAllConnections()
    server.close()
  }
  await database.close()
  await rm(folder, { recursive: true })
})

/**
 * Starts the function in Deno, with local/function-host.ts, and makes Deno trust the certificate. Returns a function
 * that sends posts to the host.
 */
async function startHost(smtpUrl: string) {
  const port = await freePort()
  const root = path.join(import.meta.dirname, '../..')
  const flags = ['--quiet', '--no-check', '--node-modules-dir=manual', '--cached-only', '--no-prompt', '-A']
  const functions = `${new URL('../../supabase/functions/', import.meta.url)}`
  const host = spawn('deno', ['run', ...flags, 'local/function-host.ts', functions, String(port)], {
    cwd: root,
    env: {
      ...env,
      DENO_CERT: trusted,
      SUPABASE_URL: `http://127.0.0.1:${dataPort}`,
      SUPABASE_SECRET_KEYS: '{"default":"sb_secret_test"}',
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'hello@brand.example',
      OWNER_EMAIL: 'owner@brand.example',
      SITE_URL: 'https://training.example',
      LEADS_WEBHOOK_URL: `https://localhost:${receiverPort}/leads`,
      LEADS_WEBHOOK_SECRET: webhookSecret,
      LEADS_WEBHOOK_PRIVATE: 'allow',
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  closing.unshift(() => {
    host.stdin.end()
    return host.exitCode ?? once(host, 'exit')
  })
  const post = async (route: string, value: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}/send-lead-email${route}`, {
      method: 'POST',
      headers: { apikey: 'sb_secret_test', 'content-type': 'application/json' },
      body: JSON.stringify(value),
    })
    return { status: response.status, body: await response.json() }
  }
  await waitUntil('the function answers', 60_000, async () => {
    assert.equal(host.exitCode, null)
    return (await post('/x', null)).status === 400
  })
  return post
}

async function openTlsInbox(secure: boolean) {
  const secured: boolean[] = []
  const options: SMTPServerOptions = {
    ...certificate,
    ...{ secure, disabledCommands: [], allowInsecureAuth: false },
    onAuth: (_, { secure }, callback) => callback(null, { user: secure ? 'user' : undefined }),
    onMailFrom: (_, session, callback) => {
      secured.push(session.secure && session.user === 'user')
      callback()
    },
  }
  const inbox = await openInbox(options)
  closing.push(() => inbox.close())
  return { ...inbox, secured }
}

test('over TLS, as on port 465, a lead is emailed, and posted to an https receiver', async () => {
  const inbox = await openTlsInbox(true)
  const post = await startHost(`smtps://user:secret@127.0.0.1:${inbox.port}`)
  const lead = { name: 'Ada', email: 'ada@example.org', phone: '555', countryCode: 'US', consent: true }
  assert.equal((await post('', lead)).status, 201)
  await waitUntil('mails and webhook are sent', 60_000, async () => {
    const [row] = await database.query(`select bool_and(status = 'sent') as done from outbox`)
    return row?.done === true
  })
  assert.deepEqual([inbox.secured, posts.length], [[true, true], 1])
})

test('over STARTTLS, as on port 2525, the connection is found sound and the test email is sent', async () => {
  const inbox = await openTlsInbox(false)
  // The address 0.0.0.0 leads to this machine, but it does not count as a loopback address. Without TLS, no
  // email would therefore arrive.
  const post = await startHost(`smtp://user:secret@0.0.0.0:${inbox.port}`)
  const { body } = await post('/health', { mail: true })
  assert.deepEqual([body.settings, body.smtp.status, body.mail.status], [[], 'ok', 'sent'])
  assert.deepEqual(inbox.secured, [true])
})
