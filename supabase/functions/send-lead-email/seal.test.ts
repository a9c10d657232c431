import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../tests/open-database.ts'
import { openInbox } from '../../tests/open-inbox.ts'
import { sampleLead } from '../../tests/sample-lead.ts'
import { startFunction } from '../../tests/start-function.ts'

test('the mail to the owner that tells the seal of the day is sent by the sweep', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await database.query('select accept_lead(gen_random_uuid(), $1)', [sampleLead()])
  await database.query(`select begin_lead_sweep(); update lead_emails set status = 'sent'`)
  await using served = await startFunction(database, inbox.settings)
  const { call, background } = served
  const lead = { name: 'Ada', email: 'ada@example.org', phone: '555', countryCode: 'US', consent: true }
  assert.equal((await call('', lead)).status, 201)
  await background()
  assert.equal(inbox.mails.length, 1)
  assert.equal((await call('/sweep')).body.sent, 1)
  const [row] = await database.query(
    `select number || ':' || encode(hash, 'hex') as seal from lead_seals order by number desc`,
  )
  const told = (await inbox.read()).filter(({ text }) => text?.includes(String(row?.seal)))
  assert.deepEqual(
    told.map(({ subject }) => subject),
    ['New lead: Ada'],
  )
})
