import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const { query, queryAs } = database
const test = testOnEmpty(
  database,
  `update lead_claim_key set swept_at = now(), ticket = null, ticket_ends_at = '-infinity'`,
)

const take = async () =>
  (await queryAs('service_role', 'select take_overdue_sweep() as key'))[0]?.key as string | null
const claim = (key: string | null) =>
  queryAs('service_role', 'select * from claim_mails(100, claim_key => $1)', [key])
const accept = () => queryAs('service_role', 'select accept_lead(gen_random_uuid(), $1)', [sampleLead()])
const pass = (time: string) => query(`update lead_claim_key set swept_at = swept_at - $1::interval`, [time])

test('a worker gets no key while sweeps begin', async () => {
  assert.equal(await take(), null)
  await pass('4 minutes')
  assert.equal(await take(), null)
  await pass('10 minutes')
  await queryAs('service_role', 'select run_housekeeping()')
  assert.equal(await take(), null)
})

test('without a sweep for five minutes one worker gets a key to all messages, and the owner is told', async () => {
  await accept()
  await pass('6 minutes')
  const key = await take()
  assert.notEqual(key, null)
  assert.equal(await take(), null)
  const mails = await claim(key)
  assert.deepEqual(mails.map(({ kind }) => kind).sort(), ['alert', 'owner', 'seal', 'visitor'])
  assert.deepEqual(mails.find(({ kind }) => kind === 'alert')?.attention, { sweep: 1 })
  assert.deepEqual(await query('select * from lead_submissions where seal_number is null'), [])
})

test('the key ends after five minutes, and the next worker gets another', async () => {
  await pass('6 minutes')
  const key = await take()
  await query(`update lead_claim_key set ticket_ends_at = now() - interval '1 second'`)
  await assert.rejects(claim(key), { code: '28000' })
  assert.notEqual(await take(), key)
})

test('a sweep that begins and sends nothing is overdue too', async () => {
  await query(`insert into outbox (kind, due_at) values ('digest', now() - interval '9 minutes')`)
  assert.equal(await take(), null)
  await query(`update outbox set due_at = now() - interval '11 minutes'`)
  assert.notEqual(await take(), null)
})

test('the health says whether the sweep is overdue', async () => {
  const swept = async () =>
    (await query(`select desk.lead_health() -> 'swept' -> 'overdue' as overdue`))[0]?.overdue
  assert.equal(await swept(), false)
  await pass('6 minutes')
  assert.equal(await swept(), true)
})

test('before the first sweep, the time counts from the first lead on', async () => {
  await query('update lead_claim_key set swept_at = null')
  assert.equal(await take(), null)
  await accept()
  assert.equal(await take(), null)
  await query(`update leads set created_at = created_at - interval '6 minutes'`)
  assert.notEqual(await take(), null)
})
