import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { tamperings } from './tamperings.ts'
import type { Query } from './test-database.ts'

const context = { ip_hash: 'ab'.repeat(32), user_agent: 'Mozilla/5.0', consent_text: 'I agree.', page: '/' }

const database = await openDatabase()
after(() => database.close())

/**
 * Stores a submission from a bot and then twelve leads. Each seal covers three leads. The last lead in each of the
 * seals 1, 2 and 3 is erased. The first two erasures come before seal 4, and the third one comes after it.
 */
async function fill() {
  const ids: string[] = []
  const bot = { ...context, suspected_bot: true }
  await database.query('select accept_lead($1, $2, $3)', [crypto.randomUUID(), sampleLead(), bot])
  for (let seal = 1; seal <= 4; seal += 1) {
    for (let lead = 0; lead < 3; lead += 1) {
      const id = crypto.randomUUID()
      ids.push(id)
      await database.query('select accept_lead($1, $2, $3)', [id, sampleLead(), context])
    }
    if (seal === 4) await erase(database.query, ids[2], ids[5])
    await database.query('select run_housekeeping()')
  }
  await erase(database.query, ids[8])
  return ids
}

const erase = (query: Query, ...ids: unknown[]) =>
  query('delete from leads where id in (select lead_id from lead_submissions where id = any ($1))', [ids])

const ids = await fill()
const quoted = ids.map((id) => `'${id}'`)

async function verify(query: Query = database.query, number: unknown = null, hash: unknown = null) {
  const [row] = await query('select desk.verify_lead_evidence($1, $2) as found', [number, hash])
  return row?.found as { faults: unknown[]; latest: string } & Record<string, unknown>
}

const { latest, ...counts } = await verify()
const [mailedNumber, mailedHash] = latest.split(':')

test('untouched evidence has no fault, whatever the settings of the session', async () => {
  assert.deepEqual(counts, {
    seals: 4,
    submissions: 10,
    erased: 3,
    unsealed: 0,
    held: 1,
    released: 0,
    faults: [],
  })
  const found = await database.rollBackAfter(async (query) => {
    await query(
      `set local timezone = 'Asia/Tokyo'; set local datestyle = 'German'; set local bytea_output = 'escape'`,
    )
    return verify(query, mailedNumber, mailedHash)
  })
  assert.deepEqual(found, { ...counts, latest })
})

const disableTriggers = `set local session_replication_role = 'replica'`

for (const [name, [statements, kind, seal, submission]] of Object.entries(tamperings(quoted))) {
  test(`the verification names this: ${name}`, async () => {
    const { faults } = await database.rollBackAfter(async (query) => {
      await query(`${disableTriggers}; ${statements}`)
      return verify(query)
    })
    const [found] = faults as Record<string, unknown>[]
    assert.deepEqual([found?.kind, found?.seal], [kind, seal], JSON.stringify(faults))
    if (submission) assert.equal(found?.submission, submission.replaceAll("'", ''))
  })
}

/** Changes a date. Then this seal and all later seals are made again. Each covers three submissions. */
const rewriteFrom = (number: number, edited: string | undefined) => `
  ${disableTriggers};
  update lead_submissions set created_at = created_at - interval '1 minute' where id = ${edited};
  delete from lead_seal_entries where seal_number >= ${number};
  update lead_seal_entries set erasure_seal = null where erasure_seal >= ${number};
  delete from lead_seals where number >= ${number};
  update lead_submissions set seal_number = null where seal_number >= ${number};
  set local session_replication_role = 'origin';
  do $$ begin while seal_submissions(3) > 0 loop end loop; end $$`

for (const [from, edited] of [
  [1, quoted[0]],
  [4, quoted[9]],
] as const) {
  test(`a chain that was made anew from seal ${from} on is shown by the emailed seal alone`, async () => {
    const [without, withMailed] = await database.rollBackAfter(async (query) => {
      await query(rewriteFrom(from, edited))
      return [await verify(query), await verify(query, mailedNumber, mailedHash)]
    })
    assert.deepEqual(without?.faults, [])
    const [found] = (withMailed?.faults ?? []) as Record<string, unknown>[]
    assert.match(String(found?.kind), /^seal_(not_as_mailed|missing)$/)
    assert.equal(String(found?.seal), mailedNumber)
  })
}
