import assert from 'node:assert/strict'
import { copyLead } from '../copy-lead.ts'
import { sampleLead } from '../sample-lead.ts'
import type { Row } from '../test-database.ts'
import { openRace, runs } from './open-race.ts'

const database = await openRace()
const { query, race, atOnce, openSession } = database

const accept = (context: object = {}) =>
  query('select accept_lead(gen_random_uuid(), $1, $2)', [sampleLead(), context])
async function acceptMany(count: number, context: object = {}) {
  await accept(context)
  await copyLead(database, count - 1)
}
const claimSql = (name: string) => `select * from ${name}($1, claim_key => (select key from lead_claim_key))`
const settleSql = `select settle_message($1, $2, 'sent')`
const claimAny = claimSql('claim_mails')
const claimWebhooks = claimSql('claim_webhooks')
const claim = (count: number) => query(claimAny, [count])
const killSql = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and query ~ 'claim_mails|settle_message' and pid <> pg_backend_pid() and state <> 'idle'
  order by random() limit 1`
const count = async (rows: string) => (await query(`select count(*)::int as n from ${rows}`))[0]?.n
const requeueSql = `select desk.requeue_messages() - 'persons' - 'is_more' as answer`
const different = (mails: Row[]) => new Set(mails.map(({ id }) => id)).size
const lateToday = `now() - interval '1 hour'`

race('32 workers at once never claim the same mail', async () => {
  await acceptMany(40)
  const claimed = (await atOnce(32, () => claim(2))).flat()
  assert.deepEqual([claimed.length, different(claimed)], [64, 64])
})

race('a worker skips the webhooks that another is claiming, and does not wait for it', async () => {
  await acceptMany(3, { webhook: true })
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  const claimed = await first.query(claimWebhooks, [2])
  const rest = second.query(claimWebhooks, [9])
  assert.equal(await second.isStuck(rest), false)
  await first.query('commit')
  assert.deepEqual([claimed.length, (await rest).length, different([...claimed, ...(await rest)])], [2, 1, 3])
})

race('a worker waits for another that claims, and then both are within the budget', async () => {
  await query('update lead_settings set visitor_mails_per_minute = 1')
  await acceptMany(10)
  await query(`delete from outbox where kind <> 'visitor'`)
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  assert.equal((await first.query(claimAny, [1])).length, 1)
  const claimed = second.query(claimAny, [1])
  await second.untilStuck(claimed)
  await first.query('commit')
  assert.deepEqual(await claimed, [])
})

race('a worker waits for another that makes a digest, and adds to it', async () => {
  await query('update lead_settings set owner_mails_per_hour = 0')
  await acceptMany(2)
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  await first.query(claimAny, [1])
  await accept()
  await accept()
  const claimed = second.query(claimAny, [1])
  await second.untilStuck(claimed)
  await first.query('commit')
  await claimed
  assert.equal(await count(`outbox where kind = 'digest'`), 1)
  assert.equal(await count(`outbox where reason = 'in_digest'`), 4)
})

race(
  'neither a withdrawal nor a text, a report, a check of the key, or any step of the sweep waits for a claim of mails',
  async () => {
    await accept()
    await accept()
    await query(`update outbox set status = 'sent', claimed_at = now()`)
    const [holder, other] = [await openSession(), await openSession()]
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('claim_mails', 0))`)
    for (const call of [
      `stop_lead(lead_token((select secret from leads limit 1), 'stop'))`,
      `receive_text('+12015550123', 'Who is this?', 'other', 'SM1')`,
      `record_mail_events('postmark', (select jsonb_agg(jsonb_build_object('id', id, 'kind', 'bounced hard', 'mailbox', email,
      'at', now())) from leads))`,
      'claim_mails(0, null, (select key from lead_claim_key))',
      'run_housekeeping()',
    ])
      assert.equal(await other.isStuck(other.query(`select ${call}`)), false, call)
    assert.deepEqual(await query('select from failing_steps()'), [])
    await holder.query('rollback')
    await query(`update outbox set due_at = now() where kind = 'digest'`)
    await query('select run_housekeeping()')
    const digest = (await claim(100)).find(({ kind }) => kind === 'digest')?.contents
    const { withdrawals, texts, undelivered } = (digest ?? {}) as Record<string, number>
    assert.deepEqual([withdrawals, texts, undelivered], [1, 1, 2])
  },
)

race('what is added while a digest is closed is in another digest, and nothing waits', async () => {
  await query(`insert into outbox (kind, due_at) values ('digest', now())`)
  const [closer, adder] = [await openSession(), await openSession()]
  await query(`select receive_text('+12015550123', 'One', 'other', 'SM1')`)
  await query('select tell_texts()')
  await closer.query('begin')
  await closer.query('select close_digests()')
  await query(`select receive_text('+12015550123', 'Two', 'other', 'SM2')`)
  assert.equal(await adder.isStuck(adder.query('select tell_texts()')), false)
  await closer.query('commit')
  await query(`update outbox set due_at = now() where kind = 'digest'`)
  await adder.query('begin')
  await query(`select receive_text('+12015550123', 'Three', 'other', 'SM3')`)
  await adder.query('select tell_texts()')
  await query('select close_digests()')
  assert.equal(await count(`outbox where kind = 'digest' and contents is null`), 1)
  await adder.query('commit')
  await query('select close_digests()')
  const told = (await claim(100)).flatMap(({ contents }) =>
    (contents as { received: { words: string }[] }).received.map(({ words }) => words),
  )
  assert.deepEqual(told.sort(), ['One', 'Three', 'Two'])
})

