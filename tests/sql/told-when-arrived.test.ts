import assert from 'node:assert/strict'
import { after } from 'node:test'
import { readClaimKey } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { sayConsent } from './say-consent.ts'
import type { Row } from './test-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

const sweep = () => query('select run_housekeeping()')
const claim = async (receiver = 'a', count = 100) =>
  queryAs('service_role', 'select * from claim_webhooks($1, null, $2, $3)', [
    count,
    await readClaimKey(query),
    receiver,
  ])
const settle = ({ id, attempt }: Row, outcome: string) =>
  queryAs('service_role', 'select settle_message($1, $2, $3)', [id, attempt, outcome])
const told = async () => (await query('select consent from told_leads'))[0]?.consent
const said = (rows: Row[]) => rows.map(({ event, consent }) => `${event ?? 'submission'} ${consent}`)

async function accept() {
  await queryAs('service_role', `select accept_lead(gen_random_uuid(), $1, '{"webhook": true}')`, [
    sampleLead(),
  ])
}
/** The receiver accepts what there is to post. Returns what was posted. */
async function post(receiver?: string) {
  await sweep()
  const rows = await claim(receiver)
  for (const row of rows) await settle(row, 'sent')
  return said(rows)
}
const withdraw = () => query(`select stop_lead(lead_token(secret, 'stop')) from leads`)

test('a receiver is told what it accepted, and nothing is told before', async () => {
  await accept()
  const [row] = await claim()
  assert.equal(await told(), null)
  await settle(row as Row, 'sent')
  assert.equal(await told(), 'given')
  assert.deepEqual(await post(), [])
})

const losses: Record<string, (row: Row) => Promise<unknown>> = {
  'expired after its last try': async (row) => {
    await query(`update outbox set queued_at = now() - interval '8 days' where id = $1`, [row.id])
    await settle(row, 'deferred')
  },
  'expired without an answer': () =>
    query(
      `update outbox set queued_at = now() - interval '8 days', due_at = now() where kind = 'webhook' and status = 'sending'`,
    ),
  'was refused for good': (row) => settle(row, 'rejected'),
  'was refused and dropped by the operator': async (row) => {
    await settle(row, 'rejected')
    await query(`select desk.drop_messages('failed')`)
  },
}
for (const [what, lose] of Object.entries(losses))
  test(`a withdrawal whose post ${what} is told by the next sweep, once`, async () => {
    await accept()
    assert.deepEqual(await post(), ['submission given'])
    await withdraw()
    await sweep()
    await lose((await claim())[0] as Row)
    assert.equal(await told(), 'given')
    await query('delete from webhook_receivers')
    await sweep()
    assert.deepEqual(await post(), ['updated withdrawn'])
    assert.deepEqual(await post(), [])
  })

for (const [what, lose] of Object.entries(losses))
  test(`an erasure whose post ${what} is told again, until it arrives`, async () => {
    await accept()
    await post()
    await query('select desk.erase_lead(id) from leads')
    for (const _ of [1, 2]) {
      await lose((await claim())[0] as Row)
      await query('delete from webhook_receivers')
      await sweep()
    }
    assert.deepEqual(await post(), ['erased null'])
    assert.deepEqual(await post(), [])
  })

test('a state that changes and changes back while a post is under way is known to the receiver', async () => {
  await accept()
  await post()
  const number = '+12015550123'
  await query('update leads set phone_e164 = $1', [number])
  await query(sayConsent('given'))
  await post()
  await query(`select stop_number($1, 'text message')`, [number])
  await sweep()
  const [row] = await claim()
  assert.equal(row?.consent, 'stopped')
  await query(sayConsent('confirmed'))
  await query(`select desk.lift_stop($1, 'asked') where exists (select from untextable_numbers)`, [number])
  await sweep()
  await settle(row as Row, 'sent')
  await post()
  await post()
  assert.equal(await told(), (await query('select consent_state(leads) as state from leads'))[0]?.state)
})

test('a new receiver hears of everybody, news first, and the old one of nothing twice', async () => {
  await accept()
  await accept()
  assert.equal((await post('a')).length, 2)
  assert.deepEqual(await post('a'), [])
  await claim('b')
  await accept()
  await sweep()
  const [first, ...repeats] = await claim('b')
  assert.deepEqual(said([first as Row]), ['submission given'])
  assert.deepEqual(said(repeats), ['updated given', 'updated given'])
  for (const row of [first, ...repeats]) await settle(row as Row, 'sent')
  assert.deepEqual(await post('b'), [])
})

test('news about a person overtakes what is only told again, also about this person', async () => {
  for (const _ of [1, 2, 3]) await accept()
  await post()
  await claim('b')
  await sweep()
  const [last] = await query(`
    update outbox set due_at = due_at + interval '1 microsecond'
    where id = (select id from outbox where kind = 'webhook' and status = 'pending' limit 1) returning lead_id`)
  await query(`update leads set name = 'Ada King' where id = $1`, [last?.lead_id])
  await sweep()
  const rows = await claim('b')
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Ada King', 'Ada Lovelace', 'Ada Lovelace'],
  )
})

test('after the end of the webhooks nothing is sent again', async () => {
  await accept()
  await post()
  await query('select desk.end_webhooks()')
  assert.deepEqual(
    await query(`select desk.send_again(submission_id, kind) as answer from outbox where kind = 'webhook'`),
    [{ answer: null }],
  )
})
