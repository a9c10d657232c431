import assert from 'node:assert/strict'
import { sampleLead } from '../sample-lead.ts'
import { sayConsent } from '../say-consent.ts'
import { openRace, runs } from './open-race.ts'

const { query, race, openSession } = await openRace()

const acceptSql = 'select status from accept_lead(gen_random_uuid(), $1, $2)'
const stopSql = `select stop_lead(lead_token(secret, 'stop')) as is_known from leads where email = $1`
const claimSql = 'select * from claim_mails($1, claim_key => (select key from lead_claim_key))'
const own = { ip_hash: 'a'.repeat(64), webhook: true }
const claimWebhooksSql = 'select * from claim_webhooks($1, claim_key => (select key from lead_claim_key))'
const stateOf = async (email: string) =>
  (await query('select consent_state(leads) as state from leads where email = $1', [email]))[0]?.state

race('a withdrawal ends what is stored before it, and what comes after it must be confirmed', async () => {
  for (const isStoredFirst of [true, false]) {
    const lead = sampleLead()
    await query(acceptSql, [lead, own])
    const [visitor, stopper] = [await openSession(), await openSession()]
    await visitor.query('begin')
    if (isStoredFirst) await visitor.query(acceptSql, [lead, own])
    else await visitor.query('select now()')
    const stopped = stopper.query(stopSql, [lead.email])
    assert.equal(await stopper.isStuck(stopped), isStoredFirst)
    if (!isStoredFirst) await visitor.query(acceptSql, [lead, own])
    await visitor.query('commit')
    assert.deepEqual(await stopped, [{ is_known: true }])
    assert.equal(await stateOf(lead.email), isStoredFirst ? 'withdrawn' : 'asked')
    await query(acceptSql, [lead, own])
    assert.equal(await stateOf(lead.email), 'asked')
  }
})

race('a withdrawal that had to wait undoes a submission that began meanwhile', async () => {
  const lead = sampleLead()
  await query(acceptSql, [lead, own])
  const stopper = await openSession()
  await stopper.query('begin')
  await stopper.query('select now()')
  await query(acceptSql, [lead, own])
  await stopper.query(stopSql, [lead.email])
  await stopper.query('commit')
  assert.equal(await stateOf(lead.email), 'withdrawn')
})

race(
  `withdrawals beside submissions, claims and erasures lose nothing, and stand from their answer on`,
  async () => {
    for (let run = 0; run < runs; run += 1) {
      await query(
        'delete from leads; delete from outbox; delete from number_events; delete from told_leads; delete from untold_changes',
      )
      const people = Array.from({ length: 4 }, (_, at) => sampleLead({ phone_e164: `+1201555012${at}` }))
      const [erased] = people
      for (const lead of people) await query(acceptSql, [lead, own])
      const [person] = await query('select id from leads where email = $1', [erased?.email])
      // The transactions of these submissions begin before any withdrawal does.
      const visitors = await Promise.all(
        people.map(async (lead) => {
          const visitor = await openSession()
          await visitor.query('begin')
          await visitor.query('select now()')
          return () => visitor.query(acceptSql, [lead, own]).finally(() => visitor.query('commit'))
        }),
      )
      const exported: unknown[] = []
      await Promise.all([
        ...visitors.map((submit) => submit()),
        ...people.flatMap((lead) =>
          [1, 2].map(async () => {
            await query(stopSql, [lead.email])
            // If somebody submits while they are being erased, they become a new person.
            if (lead !== erased) exported.push(await stateOf(lead.email))
          }),
        ),
        query(`select receive_text($1, 'STOP', 'stop')`, [erased?.phone_e164]),
        query(claimSql, [3]),
        query(claimSql, [3]),
        query('select desk.erase_lead($1)', [person?.id]),
        query('select run_housekeeping()'),
      ])
      // A form that is stored after the withdrawal has to be confirmed.
      assert.deepEqual(
        exported.filter((state) => state !== 'withdrawn' && state !== 'asked'),
        [],
        `run ${run}`,
      )
      const rows = await query(
        `select lead_id, count(*) filter (where consent)::int as given, count(*) filter (where not consent)::int as withdrawn,
        (select count(*)::int from outbox where lead_id = submission.lead_id and kind = 'webhook') as webhooks
      from lead_submissions submission where email <> $1 group by lead_id`,
        [erased?.email],
      )
      assert.equal(rows.length, 3, `run ${run}`)
      for (const { given, withdrawn, webhooks } of rows) {
        assert.ok(withdrawn === 1 || withdrawn === 2)
        assert.deepEqual([given, webhooks], [2, 2 + Number(withdrawn)])
      }
      await query('select run_housekeeping()')
      const [row] = await query(
        `select desk.verify_lead_evidence() -> 'faults' as faults, desk.verify_lead_evidence() -> 'unsealed' as unsealed`,
      )
      assert.deepEqual([row?.faults, row?.unsealed], [[], 0])
    }
  },
)

