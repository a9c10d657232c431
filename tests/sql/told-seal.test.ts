import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import type { Row } from './test-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

const accept = async () => {
  const id = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2)', [id, sampleLead()])
  return id
}
const sweep = () => queryAs('service_role', 'select run_housekeeping()')
const latest = async () => {
  const [row] = await query(
    `select number || ':' || encode(hash, 'hex') as seal from lead_seals order by number desc`,
  )
  return row?.seal
}
const claimSeals = async () => (await claim(database, 100)).filter(({ kind }) => kind === 'seal')
const sealOf = ({ contents }: Row) => (contents as { seal: string } | null)?.seal
const settle = (mail: Row | undefined, outcome: string) =>
  queryAs('service_role', 'select settle_message($1, $2, $3)', [mail?.id, mail?.attempt, outcome])
/** Stores a lead and lets the sweep seal it. Returns the seals that are in the emails to the owner. */
async function tell() {
  await accept()
  await sweep()
  const mails = await claimSeals()
  for (const mail of mails) await settle(mail, 'sent')
  return mails.map(sealOf)
}
const pass = (time: string) =>
  query(`update outbox set queued_at = queued_at - $1::interval where kind = 'seal'`, [time])

for (const [set, short, rest] of [
  ['7 days', '6 days 23 hours', '2 hours'],
  ['1 day', '23 hours', '2 hours'],
] as const)
  test(`one email in ${set} tells the owner the latest seal`, async () => {
    const [usual] = await query('select seals_every::text as every from lead_settings')
    assert.equal(usual?.every, '7 days')
    await query('update lead_settings set seals_every = $1::interval', [set])
    assert.deepEqual(await tell(), [await latest()])
    await pass(short)
    assert.deepEqual(await tell(), [])
    await pass(rest)
    assert.deepEqual(await tell(), [await latest()])
  })

test('a seal that was told while the clock ran ahead holds none back', async () => {
  await tell()
  await query(`update outbox
    set
      queued_at = now() + interval '1 year',
      contents = contents || jsonb_build_object('at', now() + interval '1 year')
    where kind = 'seal'`)
  assert.deepEqual(await tell(), [await latest()])
})

test('without a new seal no email is sent', async () => {
  await sweep()
  assert.deepEqual(await claimSeals(), [])
  await tell()
  await pass('8 days')
  await sweep()
  assert.deepEqual(await claimSeals(), [])
})

test('a correction alone is told', async () => {
  await tell()
  await pass('8 days')
  await query(`select desk.correct_lead(id, email => 'meant@example.org') from leads`)
  await sweep()
  const [mail] = await claimSeals()
  assert.ok(mail)
  assert.match((mail.contents as { removals: string }).removals, /^\S+ corrected /)
})

test('the email lists the newest 500 removals of 35 days', async () => {
  const removed = async (count: number, age: string) =>
    query(
      `insert into erasures (person, erased_at)
      select gen_random_uuid(), now() - $2::interval from generate_series(1, $1)`,
      [count, age],
    )
  await removed(2, '36 days')
  await removed(3, '34 days')
  const listed = async () => {
    await accept()
    await sweep()
    const [mail] = await claimSeals()
    assert.ok(mail)
    await settle(mail, 'sent')
    const { removals } = mail.contents as { removals: string }
    return removals.split('\n').length
  }
  assert.equal(await listed(), 3)
  await removed(600, '1 day')
  await pass('8 days')
  assert.equal(await listed(), 500)
})

test('the owner is told the seal even if the budget of owner emails is used up', async () => {
  await query('update lead_settings set owner_mails_per_hour = 0')
  assert.deepEqual(await tell(), [await latest()])
})

for (const [title, outcome] of [
  ['if a seal was refused, the latest seal is told as soon as possible', 'deferred'],
  ['if a seal may have arrived, the same email is sent again', 'unanswered'],
] as const)
  test(title, async () => {
    await accept()
    await sweep()
    const first = await latest()
    await settle((await claimSeals())[0], outcome)
    await accept()
    await sweep()
    await query('update outbox set due_at = now()')
    assert.deepEqual((await claimSeals()).map(sealOf), [outcome === 'deferred' ? await latest() : first])
  })

test('the site’s key alone can neither read the seal nor hold it back', async () => {
  const id = await accept()
  await sweep()
  const claimed = await queryAs('service_role', 'select * from claim_mails(100, $1)', [[id]])
  assert.deepEqual(claimed.map(sealOf), [undefined, undefined])
  assert.deepEqual((await claimSeals()).map(sealOf), [await latest()])
})
