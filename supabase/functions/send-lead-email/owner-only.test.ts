import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

const owner = 'owner@brand.example'

const lead = () => ({
  name: 'Ada Lovelace',
  email: `${crypto.randomUUID()}@example.org`,
  phone: '555',
  countryCode: 'US',
  consent: true,
})
const recipients = ({ mails }: { mails: { to: string[] }[] }) => mails.map(({ to }) => String(to))

test('both emails of a preview’s lead go to the owner alone, marked', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, { ...inbox.settings, OWNER_EMAIL: owner })
  const { call, background } = served
  assert.equal((await call('', { ...lead(), context: { preview: true } })).status, 201)
  await background()
  assert.deepEqual(recipients(inbox), [owner, owner])
  const mails = await inbox.read()
  assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
    '[Preview] New lead: Ada Lovelace',
    '[Preview] Your free training is ready',
  ])
  for (const { html, text } of mails) {
    for (const part of [html, text]) assert.match(String(part), /comes from a preview of the site/)
  }
})

test('emails that failed alone reach the owner as one alert, without personal data', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, { ...inbox.settings, OWNER_EMAIL: owner })
  const { call, background } = served
  // This phone number contains no digits. The hash in a seal email could by chance contain the digits of a
  // real number.
  const sent = { ...lead(), phone: 'call me after six' }
  await call('', sent)
  await background()
  inbox.mails.length = 0
  await database.query(
    `update outbox set status = 'failed', reason = 'rejected', due_at = now() - interval '1 hour'`,
  )
  await call('/sweep')
  await call('/sweep')
  assert.deepEqual(recipients(inbox), [owner, owner])
  const alerts = (await inbox.read()).filter(({ subject }) => !subject?.startsWith('Keep this email'))
  const [alert, ...others] = alerts
  assert.deepEqual(others, [])
  assert.equal(alert?.subject, 'Some emails did not go out')
  assert.match(String(alert?.text), /\b2 failed\b/)
  assert.equal(alert?.replyTo, undefined)
  for (const part of [sent.email, sent.name, sent.phone]) {
    assert.ok(!inbox.mails.some(({ raw }) => raw.includes(part)), part)
  }
})

test('leads beyond the budget of owner emails reach the owner in one digest', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, { ...inbox.settings, OWNER_EMAIL: owner })
  const { call, background } = served
  await database.query('update lead_settings set owner_mails_per_hour = 2')
  for (const name of ['Ada', 'Bob', 'Cy', 'Dee', 'Eve']) await call('', { ...lead(), name })
  await background()
  assert.deepEqual((await inbox.read()).filter(({ subject }) => subject?.startsWith('New lead')).length, 2)
  inbox.mails.length = 0
  await database.query(`update outbox set due_at = now() where kind = 'digest'`)
  await call('/sweep')
  assert.deepEqual(recipients(inbox), [owner, owner])
  const digest = (await inbox.read()).find(({ subject }) => !subject?.startsWith('Keep this email'))
  assert.equal(digest?.subject, '3 new leads, in one email')
})
