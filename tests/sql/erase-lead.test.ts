import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dump } from './dump.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await openDatabase()
after(() => database.close())
const { query } = database

const lead = sampleLead({ name: 'Oblivia Person', email: 'Oblivia.Me+now@gmail.com', phone: '555 0199' })
const context = {
  ip_hash: 'fe'.repeat(32),
  user_agent: 'Netscape 4',
  page: 'https://example.com/oblivia-page',
  referrer: 'https://oblivia.test/',
  campaign: { utm_campaign: 'oblivia-campaign' },
  consent_text: 'I agree , Oblivia.',
}
const accept = (id: string, name = lead.name) =>
  query('select accept_lead($1, $2, $3)', [id, { ...lead, name }, context])
const erase = async (id: unknown) =>
  (await database.queryAs('lead_desk', 'select desk.erase_lead($1) as answer', [id]))[0]?.answer
const verify = async () => {
  const [row] = await query('select desk.verify_lead_evidence() as found')
  return row?.found as Record<string, unknown>
}

test('a person who is erased leaves nothing but tombstones, the chain holds, and they may come again', async () => {
  await query('select accept_lead(gen_random_uuid(), $1)', [sampleLead()])
  const submissions = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const [first = '', second = '', third = ''] = submissions
  const before = await dump(query)
  await accept(first)
  await accept(second, 'Oblivia P.')
  await query('select run_housekeeping()')
  await accept(third)
  await query(
    `update outbox set last_error = '550 <oblivia.me@gmail.com> refused', status = 'failed', reason = 'rejected'
    where submission_id = $1`,
    [first],
  )
  const [person] = await query('select id from leads where name ~ $1', ['^Oblivia'])

  const hashes = await query('select hash_mailbox(value) as hash from unnest($1::text[]) value', [
    ['obliviame@gmail.com', `obliviame@gmail.com ${context.ip_hash}`],
  ])
  const traces = [
    ...['oblivia', 'netscape', '555 0199', context.ip_hash, String(person?.id), ...submissions],
    ...hashes.map(({ hash }) => String(hash)),
  ]
  const found = async () => {
    const lines = (await dump(query)).map((line) => line.toLowerCase())
    return traces.filter((trace) => lines.some((line) => line.includes(trace)))
  }
  assert.deepEqual(await found(), traces)

  assert.deepEqual(await erase(person?.id), { submissions: 3, mails: 6, rates: 5, tombstones: 2 })
  assert.deepEqual(await found(), [])
  assert.equal(await erase(person?.id), null)
  const left = (await dump(query)).filter((line) => !before.includes(line))
  const tables = new Set(left.map((line) => line.split(' ')[0]))
  const changed = [
    'erasures',
    'lead_seal_entries',
    'lead_seal_formats',
    'lead_seals',
    'lead_submissions',
    'outbox',
    'sweep_steps',
  ]
  assert.deepEqual(
    [...tables].sort(),
    changed.map((table) => `private.${table}`),
  )
  assert.deepEqual((await verify()).faults, [])

  await accept(crypto.randomUUID())
  // The person still has the page open. It sends the id of the submission that was erased.
  await accept(first)
  await query('select run_housekeeping()')
  const { faults, erased, submissions: stored, unsealed } = await verify()
  assert.deepEqual([faults, erased, stored, unsealed], [[], 2, 3, 0])
  const [again] = await query('select name, id from leads where lower(email) = lower($1)', [lead.email])
  assert.equal(again?.name, lead.name)
  assert.notEqual(again?.id, person?.id)
})
