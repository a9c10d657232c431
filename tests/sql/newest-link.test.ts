import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { ada, number, openPeople, other } from './open-people.ts'
import { sampleLead } from './sample-lead.ts'

const people = await openPeople()
after(() => people.database.close())
const { later, sweep, submit, erase, confirm, desk, accept, query, database, test } = people

test('the newest of several emails to a mailbox goes out at a release, and its link works', async () => {
  await query('update lead_settings set double_opt_in = true')
  await submit(ada, number, { suspected_bot: true })
  const newest = await submit(ada, other, { suspected_bot: true })
  await desk('release_messages')
  assert.equal(await confirm(newest), true)
  assert.deepEqual(await query('select consent, phone_e164 from leads'), [
    { consent: 'confirmed', phone_e164: other },
  ])
})

test('of two failed emails to a mailbox the newest goes out again, and its link works', async () => {
  await query('update lead_settings set double_opt_in = true')
  const oldest = await submit(ada)
  const newest = await submit(ada, other)
  await query(`update outbox set status = 'failed', reason = 'rejected' where kind = 'visitor'`)
  await desk('requeue_messages')
  assert.deepEqual(
    await query(`select submission_id, status, reason from outbox where kind = 'visitor' order by reason`),
    [
      { submission_id: oldest, status: 'cancelled', reason: 'already_mailed' },
      { submission_id: newest, status: 'pending', reason: null },
    ],
  )
  assert.equal(await confirm(newest), true)
})

for (const isDropped of [false, true])
  test(`a form that is held${isDropped ? ' and dropped' : ''} kills no link`, async () => {
    await query('update lead_settings set double_opt_in = true')
    const own = await submit(ada)
    await submit(ada, other, { suspected_bot: true })
    if (isDropped) await desk('drop_messages', { from_status: 'held' })
    assert.equal(await confirm(own), true)
  })

for (const ip of ['first', 'elsewhere'])
  test(`a link that is dead stays dead when the traces are deleted (${ip})`, async () => {
    await query(`update lead_settings set double_opt_in = true`)
    await submit(ada, '+12015550100', { ip_hash: 'first' })
    const typo = await submit(ada, number, { ip_hash: ip })
    const mails = await claim(database, 1000)
    const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === typo)?.token
    await submit(ada, other, { ip_hash: ip })
    const isAlive = async () =>
      (await query('select asked_number($1) is not null as is_alive', [token]))[0]?.is_alive
    assert.equal(await isAlive(), false)
    await query(`update lead_settings set keep_traces = '2 days'`)
    await sweep()
    await query(`update lead_seals set sealed_at = sealed_at - interval '3 days'`)
    await sweep()
    assert.deepEqual(await query('select from lead_submissions where ip_hash is not null'), [])
    assert.equal(await isAlive(), false)
  })

test('a withdrawal by link takes no lock but those of its own rows and its number', async () => {
  await submit(ada)
  await later()
  const locks = await database.rollBackAfter(async (run) => {
    await run(`select stop_lead(lead_token(secret, 'stop')) from leads`)
    return run(`
      select
      from pg_locks
      where locktype = 'advisory'
        and pid = pg_backend_pid()
        and (classid::bigint::bit(32) || objid::bigint::bit(32))::bit(64)::bigint
          <> hashtextextended('number ${number}', 0)`)
  })
  assert.deepEqual(locks, [])
})

test('after a sealed erasure a retry of the same form is stored once', async () => {
  const lead = { email: ada, phone_e164: number }
  const key = await accept(lead)
  await sweep()
  await erase(ada)
  const [stored] = await query('select status from accept_lead($1, $2)', [key, sampleLead(lead)])
  assert.equal(stored?.status, 'created')
  for (const _ of [1, 2])
    assert.deepEqual(await query('select status from accept_lead($1, $2)', [key, sampleLead(lead)]), [
      { status: 'replayed' },
    ])
})
