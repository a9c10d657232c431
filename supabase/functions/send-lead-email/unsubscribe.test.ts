import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { sampleLead } from '../../../tests/sql/sample-lead.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

test('every visitor email, and no other, has the headers of RFC 8058 and a line, whose token ends all emails to that mailbox', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, inbox.settings)
  const lead = { ...sampleLead(), phone_e164: undefined, country_code: undefined, countryCode: 'US' }
  assert.equal((await served.call('', lead)).status, 201)
  await served.background()
  const mails = await inbox.read()
  const headersOf = ({ headers }: (typeof mails)[number]) =>
    headers.flatMap(({ key, value }) => (key.startsWith('list-') ? [[key, value]] : []))
  const mail = mails.find(({ subject }) => subject === 'Your free training is ready')
  const link = /https:\/\/training\.example\/unsubscribe\/([0-9a-f-]{36})/
  const [address, token] = link.exec(mail?.text ?? '') ?? []
  assert.ok(mail)
  assert.ok(mail.html?.includes(`href="${address}/ask"`))
  assert.deepEqual(headersOf(mail), [
    ['list-unsubscribe', `<${address}>`],
    ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
  ])
  assert.deepEqual(mails.filter((other) => other !== mail).flatMap(headersOf), [])

  for (const unknown of [crypto.randomUUID(), 'x', null])
    assert.deepEqual(await served.call('/unsubscribe', { token: unknown, way: 'link' }), {
      status: 404,
      body: { error: 'unknown_token' },
    })
  assert.equal((await served.call('/unsubscribe', { token, way: 'other' })).status, 404)
  assert.deepEqual(await database.query('select from suppressed_mailboxes'), [])
  for (const _ of ['first', 'again'])
    assert.deepEqual(await served.call('/unsubscribe', { token, way: 'mail program' }), {
      status: 200,
      body: { status: 'unsubscribed' },
    })
  assert.deepEqual(await database.query('select reason, source from suppressed_mailboxes'), [
    { reason: 'unsubscribed', source: 'mail program' },
  ])
  assert.equal((await served.call('', lead)).status, 201)
  await served.background()
  const sent = (await inbox.read()).filter(({ subject }) => subject === 'Your free training is ready')
  assert.equal(sent.length, 1)
  assert.ok(!served.lines.join().includes(String(token)))
})
