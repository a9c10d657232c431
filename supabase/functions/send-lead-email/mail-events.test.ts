import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  type Call,
  mailbox,
  mailgun,
  mailgunKey,
  postmarkPassword,
  providers,
  resendSecret,
} from '../../../tests/sql/mail-reports.ts'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openHandler } from '../../../tests/sql/open-handler.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { sampleLead } from '../../../tests/sql/sample-lead.ts'
import { amazon, bounceOf, certificateUrl, notify, ses, topic } from '../../../tests/sql/sns-messages.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'
import type { TestDatabase } from '../../../tests/sql/test-database.ts'
import { createSesReader } from './mail-events/ses.ts'

const secrets = {
  POSTMARK_WEBHOOK_PASSWORD: postmarkPassword,
  RESEND_WEBHOOK_SECRET: resendSecret,
  MAILGUN_SIGNING_KEY: mailgunKey,
  SES_TOPIC_ARN: topic,
}

// Amazon's certificate is the only thing that the function fetches from a provider.
const { fetch } = globalThis
globalThis.fetch = (input, init) =>
  String(input) === certificateUrl ? Promise.resolve(new Response(amazon.cert)) : fetch(input, init)

const later = new Date(Date.parse(at) + 60_000).toISOString()

/**
 * Starts the function with a mail server and with the secrets of all providers. `mail` stores a lead, and its
 * email is sent.
 */
async function openChain() {
  const [database, inbox] = await Promise.all([openDatabase(), openInbox()])
  const served = await startFunction(database, { ...inbox.settings, ...secrets })
  return {
    ...{ database, served },
    mail: async (email: string) => {
      const lead = { ...sampleLead({ email }), phone_e164: undefined, country_code: undefined }
      assert.equal((await served.call('', { ...lead, countryCode: 'US' })).status, 201)
      await served.background()
      // The reports of the providers are about emails that were sent an hour ago.
      await database.query(
        `update outbox set (queued_at, claimed_at) = row('${at}'::timestamptz - interval '1 hour', '${at}'::timestamptz - interval '1 hour')`,
      )
    },
    report: async (provider: string, { headers, body }: Call) => {
      const url = `http://functions.test/send-lead-email/mail-events/${provider.toLowerCase()}`
      return (await served.fetch(new Request(url, { method: 'POST', headers, body }))).status
    },
    state: () => stateOf(database),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      await inbox.close()
      await database.close()
    },
  }
}

async function stateOf({ query }: Pick<TestDatabase, 'query'>) {
  const mails = await query(`select status, reason from outbox where kind = 'visitor' order by queued_at`)
  const suppressed = await query('select reason, source from suppressed_mailboxes order by reason')
  return {
    mails: mails.map(({ status, reason }) => [status, reason].filter(Boolean).join(' ')),
    suppressed: suppressed.map(({ reason, source }) => `${reason} ${source}`),
  }
}

for (const [name, { hard, soft, complaint, other, forge }] of Object.entries({ ...providers, SES: ses })) {
  const source = name.toLowerCase()

  test(`${name}: a bounce fails the email and ends emails to the address; copies and forged reports change nothing`, async () => {
    await using chain = await openChain()
    const email = mailbox
    await chain.mail(email)
    const call = hard(email, at)
    assert.equal(await chain.report(name, forge(call)), 401)
    assert.equal(await chain.report(name, { headers: {}, body: call.body.slice(1) }), 401)
    assert.deepEqual(await chain.database.query('select from mail_reports'), [])
    for (const harmless of [soft(email, at), other()]) assert.equal(await chain.report(name, harmless), 200)
    assert.deepEqual(await chain.state(), { mails: ['sent'], suppressed: [] })
    for (const _ of ['first', 'copy']) assert.equal(await chain.report(name, call), 200)
    const dead = { mails: ['failed bounced'], suppressed: [`bounced ${source}`] }
    assert.deepEqual(await chain.state(), dead)
    await chain.database.query('delete from mailbox_events')
    assert.equal(await chain.report(name, call), 200)
    assert.deepEqual(await chain.state(), { ...dead, suppressed: [] })
    assert.ok(!chain.served.lines.join().includes(email))
  })

  test(`${name}: a bounce and a complaint end in the same state in either order`, async () => {
    const states = []
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      await using chain = await openChain()
      await chain.mail('ada@example.org')
      const calls = [hard('ada@example.org', at), complaint('ada@example.org', later)]
      for (const place of order) assert.equal(await chain.report(name, calls[place] as Call), 200)
      states.push(await chain.state())
    }
    assert.deepEqual(states[0], {
      mails: ['failed complained'],
      suppressed: [`bounced ${source}`, `complained ${source}`],
    })
    assert.deepEqual(states[1], states[0])
  })
}

