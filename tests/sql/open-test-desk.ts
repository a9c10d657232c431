import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

export type Json = Record<string, unknown>
export type List = { leads: (Json & { email: string })[]; older: string | null; newer: string | null }

/** Opens a new database. `desk` calls a function of the desk with named arguments, in the role of the operator. */
export async function openTestDesk() {
  const database = await openDatabase()
  const { query } = database

  async function desk<Answer = Json>(name: string, values: Json = {}): Promise<Answer> {
    const list = Object.keys(values).map((key, index) => `${key} => $${index + 1}`)
    const statement = `select desk.${name}(${list}) as answer`
    const [row] = await database.queryAs('lead_desk', statement, Object.values(values))
    return row?.answer as Answer
  }

  /**
   * Stores a submission that is later than the previous one. To make sure of that, it first waits, because the clock
   * of the embedded database counts only whole milliseconds.
   */
  async function accept(lead: object = {}, context: object = {}) {
    const id = crypto.randomUUID()
    await query('do $$ begin while clock_timestamp() = now() loop end loop; end $$')
    await query('select accept_lead($1, $2, $3)', [id, sampleLead(lead), context])
    return id
  }

  /** Returns the addresses that desk.list_leads lists. `others` are its other arguments. */
  const emails = async (filters: Json, others: Json = {}) =>
    (await desk<List>('list_leads', { filters, ...others })).leads.map(({ email }) => email)

  return { database, query, desk, accept, emails }
}

export const address = (name: string) => `${name}@example.org`
