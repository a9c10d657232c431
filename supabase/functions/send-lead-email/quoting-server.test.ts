import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

const lead = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '555',
  countryCode: 'US',
  consent: true,
}

test('a mail server’s words reach the outbox and never the log', async () => {
  const answer = `5.7.1 spam: "New lead: ${lead.name}" for <${lead.email}>`
  await using database = await openDatabase()
  await using inbox = await openInbox({
    onRcptTo: (_, __, callback) => callback(Object.assign(new Error(answer), { responseCode: 554 })),
  })
  await using served = await startFunction(database, inbox.settings)
  const { call, background, lines } = served
  assert.equal((await call('', lead)).status, 201)
  await background()
  const failed = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'mail_deferred')
  assert.deepEqual(
    failed.map(({ reason }) => reason),
    Array(2).fill('EENVELOPE RCPT TO 554 5.7.1'),
  )
  for (const part of [lead.name, lead.email]) assert.ok(!lines.join().includes(part), part)
  for (const { last_error: words } of await database.query('select last_error from outbox')) {
    assert.match(String(words), /554 5\.7\.1 spam: "New lead: Ada Lovelace" for <…>$/)
  }
})
