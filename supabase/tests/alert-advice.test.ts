import assert from 'node:assert/strict'
import { after } from 'node:test'
import { mailCopy } from '../functions/_shared/mail-copy.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)

/** The kinds of mail that still have the status after the SQL of the alert that drops what is in it. */
async function keptBy(reason: 'dead' | 'held' | 'webhook', status: string) {
  const context = { webhook: true }
  await database.query('select accept_lead(gen_random_uuid(), $1, $2)', [sampleLead(), context])
  await database.query('update outbox set status = $1', [status])
  await database.query(String(mailCopy.alert.reasons[reason].sql[1]))
  const rows = await database.query('select kind from outbox where status = $1 order by kind', [status])
  return rows.map(({ kind }) => kind)
}

test('the SQL that drops failed mails leaves failed webhooks', async () => {
  assert.deepEqual(await keptBy('dead', 'dead'), ['webhook'])
})

test('the SQL that drops webhooks leaves failed mails', async () => {
  assert.deepEqual(await keptBy('webhook', 'dead'), ['owner', 'visitor'])
})

test('the SQL that drops what is held leaves failed mails', async () => {
  assert.deepEqual(await keptBy('held', 'dead'), ['owner', 'visitor', 'webhook'])
})
