import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type Json, openTestDesk } from './open-test-desk.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, accept, desk, query } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

test('sources are listed once each, and persons whose emails wait are counted', async () => {
  for (const utm_campaign of ['b', 'a', 'B ', 'c']) await accept({}, { campaign: { utm_campaign } })
  await accept({}, { suspected_bot: true })
  assert.deepEqual((await desk('list_origins')).sources, ['campaign:a', 'campaign:b', 'campaign:c', 'direct'])
  await query(`update outbox set due_at = now() - interval '11 minutes' where status = 'pending'`)
  assert.deepEqual(await desk('attention'), { failed: 0, held: 1, overdue: 4, delayed: 0, own: 0 })
})

test('variants are listed once each, in the order of their names', async () => {
  assert.deepEqual(await desk('list_origins'), { sources: [], variants: [], is_cut: false })
  for (const variant of ['b', 'a', 'b', undefined, 'control']) await accept({}, { variant })
  assert.deepEqual((await desk('list_origins')).variants, ['a', 'b', 'control'])
})

test('the operator’s role asks for the health of the database and for the evidence', async () => {
  await accept()
  assert.equal((await desk<{ mails: Json }>('lead_health')).mails.pending, 2)
  const found = await desk('verify_lead_evidence', { mailed_number: 1, mailed_hash: '0'.repeat(64) })
  assert.deepEqual(found.faults, [{ kind: 'seal_missing', seal: 1, submission: null }])
})
