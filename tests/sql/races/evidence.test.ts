import assert from 'node:assert/strict'
import { copyLead } from '../copy-lead.ts'
import { sampleLead } from '../sample-lead.ts'
import { openRace } from './open-race.ts'

const database = await openRace()
const { query, race, openSession } = database

const acceptSql = 'select accept_lead(gen_random_uuid(), $1)'
const verify = async () => (await query('select desk.verify_lead_evidence() as found'))[0]?.found as Found
type Found = { seals: number; submissions: number; erased: number; unsealed: number; faults: unknown[] }
const seal = (rows = 5000) => query('select seal_submissions($1) as rows', [rows])

race('a submission that commits after a seal was made is in the next one', async () => {
  const visitor = await openSession()
  await visitor.query('begin')
  await visitor.query(acceptSql, [sampleLead()])
  await query(acceptSql, [sampleLead()])
  assert.deepEqual(await seal(), [{ rows: 1 }])
  await visitor.query('commit')
  assert.deepEqual(await seal(), [{ rows: 1 }])
  const { seals, unsealed, faults } = await verify()
  assert.deepEqual([seals, unsealed, faults], [2, 0, []])
})

race('while a seal is made, another makes none, and all make one chain without a fault', async () => {
  await query(acceptSql, [sampleLead()])
  await copyLead(database, 7)
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  await first.query('select seal_submissions(4)')
  const other = second.query('select seal_submissions(4) as rows')
  assert.equal(await second.isStuck(other), false)
  await first.query('commit')
  assert.deepEqual(await other, [{ rows: 0 }])
  await seal(4)
  const { unsealed, faults } = await verify()
  assert.deepEqual([unsealed, faults], [0, []])
})

race('a check that runs beside seals, submissions and erasures finds no fault', async () => {
  await query(acceptSql, [sampleLead()])
  await copyLead(database, 40)
  await seal(1)
  const [eraser, sealer, visitor] = [await openSession(), await openSession(), await openSession()]
  let isOver = false
  const work = Promise.all([
    (async () => {
      for (let made = 0; made < 30; made += 1) await sealer.query('select seal_submissions(1)')
    })(),
    (async () => {
      for (let sent = 0; sent < 30; sent += 1) await visitor.query(acceptSql, [sampleLead()])
    })(),
    (async () => {
      for (let gone = 0; gone < 15; gone += 1)
        await eraser.query('select desk.erase_lead((select id from leads order by email limit 1))')
    })(),
  ]).finally(() => {
    isOver = true
  })
  const checks: Found[] = []
  while (!isOver) checks.push(await verify())
  await work
  assert.deepEqual(
    checks.flatMap(({ faults }) => faults),
    [],
  )
})

race('a seal skips the submissions that an erasure has locked', async () => {
  await query(acceptSql, [sampleLead()])
  const [eraser, sweep] = [await openSession(), await openSession()]
  await eraser.query('begin')
  await eraser.query('select desk.erase_lead((select id from leads))')
  const sealed = sweep.query('select seal_submissions() as rows')
  assert.equal(await sweep.isStuck(sealed), false)
  await eraser.query('commit')
  assert.deepEqual(await sealed, [{ rows: 0 }])
})

race('an erasure that waited for a seal leaves its tombstone there', async () => {
  await query(acceptSql, [sampleLead()])
  const [sweep, eraser] = [await openSession(), await openSession()]
  await sweep.query('begin')
  await sweep.query('select seal_submissions()')
  const erasure = eraser.query('select desk.erase_lead((select id from leads))')
  await eraser.untilStuck(erasure)
  await sweep.query('commit')
  await erasure
  const { submissions, erased, faults } = await verify()
  assert.deepEqual([submissions, erased, faults], [0, 1, []])
})

/** Stores the submissions of ten people. All of them are so old that they should no longer be kept. */
async function storeExpired(count: number) {
  await query(
    `select count(accept_lead(gen_random_uuid(), $1 || jsonb_build_object('email', n % 10 || '@example.org')))
    from generate_series(1, ${count}) n`,
    [sampleLead()],
  )
  await seal()
  await query(`update lead_seals set sealed_at = now() - interval '8 years'`)
}

race('an erasure waits for no sweep that has other people', async () => {
  await query(acceptSql, [sampleLead()])
  await seal()
  const [sweep, eraser] = [await openSession(), await openSession()]
  await sweep.query('begin')
  await sweep.query('select run_housekeeping()')
  assert.equal(await eraser.isStuck(eraser.query('select desk.erase_lead((select id from leads))')), false)
  await sweep.query('rollback')
  assert.deepEqual(await query('select from leads'), [])
})

race('a sweep skips an expired person whom an erasure is about to erase', async () => {
  await storeExpired(1)
  const [{ id } = {}] = await query('select id from leads')
  const [holder, eraser, sweep] = [await openSession(), await openSession(), await openSession()]
  await holder.query('begin')
  await holder.query('select from leads for update')
  const erasure = eraser.query('select desk.erase_lead($1) as answer', [id])
  await eraser.untilStuck(erasure)
  const erasing = sweep.query('select delete_expired()')
  assert.equal(await sweep.isStuck(erasing), false)
  await holder.query('rollback')
  await Promise.all([erasure, erasing])
  assert.deepEqual(await query('select from leads'), [])
})

race('two sweeps at once erase each submission that is kept no longer once', async () => {
  await storeExpired(60)
  const erase = `select (delete_expired(20) ->> 'submissions')::int as gone`
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  const [{ gone: before } = {}] = await first.query(erase)
  const next = second.query(erase)
  await second.isStuck(next)
  await first.query('commit')
  const [{ gone } = {}] = await next
  const [{ kept } = {}] = await query('select count(*)::int as kept from lead_submissions')
  assert.equal(Number(before) + Number(gone) + Number(kept), 60)
})

race('erasures of two people with the same number lock what it said in the same order', async () => {
  const number = '+12015550123'
  await query('select accept_lead(gen_random_uuid(), $1)', [sampleLead({ phone_e164: number })])
  for (const words of ['STOP', 'STOP it'])
    await query('select receive_text($1, $2, $3)', [number, words, 'stop'])
  const [first, second] = await query('select id from number_events order by id')
  // The server reads a small table in the order of its rows, where the first is now the last.
  await query('update number_events set told_at = now() where id = $1', [first?.id])
  const [other, erasing, asking] = [await openSession(), await openSession(), await openSession()]
  await other.query('begin')
  await other.query('select from number_events where id = $1 for update', [first?.id])
  const erased = erasing.query('select desk.erase_lead(id) from leads')
  await erasing.untilStuck(erased)
  await asking.query('select from number_events where id = $1 for update nowait', [second?.id])
  await other.query('commit')
  await erased
})
