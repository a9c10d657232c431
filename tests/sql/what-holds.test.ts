import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openConfirmations, own, stranger } from './open-confirmations.ts'
import { sampleLead } from './sample-lead.ts'
import { sayConsent } from './say-consent.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, accept, confirm, askedNumber, tokenOf } = await openConfirmations()
after(() => database.close())

const [first, second] = ['+12015550123', '+12015550199']
const form = (number: string | null = first, context: object = own) =>
  accept(sampleLead({ email: 'ada@example.org', phone: number ?? '555 01', phone_e164: number }), context)
const press = async (key: string) => confirm(await tokenOf(key))
const use = (submission: unknown) => query('select desk.take_over($1)', [submission])
const correct = (values: string) => query(`select desk.correct_lead(id, ${values}) from leads`)
const undo = () => query('select desk.undo_correction(id) from lead_corrections')
const text = (meaning: string, id: string, number = first) =>
  query('select receive_text($1, $2, $2, $3)', [number, meaning, id])
const sweep = () => query('select run_housekeeping()')
const doubleOptIn = (isOn: boolean) => query('update lead_settings set double_opt_in = $1', [isOn])

/** Dates all that was said so far as if the clock had been ten minutes ahead. */
const hadFastClock = () =>
  query(`alter table lead_submissions disable trigger lead_submissions_written_once;
    update lead_submissions set created_at = created_at + interval '10 minutes';
    alter table lead_submissions enable trigger lead_submissions_written_once;
    update consent_events set happened_at = happened_at + interval '10 minutes';
    update leads set consented_at = consented_at + interval '10 minutes',
      withdrawn_at = withdrawn_at + interval '10 minutes'`)

/** What holds for the only person: the number, the state of the consent, and how many withdrawals are stored. */
type Holding = [number: string, state: string, withdrawals: number]

/** What happened, and what holds then. */
const histories: Record<string, [happened: () => Promise<unknown>, holds: Holding]> = {
  'a number whose data were replaced and used again': [
    async () => {
      await press(await form())
      await use(await form(second, stranger))
      await use(await form(first, stranger))
    },
    [first, 'confirmed', 0],
  ],
  'a number whose confirmation was used again': [
    async () => {
      await press(await form())
      await use(await form(second, stranger))
      await use((await query('select id from lead_submissions where confirms is not null'))[0]?.id)
    },
    [first, 'confirmed', 0],
  ],
  'a confirmed number whose data were used again while forms are enough': [
    async () => {
      await doubleOptIn(false)
      const key = await form()
      await query(sayConsent('confirmed'))
      await use(await form(second, stranger))
      await use(key)
    },
    [first, 'confirmed', 0],
  ],
  'an older link that was pressed after a newer one': [
    async () => {
      const older = await tokenOf(await form())
      await confirm(older)
      await press(await form(second, stranger))
      const shown = await askedNumber(older)
      assert.equal(await confirm(older), shown !== null)
    },
    [first, 'confirmed', 0],
  ],
  'a number that was typed wrong, corrected, and typed wrong again': [
    async () => {
      await form(null)
      await correct(`phone => '${second}'`)
      await form(null)
    },
    [second, 'asked', 0],
  ],
  'a STOP after a form from the future': [
    async () => {
      await doubleOptIn(false)
      await form()
      await hadFastClock()
      await text('stop', 'SM1')
      await sweep()
    },
    [first, 'stopped', 1],
  ],
  'a form after a withdrawal from the future': [
    async () => {
      await press(await form())
      await query(`select stop_lead(lead_token(secret, 'stop')) from leads`)
      await hadFastClock()
      assert.equal(await press(await form()), true)
    },
    [first, 'confirmed', 1],
  ],
  'a STOP from a number that was corrected away, and back': [
    async () => {
      await doubleOptIn(false)
      await form()
      await correct(`phone => '${second}'`)
      await text('stop', 'SM1')
      await sweep()
      await undo()
      await sweep()
    },
    [first, 'stopped', 1],
  ],
  'a STOP from a number before the person gave it': [
    async () => {
      await doubleOptIn(false)
      await form(second)
      await text('stop', 'SM1')
      await form()
      await sweep()
    },
    [first, 'stopped', 0],
  ],
  'a STOP, a START and a form, of which the sweep hears late': [
    async () => {
      await doubleOptIn(false)
      await form()
      await text('stop', 'SM1')
      await text('start', 'SM2')
      await form()
      await sweep()
    },
    [first, 'given', 1],
  ],
  'a text that the operator takes for a stop after a START': [
    async () => {
      await doubleOptIn(false)
      await form()
      await text('other', 'SM1')
      await text('stop', 'SM1')
      await text('start', 'SM2')
      await query('select desk.answer_text(id, true) from incoming_texts')
      await sweep()
    },
    [first, 'stopped', 1],
  ],
  'a confirmation from an address to which the operator corrected, until it was taken back': [
    async () => {
      const key = await form()
      await tokenOf(key)
      await correct(`email => 'colleague@example.net'`)
      await query(`update outbox set status = 'sent', sent_at = now(), queued_at = now() - interval '2 days'`)
      await query('select desk.ask_again()')
      assert.equal(await press(key), true)
      await undo()
    },
    [first, 'asked', 0],
  ],
}

for (const [title, [happened, holds]] of Object.entries(histories))
  testOnEmpty(database, 'update lead_settings set double_opt_in = true;')(title, async () => {
    await happened()
    const rows = await query(`
      select phone_e164 as number, consent_state(person) as state, (
        select count(*)::integer from lead_submissions where withdrawn_by is not null) as withdrawals
      from leads person`)
    assert.deepEqual(
      rows.map(({ number, state, withdrawals }) => [number, state, withdrawals]),
      [holds],
    )
    assert.deepEqual((await query(`select desk.verify_lead_evidence() -> 'faults' as faults`))[0]?.faults, [])
  })
