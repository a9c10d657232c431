import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { readMigrations, readProject } from '../../tests/open-database.ts'
import { openEmptyDatabase } from '../../tests/open-empty-database.ts'
import { openInbox } from '../../tests/open-inbox.ts'
import { webhookSecret } from '../../tests/open-receiver.ts'
import { startFunction } from '../../tests/start-function.ts'

mock.method(console, 'info', () => undefined)
// Those versions have no webhooks, so the worker that asks for them stops with an error.
mock.method(console, 'error', () => undefined)

/** The first migrations of the versions of the schema that this version of the function may meet. */
const versions = ['20261121000000', '20261121000200', '20261121000400', '20261121000700']

for (const newest of versions) {
  test(`before ${newest} is there, the function stores every lead and sends its mails`, async () => {
    const [database, inbox] = await Promise.all([openEmptyDatabase(), openInbox()])
    await database.query(await readProject())
    for (const { name, sql } of await readMigrations()) if (name < newest) await database.query(sql)
    const { call, background, stop } = await startFunction(database, {
      ...inbox.settings,
      LEADS_WEBHOOK_URL: 'https://crm.invalid/leads',
      LEADS_WEBHOOK_SECRET: webhookSecret,
    })
    const lead = { name: 'Ada', email: 'ada@example.org', phone: '555', countryCode: 'US', consent: true }
    const key = { apikey: 'sb_secret_test', 'idempotency-key': crypto.randomUUID() }
    const stored = await call('', { ...lead, context: { preview: false } }, key)
    assert.deepEqual([stored.status, (await call('', lead, key)).body], [201, { status: 'replayed' }])
    await background()
    assert.equal(inbox.mails.length, 2)
    assert.equal((await call('/sweep')).status, 200)
    assert.equal((await call('/health')).body.database.status, 'ok')
    await Promise.all([stop(), database.close(), inbox.close()])
  })
}
