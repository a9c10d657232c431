import assert from 'node:assert/strict'
import { sampleLead } from '../sample-lead.ts'
import { openRace } from './open-race.ts'

const { query, race, openSession } = await openRace()

const acceptSql = 'select * from accept_lead(gen_random_uuid(), $1, $2)'
const context = { ip_hash: 'a'.repeat(64), webhook: true }
const eraseSql = 'select desk.erase_lead((select id from leads where email = $1))'
const number = '+12015550123'
const tokenOf = (use: string) => `(select lead_token(secret, '${use}') from leads where email = $1)`

/** What a visitor can press. Each takes the address of the person. */
const presses: Record<string, (email: string) => [sql: string, values: unknown[]]> = {
  'sends the form again': (email) => [acceptSql, [sampleLead({ email }), context]],
  'sends it for the first time': () => [acceptSql, [sampleLead(), context]],
  confirms: (email) => [
    `select confirm_lead(token, '{"consent_text": "Mine."}') from outbox
      join leads on leads.id = lead_id where email = $1 and token is not null`,
    [email],
  ],
  stops: (email) => [`select stop_lead(${tokenOf('stop')})`, [email]],
  unsubscribes: (email) => [
    `select unsubscribe(private.mail_token(private.mailbox_key($1)), 'page')`,
    [email],
  ],
  watches: (email) => [`select may_watch(${tokenOf('watch')})`, [email]],
  'begins the video': (email) => [
    `select begin_video(submission.id) from lead_submissions submission
      join leads on leads.id = lead_id where leads.email = $1`,
    [email],
  ],
  'opens the calendar': (email) => [
    `select press_call(stored.token) from (
      select private.lead_token(submission.id, 'call') as token from lead_submissions submission
      join leads on leads.id = lead_id where leads.email = $1) stored`,
    [email],
  ],
  texts: () => [`select receive_text('${number}', 'STOP', 'stop')`, []],
}

/** Gives a step of the sweep work about the person whose address is $1. */
const work: Record<string, string[]> = {
  tell_number_events: [`select stop_number('${number}', 'text message')`],
  tell_changes: [`update leads set name = 'Ada King' where email = $1`],
  queue_reminders: ['update leads set remind_at = now() where email = $1'],
  delete_and_log: [
    `select run_housekeeping('seal_new')`,
    `update lead_seals set sealed_at = sealed_at - interval '100 years'`,
    `delete from lead_seal_entries where submission_id not in (
      select submission.id from lead_submissions submission where submission.email = $1)`,
  ],
  tell_withdrawals: [
    `select private.store_withdrawals(array[id], 'link', '{}', clock_timestamp()) from leads where email = $1`,
  ],
  tell_texts: [`select receive_text('${number}', 'What is this?', 'other')`],
  queue_alerts: [`update outbox set status = 'failed', reason = 'rejected' where kind = 'owner'`],
}

const steps = (await query('select unnest(private.housekeeping_steps()) as step')).map(({ step }) =>
  String(step),
)

// A step that changes the record of a person lets this person wait until it ends, and nobody else.
const changesPeople = ['queue_reminders', 'delete_and_log']

/** Stores these two people alone, and gives the step work about Ada, but none about Bob. */
async function giveWork(step: string, ada: string, bob: string) {
  await query(`
    delete from leads; delete from outbox; delete from number_events; delete from told_leads;
    delete from untold_changes; delete from lead_rates; delete from mailbox_events; delete from lead_seals;
    update lead_settings set double_opt_in = true, remind_after = '1 day'`)
  await query(acceptSql, [sampleLead({ email: bob, phone_e164: '+12015550124' }), context])
  await query(`select run_housekeeping('seal_new')`)
  await query(acceptSql, [sampleLead({ email: ada }), context])
  await query(`
    update outbox set status = 'sent', sent_at = now(), claimed_at = now() where kind in ('visitor', 'webhook');
    insert into told_leads (lead_id, receiver) select id, 'crm' from leads on conflict do nothing;
    delete from untold_changes`)
  for (const sql of work[step] ?? []) await query(sql, sql.includes('$1') ? [ada] : [])
}

for (const step of steps)
  race(`nobody who presses a button waits for the step ${step}`, async () => {
    const [ada, bob] = ['ada@example.org', 'bob@example.org']
    const [sweeper, visitor] = [await openSession(), await openSession()]
    for (const [press, call] of Object.entries(presses)) {
      await giveWork(step, ada, bob)
      await sweeper.query('begin')
      await sweeper.query('select run_housekeeping($1)', [step])
      const pressed = visitor.query(...call(changesPeople.includes(step) ? bob : ada))
      assert.equal(await visitor.isStuck(pressed), false, `who ${press} waits`)
      await pressed
      await sweeper.query('commit')
      if (step === 'delete_and_log')
        assert.deepEqual(await query('select from leads where email = $1', [ada]), [])
      assert.deepEqual(await query('select step, error from sweep_steps where error is not null'), [])
    }
  })

for (const step of steps)
  race(
    `an erasure waits for the step ${step} only if it has this person, and the step for none`,
    async () => {
      const [ada, bob] = ['ada@example.org', 'bob@example.org']
      await giveWork(step, ada, bob)
      const [sweeper, eraser, other] = [await openSession(), await openSession(), await openSession()]
      await sweeper.query('begin')
      await sweeper.query('select run_housekeeping($1)', [step])
      const others = other.query(eraseSql, [bob])
      assert.equal(await other.isStuck(others), false, 'somebody else waits')
      await others
      const erasure = eraser.query(eraseSql, [ada])
      await eraser.isStuck(erasure)
      await sweeper.query('commit')
      await erasure
      assert.deepEqual(await query('select from leads'), [])

      await giveWork(step, ada, bob)
      await eraser.query('begin')
      await eraser.query(eraseSql, [ada])
      const swept = sweeper.query('select run_housekeeping($1)', [step])
      assert.equal(await sweeper.isStuck(swept), false, 'the step waits')
      await eraser.query('commit')
      await swept
      assert.deepEqual(await query('select step, error from sweep_steps where error is not null'), [])
    },
  )

race('who is due for a reminder does not wait while it is judged who gets one', async () => {
  const email = 'ada@example.org'
  await query(acceptSql, [sampleLead({ email }), context])
  await query(`update outbox set status = 'sent', sent_at = now(), claimed_at = now() where kind = 'visitor';
    update lead_settings set remind_after = '1 day'; update leads set remind_at = now()`)
  const [holder, sweeper, visitor] = [await openSession(), await openSession(), await openSession()]
  await holder.query('select pg_advisory_lock(1)')
  await sweeper.query('begin')
  await sweeper.query(`create or replace function private.may_remind(person private.leads) returns boolean
    language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return true; end $$`)
  const swept = sweeper.query('select private.queue_reminders()')
  await sweeper.untilStuck(swept)
  const pressed = visitor.query(...(presses.stops?.(email) ?? ['', []]))
  assert.equal(await visitor.isStuck(pressed), false)
  await holder.query('select pg_advisory_unlock(1)')
  await swept
  await sweeper.query('rollback')
})
