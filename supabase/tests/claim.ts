import type { Query, Row, TestDatabase } from './test-database.ts'

type Claim = 'claim_lead_emails' | 'claim_lead_webhooks'

/** Claims at most so many due rows as a sweep's worker does. */
export async function claim(
  { query, queryAs }: TestDatabase,
  count: number,
  name: Claim = 'claim_lead_emails',
): Promise<Row[]> {
  const key = await readClaimKey(query)
  return queryAs('service_role', `select * from ${name}($1, claim_key => $2)`, [count, key])
}

/** Returns the key that the sweep brings, or undefined where the schema is older than that key. */
export async function readClaimKey(query: Query): Promise<string | undefined> {
  const [found] = await query(`select to_regclass('lead_claim_key') as name`)
  const [row] = found?.name ? await query('select key from lead_claim_key') : []
  return row && String(row.key)
}
