import assert from 'node:assert/strict'
import { sampleLead } from '../sample-lead.ts'
import { openRace } from './open-race.ts'

const { query, race, atOnce, openSession } = await openRace()
const acceptSql = 'select status from accept_lead($1, $2, $3)'

const accept = async (lead: object, key: string = crypto.randomUUID(), context: object = {}) =>
  (await query(acceptSql, [key, lead, context]))[0]?.status
/** Does the same. Without its lock, a call may fail, and then this returns what Postgres says. */
const tryAccept = (lead: object, key?: string) => accept(lead, key).catch(({ message }: Error) => message)
const count = async (rows: string) => (await query(`select count(*)::int as n from ${rows}`))[0]?.n
const visitorMails = async () => {
  const rows = await query(`select status from outbox where kind = 'visitor' order by status`)
  return rows.map(({ status }) => status)
}
const personOf = async ({ email }: { email: string }) =>
  (await query('select id from leads where email = $1', [email]))[0]?.id
const eraseSql = 'select desk.erase_lead($1) as answer'
const submissionsErased = `select desk.erase_lead($1) ->> 'submissions' as submissions`
const confirmSql = `select confirm_lead($1, '{"consent_text": "It is mine."}') as is_known`
const claimSql = 'select * from claim_mails($1, claim_key => (select key from lead_claim_key))'
const hold = 'select from leads where id = $1 for update'

race('of 32 calls with one key at once, one stores and 31 are replays', async () => {
  const [key, lead] = [crypto.randomUUID(), sampleLead()]
  const answers = await atOnce(32, () => tryAccept(lead, key))
  assert.deepEqual(answers.toSorted(), ['created', ...Array(31).fill('replayed')])
  assert.deepEqual([await count('lead_submissions'), await count('outbox')], [1, 2])
})

race('a call with the key of another that is under way waits for it, and is then a replay', async () => {
  const values = [crypto.randomUUID(), sampleLead(), {}]
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  await first.query(acceptSql, values)
  const again = second.query(acceptSql, values).catch(({ message }: Error) => message)
  await second.untilStuck(again)
  await first.query('commit')
  assert.deepEqual(await again, [{ status: 'replayed' }])
})

/** Stores the first submission while the second waits for it. Returns the answer to the second. */
async function acceptBoth(one: unknown[], other: unknown[]) {
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  assert.deepEqual(await first.query(acceptSql, one), [{ status: 'created' }])
  const answer = second.query(acceptSql, other)
  await second.untilStuck(answer)
  await first.query('commit')
  return answer
}

race('of two contents under one key at once, one is stored, the other a conflict', async () => {
  const [key, lead] = [crypto.randomUUID(), sampleLead()]
  const other = await acceptBoth([key, lead, {}], [key, { ...lead, name: 'Mallory' }, {}])
  assert.deepEqual(other, [{ status: 'conflict' }])
  assert.deepEqual(await query('select name, email from lead_submissions'), [
    { name: lead.name, email: lead.email },
  ])
})

race('two submissions of one new person at once are one person with two submissions', async () => {
  const lead = sampleLead()
  const other = await acceptBoth([crypto.randomUUID(), lead, {}], [crypto.randomUUID(), lead, {}])
  assert.deepEqual(other, [{ status: 'created' }])
  assert.deepEqual([await count('leads'), await count('lead_submissions')], [1, 2])
})

race('two spellings of one mailbox at once owe one visitor mail', async () => {
  const spell = (tag: string) => [
    crypto.randomUUID(),
    sampleLead({ email: `ada+${tag}@example.org` }),
    { ip_hash: tag },
  ]
  assert.deepEqual(await acceptBoth(spell('1'), spell('2')), [{ status: 'created' }])
  assert.equal(await count('leads'), 2)
  assert.deepEqual(await visitorMails(), ['cancelled', 'pending'])
})

/**
 * A person submits again while their erasure is waiting for a lock. Returns both answers, and the id that the person
 * had before.
 */
async function submitWhileErased(lead: ReturnType<typeof sampleLead>, source: object) {
  const id = await personOf(lead)
  const [holder, eraser, visitor] = [await openSession(), await openSession(), await openSession()]
  await holder.query('begin')
  await holder.query(hold, [id])
  const erasure = eraser.query(eraseSql, [id])
  await eraser.untilStuck(erasure)
  const submission = visitor.query(acceptSql, [crypto.randomUUID(), lead, source])
  await visitor.untilStuck(submission)
  await holder.query('rollback')
  return { id, erasure: await erasure, submission: await submission }
}

race('a person who submits while their erasure waits for a lock becomes a new person', async () => {
  const [lead, source] = [sampleLead(), { ip_hash: 'a'.repeat(64) }]
  await accept(lead, undefined, source)
  const { id, erasure, submission } = await submitWhileErased(lead, source)
  assert.notEqual(erasure[0]?.answer, null)
  assert.deepEqual(submission, [{ status: 'created' }])
  assert.notEqual(await personOf(lead), id)
  assert.deepEqual(await query('select max(hits) as hits from lead_rates'), [{ hits: 1 }])
})

race('a person who submits while they are erased, an hour later, becomes a new person', async () => {
  const [lead, source] = [sampleLead(), { ip_hash: 'a'.repeat(64) }]
  await accept(lead, undefined, source)
  await query('delete from lead_rates')
  const { id, submission } = await submitWhileErased(lead, source)
  assert.deepEqual(submission, [{ status: 'created' }])
  assert.notEqual(await personOf(lead), id)
})

