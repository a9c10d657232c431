import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../local/database/open-database.ts'
import type { Chain } from '../harness/chain.ts'

const call = 'select public.accept_lead($1::uuid, $2::jsonb, $3::jsonb) as status'

/** Has `use` measure accept_lead alone, on the same database but in this process: an upper bound for the whole chain. */
export async function withBare<Result>(
  { databaseUrl, settings, gateway }: Chain,
  use: (work: () => Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  if (!databaseUrl) await gateway.stop()
  const database = await openDatabase({ ...settings, databaseUrl })
  const result = await use(async () => {
    const id = randomUUID()
    const lead = {
      ...{ name: 'Ada Lovelace', email: `${id}@example.com`, phone: '(201) 555-0123' },
      ...{ phone_e164: '+12015550123', country_code: 'US', consent: true },
    }
    // The mails of a suspected bot are held, so that they do not slow the other measurements.
    const context = { consent_text: 'I agree.', consent_version: '2026-11', suspected_bot: true }
    const parameters = [id, lead, context]
    const [row] = await database.callAs('service_role', call, parameters)
    return row?.status === 'created'
  })
  await database.close()
  if (!databaseUrl) await gateway.restart()
  return result
}
