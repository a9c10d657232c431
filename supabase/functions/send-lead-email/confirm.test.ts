import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { openReceiver, webhookSecret } from '../../../tests/sql/open-receiver.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

test('the link in the visitor’s email confirms the lead, which the owner and the webhook are told', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using receiver = await openReceiver()
  await database.query('update lead_settings set double_opt_in = true')
  await using served = await startFunction(database, {
    ...inbox.settings,
    LEADS_WEBHOOK_URL: receiver.url,
    LEADS_WEBHOOK_SECRET: webhookSecret,
    LEADS_WEBHOOK_PRIVATE: 'allow',
  })
  const { call, background } = served
  const lead = { name: 'Ada', email: 'ada@example.org', countryCode: 'US', consent: true }
  const key = { apikey: 'sb_secret_test', 'idempotency-key': crypto.randomUUID() }
  assert.equal((await call('', { ...lead, phone: '(201) 555-0123' }, key)).status, 201)
  await background()
  const mailed = async () => (await inbox.read()).map(({ subject }) => subject)
  assert.deepEqual(await mailed(), ['New lead: Ada'])

  await call('/sweep')
  const mail = (await inbox.read()).find(({ subject }) => subject === 'Your free training is ready')
  assert.match(mail?.text ?? '', /number \+12015550123\. If it is yours/)
  const link = /https:\/\/training\.example\/confirm\/([0-9a-f-]{36})\/ask/
  const token = link.exec(mail?.text ?? '')?.[1]
  assert.ok(mail?.html && link.exec(mail.html)?.[1] === token)

  const context = { consentText: 'It is mine.', consentVersion: 'confirmation 1', ipHash: 'a'.repeat(64) }
  for (const unknown of [crypto.randomUUID(), 'x', null]) {
    for (const path of ['/ask', '/confirm']) {
      const { status, body } = await call(path, { token: unknown, context })
      assert.deepEqual([status, body], [404, { error: 'unknown_token' }])
    }
  }
  for (const unread of [undefined, {}, { ...context, consentText: '' }, { ...context, consentText: 7 }])
    assert.equal((await call('/confirm', { token, context: unread })).status, 404)
  assert.deepEqual((await call('/ask', { token })).body, { phone: '+12015550123' })
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await call('/confirm', { token, context })
    assert.deepEqual([status, body], [200, { status: 'confirmed' }])
  }
  const confirmed = await database.query(
    'select confirms, consent_text, consent_version, ip_hash from lead_submissions where confirms is not null',
  )
  const evidence = { consent_text: 'It is mine.', consent_version: 'confirmation 1', ip_hash: 'a'.repeat(64) }
  assert.deepEqual(confirmed, [{ confirms: key['idempotency-key'], ...evidence }])

  await call('/sweep')
  await background()
  assert.deepEqual((await mailed()).slice(3), ['Lead confirmed: Ada'])
  assert.deepEqual(
    receiver.posts.map((post) => receiver.verify(post)).map(({ type, data }) => [type, data.confirms]),
    [
      ['lead.created', undefined],
      ['lead.confirmed', key['idempotency-key']],
    ],
  )
})
