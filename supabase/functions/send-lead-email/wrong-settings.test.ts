import assert from 'node:assert/strict'
import { after, beforeEach, mock, test } from 'node:test'
import { openDatabase } from '../../tests/open-database.ts'
import { openInbox } from '../../tests/open-inbox.ts'
import { startFunction } from '../../tests/start-function.ts'

mock.method(console, 'info', () => undefined)
const errors = mock.method(console, 'error', () => undefined)
const logged = () => errors.mock.calls.map((call) => String(call.arguments[0])).join('\n')

const [database, inbox] = await Promise.all([openDatabase(), openInbox()])
after(() => Promise.all([database.close(), inbox.close()]))
beforeEach(() => errors.mock.resetCalls())

const right = {
  ...inbox.settings,
  VIDEO_URL: undefined,
}
const lead = { name: 'Ada', phone: '555', countryCode: 'US', consent: true }

for (const [variable, value, fault] of [
  ['SMTP_URL', undefined, 'is missing'],
  ['SMTP_URL', 'smtps://user:50%@mail.example', 'must have a percent-encoded user name and password'],
  ['MAIL_FROM', undefined, 'is missing'],
  ['MAIL_FROM', 'Brand <nobody>', 'must hold an e-mail address'],
  ['OWNER_EMAIL', undefined, 'is missing'],
  ['OWNER_EMAIL', 'nobody', 'must be an e-mail address'],
  ['SITE_URL', undefined, 'is missing'],
  ['SITE_URL', 'training.example', 'must be an http(s) address'],
] as const) {
  test(`with ${variable} ${value ? 'malformed' : 'missing'} a lead is stored, its mails wait, and go once it is repaired`, async () => {
    const settings = [{ variable, fault }]
    const broken = await startFunction(database, { ...right, [variable]: value })
    assert.match(logged(), new RegExp(`wrong_setting.*${variable}`))

    const email = `${crypto.randomUUID()}@example.org`
    const stored = await broken.call('', { ...lead, email })
    assert.deepEqual([stored.status, stored.body], [201, { status: 'created' }])
    const sweep = await broken.call('/sweep')
    assert.deepEqual(sweep.body, { sent: 0, failed: 0, dead: 0, lost: 0, settings })
    assert.match(logged(), new RegExp(`mails_wait.*${variable}`))
    const health = await broken.call('/health')
    assert.deepEqual(health.body.settings, settings)
    assert.equal(health.body.smtp.status, variable === 'SMTP_URL' ? 'not_configured' : 'ok')
    await broken.background()
    await broken.stop()
    const mails = await database.query(
      `select distinct mail.status, attempts from lead_emails mail
      join lead_submissions s on s.id = submission_id where s.email = $1`,
      [email],
    )
    assert.deepEqual(mails, [{ status: 'pending', attempts: 0 }])
    assert.ok(!value || !(logged() + JSON.stringify([sweep, health])).includes(value))

    const repaired = await startFunction(database, right)
    const { body } = await repaired.call('/sweep')
    await repaired.stop()
    assert.deepEqual(body, { sent: 2, failed: 0, dead: 0, lost: 0 })
    const recipients = inbox.mails.splice(0).flatMap(({ to }) => to)
    assert.deepEqual(recipients.sort(), [email, right.OWNER_EMAIL].sort())
  })
}

test('in a project without a secret key every call is answered with 503, and the log says what to do', async () => {
  for (const keys of [undefined, '{}', 'x']) {
    errors.mock.resetCalls()
    const legacy = await startFunction(database, { ...right, SUPABASE_SECRET_KEYS: keys })
    for (const path of ['', '/sweep', '/health']) {
      assert.deepEqual(await legacy.call(path, { ...lead, email: 'ada@example.org' }), {
        status: 503,
        body: { error: 'unavailable' },
      })
    }
    await legacy.stop()
    assert.match(logged(), /SUPABASE_SECRET_KEYS.*create a secret key under API keys/)
  }
})

test('with a deleted default key a lead is stored by the key that its caller shows', async () => {
  const keys = { default: 'sb_secret_deleted', next: 'sb_secret_test' }
  const rotated = await startFunction(database, { ...right, SUPABASE_SECRET_KEYS: JSON.stringify(keys) })
  const stored = await rotated.call('', { ...lead, email: `${crypto.randomUUID()}@example.org` })
  await rotated.background()
  await rotated.stop()
  assert.deepEqual(stored, { status: 201, body: { status: 'created' } })
})
