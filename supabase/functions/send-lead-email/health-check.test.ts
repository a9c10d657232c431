import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { webhookSecret } from '../../../tests/sql/open-receiver.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'
import { healthSchema } from '../_shared/health.ts'
import type { LeadDatabase } from './database.ts'
import { createHealthCheck } from './health-check.ts'
import { readSettings } from './settings.ts'
import type { SmtpTransport } from './smtp-transport.ts'
import { sourceDigest } from './source-digest.ts'

const owner = 'owner@brand.example'
type Options = { url?: (port: number) => string; inbox?: SMTPServerOptions; mail?: boolean }

const empty = { query: async () => [], queryAs: async () => [] }

async function check(
  { url = (port) => `smtp://127.0.0.1:${port}`, inbox: options, mail }: Options,
  database: Parameters<typeof startFunction>[0] = empty,
) {
  await using inbox = await openInbox(options)
  await using served = await startFunction(database, {
    SMTP_URL: url(inbox.port),
    MAIL_FROM: 'Brand <hello@brand.example>',
    OWNER_EMAIL: owner,
    SITE_URL: 'https://training.example',
  })
  const { status, body } = await served.call('/health', mail === undefined ? {} : { mail })
  assert.equal(status, 200)
  assert.deepEqual(body, healthSchema.parse(body))
  return { health: healthSchema.parse(body), text: JSON.stringify(body), inbox }
}

test('a sound function answers its version, its settings without secrets, and that everything works', async () => {
  await using database = await openDatabase()
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, callback) =>
    callback(null, username === 'user' && password === 'secret' ? { user: 'user' } : {})
  const { health, inbox } = await check(
    {
      url: (port) => `smtp://user:secret@127.0.0.1:${port}`,
      inbox: { onAuth, allowInsecureAuth: true },
    },
    database,
  )
  assert.deepEqual(health, {
    version: sourceDigest,
    settings: [],
    siteUrl: 'https://training.example',
    senderDomain: 'brand.example',
    smtp: { status: 'ok', reason: null },
    database: { status: 'ok', reason: null },
    mail: null,
  })
  assert.deepEqual(inbox.mails, [])
})

test('a test email goes to the owner when it is asked for, and claims nothing of the outbox', async () => {
  const { health, inbox, text } = await check({ mail: true })
  assert.deepEqual(health.mail, { status: 'sent', reason: null })
  assert.deepEqual(
    inbox.mails.map(({ to }) => to),
    [[owner]],
  )
  const [mail] = await inbox.read()
  assert.match(mail?.subject ?? '', /^Test email/)
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
  ]
  for (const [options, status, reason] of cases) {
    const { health, text } = await check({ ...options, mail: true })
    assert.equal(health.smtp.status, status, health.smtp.reason ?? '')
    assert.match(health.smtp.reason ?? '', reason)
    assert.equal(health.mail?.status, 'failed')
    assert.doesNotMatch(text, /owner|user|secret|locked/)
  }
})

test('a mail server’s refusal of the test email is answered in codes alone', async () => {
  const refuse: SMTPServerOptions['onRcptTo'] = (_, __, callback) =>
    callback(Object.assign(new Error(`5.1.1 Ada Lovelace <${owner}> has left`), { responseCode: 550 }))
  const { health } = await check({ inbox: { onRcptTo: refuse }, mail: true })
  assert.deepEqual(health.mail, { status: 'failed', reason: 'EENVELOPE RCPT TO 550 5.1.1' })
})

test('a database that does not answer is told, and hides nothing else', async () => {
  const timeout = Object.assign(new Error('x'), { severity: 'ERROR', code: '57014' })
  const broken = { ...empty, queryAs: () => Promise.reject(timeout) }
  await using served = await startFunction(broken, { SMTP_URL: undefined })
  const { body } = await served.call('/health')
  assert.deepEqual(body.database, { status: 'unavailable', reason: 'claim_mails: 57014' })
  assert.equal(body.smtp.status, 'not_configured')
})

test('the health check needs a secret key and a body that it knows', async () => {
  await using served = await startFunction(empty, {})
  assert.deepEqual(await served.call('/health', {}, {}), { status: 401, body: { error: 'unauthorized' } })
  assert.deepEqual(await served.call('/health', { mail: 'yes' }), {
    status: 400,
    body: { error: 'invalid_json' },
  })
})

const settings = readSettings({
  LEADS_WEBHOOK_URL: 'https://crm.example/key',
  LEADS_WEBHOOK_SECRET: webhookSecret,
})
const database = { claimMails: async () => [] } as unknown as LeadDatabase

test('a webhook address that no name server knows is a wrong setting', async () => {
  for (const [resolve, fault] of [
    [async () => [{ address: '8.8.8.8' }], undefined],
    [async () => [{ address: '10.0.0.1' }], 'must not lead to this machine or into a private network'],
    [() => Promise.reject({ code: 'ENOTFOUND' }), 'names a host that has no address'],
    [() => Promise.reject({ code: 'EAI_AGAIN' }), undefined],
  ] as const) {
    const check = createHealthCheck({ settings, transport: undefined, post: undefined, resolve })
    const faults = (await check(database, false)).settings.filter(({ variable }) => /WEBHOOK/.test(variable))
    assert.deepEqual(faults, fault ? [{ variable: 'LEADS_WEBHOOK_URL', fault }] : [])
  }
})

test('the health check answers by its deadline, whatever hangs', async () => {
  const endless = () => Promise.withResolvers<never>().promise
  const clock = new AbortController()
  const check = createHealthCheck({
    settings,
    transport: { verify: endless } as unknown as SmtpTransport,
    post: endless,
    resolve: endless,
    deadline: () => clock.signal,
  })
  const answer = check({ claimMails: endless } as unknown as LeadDatabase, true)
  clock.abort()
  const { smtp, database, mail } = await answer
  assert.deepEqual(smtp, { status: 'unreachable', reason: 'ETIMEDOUT' })
  assert.deepEqual(database, { status: 'unavailable', reason: 'ETIMEDOUT' })
  assert.deepEqual(mail, { status: 'failed', reason: 'ETIMEDOUT' })
})