race(
  'a sweep does no step that another is doing, does not wait for it, and both together queue one alert and one seal',
  async () => {
    await accept()
    await query(`update outbox set status = 'failed', reason = 'rejected', due_at = ${lateToday}`)
    const [first, second] = [await openSession(), await openSession()]
    await first.query('begin')
    await first.query('select run_housekeeping()')
    assert.equal(await second.isStuck(second.query('select run_housekeeping()')), false)
    await first.query('commit')
    assert.deepEqual((await claim(9)).map(({ kind }) => kind).sort(), ['alert', 'seal'])
  },
)

race('if the connections of workers end, only an email that a worker had sent is sent again', async () => {
  const [people, most] = runs > 1 ? [100, 12] : [30, 4]
  await acceptMany(people)
  const sent: unknown[] = []
  const unsettled: unknown[] = []
  let kills = 0
  async function work() {
    const session = await openSession()
    for (
      let mails: Row[] = [];
      mails.length > 0 || kills < most;
      mails = await session.query(claimAny, [2])
    ) {
      for (const mail of mails) {
        sent.push(mail.id)
        unsettled.push(mail.id)
        await session.query(settleSql, [mail.id, mail.attempt])
        unsettled.splice(unsettled.indexOf(mail.id), 1)
      }
    }
  }
  const again = (): Promise<void> => work().catch(again)
  const workers = atOnce(16, again)
  while (kills < most) kills += (await query(killSql)).length
  await workers
  await query(`update outbox set due_at = now() where status = 'sending'`)
  for (const mail of await claim(400)) {
    sent.push(mail.id)
    await query(settleSql, [mail.id, mail.attempt])
  }
  assert.equal(await count(`outbox where status <> 'sent'`), 0)
  assert.equal(new Set(sent).size, 2 * people)
  const twice = sent.filter((id, index) => sent.indexOf(id) !== index)
  assert.deepEqual(
    twice.filter((id) => !unsettled.includes(id)),
    [],
  )
})

race('a requeue skips what another is putting back, and does not wait for it', async () => {
  await acceptMany(2)
  await query(`update outbox set status = 'failed', reason = 'rejected'`)
  const [first, second] = [await openSession(), await openSession()]
  await first.query('begin')
  assert.deepEqual((await first.query(requeueSql))[0]?.answer, { done: 4, cancelled: 0 })
  const requeue = second.query(requeueSql)
  assert.equal(await second.isStuck(requeue), false)
  await first.query('commit')
  assert.deepEqual((await requeue)[0]?.answer, { done: 0, cancelled: 0 })
})

race('a requeue skips an email that somebody has locked, and does not wait for it', async () => {
  await acceptMany(2)
  await query(
    `delete from outbox where kind = 'visitor'; update outbox set status = 'failed', reason = 'rejected'`,
  )
  const [locked, other] = await query('select id from outbox order by ctid')
  const [holder, operator] = [await openSession(), await openSession()]
  await holder.query('begin')
  await holder.query('select from outbox where id = $1 for update', [locked?.id])
  const requeue = operator.query(requeueSql)
  assert.equal(await operator.isStuck(requeue), false)
  assert.deepEqual(
    (await claim(9)).map(({ id }) => id),
    [other?.id],
  )
  await holder.query('rollback')
  assert.equal(await count(`outbox where status = 'failed'`), 1)
})

async function failBothMails() {
  await acceptMany(1)
  await query(`update outbox set status = 'failed', reason = 'rejected'`)
  return (await query('select lead_id from outbox'))[0]?.lead_id
}

race('an erasure waits for a requeue of the person’s mails, and then erases them', async () => {
  const lead = await failBothMails()
  const [operator, eraser] = [await openSession(), await openSession()]
  await operator.query('begin')
  assert.deepEqual((await operator.query(requeueSql))[0]?.answer, { done: 2, cancelled: 0 })
  const erasure = eraser.query('select desk.erase_lead($1)', [lead])
  await eraser.untilStuck(erasure)
  await operator.query('commit')
  await erasure
  assert.equal(await count('outbox'), 0)
})

race('a requeue skips the emails of a person who is being erased', async () => {
  const lead = await failBothMails()
  const [eraser, operator] = [await openSession(), await openSession()]
  await eraser.query('begin')
  await eraser.query('select desk.erase_lead($1)', [lead])
  const requeue = operator.query(requeueSql)
  assert.equal(await operator.isStuck(requeue), false)
  await eraser.query('commit')
  assert.deepEqual((await requeue)[0]?.answer, { done: 0, cancelled: 0 })
  assert.equal(await count('outbox'), 0)
})
