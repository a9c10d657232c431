import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'

export const own = { ip_hash: 'a'.repeat(64) }
export const stranger = { ip_hash: 'b'.repeat(64) }
export const other = { phone: '07400 123456', phone_e164: '+447400123456', country_code: 'UK' }
export const third = { phone: '(201) 555-0199', phone_e164: '+12015550199' }
export const shown = {
  consent_text: 'It is mine.',
  consent_version: 'confirmation 1',
  user_agent: 'Browser',
  ...own,
}
export const doubleOptIn = 'update lead_settings set double_opt_in = true'

/**
 * Opens a new database. Returns the steps that make up a confirmation. The visitor, the Edge Function and the sweep
 * each take some of these steps.
 */
export async function openConfirmations() {
  const database = await openDatabase()
  const { query, queryAs } = database

  async function accept(lead: object, context: object = {}) {
    const key = crypto.randomUUID()
    await queryAs('service_role', 'select accept_lead($1, $2, $3)', [key, lead, context])
    return key
  }
  async function confirm(token: unknown, context: object = shown) {
    const [row] = await queryAs('service_role', 'select confirm_lead($1, $2) as is_known', [token, context])
    return row?.is_known
  }
  /** Returns the phone number that the page behind the link shows. */
  async function askedNumber(token: unknown) {
    return (await queryAs('service_role', 'select asked_number($1) as number', [token]))[0]?.number
  }
  /**
   * Claims all due rows with the claim key of the sweep. Returns the email to the visitor for this
   * submission.
   */
  async function mailOf(key: string) {
    const mails = await claim(database, 100)
    return mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)
  }
  const tokenOf = async (key: string) => (await mailOf(key))?.token
  const person = async () =>
    (await query('select name, phone_e164, confirmed_at is not null as is_confirmed from leads'))[0]
  const confirmations = () =>
    query('select * from lead_submissions where confirms is not null order by created_at')

  return { database, query, queryAs, accept, confirm, askedNumber, mailOf, tokenOf, person, confirmations }
}