for (const [name, { unsubscription, forge }] of Object.entries({ ...providers, SES: ses })) {
  if (!unsubscription) continue
  test(`${name}: who unsubscribed there gets no more emails, and the email that had arrived stays sent`, async () => {
    await using chain = await openChain()
    await chain.mail(mailbox)
    const call = unsubscription(mailbox, at)
    assert.equal(await chain.report(name, forge(call)), 401)
    assert.deepEqual(await chain.state(), { mails: ['sent'], suppressed: [] })
    for (const _ of ['first', 'copy']) assert.equal(await chain.report(name, call), 200)
    const suppressed = [`unsubscribed ${name.toLowerCase()}`]
    assert.deepEqual(await chain.state(), { mails: ['sent'], suppressed })
    await chain.database.query('delete from mailbox_events')
    assert.equal(await chain.report(name, call), 200)
    assert.deepEqual(await chain.state(), { mails: ['sent'], suppressed: [] })
    assert.equal(await chain.report(name, unsubscription(mailbox, later)), 200)
    await chain.mail(mailbox)
    assert.deepEqual(await chain.state(), { mails: ['sent', 'cancelled suppressed'], suppressed })
  })
}

test('Amazon SES: a bounce fails the email; while Amazon or the database does not answer, the report has to come again', async () => {
  await using database = await openDatabase()
  let isAmazonUp = false
  const read = createSesReader(topic, () =>
    isAmazonUp ? Promise.resolve(amazon.cert) : Promise.reject(new Error('no answer')),
  )
  const handler = openHandler(database, { mailEvents: new Map([['ses', read]]) })
  const path = '/send-lead-email/mail-events/ses'
  const call = { path, body: notify(bounceOf('Permanent', 'ada@example.org')) }
  assert.equal((await handler.post(call)).status, 503)
  isAmazonUp = true
  const down = { ...database, queryAs: () => Promise.reject(new Error('no database')) }
  assert.equal((await handler.post(call, down)).status, 503)
  assert.deepEqual(await stateOf(database), { mails: [], suppressed: [] })
  assert.equal((await handler.post(call)).status, 200)
  assert.deepEqual(await stateOf(database), { mails: [], suppressed: ['bounced ses'] })
  assert.equal((await handler.post({ ...call, path: `${path}x` })).status, 401)
  assert.equal((await handler.post({ path, body: ' '.repeat(256 * 1024 + 1) })).status, 413)
})

test('without its secret, a provider’s reports are refused; a wrong secret is named', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  for (const MAILGUN_SIGNING_KEY of [undefined, '', 'short']) {
    await using served = await startFunction(database, { ...inbox.settings, MAILGUN_SIGNING_KEY })
    const { body } = mailgun('failed', 'permanent', mailbox, at)
    const url = 'http://functions.test/send-lead-email/mail-events/mailgun'
    assert.equal((await served.fetch(new Request(url, { method: 'POST', body }))).status, 401)
    assert.equal(/MAILGUN_SIGNING_KEY/.test(served.lines.join()), MAILGUN_SIGNING_KEY === 'short')
  }
  assert.deepEqual(await stateOf(database), { mails: [], suppressed: [] })
})
