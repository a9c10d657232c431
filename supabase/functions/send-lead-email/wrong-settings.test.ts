import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

const lead = { name: 'Ada', email: 'ada@example.org', phone: '555', countryCode: 'US', consent: true }

for (const [variable, value, fault, smtp] of [
  ['SMTP_URL', undefined, 'is missing', 'not_configured'],
  ['MAIL_FROM', 'Brand <nobody>', 'must hold an email address', 'ok'],
] as const) {
  test(`a lead is stored and its emails wait while ${variable} is ${value ? 'malformed' : 'missing'}`, async () => {
    await using database = await openDatabase()
    await using inbox = await openInbox()
    {
      const settings = [{ variable, fault }]
      await using broken = await startFunction(database, { ...inbox.settings, [variable]: value })
      const stored = await broken.call('', lead)
      assert.deepEqual([stored.status, stored.body.status], [201, 'created'])
      const sweep = await broken.call('/sweep')
      assert.deepEqual(sweep.body, { sent: 0, deferred: 0, failed: 0, lost: 0, settings })
      const health = await broken.call('/health')
      assert.deepEqual([health.body.settings, health.body.smtp.status], [settings, smtp])
      await broken.background()
      const mails = await database.query('select distinct status, attempts from outbox')
      assert.deepEqual(mails, [{ status: 'pending', attempts: 0 }])
      const logged = broken.lines.join('\n')
      assert.match(logged, new RegExp(`wrong_setting.*${variable}`))
      assert.match(logged, new RegExp(`mails_wait.*${variable}`))
      assert.ok(!value || !(logged + JSON.stringify([sweep, health])).includes(value))
    }
    await using repaired = await startFunction(database, inbox.settings)
    const { body } = await repaired.call('/sweep')
    assert.deepEqual(body, { sent: 3, deferred: 0, failed: 0, lost: 0 })
    const recipients = inbox.mails.flatMap(({ to }) => to)
    assert.deepEqual(recipients.sort(), [lead.email, inbox.settings.OWNER_EMAIL, inbox.settings.OWNER_EMAIL])
  })
}

test('in a project without a secret key every call is answered with 503, and the log says what to do', async () => {
  await using database = await openDatabase()
  for (const keys of [undefined, '{}', 'x']) {
    await using legacy = await startFunction(database, { SUPABASE_SECRET_KEYS: keys })
    for (const path of ['', '/sweep', '/health']) {
      assert.deepEqual(await legacy.call(path, lead), { status: 503, body: { error: 'unavailable' } })
    }
    assert.match(legacy.lines.join('\n'), /SUPABASE_SECRET_KEYS.*create a secret key under API keys/)
  }
})

test('with a deleted default key a lead is stored by the key that its caller shows', async () => {
  await using database = await openDatabase()
  const keys = { default: 'sb_secret_deleted', next: 'sb_secret_test' }
  await using rotated = await startFunction(database, { SUPABASE_SECRET_KEYS: JSON.stringify(keys) })
  const stored = await rotated.call('', lead)
  await rotated.background()
  assert.deepEqual([stored.status, stored.body.status], [201, 'created'])
})
