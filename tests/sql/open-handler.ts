import { openLeadDatabase } from '../../supabase/functions/send-lead-email/database.ts'
import type { HandlerDeps } from '../../supabase/functions/send-lead-email/handler.ts'
import { createHandler } from '../../supabase/functions/send-lead-email/handler.ts'
import { openClient } from './open-client.ts'
import { knowReportKey, reportKey } from './report-key.ts'
import type { TestDatabase } from './test-database.ts'

type Call = { body?: BodyInit; headers?: Record<string, string>; method?: string; path?: string }

/**
 * Makes the handler of the function for a database, and returns several ways to call it. It can send emails
 * and check its health only if `deps` contains what it needs for that.
 */
export function openHandler(database: TestDatabase, deps: Partial<HandlerDeps> = {}) {
  const handle = createHandler({
    deliver: undefined,
    faults: [],
    checkHealth: () => Promise.reject(new TypeError('not asked for here')),
    background: () => undefined,
    ...deps,
  })

  async function post(
    { body, headers = {}, method = 'POST', path = '/send-lead-email' }: Call,
    db = database,
  ) {
    if (/\/(?:mail-events|bookings)\//.test(path)) await knowReportKey(database.query)
    const request = new Request(`http://functions.test${path}`, {
      method,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    const response = await handle(request, openLeadDatabase(openClient(db), reportKey))
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  return {
    post,
    send: (value: unknown, headers: Record<string, string> = {}) =>
      post({ body: JSON.stringify(value), headers }),
    submission: async (email: string) =>
      (await database.query('select * from lead_submissions where email = $1', [email]))[0],
  }
}

/** Returns the five fields of a lead with a new email address. */
export const fiveFields = () => ({
  name: 'Ada Lovelace',
  email: `${crypto.randomUUID()}@example.org`,
  phone: '020 7031 3000',
  countryCode: 'UK',
  consent: true,
})
