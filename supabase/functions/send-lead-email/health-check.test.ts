import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { openDatabase } from '../../tests/open-database.ts'
import { openInbox } from '../../tests/open-inbox.ts'
import { startFunction } from '../../tests/start-function.ts'
import { healthSchema } from '../_shared/health.ts'
import { sourceDigest } from './source-digest.ts'

for (const level of ['info', 'error'] as const) mock.method(console, level, () => undefined)
const database = await openDatabase()
after(() => database.close())

const owner = 'owner@brand.example'
type Options = { url?: (port: number) => string; inbox?: SMTPServerOptions; mail?: boolean }

async function check({ url = (port) => `smtp://127.0.0.1:${port}`, inbox: options, mail }: Options) {
  const inbox = await openInbox(options)
  const served = await startFunction(database, {
    SMTP_URL: url(inbox.port),
    MAIL_FROM: 'Brand <hello@brand.example>',
    OWNER_EMAIL: owner,
    SITE_URL: 'https://training.example',
    VIDEO_URL: ' /video.mp4',
  })
  const { status, body } = await served.call('/health', mail === undefined ? {} : { mail })
  await Promise.all([served.stop(), inbox.close()])
  assert.equal(status, 200)
  assert.deepEqual(body, healthSchema.parse(body))
  return { health: healthSchema.parse(body), text: JSON.stringify(body), inbox }
}

test('a sound function answers its version, its settings without secrets, and that everything works', async () => {
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, callback) =>
    callback(null, username === 'user' && password === 'secret' ? { user: 'user' } : {})
  const { health, inbox } = await check({
    url: (port) => `smtp://user:secret@127.0.0.1:${port}`,
    inbox: { onAuth, allowInsecureAuth: true },
  })
  assert.deepEqual(health, {
    version: sourceDigest,
    settings: [],
    siteUrl: 'https://training.example',
    videoUrl: '/video.mp4',
    senderDomain: 'brand.example',
    smtp: { status: 'ok', reason: null },
    database: { status: 'ok', reason: null },
    mail: null,
  })
  assert.deepEqual(inbox.mails, [])
})

test('a test mail goes to the owner when it is asked for, and claims nothing of the outbox', async () => {
  const { health, inbox, text } = await check({ mail: true })
  assert.deepEqual(health.mail, { status: 'sent', reason: null })
  assert.deepEqual(
    inbox.mails.map(({ to }) => to),
    [[owner]],
  )
  const [mail] = await inbox.read()
  assert.match(mail?.subject ?? '', /^Test mail/)
  assert.ok(mail?.html && mail.text && !text.includes(owner))
  assert.equal((await check({ mail: false })).health.mail, null)
})

test('what is wrong with the mail server is told by a status of its own, in codes', async () => {
  const login: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_, __, callback) =>
      callback(Object.assign(new Error(`${owner} is locked`), { responseCode: 535 })),
  }
  const withLogin = (port: number) => `smtp://user:secret@127.0.0.1:${port}`
  const cases: [Options, string, RegExp][] = [
    [{ url: () => 'smtp://127.0.0.1:1' }, 'unreachable', /^ESOCKET CONN .*refused/i],
    [{ url: () => 'smtp://nowhere.invalid:465' }, 'unreachable', /^EDNS/],
    [{ url: withLogin, inbox: login }, 'login_refused', /^EAUTH AUTH PLAIN 535$/],
    [{ url: (port: number) => `smtp://0.0.0.0:${port}` }, 'no_tls', /^ETLS/],
    [{ url: (port: number) => `smtps://127.0.0.1:${port}` }, 'no_tls', /./],
    [
      { url: (port: number) => `smtps://127.0.0.1:${port}`, inbox: { secure: true, disabledCommands: [] } },
      'no_tls',
      /certificate/,
    ],
  ]
  for (const [options, status, reason] of cases) {
    const { health, text } = await check({ ...options, mail: true })
    assert.equal(health.smtp.status, status, health.smtp.reason ?? '')
    assert.match(health.smtp.reason ?? '', reason)
    assert.equal(health.mail?.status, 'failed')
    assert.doesNotMatch(text, /owner|user|secret|locked/)
  }
})

test('a mail server’s refusal of the test mail is answered in codes alone', async () => {
  const refuse: SMTPServerOptions['onRcptTo'] = (_, __, callback) =>
    callback(Object.assign(new Error(`5.1.1 Ada Lovelace <${owner}> has left`), { responseCode: 550 }))
  const { health } = await check({ inbox: { onRcptTo: refuse }, mail: true })
  assert.deepEqual(health.mail, { status: 'failed', reason: 'EENVELOPE RCPT TO 550 5.1.1' })
})

test('a database that does not answer is told, and hides nothing else', async () => {
  const timeout = Object.assign(new Error('x'), { severity: 'ERROR', code: '57014' })
  const broken = { query: database.query, queryAs: () => Promise.reject(timeout) }
  const served = await startFunction(broken, { SMTP_URL: undefined })
  const { body } = await served.call('/health')
  await served.stop()
  assert.deepEqual(body.database, { status: 'unavailable', reason: 'claim_lead_emails: 57014' })
  assert.equal(body.smtp.status, 'not_configured')
})

test('the health check needs a secret key and a body that it knows', async () => {
  const served = await startFunction(database, {})
  assert.deepEqual(await served.call('/health', {}, {}), { status: 401, body: { error: 'unauthorized' } })
  assert.deepEqual(await served.call('/health', { mail: 'yes' }), {
    status: 400,
    body: { error: 'invalid_json' },
  })
  await served.stop()
})
