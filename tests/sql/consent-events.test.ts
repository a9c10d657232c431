import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openConfirmations, own, stranger } from './open-confirmations.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, accept, confirm, tokenOf } = await openConfirmations()
after(() => database.close())
const test = testOnEmpty(database, 'update lead_settings set double_opt_in = true;')

const [ada, bob] = ['ada@example.org', 'bob@example.org']
const [first, second] = ['+12015550123', '+12015550199']
const lead = (email: string, number = first, rest: object = {}) =>
  sampleLead({ email, phone: number, phone_e164: number, ...rest })
const idOf = async (email: string) => (await query('select id from leads where email = $1', [email]))[0]?.id
const states = async () =>
  Object.fromEntries(
    (await query('select email, consent_state(leads) as state from leads')).map(({ email, state }) => [
      String(email).split('@')[0],
      state,
    ]),
  )
const correct = async (email: string, phone: string) =>
  query('select desk.correct_lead($1, phone => $2)', [await idOf(email), phone])
const undo = () =>
  query(
    'select desk.undo_correction(id) from lead_corrections where undone_id is null order by event_id desc limit 1',
  )
const stop = (email: string) =>
  query(`select stop_lead(lead_token(secret, 'stop')) from leads where email = $1`, [email])
const text = (meaning: string, words: string, id: string | null = null, number = first) =>
  query('select receive_text($1, $2, $3, $4)', [number, words, meaning, id])

test('a number that was corrected to another and back is confirmed when its link says so', async () => {
  const key = await accept(lead(ada), own)
  assert.equal(await confirm(await tokenOf(key)), true)
  await correct(ada, second)
  await correct(ada, first)
  assert.deepEqual(await states(), { ada: 'asked' })
  await query(`update outbox set status = 'sent', sent_at = now(), queued_at = now() - interval '2 days'`)
  await query('select desk.ask_again()')
  assert.equal(await confirm(await tokenOf(key)), true)
  assert.deepEqual(await states(), { ada: 'confirmed' })
})

test('a confirmation of the number on record brings back no older data, and none of a stranger', async () => {
  const key = await accept(lead(ada, first, { name: 'Ada Lovelcae' }), own)
  const token = await tokenOf(key)
  await accept(lead(ada, first, { name: 'Ada Lovelace' }), own)
  await accept(lead(ada, first, { name: 'Mallory' }), stranger)
  assert.equal(await confirm(token), true)
  assert.deepEqual(await query('select name, consent from leads'), [
    { name: 'Ada Lovelace', consent: 'confirmed' },
  ])
})

test('a no that comes later counts, whatever the clock says', async () => {
  const key = await accept(lead(ada), own)
  await confirm(await tokenOf(key))
  await query(`update consent_events set happened_at = happened_at + interval '1 day'`)
  await stop(ada)
  assert.deepEqual(await states(), { ada: 'withdrawn' })
})

test('a correction that is taken back leaves nobody else stopped', async () => {
  await query('update lead_settings set double_opt_in = false')
  await accept(lead(ada), own)
  await accept(lead(bob, second), stranger)
  await stop(ada)
  await correct(ada, second)
  assert.deepEqual(await states(), { ada: 'withdrawn', bob: 'given' })
  await undo()
  assert.deepEqual(await states(), { ada: 'withdrawn', bob: 'given' })
  await correct(ada, second)
  await stop(ada)
  assert.deepEqual(await states(), { ada: 'withdrawn', bob: 'stopped' })
  await undo()
  assert.deepEqual(await states(), { ada: 'withdrawn', bob: 'given' })
})

test('consent goes with its evidence', async () => {
  await query('update lead_settings set double_opt_in = false')
  const key = await accept(lead(ada), own)
  await accept(lead(ada, second, { name: 'Mallory' }), stranger)
  await query('delete from lead_submissions where id = $1', [key])
  assert.deepEqual(await states(), { ada: 'none' })
})

test('a lift ends only the stop that the operator saw', async () => {
  await query('select desk.stop_number($1)', [first])
  const [seen] = await query('select max(id) as id from number_events')
  await text('stop', 'do not text me ever')
  const lift = async (known: unknown) =>
    (await query(`select desk.lift_stop($1, 'my typo', $2) as is_lifted`, [first, known]))[0]?.is_lifted
  assert.equal(await lift(seen?.id), false)
  const [newest] = await query('select max(id) as id from number_events')
  assert.equal(await lift(newest?.id), true)
})

test('an erasure leaves what another person with the number said, and no text acts twice after it', async () => {
  await accept(lead(ada), own)
  await accept(lead(bob), stranger)
  await text('other', 'take my number off your list', 'SM1')
  await text('start', 'START', 'SM2')
  await text('stop', 'STOP', 'SM3')
  await query('select desk.erase_lead($1)', [await idOf(bob)])
  assert.deepEqual(await query('select words from incoming_texts'), [
    { words: 'take my number off your list' },
  ])
  assert.deepEqual(await query('select words from number_events order by id'), [
    { words: 'START' },
    { words: 'STOP' },
  ])
  await text('start', 'START', 'SM2')
  assert.deepEqual(await states(), { ada: 'stopped' })
})

test('the words of another are not in what is stored about a person who typed the number', async () => {
  await accept(lead(ada), own)
  await text('stop', 'STOP, I am Ada Lovelace')
  await accept(lead(bob), { ...stranger, suspected_bot: true })
  const [shown] = await query('select desk.show_lead($1)::text as shown', [await idOf(bob)])
  assert.doesNotMatch(String(shown?.shown), /I am Ada/)
})

test('a bot that typed a number takes nothing from the person who agreed to it', async () => {
  await accept(lead(ada), own)
  await text('stop', 'STOP, I am Ada Lovelace')
  await accept(lead(bob), { ...stranger, suspected_bot: true })
  const [shown] = await query('select desk.show_lead($1)::text as shown', [await idOf(ada)])
  assert.match(String(shown?.shown), /I am Ada/)
  await query('select desk.erase_lead($1)', [await idOf(ada)])
  assert.deepEqual(await query('select words from number_events'), [{ words: null }])
})

test('of two people who only typed a number, neither is shown what it said', async () => {
  await accept(lead(ada), { ...own, suspected_bot: true })
  await accept(lead(bob), { ...stranger, suspected_bot: true })
  await text('stop', 'STOP, I am Ada Lovelace')
  for (const email of [ada, bob]) {
    const [shown] = await query('select desk.show_lead($1)::text as shown', [await idOf(email)])
    assert.doesNotMatch(String(shown?.shown), /I am Ada/)
  }
})

test('the words of a text end with the time for submissions', async () => {
  await text('stop', 'STOP')
  await query(`alter table number_events disable trigger number_events_written_once;
    update number_events set happened_at = now() - interval '8 years';
    alter table number_events enable trigger number_events_written_once`)
  await query('select delete_expired()')
  assert.deepEqual(await query('select kind, words from number_events'), [{ kind: 'stop', words: null }])
})

test('the country is corrected with the number', async () => {
  await accept(lead(ada), own)
  await correct(ada, '+447400123456')
  assert.deepEqual(await query('select country_code, number_fault from leads'), [
    { country_code: 'UK', number_fault: null },
  ])
})