for (const since of ['0 minutes', '10 minutes'])
  race(
    `an erasure also erases what the person submits before the erasure gets the lock, ${since} after the first time`,
    async () => {
      const lead = sampleLead()
      await accept(lead)
      await query('update lead_rates set ends_at = ends_at - $1::interval', [since])
      const [visitor, eraser] = [await openSession(), await openSession()]
      await visitor.query('begin')
      await visitor.query(acceptSql, [crypto.randomUUID(), lead, {}])
      const erasure = eraser.query(submissionsErased, [await personOf(lead)])
      await eraser.untilStuck(erasure)
      await visitor.query('commit')
      assert.deepEqual(await erasure, [{ submissions: '2' }])
      for (const table of ['leads', 'lead_submissions', 'outbox', 'lead_rates'])
        assert.equal(await count(table), 0, table)
    },
  )

async function storeWithToken() {
  const [lead, token] = [sampleLead(), crypto.randomUUID()]
  await accept(lead)
  await query(`update outbox set token = $1, asked_number = $2, claimed_at = now() where kind = 'visitor'`, [
    token,
    lead.phone_e164,
  ])
  return { token, id: await personOf(lead) }
}

race('a confirmation that waits for an erasure finds nothing to confirm', async () => {
  const { token, id } = await storeWithToken()
  const [eraser, visitor] = [await openSession(), await openSession()]
  await eraser.query('begin')
  await eraser.query(eraseSql, [id])
  const confirmation = visitor.query(confirmSql, [token])
  await visitor.untilStuck(confirmation)
  await eraser.query('commit')
  assert.deepEqual(await confirmation, [{ is_known: false }])
  assert.equal(await count('lead_submissions'), 0)
})

race('an erasure also erases the confirmation that was under way', async () => {
  const { token, id } = await storeWithToken()
  const [visitor, eraser] = [await openSession(), await openSession()]
  await visitor.query('begin')
  await visitor.query(confirmSql, [token])
  const erasure = eraser.query(submissionsErased, [id])
  await eraser.untilStuck(erasure)
  await visitor.query('commit')
  assert.deepEqual(await erasure, [{ submissions: '2' }])
  assert.equal(await count('lead_submissions'), 0)
})

race('of a confirmation and a correction at once, the later one sees what the earlier one did', async () => {
  const [lead, token, source] = [sampleLead(), crypto.randomUUID(), { ip_hash: 'a'.repeat(64) }]
  await accept(lead, undefined, source)
  await query(`update outbox set token = $1, asked_number = $2, claimed_at = now() where kind = 'visitor'`, [
    token,
    lead.phone_e164,
  ])
  const [corrector, visitor] = [await openSession(), await openSession()]
  await corrector.query('begin')
  const corrected = { ...lead, phone: '07400 123456', phone_e164: '+447400123456' }
  await corrector.query(acceptSql, [crypto.randomUUID(), corrected, source])
  const confirmation = visitor.query(confirmSql, [token])
  await visitor.untilStuck(confirmation)
  await corrector.query('commit')
  assert.deepEqual(await confirmation, [{ is_known: false }])
  assert.deepEqual(await query('select phone, confirmed_at from leads'), [
    { phone: corrected.phone, confirmed_at: null },
  ])
})

race('two confirmations of one token at once are one', async () => {
  const { token } = await storeWithToken()
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  assert.deepEqual(await first.query(confirmSql, [token]), [{ is_known: true }])
  const again = second.query(confirmSql, [token])
  await second.untilStuck(again)
  await first.query('commit')
  assert.deepEqual(await again, [{ is_known: true }])
  assert.equal(await count('lead_submissions where confirms is not null'), 1)
})

race('a step of the sweep waits for no erasure, and tells later what it passed over', async () => {
  const lead = sampleLead()
  await accept(lead)
  const id = await personOf(lead)
  await query(`insert into told_leads (lead_id) values ($1)`, [id])
  await query(`insert into untold_changes (lead_id) values ($1)`, [id])
  const [sweeper, eraser] = [await openSession(), await openSession()]
  await eraser.query('begin')
  await eraser.query('select from leads for update')
  assert.equal(await sweeper.isStuck(sweeper.query(`select run_housekeeping('tell_changes')`)), false)
  const queued = () => query(`select event from outbox where kind = 'webhook' and event is not null`)
  assert.deepEqual(await queued(), [])
  await eraser.query('rollback')
  await sweeper.query(`select run_housekeeping('tell_changes')`)
  assert.deepEqual(await queued(), [{ event: 'updated' }])
  assert.deepEqual(await query('select from untold_changes'), [])
})

race('an erasure waits for the claim of a mail, and then also erases the mail', async () => {
  const lead = sampleLead()
  await accept(lead)
  const [worker, eraser] = [await openSession(), await openSession()]
  await worker.query('begin')
  const claimed = await worker.query(claimSql, [10])
  const erasure = eraser.query(eraseSql, [await personOf(lead)])
  await eraser.untilStuck(erasure)
  await worker.query('commit')
  assert.equal((await erasure).length, 1)
  assert.equal(await count('outbox'), 0)
  const settled = await query(`select settle_message($1, 1, 'sent') as status`, [claimed[0]?.id])
  assert.deepEqual(settled, [{ status: null }])
})

race('a claim skips the emails of a person whom an erasure has locked', async () => {
  const [erased, other] = [sampleLead(), sampleLead()]
  await accept(erased)
  await accept(other)
  const [eraser, worker] = [await openSession(), await openSession()]
  await eraser.query('begin')
  await eraser.query(eraseSql, [await personOf(erased)])
  const claimed = worker.query(claimSql, [10])
  assert.equal(await worker.isStuck(claimed), false)
  await eraser.query('commit')
  assert.deepEqual(
    (await claimed).map(({ email }) => email),
    [other.email, other.email],
  )
})
