import assert from 'node:assert/strict'
import { sampleLead } from '../sample-lead.ts'
import { openRace } from './open-race.ts'

// Who says something draws the place of it only when nobody else is saying something about the same person, number or
// mailbox. Else what was said second could have the earlier place, and would be lost under what was said first.

const { query, race, openSession } = await openRace()

const email = 'ada@example.org'
const number = '+12015550123'
const own = { ip_hash: 'a'.repeat(64) }
const person = `(select id from leads where email = '${email}')`
const token = '11111111-1111-4111-8111-111111111111'
const correction = '(select id from lead_corrections)'
const report = (kind: string) =>
  `select record_mail_events('postmark', jsonb_build_array(jsonb_build_object(
    'id', gen_random_uuid(), 'kind', '${kind}', 'mailbox', '${email}', 'at', now())))`

/** How a call waits for others, and the calls that do, each with what was said before. */
const waits: Record<string, { lock: string; says: Record<string, string | [before: string, call: string]> }> =
  {
    person: {
      lock: `select from leads where email = '${email}' for no key update`,
      says: {
        'a form': `select accept_lead(gen_random_uuid(), $1, $2)`,
        'a confirmation': [
          `update outbox set token = '${token}', asked_number = '${number}', claimed_at = now() where kind = 'visitor'`,
          `select confirm_lead('${token}', '{"consent_text": "Mine."}')`,
        ],
        'a withdrawal by link': `select stop_lead(lead_token(secret, 'stop')) from leads`,
        'a withdrawal at the desk': `select desk.withdraw_consent(${person})`,
        'a correction': `select desk.correct_lead(${person}, phone => '+12015550199')`,
        'taking back a correction': [
          `select desk.correct_lead(${person}, phone => '+12015550199')`,
          `select desk.undo_correction(${correction})`,
        ],
        'a press of the link to the calendar': `select press_call(private.lead_token(id, 'call')) from lead_submissions`,
        'a call at the desk': `select desk.say_booking(${person}, 'booked', now())`,
      },
    },
    number: {
      lock: `select private.lock_number('${number}')`,
      says: {
        STOP: `select receive_text('${number}', 'STOP', 'stop')`,
        START: `select receive_text('${number}', 'START', 'start')`,
        'a stop at the desk': `select desk.stop_number('${number}')`,
        'a lift at the desk': [
          `select receive_text('${number}', 'STOP', 'stop')`,
          `select desk.lift_stop('${number}', 'She called.')`,
        ],
        'a withdrawal': `select desk.withdraw_consent(${person})`,
        'the erasure of who withdrew': [
          `select desk.withdraw_consent(${person})`,
          `select desk.erase_lead(${person})`,
        ],
      },
    },
    mailbox: {
      lock: `select private.lock_mailbox(private.hash_mailbox(private.mailbox_key('${email}')))`,
      says: {
        'no more mails': [
          `insert into mailbox_links
          values (lead_token('${token}', 'mail'), hash_mailbox(private.mailbox_key('${email}')))`,
          `select unsubscribe('${token}', 'link')`,
        ],
        'a complaint': report('complained'),
        'a bounce': report('bounced hard'),
        'a lift at the desk': [
          report('complained'),
          `select desk.lift_suppression(${person}, 'complained', 'She called.')`,
        ],
      },
    },
  }

const logs = `
  select max(place) as place from (
    select max(event_id) from lead_submissions union all
    select max(greatest(event_id, undone_id)) from lead_corrections union all
    select max(id) from consent_events union all
    select max(id) from number_events union all
    select max(id) from mailbox_events union all
    select max(id) from booking_events
  ) said (place)`

for (const [whose, { lock, says }] of Object.entries(waits))
  for (const [what, call] of Object.entries(says))
    race(`${what} comes after what somebody else was saying about the ${whose}`, async () => {
      const lead = [sampleLead({ email, phone_e164: number }), own]
      await query('select accept_lead(gen_random_uuid(), $1, $2)', lead)
      const [before, said] = typeof call === 'string' ? ['select', call] : call
      await query(before)
      const [other, caller] = [await openSession(), await openSession()]
      await other.query('begin')
      await other.query(lock)
      // A form from another network changes no data, so nothing but its place can wait.
      const answer = caller.query(said, said.includes('$1') ? [lead[0], { ip_hash: 'b'.repeat(64) }] : [])
      await caller.untilStuck(answer)
      const [drawn] = await other.query(`select nextval('event_ids') as place`)
      await other.query('commit')
      await answer
      const [last] = await query(logs)
      assert.ok(Number(last?.place) > Number(drawn?.place), `${last?.place} is not after ${drawn?.place}`)
    })

const uses = {
  'taking over older data': `select desk.take_over(id) from lead_submissions order by event_id limit 1`,
  'a release': `select desk.release_messages()`,
}

for (const [what, call] of Object.entries(uses))
  race(`${what} knows the correction for which it had to wait`, async () => {
    const context = { ...own, suspected_bot: what === 'a release' }
    await query('select accept_lead(gen_random_uuid(), $1, $2)', [
      sampleLead({ email, phone_e164: number }),
      context,
    ])
    const [corrector, other] = [await openSession(), await openSession()]
    await corrector.query('begin')
    await corrector.query(`select desk.correct_lead(${person}, phone => '+12015550199')`)
    const used = other.query(call)
    await other.untilStuck(used)
    await corrector.query('commit')
    await used
    assert.deepEqual(await query('select phone_e164, consent from leads'), [
      { phone_e164: '+12015550199', consent: 'asked' },
    ])
  })
