import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim as claimBy } from './claim.ts'
import { copyLead } from './copy-lead.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database, 'update lead_settings set visitor_mails_per_minute = 60')

async function accept(context: object = {}, lead = sampleLead()) {
  const key = crypto.randomUUID()
  await database.queryAs('service_role', 'select accept_lead($1, $2, $3)', [key, lead, context])
  return key
}

/** Stores this many leads from different people and sources. */
const acceptMany = (count: number, context: object = {}) =>
  database.query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email',
      gen_random_uuid() || '@gmail.com'), $2)) from generate_series(1, ${count})`,
    [sampleLead(), context],
  )

const claim = (count = 1) => claimBy(database, count)
const first = ['owner_first', 'visitor_first']
const last = ['owner_last', 'visitor_last']
const prioritiesOf = async (key: string) =>
  (await database.query('select priority from outbox where submission_id = $1 order by priority', [key])).map(
    ({ priority }) => priority,
  )

test('the emails of a fresh lead are claimed before 300 requeued ones', async () => {
  await accept({ suspected_bot: true })
  await copyLead(database, 149)
  await database.query(`select desk.release_messages(max_persons => 10000)`)
  const key = await accept()
  const first = [...(await claim()), ...(await claim())]
  assert.deepEqual(
    first.map(({ kind, submission_id: id }) => [kind, id]),
    [
      ['owner', key],
      ['visitor', key],
    ],
  )
})

test('the emails of a fresh lead are claimed before those that are tried again', async () => {
  await acceptMany(10)
  const tried = await claim(100)
  assert.equal(tried.length, 20)
  await database.query(
    `update outbox set status = 'pending', reason = null, due_at = now() - interval '1 hour'`,
  )
  const key = await accept()
  const claimed = await claim(100)
  assert.deepEqual(
    claimed.slice(0, 2).map(({ submission_id: id }) => id),
    [key, key],
  )
  assert.equal(claimed.length, 22)
})

test('among fresh emails the newest is first, among others the oldest', async () => {
  const keys = [await accept(), await accept()]
  assert.equal((await claim())[0]?.submission_id, keys[1])
  assert.equal((await claim())[0]?.submission_id, keys[0])
  await database.query(`update outbox set status = 'cancelled', reason = 'dropped' where kind = 'visitor'`)
  await database.query(`update outbox set due_at = now() - interval '1 minute' where submission_id = $1`, [
    keys[1],
  ])
  await database.query(`update outbox set due_at = now() where submission_id = $1`, [keys[0]])
  assert.equal((await claim())[0]?.submission_id, keys[1])
})

test('visitor emails that are not fresh leave half of the budget to fresh ones', async () => {
  await acceptMany(100, { suspected_bot: true })
  await database.query(`select desk.release_messages(max_persons => 10000)`)
  const late = (await claim(1000)).filter(({ kind }) => kind === 'visitor')
  assert.equal(late.length, 30)
  await acceptMany(40)
  const fresh = (await claim(1000)).filter(({ kind }) => kind === 'visitor')
  assert.equal(fresh.length, 30)
})

test('visitor emails that are tried again have a quarter of the budget, however many fresh ones come', async () => {
  await acceptMany(60)
  for (let round = 0; round < 2; round += 1) {
    for (const { id, attempt } of await claim(1000)) {
      await database.query(`select settle_message($1, $2, 'deferred')`, [id, attempt])
    }
    await database.query(`update outbox set claimed_at = claimed_at - interval '1 minute'`)
  }
  await database.query('update outbox set due_at = now()')
  await acceptMany(100)
  const visitors = (await claim(1000)).filter(({ kind }) => kind === 'visitor')
  assert.deepEqual([visitors.filter(({ attempt }) => attempt === 1).length, visitors.length], [45, 60])
})

test('claims of a clock that ran ahead and came back use up no budget', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 45')
  await acceptMany(45)
  await claim(1000)
  await database.query(`update outbox set claimed_at = now() + interval '2 hours'`)
  await acceptMany(40)
  const fresh = await claim(1000)
  assert.deepEqual(
    ['owner', 'visitor'].map((kind) => fresh.filter((mail) => mail.kind === kind).length),
    [40, 40],
  )
})

test('after its third submission, a source or a mailbox gets only the last priorities', async () => {
  const source = { ip_hash: 'a'.repeat(64) }
  for (let count = 0; count < 3; count += 1) assert.deepEqual(await prioritiesOf(await accept(source)), first)
  assert.deepEqual(await prioritiesOf(await accept(source)), last)
  const lead = sampleLead()
  const fromSource = (count: number) => accept({ ip_hash: `${count}`.repeat(64) }, lead)
  for (let count = 1; count < 4; count += 1)
    assert.deepEqual(await prioritiesOf(await fromSource(count)), first)
  assert.deepEqual(await prioritiesOf(await fromSource(4)), last)
})

test('if the time to fill in the form is unknown, one submission of a source is fresh, and none is held', async () => {
  const context = { ip_hash: 'a'.repeat(64), time_unknown: true }
  assert.deepEqual(await prioritiesOf(await accept(context)), first)
  assert.deepEqual(await prioritiesOf(await accept(context)), last)
  assert.deepEqual(await database.query(`select from outbox where status <> 'pending'`), [])
})
