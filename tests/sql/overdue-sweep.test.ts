import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const { query, queryAs } = database
const test = testOnEmpty(database, `insert into sweep_steps (step, tried_at) values ('queue_alerts', now())`)

const report = async () =>
  (await queryAs('service_role', 'select report_overdue_sweep() as is_overdue'))[0]?.is_overdue
const claim = (id: string) => queryAs('service_role', 'select * from claim_mails(100, $1)', [[id]])
const alerts = () => query(`select status from outbox where kind = 'alert'`)
async function accept() {
  const id = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2)', [id, sampleLead()])
  return id
}
const pass = (time: string) => query(`update sweep_steps set tried_at = tried_at - $1::interval`, [time])

test('nothing is told while sweeps begin', async () => {
  assert.equal(await report(), false)
  await pass('4 minutes')
  assert.equal(await report(), false)
  await pass('10 minutes')
  await queryAs('service_role', 'select run_housekeeping()')
  assert.equal(await report(), false)
  assert.deepEqual(await alerts(), [])
})

test('without a sweep for five minutes the worker of a lead sends one alert, and gets nobody else’s emails', async () => {
  await accept()
  const id = await accept()
  await pass('6 minutes')
  assert.equal(await report(), true)
  const mails = await claim(id)
  assert.deepEqual(mails.map(({ kind }) => kind).sort(), ['alert', 'owner', 'visitor'])
  assert.deepEqual(mails.find(({ kind }) => kind === 'alert')?.contents, { sweep: 1 })
  assert.equal(await report(), true)
  assert.deepEqual(await alerts(), [{ status: 'sending' }])
})

test('an overdue sweep is told although emails on hold were told today', async () => {
  await accept()
  await query(`update outbox set status = 'held', reason = 'limit', due_at = now() - interval '11 minutes'`)
  await queryAs('service_role', 'select run_housekeeping()')
  await query(`update outbox set status = 'sent' where kind = 'alert' and contents = '{"held": 2}'`)
  assert.deepEqual(await alerts(), [{ status: 'sent' }])
  await pass('6 minutes')
  assert.equal(await report(), true)
  assert.deepEqual(await query(`select status, contents from outbox where kind = 'alert'`), [
    { status: 'pending', contents: { held: 2, sweep: 1 } },
  ])
})

test('a sweep that begins and sends nothing is overdue too', async () => {
  await query(`insert into outbox (kind, due_at) values ('digest', now() - interval '9 minutes')`)
  assert.equal(await report(), false)
  await query(`update outbox set due_at = now() - interval '11 minutes'`)
  assert.equal(await report(), true)
})

test('the health says whether the sweep is overdue', async () => {
  const swept = async () =>
    (await query(`select desk.lead_health() -> 'swept' -> 'overdue' as overdue`))[0]?.overdue
  assert.equal(await swept(), false)
  await pass('6 minutes')
  assert.equal(await swept(), true)
})

test('before the first sweep, the time counts from the first lead on', async () => {
  await query('delete from sweep_steps')
  assert.equal(await report(), false)
  await accept()
  assert.equal(await report(), false)
  await query(`update leads set created_at = created_at - interval '6 minutes'`)
  assert.equal(await report(), true)
})
