import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

const one = async (sql: string, values?: unknown[]) => Object.values((await query(sql, values))[0] ?? {})[0]
const sweep = () => queryAs('service_role', 'select run_housekeeping()')
const seals = () => query('select number::integer from lead_seals order by number')
const verify = async () => (await one('select desk.verify_lead_evidence()')) as Record<string, unknown>

async function accept(context: object = {}) {
  const id = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2, $3)', [id, sampleLead(), context])
  return id
}

test('a sweep seals what is new, and makes no seal when nothing is', async () => {
  for (let lead = 0; lead < 3; lead += 1) await accept()
  assert.equal((await verify()).unsealed, 3)
  await sweep()
  await sweep()
  assert.equal((await seals()).length, 1)
  const { seals: count, submissions, unsealed, faults } = await verify()
  assert.deepEqual([count, submissions, unsealed, faults], [1, 3, 0, []])
})

test('a seal takes no more submissions than its limit', async () => {
  for (let lead = 0; lead < 7; lead += 1) await accept()
  const sealed = []
  for (let seal = 0; seal < 4; seal += 1) sealed.push(await one('select seal_submissions(3)'))
  assert.deepEqual(sealed, [3, 3, 1, 0])
  assert.deepEqual((await verify()).faults, [])
})

test('a submission that is stored later than younger ones is in a later seal', async () => {
  const [late, early] = [await accept(), await accept()]
  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  await query(`update lead_submissions set created_at = created_at - interval '3 seconds' where id = $1`, [
    late,
  ])
  await query('update lead_submissions set seal_number = 0 where id = $1', [late])
  await sweep()
  await query('update lead_submissions set seal_number = null where id = $1', [late])
  await query('alter table lead_submissions enable trigger lead_submissions_written_once')
  await sweep()
  const sealOf = (id: string) => one('select seal_number::integer from lead_submissions where id = $1', [id])
  assert.deepEqual([await sealOf(early), await sealOf(late)], [1, 2])
  assert.deepEqual((await verify()).faults, [])
})

test('an erased submission leaves a tombstone without personal data, and the chain is whole', async () => {
  const [id] = [await accept({ user_agent: 'Mozilla/5.0' }), await accept()]
  await sweep()
  await query('delete from leads where id = (select lead_id from lead_submissions where id = $1)', [id])
  const tombstones = 'select submission_id, trace_salt from lead_seal_entries where erased_at is not null'
  assert.deepEqual(await query(tombstones), [{ submission_id: null, trace_salt: null }])
  assert.deepEqual((await verify()).faults, [])
  await sweep()
  assert.deepEqual([(await seals()).length, (await verify()).faults], [2, []])
})

test('a submission that is erased before it is sealed leaves nothing', async () => {
  await accept()
  await query('delete from leads')
  await sweep()
  assert.deepEqual([await seals(), (await verify()).faults], [[], []])
})

test('a column that is added later is sealed from then on, and breaks no older seal', async () => {
  await accept()
  await sweep()
  await query(`alter table lead_submissions add column city text default 'Paris'`)
  const id = await accept()
  await sweep()
  assert.deepEqual((await verify()).faults, [])
  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  await query(`update lead_submissions set city = 'Rome'`)
  assert.deepEqual((await verify()).faults, [{ kind: 'submission_changed', seal: 2, submission: id }])
  await query('alter table lead_submissions enable trigger lead_submissions_written_once')
  await query('alter table lead_submissions drop column city')
})

test('only a submission’s seal and the deletion of its traces may be written', async () => {
  const id = await accept({ user_agent: 'Mozilla/5.0', ip_hash: 'a'.repeat(64) })
  await sweep()
  const set = (change: string) => query(`update lead_submissions set ${change} where id = '${id}'`)
  for (const change of ['name = email', 'seal_number = 7', 'seal_number = null', `user_agent = 'x'`]) {
    await assert.rejects(set(change), /written once/, change)
  }
  await assert.rejects(set(`ip_hash = null, user_agent = null, phone = ''`), /written once/)
  await set('ip_hash = null, user_agent = null')
  await assert.rejects(set(`ip_hash = 'x'`), /written once/)
})

test('a sweep goes on when the sealing fails', async () => {
  await accept()
  await query('alter table lead_seals rename to away')
  assert.deepEqual(await sweep(), [{ run_housekeeping: true }])
  await query('alter table away rename to lead_seals')
})
