import { claim } from './claim.ts'
import { openTestDesk } from './open-test-desk.ts'
import { openReceiver } from './receiver.ts'
import { testOnEmpty } from './test-on-empty.ts'

export const number = '+12015550123'
export const other = '+12015550199'
export const [ada, bob, eve] = ['ada@example.org', 'bob@example.org', 'eve@example.org']

/**
 * Opens a desk, a receiver of webhooks, and a function for each thing that a person may say about their consent.
 * `test` empties the database and the receiver before each test.
 */
export async function openPeople() {
  const { database, query, desk, accept } = await openTestDesk()
  const receiver = openReceiver(database)
  const emptied = testOnEmpty(database)

  const later = () => query('do $$ begin while clock_timestamp() = now() loop end loop; end $$')

  const sweep = () => query('select run_housekeeping()')

  async function submit(email: string, phone: string | null = number, context: object = {}) {
    await later()
    const lead = { email, name: email.split('@')[0], phone_e164: phone, ...(phone && { phone }) }
    return accept(lead, { webhook: true, ip_hash: email, ...context })
  }

  async function text(meaning: string, id: string | null = null, words = meaning, sender = number) {
    await later()
    await query('select receive_text($1, $2, $3, $4)', [sender, words, meaning, id])
  }

  const lift = async (note = 'She called.') => {
    await later()
    return desk('lift_stop', { phone: number, note })
  }

  async function withdraw(email: string) {
    await later()
    await query(`select stop_lead(lead_token(secret, 'stop')) from leads where email = $1`, [email])
  }

  const erase = (email: string) => query('select desk.erase_lead(id) from leads where email = $1', [email])

  async function confirm(key: string) {
    const mails = await claim(database, 1000)
    await query(
      `update outbox set status = 'sent', sent_at = now() where status = 'sending' and kind <> 'webhook'`,
    )
    const token = mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.token
    await later()
    const context = { consent_text: 'Mine.', webhook: true }
    const [row] = await query('select confirm_lead($1, $2) as is_known', [token, context])
    return row?.is_known
  }

  const states = async () => {
    const rows = await query('select name, consent_state(leads) as state from leads')
    return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
  }

  const stops = async () => (await desk<{ numbers: Record<string, unknown>[] }>('list_stops')).numbers

  const evidence = async () =>
    (
      await query(
        'select name, withdrawn_by from lead_submissions where not consent order by created_at, name',
      )
    ).map(({ name, withdrawn_by: by }) => `${name} ${by}`)

  return {
    ...{ database, query, desk, accept, receiver },
    ...{ later, sweep, submit, text, lift, withdraw, erase, confirm, states, stops, evidence },
    test: (title: string, work: () => Promise<unknown>) =>
      emptied(title, () => {
        receiver.forget()
        return work()
      }),
    /** The receiver takes what is due. */
    async post() {
      await later()
      await receiver.receive()
    },
    /** The receiver takes what is due, and then knows about everybody what is true. */
    async expectTold() {
      await later()
      await receiver.receive()
      await receiver.expectTrue()
    },
  }
}