for (const isAnybodyTold of [true, false])
  race(
    `a no that comes while the receiver hears of somebody with the number for the first time reaches it (${isAnybodyTold ? 'it knows others' : 'it knows nobody'})`,
    async () => {
      const [ada, bob, eve] = [sampleLead(), sampleLead(), sampleLead({ phone_e164: '+12015550199' })]
      if (isAnybodyTold) {
        await query(acceptSql, [eve, own])
        await query(claimWebhooksSql, [9])
      }
      await query(acceptSql, [ada, {}])
      await query(acceptSql, [bob, own])
      const [worker, sweeper] = [await openSession(), await openSession()]
      await worker.query('begin')
      const told = await worker.query(claimWebhooksSql, [9])
      assert.deepEqual(
        told.map(({ email, consent }) => [email, consent]),
        [[bob.email, 'given']],
      )
      await query(stopSql, [ada.email])
      const sweep = sweeper.query('select run_housekeeping()')
      await sweeper.untilStuck(sweep)
      await worker.query('commit')
      await sweep
      await query(
        `select settle_message(id, attempts, 'sent') from outbox where kind = 'webhook' and status = 'sending'`,
      )
      await query('select run_housekeeping()')
      const later = await query(claimWebhooksSql, [9])
      assert.deepEqual(
        later.map(({ email, consent }) => [email, consent]),
        [[bob.email, 'stopped']],
      )
    },
  )

race(
  'a state that changes while a webhook is claimed, and then changes back, is known to the receiver',
  async () => {
    const [ada, eve] = [sampleLead(), sampleLead()]
    await query(acceptSql, [ada, own])
    await query(acceptSql, [eve, {}])
    const [holder, worker] = [await openSession(), await openSession()]
    await holder.query('begin')
    await holder.query(
      'insert into told_leads (lead_id, sequence) select lead_id, 0 from outbox where kind = $1',
      ['webhook'],
    )
    const claim = worker.query(claimWebhooksSql, [9])
    await worker.untilStuck(claim)
    await query(stopSql, [eve.email])
    await holder.query('rollback')
    const first = await claim
    await query(sayConsent('confirmed', `email = '${eve.email}'`))
    await query('select run_housekeeping()')
    await query(
      `select settle_message(id, attempts, 'sent') from outbox where kind = 'webhook' and status = 'sending'`,
    )
    await query('select run_housekeeping()')
    const told = [...first, ...(await query(claimWebhooksSql, [9]))]
    assert.equal(told.at(-1)?.consent, 'given')
    assert.equal(await stateOf(ada.email), 'given')
  },
)

race('an erasure that comes while the receiver hears of the person for the first time is told', async () => {
  const ada = sampleLead()
  await query(acceptSql, [ada, own])
  const [worker, eraser] = [await openSession(), await openSession()]
  await worker.query('begin')
  const [first] = await worker.query(claimWebhooksSql, [9])
  const erasure = eraser.query('select desk.erase_lead($1)', [first?.lead_id])
  await eraser.untilStuck(erasure)
  await worker.query('commit')
  await erasure
  const told = await query(claimWebhooksSql, [9])
  assert.deepEqual(
    told.map(({ event, lead_id: lead }) => [event, lead]),
    [['erased', first?.lead_id]],
  )
})
